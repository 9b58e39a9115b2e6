"""From a question to a computed ruling: choose a check, fill its slots, run it, assert only what is safe."""

from __future__ import annotations

from dataclasses import dataclass

from kb.choosing import Choice, choices, turned
from kb.errors import HeadjudgeError
from kb.fusion import weights
from kb.knowledge import KnowledgeBase
from kb.reading import Reading
from kb.records import Hit, Outcome
from kb.rules.records import CheckResult, Status

RIVALS = 3
OUTCOMES = {
    Status.ANSWERED: Outcome.ANSWERED,
    Status.DEPENDS: Outcome.DEPENDS,
    Status.UNDETERMINED: Outcome.UNDETERMINED,
    Status.CONTRADICTION: Outcome.UNDETERMINED,
}


@dataclass(frozen=True, slots=True)
class Ruling:
    """A check that was run for a question; `outcome` is None where its verdict is shown but not asserted."""

    choice: Choice
    result: CheckResult
    outcome: Outcome | None


def ruling(base: KnowledgeBase, reading: Reading, hits: tuple[Hit, ...], game: str) -> Ruling | None:
    """The ruling for a question about a game; None where no check fits it well enough to be run."""
    weight = weights()["check"]
    if not game or game not in base.checks.games:
        return None
    found = choices(base.checks, reading, hits, base.retriever.checks(reading), game)
    if not found or found[0].score < weight["run"]:
        return None
    result = run(base, found[0])
    if result is None or result.status is Status.TIMEOUT:
        return None
    return Ruling(found[0], result, outcome(base, reading, found, result))


def run(base: KnowledgeBase, choice: Choice) -> CheckResult | None:
    """The check's result; None where the facts that were read do not fit it."""
    try:
        return base.checks.run(choice.check.full_id, choice.filled.facts)
    except HeadjudgeError:
        return None


def says_something(choice: Choice, result: CheckResult) -> bool:
    """Whether a verdict answers this question: not an empty list, and not one that rests on defaults alone."""
    empty = result.verdict is None or result.verdict.value == ()
    return not empty and bool(choice.filled.readings or not choice.check.slots)


def outcome(base: KnowledgeBase, reading: Reading, found: tuple[Choice, ...], result: CheckResult) -> Outcome | None:
    """How the question ends by this result, None where asserting it would be a guess.

    A verdict is asserted only where the check fits clearly, every number of the question was taken, the
    question does not ask for the opposite, and no check that fits as well says otherwise.
    """
    weight, best = weights()["check"], found[0]
    if best.score < weight["ask"] or turned(reading.text) or best.features["kind"] < 0:
        return None
    if result.status is Status.ANSWERED:
        clear = best.score >= weight["sure"] and best.features["asked"] >= weight["alike"]
        if not clear or not says_something(best, result):
            return None
        if best.filled.unread:
            return None
        for rival in found[1:RIVALS]:
            if best.score - rival.score < weight["margin"] and rival.check.kind == best.check.kind:
                other = run(base, rival)
                if other is not None and other.status is Status.ANSWERED and other.verdict != result.verdict:
                    return None
    return OUTCOMES.get(result.status)
