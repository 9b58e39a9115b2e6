"""From a question to a computed ruling: choose a check, fill its slots, run it, assert only what is safe."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from kb.answering.asserting.evidence import says_nothing_known
from kb.answering.asserting.readings import refilled, same_read_otherwise, sample_joins
from kb.answering.asserting.trust import echo, log_odds, probability_of, trusted
from kb.answering.assumed import without_idle
from kb.answering.choosing.choose import Choice, card_slots, chooser, named_cards
from kb.answering.choosing.features import CHANCE
from kb.answering.choosing.instead import put_instead
from kb.answering.choosing.ordered import Ordered, Scored
from kb.answering.compose import NUMBER, with_operator
from kb.answering.eitheror import either_way, one_of_two, same_of_both
from kb.answering.numbers.claimed import claim_of
from kb.answering.numbers.leftover import idle
from kb.answering.numbers.only import with_the_only_number
from kb.answering.operators import own
from kb.answering.operators.apply import asked_instead, composed
from kb.answering.operators.case import Composed
from kb.answering.operators.ranges import number_beside, number_instead
from kb.answering.run import agreed, find, run, unless_assumed
from kb.answering.ways import as_asked, asked_back, asks_opposite, differ
from kb.knowledge import KnowledgeBase
from kb.question.alternatives import joined
from kb.question.asking import asks_duty, asks_leave, asks_what
from kb.records import Hit, Outcome, Verdict
from kb.records.checks import CheckResult, Status
from kb.records.question import Question
from kb.retrieval.weights import weights
from kb.rules.prove.reasons import ENDS
from kb.rules.solve.worlds import ways_of

RIVALS = 2
MOST_OFFERED = 6
MOST_LED = 3
LIKELY = 0.5
LIKE = r"\b(?:like|unlike|as with|similar to|same as)\s+(?:(?:the|my|his|her|a|with|for|on)\s+)*"
OUTCOMES = {
    Status.ANSWERED: Outcome.ANSWERED,
    Status.DEPENDS: Outcome.DEPENDS,
    Status.UNDETERMINED: Outcome.UNDETERMINED,
    Status.CONTRADICTION: Outcome.UNDETERMINED,
}


@dataclass(frozen=True, slots=True)
class Ruling:
    """A check that was run for a question; `outcome` is None where its verdict is shown but not asserted.

    `asked` is the question without the operators that are applied to the verdict (see own.py), `composed` what they
    make of it, None where there are none. `opposite` where the question asks for the opposite of the check: its yes is
    the check's no. `claimed` is the number that the question wants confirmed: it is answered by yes or no. `side` is
    the one of two things side by side that the check says yes to. `trust` is how likely the verdict of the check is
    right, 0 to 1, and `probability` how likely it is right and what was asked, see kb/answering/asserting/evidence.py;
    0 where words alone were searched.
    """

    choice: Choice
    result: CheckResult
    outcome: Outcome | None
    asked: Question
    opposite: bool = False
    claimed: int | None = None
    side: str = ""
    trust: float = 0.0
    probability: float = 0.0
    composed: Composed | None = None

    @property
    def plain(self) -> bool:
        """Whether the check's own verdict answers the question as it was asked."""
        return not self.opposite and self.claimed is None and not self.side and self.composed is None

    @property
    def verdict(self) -> Verdict | None:
        """The verdict on the question as it was asked."""
        if self.composed is not None:
            return None if self.composed.value is None else Verdict("yes_no", self.composed.value)
        if self.side:
            return Verdict("text", self.side)
        return as_asked(self.result.verdict, self.opposite, self.claimed)

    @property
    def summary(self) -> str:
        """The verdict on the question as it was asked, and why; where it depends on a fact, what each answer leads
        to."""
        if self.result.status is Status.DEPENDS and self.result.ask and self.verdict is None:
            return self.result.summary + led(self.result.ask[0].why)
        if self.verdict is None or self.plain:
            return self.result.summary
        told = with_operator(self.result.reason, self.composed.words if self.composed else "")
        value = str(self.result.verdict.value) if self.result.verdict is not None else ""
        if self.claimed is not None and value and value not in NUMBER.findall(told):
            told = "; ".join(each for each in (value, told) if each)
        return f"{self._word}: {told}{'' if told.endswith(ENDS) else '.'}" if told else f"{self._word}."

    @property
    def _word(self) -> str:
        """The verdict in a word or two, with a capital."""
        value = self.verdict.value if self.verdict else None
        said = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        return said[:1].upper() + said[1:]


