"""Fits the weights by which a check is chosen and its verdict trusted; see kb/answering/choosing/features.py.

A check counts as right for a question where its verdict is the expected one and one of its clauses, or of its
proof's, is among those that answer the question: the right word for the wrong reason is none. For practice questions,
whose clauses nobody wrote down, of several checks with the expected verdict the nearest is taken for the right one and
the others are left out. Development questions count WEIGHT times as much: among them are those that nothing answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kb.answering.asserting.gates import fits_question
from kb.answering.asserting.trust import echo, trusted
from kb.answering.choosing.choose import Choice, chooser
from kb.answering.choosing.features import FEATURES
from kb.answering.numbers.claimed import claim_of
from kb.answering.numbers.leftover import idle
from kb.answering.ranking import NEIGHBOURS, Ranking, rank
from kb.answering.run import run
from kb.answering.ways import as_asked, asks_opposite
from kb.evaluation.evaluate import same_value
from kb.evaluation.fitting.ranking import logistic_each, signed_logistic
from kb.evaluation.questions import LabelledQuestion
from kb.knowledge import KnowledgeBase
from kb.records.results import Status
from kb.retrieval.classifying.decline import support
from kb.retrieval.weights import weights

AGAINST = frozenset({"unread", "unheard"})
EITHER = frozenset({"constant"})
FOLDS, PENALTY, CANDIDATES, WEIGHT = 8, 20.0, 8, 3
MOST_WRONG = 0.03
KEPT = ("echo", "against", "sided", "run", "ask", "likely", "margin", "margin-storied", "agreed")

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Tried:
    """A check tried for a question: whether its verdict, known which way round, is right, and right for its reason.

    `assertable` is False where its verdict would be kept back however likely the check is; `echo` is how far samples
    with its answer are nearer than those with the other.
    """

    question: LabelledQuestion
    choice: Choice
    same: bool
    right: bool
    assertable: bool
    echo: float


def tried(
    base: KnowledgeBase, questions: Iterable[LabelledQuestion], step: Callable[[], None] = lambda: None
) -> list[Tried]:
    """Every candidate check of every question whose game was found, where the check gave a verdict."""
    found = []
    for question in questions:
        step()
        ranking = rank(base, base.read(question.question))
        expected = question.expect.get("verdict")
        supported = _supported(base, ranking)
        if ranking.game in base.checks.games:
            chosen_by = chooser(base, ranking.game)
            for choice in chosen_by.choices(ranking.question, ranking.hits)[:CANDIDATES]:
                result = run(base, choice)
                opposite = asks_opposite(ranking.question, choice)
                if result is None or result.status is not Status.ANSWERED or result.verdict is None or opposite is None:
                    continue
                claim = claim_of(ranking.question, choice.check, choice.filled)
                verdict = as_asked(result.verdict, opposite, claim)
                same = expected is not None and verdict is not None and same_value(verdict.value, expected["value"])
                grounds = {*result.citations, *chosen_by.clauses[choice.check.id]}
                right = same and (not question.relevant or bool(grounds & set(question.relevant)))
                fits = fits_question(ranking.question, choice) and idle(base, ranking.question, choice, result)
                said = echo(choice, result, opposite)
                found.append(Tried(question, choice, same, right, supported and fits, said))
    return [each for each in found if not _doubtful(each, found)]


def _doubtful(one: Tried, rows: Sequence[Tried]) -> bool:
    """Whether a practice question has a nearer check with the same verdict."""
    if not one.same or one.question.relevant:
        return False
    others = [each for each in rows if each.question is one.question and each.same]
    return max(others, key=lambda each: _nearness(each.choice)) is not one


def _nearness(choice: Choice) -> float:
    return choice.features["asked"] + 0.3 * (choice.features["learned"] + choice.features["clause"])


def _supported(base: KnowledgeBase, ranking: Ranking) -> bool:
    """Whether the question would not be declined."""
    if not ranking.hits:
        return False
    around = base.around(ranking.hits[0].clause, NEIGHBOURS)
    belief = support(ranking.question, ranking.hits, around, base.retriever)
    return belief.probability >= weights()["decline"]["threshold"]


def fit_check(rows: Sequence[Tried]) -> tuple[dict[str, float], float, str]:
    """Weights, the probability from which a verdict is asserted, and cross-validated figures.

    The threshold is the lowest one at which at most MOST_WRONG of the questions with a verdict are answered wrongly.
    """
    from sklearn.model_selection import GroupKFold

    features = np.array([[each.choice.features[name] for name in FEATURES] for each in rows])
    labels = np.array([float(each.right) for each in rows])
    groups = np.array([each.question.id for each in rows])
    mean, spread = features.mean(0), features.std(0) + 1e-9
    scaled = (features - mean) / spread
    signs = [-1 if name in AGAINST else 0 if name in EITHER else 1 for name in FEATURES]
    held_out = np.zeros(len(labels))
    times = np.array([WEIGHT if each.question.relevant or not each.question.answerable else 1 for each in rows])
    for train, test in GroupKFold(FOLDS).split(scaled, labels, groups):
        often = np.repeat(train, times[train])
        found = signed_logistic(scaled[often], labels[often], signs, PENALTY)
        held_out[test] = logistic_each(scaled[test] @ found[:-1] + found[-1])
    often = np.repeat(np.arange(len(rows)), times)
    found = signed_logistic(scaled[often], labels[often], signs, PENALTY)
    weight = found[:-1] / spread
    fitted = {"bias": float(found[-1] - (weight * mean).sum())}
    fitted |= dict(zip(FEATURES, (float(value) for value in weight), strict=True))
    threshold, report = _threshold(rows, held_out)
    return fitted, threshold, report


def _threshold(rows: Sequence[Tried], held_out: Floats) -> tuple[float, str]:
    best: dict[str, tuple[float, Tried]] = {}
    heard = logistic_each(np.array([trusted(float(p), each.echo) for p, each in zip(held_out, rows, strict=True)]))
    for row, chance in zip(rows, heard, strict=True):
        if row.question.id not in best or chance > best[row.question.id][0]:
            best[row.question.id] = (float(chance), row)
    total = max(1, sum("verdict" in row.question.expect for _, row in best.values()))
    ordered = sorted((pair for pair in best.values() if pair[1].assertable), key=lambda pair: -pair[0])
    right = wrong = other = 0
    chosen = (1.0, 0, 0, 0)
    for chance, row in ordered:
        if "verdict" in row.question.expect:
            right, wrong = right + row.same, wrong + (not row.same)
        else:
            other += not row.question.answerable
        if wrong <= MOST_WRONG * total:
            chosen = (chance, right, wrong, other)
    report = "cross-validated: {1} right, {2} wrong, {3} asserted on unanswerable, from {0:.2f} up".format(*chosen)
    return chosen[0], report


def check_table(weight: dict[str, float], threshold: float, report: str) -> str:
    """The table of kb/weights.toml; the other thresholds are kept."""
    kept = weights()["check"]
    lines = [f"# {report}", "[check]", *(f"{name} = {value:.3f}" for name, value in weight.items())]
    return "\n".join([*lines, *(f"{name} = {kept[name]}" for name in KEPT), f"sure = {threshold:.3f}"])
