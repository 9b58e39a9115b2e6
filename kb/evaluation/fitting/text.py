"""Fits the weights by which a game of text alone is declined: one that nobody has written questions for.

The games that are held have questions, so each is asked as if it had none: no wording is found by meaning or by its
words, nothing was learned from any. Whole games are left out: what tells an answer in four games is tried on the fifth.
Asked are development questions, practice questions (these have answers), gaps (these come near to one and have none)
and practice questions of the other games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

from kb.answering.ranking import believed
from kb.evaluation.fitting.ranking import AGAINST, PENALTY, signed_logistic
from kb.evaluation.questions import LabelledQuestion
from kb.knowledge import KnowledgeBase
from kb.retrieval.classifying.decline import TEXT_ALONE as FEATURES
from kb.retrieval.ranking.layout import KINDS
from kb.retrieval.ranking.teaching import Teaching
from kb.retrieval.weights import weights

SPOKEN = ("wording", "gap")
EACH, ELSEWHERE = 120, 15
FALSE_DECLINES = 0.05


@dataclass(frozen=True, slots=True)
class FitSample:
    """A question asked of a game of text alone: whether it has an answer, of which kind it is, its features."""

    game: str
    answerable: bool
    kind: str
    features: dict[str, float]


@contextmanager
def as_text_alone(base: KnowledgeBase) -> Iterator[None]:
    """The knowledge base as if nobody had written a question for any of its games."""
    retriever, before = base.retriever, base.retriever.teaching
    layout, _ = retriever.layout.about(np.arange(len(retriever.layout)))
    spoken = np.isin(layout.kind_of, [KINDS.index(each) for each in SPOKEN])
    nothing = Teaching(
        vocabularies=before.vocabularies,
        left_out=np.flatnonzero(spoken).astype(np.int64),
        text_alone=frozenset(layout.counts),
    )
    retriever.teach(nothing)
    try:
        yield
    finally:
        retriever.teach(before)


def told(
    base: KnowledgeBase,
    questions: Sequence[LabelledQuestion],
    practice: Sequence[LabelledQuestion],
    step: Callable[[], None] = lambda: None,
) -> list[FitSample]:
    """The features of all these questions, each asked of its game, and some of each game asked of the others."""
    asked: list[tuple[str, str, bool, str]] = []
    others: dict[str, list[str]] = defaultdict(list)
    counts: dict[str, int] = defaultdict(int)
    for each in questions:
        asked.append((each.game, each.question, each.answerable, "development" if each.answerable else "unanswerable"))
    for each in practice:
        counts[each.game] += 1
        if counts[each.game] <= EACH:
            asked.append((each.game, each.question, True, "practice"))
        elif counts[each.game] <= EACH + ELSEWHERE:
            others[each.game].append(each.question)
    games = sorted(counts)
    asked += [
        (game, text, False, "another game's") for of in games for text in others[of] for game in games if game != of
    ]
    gaps: dict[str, int] = defaultdict(int)
    for passage in base.store.passages():
        if passage.kind == "gap" and gaps[passage.game] < EACH:
            gaps[passage.game] += 1
            asked.append((passage.game, passage.text, False, "near"))
    found = []
    with as_text_alone(base):
        for game, text, answerable, kind in asked:
            _, belief = believed(base, base.read(text, game), game)
            if belief.features:
                found.append(FitSample(game, answerable, kind, dict(belief.features)))
            step()
    return found


def fit_text(rows: Sequence[FitSample]) -> str:
    """The table `decline-text` of kb/weights.toml, with what it declines of each kind when its game was left out.

    The threshold declines FALSE_DECLINES of what has an answer; the bias is moved so that it is `decline`'s own.
    """
    features = np.array([[each.features[name] for name in FEATURES] for each in rows])
    labels = np.array([float(each.answerable) for each in rows])
    games = np.array([each.game for each in rows])
    signs = [-1 if name in AGAINST else 1 for name in FEATURES]
    declined: dict[str, list[bool]] = defaultdict(list)
    for game in sorted(set(games)):
        others, own = games != game, games == game
        weight = signed_logistic(features[others], labels[others], signs, PENALTY)
        logits = features @ weight[:-1]
        threshold = np.quantile(logits[others & (labels == 1)], FALSE_DECLINES)
        for at in map(int, np.flatnonzero(own)):
            declined[rows[at].kind].append(bool(logits[at] < threshold))
            declined["answerable" if rows[at].answerable else "not"].append(bool(logits[at] < threshold))
    weight = signed_logistic(features, labels, signs, PENALTY)
    held = float(np.quantile((features @ weight[:-1])[labels == 1], FALSE_DECLINES))
    sure = weights()["decline"]["threshold"]
    bias = float(np.log(sure / (1 - sure))) - held
    shares = ", ".join(f"{np.mean(each):.2f} of {len(each)} {kind}" for kind, each in declined.items())
    lines = [f"# declined with their game left out: {shares}", "[decline-text]", f"bias = {bias:.3f}"]
    return "\n".join([*lines, *(f"{name} = {value:.3f}" for name, value in zip(FEATURES, weight[:-1], strict=True))])