def led(why: str) -> str:
    """What each answer to a fact leads to, short: ` (yes → No; no → Yes)`; empty where it is long or not told."""
    ways = ways_of(why)
    if not 1 < len(ways) <= MOST_LED:
        return ""
    return " (" + "; ".join(f"{label} → {verdict[:1].upper()}{verdict[1:]}" for label, verdict in ways) + ")"


def ruling(
    base: KnowledgeBase,
    question: Question,
    hits: tuple[Hit, ...],
    game: str,
    without: str = "",
    near: Question | None = None,
) -> Ruling | None:
    """The ruling for a question about a game; None where no check fits it well enough to be run.

    `without` is a sample wording that is left out, so that a question is not found by itself; `near` is what is looked
    at to choose the check, where the question stands in a long story.
    """
    weight = weights()["check"]
    if not game or game not in base.checks.games:
        return None
    found = chooser(base, game).choices(near or question, hits, without, told=question)
    if not found or found[0].score < weight["run"]:
        return None
    if question.instead is None and question.sides and (one := put_side_by_side(base, question, found)):
        return one
    ruled = put_to_first(base, question, found)
    if ruled is not None and ruled.composed is not None and ruled.composed.value is None:
        for other in (number_instead(base, question, found), asked_instead(question, found)):
            instead = put(base, question, other, found) if other is not None else None
            if instead is not None and instead.outcome is Outcome.ANSWERED:
                return instead
    if ruled is not None and ruled.composed is not None and ruled.outcome is Outcome.ANSWERED:
        other = number_beside(question, found)
        beside = put(base, question, other, found) if other is not None else None
        if beside is not None and beside.verdict is not None and beside.verdict != ruled.verdict:
            return replace(ruled, outcome=None)
    return ruled


def put_to_first(base: KnowledgeBase, question: Question, found: Ordered) -> Ruling | None:
    """The ruling by the likeliest check, or by a likely one whose title asks just that; of two things that leave a fact
    open, `either a blue or a red door`, by the first of them where both come to the same."""
    likely = (each for each in found[:RIVALS] if each.score >= weights()["check"]["likely"])
    first = next((each for each in likely if own.titled(question, each.check)), found[0])
    ruled = put(base, question, first, found)
    if ruled is None or ruled.result.status is not Status.DEPENDS or not question.sides:
        return ruled
    way = either_way(base, question, first)
    return put(base, question, way, found) if way is not None else ruled


def put(base: KnowledgeBase, question: Question, first: Choice, found: Ordered | None = None) -> Ruling | None:
    """The ruling by the first of the checks that a question may ask for; None where it cannot be run."""
    left = own.left(question, first)
    asked = own.plain(question, left, first.check.kind == "number")

    def reread(choice: Choice) -> Choice:
        return refilled(base, choice, asked) if asked is not question else choice

    best = put_instead(base, asked, reread(first))
    result = run(base, best)
    if result is None or result.status is Status.TIMEOUT:
        return None
    best, result = with_the_only_number(base, asked, best, agreed(base, best, result))
    result = unless_assumed(base, best, result)
    result = offered(result, card_slots(best.check, chooser(base, best.check.game).model.schema), named_cards(question))
    claim = claim_of(asked, best.check, best.filled)
    opposite = asks_opposite(asked, best, result)
    said = composed(base, question, best, result, opposite, left)
    result = asked_back(result, opposite if said is None else None, claim)
    fits = partial(meant_as_well, first, question.latest is not None)
    others = found.others(first, RIVALS, fits) if found is not None else ()
    compared = only_compared(base, question, best)
    asking = (
        each for each in others if left or not own.left(question, each)
    )  # of the others, those that ask with it too
    beside = compared or (claim is not None and says_nothing_known(asked, best))
    told = None if beside else outcome(base, asked, best, result, opposite, said, map(reread, asking))
    trust = probability_of(trusted(best.score, echo(best, result, opposite)))
    shown = result
    if said is not None and said.value is not None:
        shown = replace(said.shown or result, ask=())  # what it was asked of the check alone leads to another verdict
    if told is Outcome.ANSWERED:
        shown = without_idle(base, best, shown)
    asked = own.words_aside(asked, left)
    return Ruling(best, shown, told, asked, bool(opposite), claim, trust=trust, composed=said)


