"""How likely a check's verdict is right: by the check's own probability, and by how the nearest samples answer."""

from __future__ import annotations

import math
from collections.abc import Mapping

from kb.answering.choosing.choose import Choice
from kb.logistic import logistic
from kb.records.results import CheckResult
from kb.retrieval.weights import weights

FAR, NOWHERE = 0.2, -1.0


def log_odds(probability: float) -> float:
    """The logarithm of the odds, finite at 0 and 1."""
    kept = min(max(probability, 1e-9), 1 - 1e-9)
    return math.log(kept / (1 - kept))


def probability_of(odds: float) -> float:
    """The probability with these log-odds."""
    return logistic(odds)


def echo(choice: Choice, result: CheckResult, opposite: bool | None) -> float:
    """How far the nearest sample that has the same answer comes ahead of the nearest one that has the other, at most
    FAR either way; 0 where none is known or no yes or no is asked.

    A verdict that the nearest questions do not have rests on a single word that was read: is it what was meant? Where
    both state that fact and differ nothing speaks against it: the same words with another number are a question of
    their own. Where one of them leaves it unsaid, it does. A question that asks for the opposite, `so he gains none of
    it, right?`, is spoken for by those of its own situation too, whose check says the same and whose answer is another.
    Where a check hears by words of its own which way is asked, a sample that asks the other way speaks against nothing.
    """
    nearest = {True: NOWHERE, False: NOWHERE}
    if choice.check.kind != "yes_no" or result.verdict is None:
        return 0.0
    asked, ways = result.verdict.value is not bool(opposite), choice.check.ways
    for each in choice.stated:
        if each.says is not None:
            same = (each.says is not each.opposite) is asked
            if ways is None:
                same = same or (bool(opposite) and each.says is result.verdict.value)
            elsewhere = ways is not None and each.opposite is not bool(opposite)
            if same or not (elsewhere or stated_otherwise(choice.filled.facts, each.facts)):
                nearest[same] = max(nearest[same], each.cosine)
    if max(nearest.values()) == NOWHERE:
        return 0.0
    return max(-FAR, min(FAR, nearest[True] - nearest[False]))


def stated_otherwise(facts: Mapping[str, object], sample: Mapping[str, object]) -> bool:
    """Whether a question and a sample state different values of the same fact."""
    return any(value != sample[name] for name, value in facts.items() if name in sample)


def sure(trust: float) -> bool:
    """Whether a verdict that is right with this probability is asserted where nothing else of the question is known: by
    words alone. Else see kb/answering/asserting/evidence.py."""
    return trust >= weights()["check"]["sure"]


def trusted(probability: float, echo: float) -> float:
    """The log-odds that a verdict is right: the check's, and how the nearest samples answer. What speaks against a
    verdict weighs more than what speaks for it."""
    weight = weights()["check"]
    return log_odds(probability) + weight["echo"] * max(0.0, echo) + weight["against"] * min(0.0, echo)
