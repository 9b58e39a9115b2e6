"""Fits the weights by which a question has no answer here once a check was run; see kb/answering/asserting/settled.py.

Asked are the development questions and a set of others (tests/questions/settled): what players ask, and near misses,
which sound as if the documents settled them. Whole games are left out: what tells in four games is tried on the fifth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kb.answering.asserting.settled import FEATURES, settling
from kb.answering.put import ruling
from kb.answering.ranking import believed
from kb.evaluation.fitting.ranking import logistic_each, signed_logistic
from kb.evaluation.questions import LabelledQuestion
from kb.evaluation.sets import Keyed
from kb.knowledge import KnowledgeBase
from kb.records import Outcome
from kb.retrieval.weights import weights

AGAINST = frozenset({"unheard", "missing", "gap", "doubt", "counting"})
PENALTY = 1.0
FALSE_DECLINES = 0.03
"""The share of what is settled that may be declined, however it ends elsewhere."""
KEPT = 0.96
"""The share of the verdicts on what is settled that stay asserted."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Tried:
    """A question with its features: whether anything settles it, and whether a verdict would be told."""

    game: str
    kind: str
    settled: bool
    told: bool
    features: dict[str, float]


def tried(
    base: KnowledgeBase,
    questions: Sequence[LabelledQuestion],
    others: Sequence[Keyed],
    step: Callable[[], None] = lambda: None,
) -> list[Tried]:
    """Each of these questions, asked of its game, that its clauses alone do not decline."""
    asked = [(each.game, each.question, each.answerable, "development") for each in questions]
    asked += [(each.game, each.ask, each.verdict is not None, each.kind) for each in others]
    found = []
    for game, text, settled, kind in asked:
        question = base.read(text, game)
        ranking, belief = believed(base, question, game)
        if belief.probability >= weights()["decline"]["threshold"]:
            ruled = ruling(base, ranking.question, ranking.hits, ranking.game)
            told = ruled is not None and ruled.outcome is Outcome.ANSWERED
            found.append(Tried(game, kind, settled, told, settling(question, ruled, belief)))
        step()
    return found


def fit_settled(rows: Sequence[Tried]) -> str:
    """The table `settled` of kb/weights.toml, with what it declines and withholds of each kind, its game left out."""
    features = np.array([[each.features[name] for name in FEATURES] for each in rows])
    labels = np.array([float(each.settled) for each in rows])
    told = np.array([each.told for each in rows])
    held = _left_out(features, labels, [each.game for each in rows])
    declined = float(np.quantile(held[labels == 1], FALSE_DECLINES))
    asserted = float(np.quantile(held[(labels == 1) & told], 1 - KEPT))
    fitted = signed_logistic(features, labels, _signs(), PENALTY)
    weight = dict(zip((*FEATURES, "bias"), map(float, fitted), strict=True))
    counts: Counter[str] = Counter()
    for each, value in zip(rows, held, strict=True):
        name = f"{each.kind}, {'settled' if each.settled else 'not'}, {'told' if each.told else 'not told'}"
        counts[name] += 1
        counts[f"{name}: held back"] += bool(value < (asserted if each.told else declined))
    kinds = sorted(name for name in counts if not name.endswith("held back"))
    report = [f"# {name}: {counts[f'{name}: held back']} of {counts[name]} held back" for name in kinds]
    lines = [f"{name} = {weight[name]:.3f}" for name in ("bias", *FEATURES)]
    return "\n".join([*report, "[settled]", *lines, f"declined = {declined:.3f}", f"asserted = {asserted:.3f}"])


def _signs() -> list[int]:
    return [-1 if name in AGAINST else 1 for name in FEATURES]


def _left_out(features: Floats, labels: Floats, games: Sequence[str]) -> Floats:
    """The probability of each question by weights fitted to the other games."""
    from sklearn.model_selection import LeaveOneGroupOut

    held = np.zeros(len(labels))
    for train, test in LeaveOneGroupOut().split(features, labels, games):
        found = signed_logistic(features[train], labels[train], _signs(), PENALTY)
        held[test] = logistic_each(features[test] @ found[:-1] + found[-1])
    return held
