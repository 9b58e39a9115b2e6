"""From a question to a computed ruling: choose a check, fill its slots, run it, assert only what is safe.

    ruling          the check that is likeliest, or another one where that cannot say what is asked
      put_to_first    of the likely checks the first
        put             one check: worded -> filled -> computed -> attempted -> ending -> a Ruling

Each step of `put` hands on a frozen record (kb/answering/attempt.py); whether the verdict is asserted is told by
kb/answering/asserting/gates.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from kb.answering.asserting.gates import asks_what_was_told, beside, ending, meant_as_well
from kb.answering.asserting.readings import refilled
from kb.answering.asserting.trust import probability_of
from kb.answering.asserting.withheld import Withheld
from kb.answering.assumed import without_idle
from kb.answering.attempt import Attempt, Wording, worded
from kb.answering.choosing.choose import Choice, card_slots, chooser, named_cards
from kb.answering.choosing.instead import put_instead
from kb.answering.choosing.ordered import Ordered
from kb.answering.eitheror import either_way, one_of_two
from kb.answering.numbers.claimed import claim_of
from kb.answering.numbers.only import with_the_only_number
from kb.answering.operators import own
from kb.answering.operators.apply import asked_instead, composed
from kb.answering.operators.ranges import number_beside, number_instead, number_not_taken
from kb.answering.rulings import Ruling
from kb.answering.run import agreed, run, unless_assumed
from kb.answering.taught import with_taught_facts
from kb.answering.ways import asked_back, asks_opposite
from kb.knowledge import KnowledgeBase
from kb.records import Hit, Outcome
from kb.records.question import Question
from kb.records.results import CheckResult, Status
from kb.retrieval.weights import weights

RIVALS = 2
MOST_OFFERED = 6


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
    if not game or game not in base.checks.games:
        return None
    found = chooser(base, game).choices(near or question, hits, without, told=question)
    if not found or found[0].score < weights()["check"]["run"]:
        return None
    if question.instead is None and question.sides and (one := put_side_by_side(base, question, found)):
        return one
    ruled = put_to_first(base, question, found)
    if ruled is None or ruled.composed is None:
        return ruled
    if ruled.composed.value is None:
        return _answered_instead(base, question, found) or ruled
    return _unless_beside(base, question, found, ruled) if ruled.outcome is Outcome.ANSWERED else ruled


def put_side_by_side(base: KnowledgeBase, question: Question, found: Sequence[Choice]) -> Ruling | None:
    """The ruling on which of two things side by side it is; None where no check tells."""
    told = one_of_two(base, question, found)
    if told is None:
        return None
    one, odds = told
    return Ruling(one.choice, one.result, Outcome.ANSWERED, question, side=one.side, trust=probability_of(odds))


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


def _answered_instead(base: KnowledgeBase, question: Question, found: Ordered) -> Ruling | None:
    """The ruling by another check that says what an operator asks, where the first one cannot; None where none does."""
    numbers = (number_instead(base, question, found), number_not_taken(question, found))
    for other in (*numbers, asked_instead(question, found)):
        ruled = put(base, question, other, found) if other is not None else None
        if ruled is not None and ruled.outcome is Outcome.ANSWERED:
            return ruled
    return None


def _unless_beside(base: KnowledgeBase, question: Question, found: Ordered, ruled: Ruling) -> Ruling:
    """The ruling; withheld where a number was taken for a fact and a check that gives such a number says otherwise."""
    other = number_beside(question, found)
    beside_it = put(base, question, other, found) if other is not None else None
    if beside_it is None or beside_it.verdict is None or beside_it.verdict == ruled.verdict:
        return ruled
    return replace(ruled, outcome=Withheld.NUMBER_BESIDE)


def put(base: KnowledgeBase, question: Question, first: Choice, found: Ordered | None = None) -> Ruling | None:
    """The ruling by one check, held against the others that are `found`; None where it cannot be run."""
    wording = worded(question, first)
    computed = _computed(base, wording.plain, _filled(base, wording, first))
    if computed is None:
        return None
    attempt = _attempted(base, wording, *computed)
    why = beside(base, wording, attempt)
    why = why or (Withheld.OPERATOR if asks_what_was_told(first, attempt) else None)
    ended = ending(base, attempt, _rivals(base, wording, first, found)) if why is None else why
    return _ruled(base, wording, attempt, ended)


def _filled(base: KnowledgeBase, wording: Wording, choice: Choice) -> Choice:
    """The check with its facts as the plain question tells them, of `what about water?` those of the question before
    with the new thing among them."""
    return put_instead(base, wording.plain, _reread(base, wording, choice))


def _reread(base: KnowledgeBase, wording: Wording, choice: Choice) -> Choice:
    """The check with its facts read anew where an operator was taken out of the question."""
    return choice if wording.plain is wording.whole else refilled(base, choice, wording.plain)


def _computed(base: KnowledgeBase, plain: Question, choice: Choice) -> tuple[Choice, CheckResult] | None:
    """What the check comes to, with the facts that it then rests on: the only number left over may be the one that was
    missing, a fact that is asked back may have been told in other words. None where it cannot be run."""
    result = run(base, choice)
    if result is None or result.status is Status.TIMEOUT:
        return None
    resting, settled = with_the_only_number(base, plain, choice, agreed(base, choice, result))
    return with_taught_facts(base, plain, resting, unless_assumed(base, resting, settled))


def _attempted(base: KnowledgeBase, wording: Wording, choice: Choice, result: CheckResult) -> Attempt:
    """What the result is to the question: which way round it is asked for, with which operators, claim and cards."""
    slots = card_slots(choice.check, chooser(base, choice.check.game).model.schema)
    asking = offered(result, slots, named_cards(wording.whole))
    claim = claim_of(wording.plain, choice.check, choice.filled)
    opposite = asks_opposite(wording.plain, choice, asking)
    said = composed(base, wording.whole, choice, asking, opposite, wording.left)
    back = asked_back(asking, opposite if said is None else None, claim)
    return Attempt(wording.plain, choice, back, opposite, claim, said)


def _rivals(base: KnowledgeBase, wording: Wording, first: Choice, found: Ordered | None) -> Iterator[Choice]:
    """The checks that the question may as well mean, filled alike; those that ask with an operator which this one does
    not ask either. Nothing of them is read before the first is taken."""
    if found is None:
        return
    fits = partial(meant_as_well, first, wording.whole.latest is not None)
    for each in found.others(first, RIVALS, fits):
        if wording.left or not own.left(wording.whole, each):
            yield _reread(base, wording, each)


def _ruled(base: KnowledgeBase, wording: Wording, attempt: Attempt, ended: Outcome | Withheld) -> Ruling:
    """The attempt as a ruling; of a verdict that is asserted what could be otherwise without another one is not told as
    assumed."""
    answered = ended is Outcome.ANSWERED
    return Ruling(
        attempt.choice,
        without_idle(base, attempt.choice, attempt.shown) if answered else attempt.shown,
        ended,
        own.words_aside(attempt.question, wording.left),
        bool(attempt.opposite),
        attempt.claim,
        trust=probability_of(attempt.odds),
        composed=attempt.composed,
    )


def offered(result: CheckResult, slots: Sequence[str], cards: tuple[str, ...]) -> CheckResult:
    """The result with the cards that the question may mean as choices where it asks which card it is."""
    if not 1 < len(cards) <= MOST_OFFERED:
        return result
    asks = tuple(replace(each, choices=cards) if each.fact in slots else each for each in result.ask)
    return replace(result, ask=asks)
