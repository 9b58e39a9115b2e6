"""Fits the weights by which clauses are ranked in a game of text alone (`fusion-text`), whole games left out.

The games that are held have players' questions; each is asked as if it had none. Asked are the development questions
and a few of those that players are known to ask of a clause (not of a check, whose samples lead to the first of its
clauses): the encoder learned from these, so that they speak for nearness by meaning more than a new game's would.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from kb.answering.ranking import rank
from kb.evaluation.fitting.ranking import AGAINST, PENALTY_PAIRS, RIVALS, Floats, signed_logistic
from kb.evaluation.fitting.text import as_text_alone
from kb.evaluation.questions import LabelledQuestion
from kb.knowledge import KnowledgeBase
from kb.retrieval.weights import FUSION_ALONE as FEATURES
from kb.retrieval.weights import fused, weights

EACH = 64
DEPTH = 100
AMONG = 5


@dataclass(frozen=True, slots=True)
class Found:
    """A question's clauses: whether each answers it, its features."""

    game: str
    clauses: tuple[tuple[bool, dict[str, float]], ...]


def found_alone(
    base: KnowledgeBase, questions: Sequence[LabelledQuestion], step: Callable[[], None] = lambda: None
) -> list[Found]:
    """What is found for each question, its game given, as if that were one of text alone."""
    asked = [(each.game, each.question, frozenset(each.relevant)) for each in questions if each.answerable]
    for game, known in _players(base).items():
        drawn = Random(game).sample(sorted(known), min(EACH, len(known)))
        asked += [(game, text, frozenset(known[text])) for text in drawn]
    found = []
    with as_text_alone(base):
        for game, text, relevant in asked:
            hits = rank(base, base.read(text, game), game, limit=DEPTH).hits
            found.append(Found(game, tuple((hit.clause.id in relevant, dict(hit.features)) for hit in hits)))
            step()
    return found


def _players(base: KnowledgeBase) -> dict[str, dict[str, set[str]]]:
    """Game -> what players are known to ask -> the clauses that answer it."""
    found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for passage in base.store.passages():
        if passage.kind == "wording" and not passage.check:
            found[passage.game][passage.text].add(passage.clause)
    return found


def fit_alone(rows: Sequence[Found]) -> str:
    """The table `fusion-text` of kb/weights.toml, with what each game's questions get when it was left out.

    Scaled so that the best clauses score on average as they do now: scores of different games are compared.
    """
    games = sorted({each.game for each in rows})
    before, after = np.zeros(2), np.zeros(2)
    for game in games:
        own = [each for each in rows if each.game == game]
        weight = _fitted([each for each in rows if each.game != game])
        before += _hits(own, weights()["fusion-text"])
        after += _hits(own, weight)
    weight = _fitted(rows)
    scale = _best(rows, weights()["fusion-text"]) / _best(rows, weight)
    one, other = (" / ".join(f"{share:.3f}" for share in each / len(rows)) for each in (before, after))
    lines = [
        f"# hit@1 / hit@5 of {len(rows)} questions before {one}, with their game left out {other}",
        "[fusion-text]",
    ]
    return "\n".join([*lines, *(f"{name} = {value * scale:.3f}" for name, value in weight.items())])


def _fitted(rows: Sequence[Found]) -> dict[str, float]:
    """Pairwise logistic regression: each clause that answers against the strongest others of its question."""
    pairs = []
    for each in rows:
        told = [(answers, np.array([of.get(name, 0.0) for name in FEATURES])) for answers, of in each.clauses]
        rivals = [of for answers, of in told[:RIVALS] if not answers]
        pairs += [of - rival for answers, of in told if answers for rival in rivals]
    signs = [-1 if name in AGAINST else 1 for name in FEATURES]
    found = signed_logistic(np.array(pairs), np.ones(len(pairs)), signs, PENALTY_PAIRS)
    return dict(zip(FEATURES, map(float, found), strict=False))


def _hits(rows: Sequence[Found], weight: Mapping[str, float]) -> Floats:
    """How many questions have a clause that answers first, and among five."""
    ordered = (sorted(each.clauses, key=lambda told: -fused(told[1], weight)) for each in rows)
    places = [next((at for at, (answers, _) in enumerate(each) if answers), DEPTH) for each in ordered]
    return np.array([sum(at < 1 for at in places), sum(at < AMONG for at in places)], dtype=float)


def _best(rows: Sequence[Found], weight: Mapping[str, float]) -> float:
    """The mean score of the best clause."""
    return float(np.mean([max(fused(of, weight) for _, of in each.clauses) for each in rows if each.clauses]))
