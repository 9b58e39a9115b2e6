"""Which way round a question asks once the words that a fact has taken are left aside; numbers said in passing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.answering.answer import answer
from kb.answering.asserting.gates import meant_as_well, only_compared
from kb.answering.asserting.trust import FAR, echo, stated_otherwise, trusted
from kb.answering.choosing.choose import Choice, Stated, chooser
from kb.answering.eitheror import picked, same_of_both, spoken
from kb.answering.numbers.leftover import idle, one_more_or_less
from kb.answering.put import offered
from kb.answering.rulings import Ruling
from kb.answering.run import agreed, run
from kb.answering.ways import without_facts
from kb.knowledge import KnowledgeBase
from kb.question.derived import without_numbers
from kb.question.read import read
from kb.readers.slots import Filled, SlotReading, fill
from kb.records import Outcome, Verdict
from kb.records.results import Assumed


@pytest.mark.parametrize(
    ("slot", "value", "left"),
    [
        ("kept", False, "does he ____ the bonus of 2?"),
        ("bonus", 2, "does he lose the bonus of 2?"),
    ],
)
def test_words_that_a_fact_has_taken_turn_nothing(slot: str, value: object, left: str) -> None:
    question = "does he lose the bonus of 2?"
    said = "lose" if slot == "kept" else "2"
    reading = SlotReading(slot, value, question.index(said), question.index(said) + len(said), said)  # type: ignore[arg-type]
    assert without_facts(read(question), Filled((reading,), ())).text == left


@pytest.mark.parametrize(
    ("check", "question", "passing"),
    [
        ("super-genius", "I have that 8-cost Dr Doom out. Do I discard a card when I play Super Genius?", True),
        (
            "raye-draw-any",
            "I had 3 cards in hand, then drew 2 in response: 5. Does Frankie Raye draw?",
            False,
        ),
        ("press-cost", "So a character of cost 5 after one press character, I pay 4, right?", True),
        ("press-cost", "He says I pay 4. What does a character of cost 5 cost after one press character?", True),
        ("press-cost", "Turn 7: what does a character of cost 5 cost after one press character?", True),
        ("press-cost", "What does a character of cost 5 cost after one press character, what does the 5 cost?", True),
        (
            "press-cost",
            "What does a character of cost 5 cost after one press character, for my 5? which of those two?",
            True,
        ),
        ("press-cost", "I read 4. What does a character of cost 5 cost after one press character?", False),
        ("press-cost", "My cousin read 4. What does a character of cost 5 cost after one press character?", True),
        ("foulup-needed", "How many recruits till Foulup goes, at his base 2/2?", True),
        ("foulup-needed", "How many recruits till Foulup goes, at his base 3/3?", False),
        ("press-cost", "I have 20 endurance. What does a character of cost 5 cost after one press character?", True),
        ("press-cost", "I hold 7 cards. What does a character of cost 5 cost after one press character?", False),
    ],
)
def test_a_number_may_be_said_in_passing_where_it_changes_no_answer(
    base: KnowledgeBase, check: str, question: str, passing: bool
) -> None:
    model = chooser(base, "vs-system").model
    filled = fill(read(question), model.checks[check], model.schema)
    choice = Choice(model.checks[check], 1.0, {}, filled, tuple)
    result = run(base, choice)
    assert result is not None
    assert filled.unread
    assert idle(base, read(question), choice, result) is passing


def test_a_number_that_says_what_is_assumed_anyway_is_said_in_passing(base: KnowledgeBase) -> None:
    model = chooser(base, "vs-system").model
    check = model.checks["press-cost"]
    question = read("I hold 7 cards. What does a character of cost 5 cost after one press character?")
    choice = Choice(check, 1.0, {}, fill(question, check, model.schema), tuple)
    result = run(base, choice)
    assert result is not None
    assert not idle(base, question, choice, result)
    hand = Assumed("hand", 7, "you hold 7 cards")
    assert idle(base, question, choice, replace(result, assumed=(hand,)))
    assert not idle(base, question, choice, replace(result, assumed=(replace(hand, value=6),)))


@pytest.mark.parametrize(
    ("question", "so"),
    [
        ("Two press characters this turn, and another came in. What does a character of cost 5 cost?", True),
        ("Two press characters this turn, but one was bounced. What does a character of cost 5 cost?", True),
        ("Two press characters this turn, who stand beside cards of another. What does a cost of 5 cost?", False),
        ("Two press characters this turn, against another player. What does a character of cost 5 cost?", False),
        ("Two press characters this turn. What does a character of cost 5 cost?", False),
    ],
)
def test_one_more_or_one_less_than_was_counted_matters_to_a_number(
    base: KnowledgeBase, question: str, so: bool
) -> None:
    model = chooser(base, "vs-system").model
    check = model.checks["press-cost"]
    choice = Choice(check, 1.0, {}, fill(read(question), check, model.schema), tuple)
    result = run(base, choice)
    assert result is not None
    assert one_more_or_less(read(question), choice) is so
    assert idle(base, read(question), choice, result) is not so


@pytest.mark.parametrize(
    ("question", "compared"),
    [
        ("Can I take the Power Gem back like Time Gem does?", True),
        ("Can I take Time Gem back?", False),
        ("Is Time Gem like Time Gem?", False),
    ],
)
def test_a_card_that_another_is_only_compared_with_is_not_asked_about(
    base: KnowledgeBase, question: str, compared: bool
) -> None:
    check = chooser(base, "vs-system").model.checks["time-gem-stunned"]
    choice = Choice(check, 1.0, {}, Filled((), ()), tuple)
    assert only_compared(base, base.read(question, "vs-system"), choice) is compared


@pytest.mark.parametrize(("claim", "value", "summary"), [(4, True, "Yes: 4; paid."), (3, False, "No: 4; paid.")])
def test_a_number_to_be_confirmed_is_answered_by_yes_or_no(
    base: KnowledgeBase, claim: int, value: bool, summary: str
) -> None:
    model = chooser(base, "vs-system").model
    choice = Choice(model.checks["press-cost"], 1.0, {}, Filled((), ()), tuple)
    result = run(base, replace(choice, filled=fill(read("cost=5 press=1"), choice.check, model.schema)))
    assert result is not None
    ruled = Ruling(choice, replace(result, reason="paid"), Outcome.ANSWERED, read("so I pay 4?"), claimed=claim)
    assert (ruled.verdict, ruled.summary) == (Verdict("yes_no", value), summary)


@pytest.mark.parametrize(("nearest", "heard"), [(True, 0.1), (False, -0.1)])
def test_the_nearest_samples_with_the_same_answer_speak_for_a_verdict(
    base: KnowledgeBase, nearest: bool, heard: float
) -> None:
    model = chooser(base, "vs-system").model
    facts = {"cost": 5, "press": 1}
    stated = (Stated(0.9, facts, False, nearest), Stated(0.8, facts, False, not nearest))
    choice = Choice(model.checks["press-affordable"], 1.0, {}, Filled((), ()), tuple, stated)
    result = base.checks.run(choice.check.full_id, {**facts, "points": 4})
    assert echo(choice, result, False) == pytest.approx(heard)
    assert echo(choice, result, True) == pytest.approx(FAR)  # turned round, the one has its answer, the other its facts


def test_the_cards_that_a_question_may_mean_are_offered(base: KnowledgeBase) -> None:
    surfers = ("Silver Surfer, Harbinger of Oblivion", "Silver Surfer, Righteous Protector")
    asked = base.checks.run("vs-system/card-atk", {})
    assert [each.choices for each in offered(asked, ("card",), surfers).ask] == [surfers]
    assert offered(asked, ("card",), surfers[:1]) == offered(asked, ("card",), ()) == asked


@pytest.mark.parametrize(("values", "status"), [((6, 5), "answered"), ((6, 0), "depends")])
def test_two_things_said_of_a_fact_ask_nothing_where_either_gives_the_verdict(
    base: KnowledgeBase, values: tuple[int, int], status: str
) -> None:
    check = chooser(base, "vs-system").model.checks["press-affordable"]
    facts = fill(read("cost=5 press=1"), check, chooser(base, "vs-system").model.schema)
    choice = Choice(check, 1.0, {}, replace(facts, unclear=tuple(("points", value) for value in values)), tuple)
    result = run(base, choice)
    assert result is not None
    assert str(result.status) == "depends"
    assert str(agreed(base, choice, result).status) == status


@pytest.mark.parametrize(
    ("best", "rival", "well"),
    [
        ((0.95, 0.0), (0.94, 0.0), True),
        ((0.95, 0.0), (0.6, 0.0), False),
        ((0.95, 0.0), (0.6, 1.0), True),
        ((0.95, 1.0), (0.6, 1.0), False),
        ((0.95, 0.0), (0.4, 1.0), False),
    ],
)
def test_a_likely_check_of_a_card_that_is_named_may_be_meant_as_well(
    base: KnowledgeBase, best: tuple[float, float], rival: tuple[float, float], well: bool
) -> None:
    """`With Silver Surfer removed so that combat is skipped, must they attack?` is not settled by the rule alone."""
    check = chooser(base, "vs-system").model.checks["klaw-attack"]
    first, second = (Choice(check, score, {"card": card}, Filled((), ()), tuple) for score, card in (best, rival))
    assert meant_as_well(first, False, second) is well


def test_in_a_post_that_tells_of_other_questions_too_a_rival_is_meant_as_well_at_more_odds(base: KnowledgeBase) -> None:
    check = chooser(base, "vs-system").model.checks["klaw-attack"]
    first, second = (Choice(check, score, {"card": 0.0}, Filled((), ()), tuple) for score in (0.84, 0.77))
    assert not meant_as_well(first, False, second)
    assert meant_as_well(first, True, second)


def test_what_speaks_against_a_verdict_weighs_more_than_what_speaks_for_it() -> None:
    alone = trusted(0.9, 0.0)
    assert trusted(0.9, -0.05) < alone < trusted(0.9, 0.05)
    assert alone - trusted(0.9, -0.05) > trusted(0.9, 0.05) - alone


@pytest.mark.parametrize(
    ("facts", "sample", "other"),
    [
        ({"day": 10, "sealed": True}, {"day": 24}, True),
        ({"day": 10, "sealed": True}, {"day": 10, "sealed": False}, True),
        ({"day": 10, "sealed": True}, {"day": 10}, False),
        ({"day": 10}, {"sealed": True}, False),
    ],
)
def test_a_question_that_states_another_value_is_one_of_its_own(
    facts: dict[str, object], sample: dict[str, object], other: bool
) -> None:
    assert stated_otherwise(facts, sample) is other


@pytest.mark.parametrize(
    ("check", "question", "side"),
    [
        ("redshift-ready", "Red Shift removed my exhausted attacker, he is back now. ready or exhausted?", "ready"),
        (
            "remnant-on-play",
            "Is the second character chosen when it is played or when it resolves?",
            "when it resolves",
        ),
        (
            "remnant-on-play",
            "Is the second character chosen when it resolves or when it is played?",
            "when it resolves",
        ),
        ("remnant-on-play", "Is the second character red or green?", None),
        ("remnant-on-play", "Is the second character chosen when it resolves?", None),
        ("press-cost", "Does a 5-drop cost 4 or 5 after one press character?", None),
    ],
)
def test_of_two_things_side_by_side_the_one_that_the_check_says_yes_to(
    base: KnowledgeBase, check: str, question: str, side: str | None
) -> None:
    model = chooser(base, "vs-system").model
    choice = Choice(model.checks[check], 1.0, {}, fill(read(question), model.checks[check], model.schema), tuple)
    found = picked(base, read(question), choice)
    if side is None:
        assert found is None
    else:
        assert found is not None
        assert found.side == side
        assert found.result.verdict == Verdict("yes_no", True)
        ruling = Ruling(found.choice, found.result, Outcome.ANSWERED, read(question), side=found.side)
        assert ruling.verdict == Verdict("text", found.side)
        assert ruling.summary.startswith(found.side.capitalize())


@pytest.mark.parametrize(
    ("check", "question", "at", "verdict"),
    [
        ("press-cost", "A 5-drop after one press character: does it cost 4 or 5?", 0, 4),
        ("press-cost", "A 5-drop after one press character: does it cost 3 or 2?", None, None),
        ("press-cost", "A 5-drop after one press character: what does it cost?", None, None),
        ("redshift-where", "A character comes back by Red Shift. In which row, front or support?", 0, "front_row"),
    ],
)
def test_of_two_things_side_by_side_the_one_that_the_check_names(
    base: KnowledgeBase, check: str, question: str, at: int | None, verdict: object
) -> None:
    model = chooser(base, "vs-system").model
    choice = Choice(model.checks[check], 1.0, {}, fill(read(question), model.checks[check], model.schema), tuple)
    found = spoken(base, read(question), choice)
    if at is None:
        assert found is None
    else:
        assert found is not None
        assert found.result.verdict is not None
        assert (found.at, found.side, found.result.verdict.value) == (at, "", verdict)


@pytest.mark.parametrize(
    ("check", "question", "same"),
    [
        ("cosmic-character", "Is one that either has cosmic or cosmic surge a cosmic character, unstunned?", True),
        ("redshift-ready", "Red Shift removed my exhausted attacker, he is back now. Is he ready or exhausted?", False),
        ("cosmic-character", "Is an unstunned one red or green a cosmic character?", False),
    ],
)
def test_of_two_things_of_which_a_check_says_the_same_either_is_an_answer(
    base: KnowledgeBase, check: str, question: str, same: bool
) -> None:
    model = chooser(base, "vs-system").model
    choice = Choice(model.checks[check], 1.0, {}, fill(read(question), model.checks[check], model.schema), tuple)
    result = run(base, choice)
    assert result is not None
    assert same_of_both(base, read(question), choice, result) is same


def test_numbers_that_are_asked_for_are_no_facts() -> None:
    question = read("I have 5 left, do I take 4 or 12?")
    assert without_numbers(question, question.sides[0]).text == "I have 5 left, do I take _ or __?"


def test_a_command_names_what_its_first_key_counts(base: KnowledgeBase) -> None:
    model = chooser(base, "vs-system").model
    filled = fill(read("/press cost=4 recruited=2"), model.checks["press-cost"], model.schema)
    assert filled.facts == {"cost": 4, "press": 2}


def test_what_must_be_done_is_open_where_what_may_be_done_is(base: KnowledgeBase) -> None:
    """Nobody said among whose characters: from that no duty follows, and none is denied."""
    found = answer(base, "Act of Defiance: must I choose two different team affiliations?", "vs-system")
    assert (found.outcome, found.verdict) == (Outcome.DEPENDS, None)


@pytest.mark.model
@pytest.mark.parametrize(
    ("question", "affirmed"),
    [
        ("Does a cosmic character come into play with a counter?", True),
        ("Does every cosmic character come into play with a counter?", False),
        ("Do all cosmic characters come into play with a counter?", False),
    ],
)
def test_what_goes_without_saying_of_one_does_not_of_every(base: KnowledgeBase, question: str, affirmed: bool) -> None:
    """One that enters play stunned gets none: nobody needs to say that his does not."""
    assert (answer(base, question, "vs-system").verdict == Verdict("yes_no", True)) is affirmed


@pytest.mark.model
def test_nothing_is_asked_back_about_a_card_that_nobody_named(base: KnowledgeBase) -> None:
    """The nearest check is Doom-Bot's; of a card that is named it is asked back which of two is meant."""
    unnamed = answer(base, "How much endurance do I lose when my 5 drop gets stunned?", "vs-system")
    assert unnamed.outcome is not Outcome.DEPENDS
    assert answer(base, "silver surfer atk", "vs-system").outcome is Outcome.DEPENDS
