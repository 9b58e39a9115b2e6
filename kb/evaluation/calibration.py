"""Are verdicts as often right as they are told to be? The table of it, and the scale that makes it so.

A model fitted so that a wrong verdict counts five times as much as a right one (fitting/asserting.py) orders verdicts
well and tells no probability. Its log-odds are put on a scale by logistic regression on verdicts that were given to
labelled questions (Platt, "Probabilistic Outputs for Support Vector Machines", 1999), with whole games left out. The
scale is put into the weights of [assert] in kb/weights.toml: what is asserted stays the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kb.answering.answer import answer
from kb.answering.asserting.evidence import FEATURES
from kb.answering.asserting.trust import log_odds, probability_of
from kb.evaluation.sets import RIGHT, Keyed, ending
from kb.knowledge import KnowledgeBase
from kb.retrieval.weights import weights

if TYPE_CHECKING:
    from sklearn.linear_model import LogisticRegression

EDGES = (0.0, 0.7, 0.8, 0.9, 0.95, 1.01)
NORMAL = 1.96
"""Standard deviations on either side that hold 95 in 100."""
LOOSE = 100.0
"""The inverse of the penalty on two weights that hundreds of verdicts fit: next to none."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Given:
    """A verdict that was asserted in a game: how likely it was said to be right, from 0 to 1, and whether it is."""

    game: str
    probability: float
    right: bool


def given(base: KnowledgeBase, questions: Iterable[Keyed]) -> list[Given]:
    """The verdicts asserted on these questions; one on what nothing settles is wrong."""
    found = []
    for each in questions:
        told = answer(base, each.ask, each.game)
        if told.verdict is not None and told.ruling is not None:
            found.append(Given(each.game, told.ruling.probability, ending(each, told) == RIGHT))
    return found


def wilson(right: int, count: int) -> tuple[float, float]:
    """The 95 % interval of a share, after Wilson (1927); all of it where nothing was counted."""
    if not count:
        return 0.0, 1.0
    share, square = right / count, NORMAL**2
    middle = share + square / (2 * count)
    spread = NORMAL * sqrt(share * (1 - share) / count + square / (4 * count**2))
    return (middle - spread) / (1 + square / count), (middle + spread) / (1 + square / count)


def calibration(verdicts: Sequence[Given]) -> list[list[str]]:
    """Rows of a table: from and to which probability, how many verdicts, their mean probability, the share of them that
    is right with its 95 % interval."""
    rows = [["probability", "verdicts", "mean", "right"]]
    for low, high in pairwise(EDGES):
        held = [each for each in verdicts if low <= each.probability < high]
        right, count = sum(each.right for each in held), len(held)
        mean = f"{sum(each.probability for each in held) / count:.2f}" if held else "-"
        least, most = wilson(right, count)
        share = f"{right / count:.3f} [{least:.2f}, {most:.2f}]" if held else "-"
        rows.append([f"{low:.2f} to {min(high, 1.0):.2f}", str(count), mean, share])
    return rows


def scaled(verdicts: Sequence[Given]) -> str:
    """The table `assert` of kb/weights.toml on the scale of these verdicts; how it fits with their game left out."""
    from sklearn.model_selection import LeaveOneGroupOut

    odds = np.array([[log_odds(each.probability)] for each in verdicts])
    right = np.array([each.right for each in verdicts])
    held = np.zeros(len(verdicts))
    for train, test in LeaveOneGroupOut().split(odds, right, [each.game for each in verdicts]):
        held[test] = _fitted(odds[train], right[train]).predict_proba(odds[test])[:, 1]
    fitted = _fitted(odds, right)
    slope, shift = float(fitted.coef_[0, 0]), float(fitted.intercept_[0])
    weight = weights()["assert"]
    lines = [f"bias = {slope * weight['bias'] + shift:.3f}"]
    lines += [f"{name} = {slope * weight[name]:.3f}" for name in FEATURES]
    lines += [f"{bar} = {probability_of(slope * log_odds(weight[bar]) + shift):.3f}" for bar in ("sure", "asks")]
    left_out = [Given(each.game, float(value), each.right) for each, value in zip(verdicts, held, strict=True)]
    report = [f"# {', '.join(row)}" for row in calibration(left_out)]
    return "\n".join([*report, "[assert]", *lines])


def _fitted(odds: Floats, right: npt.NDArray[np.bool_]) -> LogisticRegression:
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(C=LOOSE).fit(odds, right)
