"""Which way a question asks for what its check computes, and the verdict turned round for it: outside of the rules.

"Does it stay?" and "does it go?" ask one check. Words of the check's own tell them apart (`Ways` of
kb/records/checks.py), a "not" turns either round, and so does a claim whose sentence the verdict's denies.
"""

from __future__ import annotations

from dataclasses import replace

from kb.answering.choosing.choose import Choice
from kb.answering.operators.own import asks_as_titled, title_stems
from kb.question.derived import masked
from kb.question.negation import claim_holds, denier
from kb.readers.slots import Filled
from kb.records import Verdict
from kb.records.checks import ASKS, Check
from kb.records.question import Question, Span
from kb.records.results import CheckResult
from kb.rules.solve.worlds import ways_of
from kb.words.text import stem

UN = "un"


def asks_opposite(question: Question, choice: Choice, result: CheckResult | None = None) -> bool | None:
    """Whether the question's yes is the check's no, told by comparing it with the sentence of the verdict where both
    deny the same, else with the nearest samples; None if unclear."""
    if choice.check.kind != "yes_no":
        return False
    if question.claim is not None and question.claim.unclear:
        return None
    contrary = contrary_asked(choice)
    if contrary is None:
        return None
    if result is not None and result.verdict is not None and choice.filled.contrary is None:
        holds_true = claim_holds(question, result.summary.replace(result.reason, result.said, 1))
        if holds_true is not None:
            return result.verdict.value is not holds_true
    unread = without_facts(question, choice.filled)
    asked, kept = unread.turned, unread.keeps
    titled = choice.filled.contrary is None and asks_as_titled(question, choice.check)
    samples = () if titled else choice.samples
    contrary = contrary and not titled
    ways = set() if samples else {_turned_round(asked, 0, False)}
    for sample, opposite in samples:
        other = without_facts(sample, choice.fill_sample(sample))
        as_worded = opposite is None or choice.check.ways is not None
        said = (other.turned or 0) % 2 == 1 if as_worded else opposite
        ways.add(_turned_round(asked, other.turned, said is not _contrary(kept, other.keeps)))
    way = ways.pop() if len(ways) == 1 else None
    return None if way is None else way is not (contrary is not undone(unread, choice.check))


def undone(question: Question, check: Check) -> bool:
    """Whether a question asks for what its check asks about left undone: `may it be kept unrevealed?` of "must I reveal
    it?"."""
    goal = title_stems(check)
    asked = [each for each in question.words if question.asked.holds(each.start)]
    return sum(each.word.startswith(UN) and stem(each.word.removeprefix(UN)) in goal for each in asked) % 2 == 1


def contrary_asked(choice: Choice) -> bool | None:
    """Whether a question asks for the contrary of the check's goal by the check's own words; None where it says both.
    One that says neither asks for what goes without saying, the goal where nothing does: what it asks for is then one
    more fact that it did not tell (kb/answering/choosing/features.py, `filled`), so more must speak for the check."""
    ways, filled = choice.check.ways, choice.filled
    if ways is None or filled.contrary is not None:
        return bool(filled.contrary)
    twice = any(slot == ASKS for slot, _ in filled.unclear)
    return None if twice else bool(ways.default)


def differ(one: Choice, said: Verdict | None, other: Choice, says: Verdict | None) -> bool:
    """Whether the verdicts of two checks differ, each turned round where the question asks for its check's contrary."""
    ways = contrary_asked(one), contrary_asked(other)
    return as_asked(said, ways[0], None) != as_asked(says, ways[1], None)


def as_asked(verdict: Verdict | None, opposite: bool | None, claim: int | None) -> Verdict | None:
    """A check's verdict as it answers a question that asks for the opposite, or wants a number confirmed."""
    if verdict is None:
        return None
    if claim is not None:
        return Verdict("yes_no", verdict.value == claim)
    return replace(verdict, value=not verdict.value) if opposite else verdict


def asked_back(result: CheckResult, opposite: bool | None, claim: int | None) -> CheckResult:
    """The result with what each fact's answers lead to as the question is asked: turned round where it asks for the
    opposite, left out where it is unclear which way it asks, or where it wants a number confirmed."""
    if not result.ask or (opposite is False and claim is None):
        return result
    said = {"yes": "no", "no": "yes"}
    asks = []
    for ask in result.ask:
        turned = "; ".join(f"{label}: {said.get(verdict, verdict)}" for label, verdict in ways_of(ask.why))
        asks.append(replace(ask, why=turned or ask.why if opposite and claim is None else ""))
    return replace(result, ask=tuple(asks))


def without_facts(question: Question, filled: Filled) -> Question:
    """A question whose words that a slot has read are blotted out, with the "not" before them: what they turn round is
    in the facts already."""
    taken = [each for each in filled.readings if not isinstance(each.value, int) or isinstance(each.value, bool)]
    own = [each for each in taken if each.text != question.text and not each.whole]
    places = [place for each in own for place in each.places]
    return masked(question, (Span(denier(question, start), end) for start, end in places))


def _contrary(one: bool | None, other: bool | None) -> bool:
    """Whether one text speaks of keeping what the other speaks of losing."""
    return one is not None and other is not None and one is not other


def _turned_round(asked: int | None, turned: int | None, opposite: bool) -> bool | None:
    if asked is None or turned is None:
        return None
    return opposite is not ((asked + turned) % 2 == 1)