def put_side_by_side(base: KnowledgeBase, question: Question, found: Sequence[Choice]) -> Ruling | None:
    """The ruling on which of two things side by side it is; None where no check tells."""
    told = one_of_two(base, question, found)
    if told is None:
        return None
    one, odds = told
    return Ruling(one.choice, one.result, Outcome.ANSWERED, question, side=one.side, trust=probability_of(odds))


def offered(result: CheckResult, slots: Sequence[str], cards: tuple[str, ...]) -> CheckResult:
    """The result with the cards that the question may mean as choices where it asks which card it is."""
    if not 1 < len(cards) <= MOST_OFFERED:
        return result
    asks = tuple(replace(each, choices=cards) if each.fact in slots else each for each in result.ask)
    return replace(result, ask=asks)


def fits_question(question: Question, choice: Choice) -> bool:
    """Whether the check gives the kind of answer asked for."""
    together = sample_joins(choice) or own.either_too(question, choice.check)
    other = (joined(question) and not together) or asks_what(question)
    return choice.features["kind"] >= 0 and not (choice.check.kind == "yes_no" and other)


def _asks_duty_for_leave(question: Question, rival: Choice) -> bool:
    """Whether a question asks what may be done, and all that is near of a check asks what must be."""
    return asks_leave(question, question.asked) and all(asks_duty(sample) for sample, _ in rival.samples)


def takes_more_numbers(best: Choice, rival: Choice) -> bool:
    """Whether a check takes all numbers that a question tells, and a rival leaves some of them."""
    return not best.filled.unread and bool(rival.filled.unread)


def only_compared(base: KnowledgeBase, question: Question, choice: Choice) -> bool:
    """Whether a question names the check's card only to compare another one with it: `do I get this Gem back like the
    Time Gem?`."""
    about = {base.store.clause(each).subject for each in chooser(base, choice.check.game).clauses[choice.check.id]}
    named = {each.text for each in question.mentions if each.term.kind == "card" and each.term.name in about}
    return bool(named) and all(
        len(re.findall(rf"{LIKE}{re.escape(text)}\b", question.text, re.I))
        == len(re.findall(rf"\b{re.escape(text)}\b", question.text, re.I))
        for text in named
    )


def meant_as_well(best: Scored, storied: bool, rival: Scored) -> bool:
    """Whether a question may as well mean a rival check: one that is nearly as likely, nearly by more where its post is
    `storied`, told of other questions too; or one that is likely by itself
    and belongs to a card that the question names, as the best one does not: what its story says of that card would go
    unread."""
    margin = weights()["check"]["margin-storied" if storied else "margin"]
    near = log_odds(best.score) - log_odds(rival.score) < margin
    return near or (rival.score > LIKELY and rival.features["card"] > 0 >= best.features["card"])


def outcome(
    base: KnowledgeBase,
    question: Question,
    best: Choice,
    result: CheckResult,
    opposite: bool | None,
    said: Composed | None = None,
    others: Iterable[Choice] = (),
) -> Outcome | None:
    """How the question ends by this result, with what its operators make of it, None where asserting it would be a
    guess.

    A verdict is asserted only where it is likely to answer what was asked, it is clear which way round that
    was, numbers that were not taken cannot matter, it is of the kind asked for, and none of the `others`, which fit as
    well, says otherwise. Nor is anything asked back about a card that the question does not name.
    """
    weight = weights()["check"]
    if said is not None and said.value is None and result.status is Status.ANSWERED:
        return None
    if result.status is not Status.ANSWERED and (said is None or said.value is None):
        owned = bool(chooser(base, best.check.game).owners(best.check.id))
        near = best.features["card"] > 0 or (best.features["asked"] >= CHANCE and not owned)
        return OUTCOMES.get(result.status) if best.score >= weight["ask"] and near else None
    if opposite is None or not (fits_question(question, best) or same_of_both(base, question, best, result)):
        return None
    if result.verdict is not None and result.verdict.value == ():
        return None
    if trusted(best.score, echo(best, result, opposite)) < log_odds(weight["likely"]):
        return None
    if not idle(base, question, best, result) or not same_read_otherwise(base, question, best, result):
        return None
    for rival in others:
        if (
            rival.check.kind == best.check.kind
            and not _asks_duty_for_leave(question, rival)
            and not takes_more_numbers(best, rival)
        ):
            other = find(base, rival)
            answered = other is not None and other.status is Status.ANSWERED
            if other is not None and answered and differ(best, result.verdict, rival, other.verdict):
                return None
    return Outcome.ANSWERED
