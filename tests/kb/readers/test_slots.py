"""Slots read from questions: states, negations, numbers with their nouns, words of enums, bots' syntax."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.question.read import read
from kb.readers.slots import MOST_NUMBERS, Filled, fill
from kb.records.checks import ASKS
from kb.records.question import Span
from kb.rules.model.checkspec import read_checks
from kb.rules.model.schema import read_schema

FACTS = """
[entities]
figure = "{1} is a figure"

[fact.stunned]
args = ["figure"]
sentence = "{1} is stunned"
default = false
forms = ["stunned", "face down", "knocked out"]
opposites = ["conscious", "face up"]

[fact.ranged]
args = ["figure"]
sentence = "{1} has range"
default = false
forms = ["range", "can shoot", "$ shoots"]

[fact.cost]
args = ["figure"]
value = "0..20"
sentence = "{1} costs {2}"
forms = ["cost", "drop"]

[fact.toughness]
args = ["figure"]
value = "0..20"
sentence = "{1} has a DEF of {2}"
forms = ["def", "_/#"]

[fact.stamina]
args = []
value = "0..30"
adds = true
sentence = "{1} stamina is discarded"
forms = ["stamina"]

[fact.recruited]
args = []
value = "0..20"
sentence = "{1} press characters were recruited"
forms = ["press guy", "press character", "recruited"]

[fact.distance]
args = ["figure"]
value = "0..20"
sentence = "{1} is {2} spaces away"
forms = ["space", "stands off"]

[fact.kept_by_text]
default = false
told_by = ["text", "says"]
sentence = "a text keeps the marker"
forms = ["marker kept even if", "keep the marker"]

[fact.row]
args = ["figure"]
value = "front|support"
sentence = "{1} stands in the {2} row"
words = { support = ["back row", "behind"], front = ["front row"] }
"""
CHECKS = """
[attack]
title = "Can it attack?"
kind = "yes_no"
goal = "can_attack(hero)"
cast = { hero = "figure" }
asks = { same = { words = ["stay", "stayed", "stops him"] }, opposite = { words = ["go", "leave"] } }
[attack.slots]
stunned = "stunned(hero)"
ranged = "ranged(hero)"
cost = "cost(hero)"
toughness = "toughness(hero)"
distance = "distance(hero)"
stamina = "stamina"
recruited = "recruited"
row = "row(hero)"
kept_by_text = "kept_by_text"
"""
SCHEMA, FOUND = read_schema("facts.toml", FACTS)
READ, WRONG = read_checks("checks.toml", CHECKS, "duel", SCHEMA)
CHECK = READ["attack"]


def filled_by(text: str) -> Filled:
    """What a text says of the check's slots."""
    return fill(read(text), CHECK, SCHEMA)


def heard(text: str) -> dict[str, object]:
    """The facts of a text, and whether it asks for the contrary of the check where it tells."""
    filled = filled_by(text)
    return dict(filled.facts) | ({} if filled.contrary is None else {ASKS: filled.contrary})


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("she says he can't attack, since a wall stops him. is she right?", {}),
        ("she says a wall stops him. is she right?", {ASKS: False}),
        ("so he can't attack, because a wall stops him, right?", {}),
    ],
)
def test_the_reason_of_a_claim_does_not_turn_it_round_once_more(text: str, facts: dict[str, object]) -> None:
    assert heard(text) == facts


def test_the_examples_are_sound() -> None:
    assert (FOUND, WRONG) == ([], [])


@pytest.mark.parametrize(
    ("question", "facts"),
    [
        ("is the marker kept even if he is beaten?", {}),
        ("so we keep the marker, right?", {}),
        ("is the marker kept even if he is beaten, as his text has it?", {"kept_by_text": True}),
        ('his card: "keep the marker". do I?', {"kept_by_text": True}),
        ("my mate says we keep the marker. right?", {}),
        ("we keep the marker, right (no text to the contrary)?", {}),
        ("we keep the marker on him when he falls. does it go then?", {"kept_by_text": True, ASKS: True}),
        ("it says what he does. so do I keep the marker?", {}),
        (
            "nothing on his card says to keep the marker. does it go?",
            {"kept_by_text": False, ASKS: True},
        ),
    ],
)
def test_what_asks_for_an_exception_does_not_tell_of_one(question: str, facts: dict[str, object]) -> None:
    """A fact with `told_by` is an exception that a text makes: read where the question names the text or quotes it."""
    assert heard(question) == facts


def test_an_exception_whose_source_stands_elsewhere_is_open() -> None:
    filled = filled_by("it says what he does. so do I keep the marker?")
    assert filled.unclear == (("kept_by_text", True), ("kept_by_text", False))


@pytest.mark.parametrize(
    ("question", "facts"),
    [
        ("can my stunned guy attack", {"stunned": True}),
        ("he isn't stunned", {"stunned": False}),
        ("my guy is not yet stunned", {"stunned": False}),
        ("he was face up", {"stunned": False}),
        ("not face up", {"stunned": True}),
        ("can't a stunned character attack?", {"stunned": True}),
        ("attack from the back row without range", {"ranged": False, "row": "support"}),
        ("he doesn't have range", {"ranged": False}),
        ("he didn't get stunned", {"stunned": False}),
        ("nothing says he is stunned. can he attack?", {}),
        ("I don't know if he stands in the front row", {"row": "front"}),
        ("my 4 drop after two press guys", {"cost": 4, "recruited": 2}),
        ("cost 4, recruited 2", {"cost": 4, "recruited": 2}),
        ("my drop (power 4) attacks", {}),
        ("he stands 3 spaces off", {"distance": 3}),
        ("he ran 3 spaces", {}),
        ("he moved until 3 spaces away", {"distance": 3}),
        (
            "/attack cost=4 recruited=2 stunned=no row=support",
            {"cost": 4, "recruited": 2, "stunned": False, "row": "support"},
        ),
        ("/attack row=back-row", {"row": "support"}),
        ("/attack row=middle", {}),
        ("/attack press_guys=2", {"recruited": 2}),
        ("cost=99 stunned=perhaps", {}),
        ("stunned=twice", {"stunned": True}),
        ("no card says he is stunned", {"stunned": False}),
        ("he decides against being stunned", {"stunned": False}),
        ("stunned=none", {"stunned": False}),
        ("stunned or not stunned, who cares", {}),
        ("the front row or behind", {}),
        ("neither ready nor stunned", {"stunned": False}),
        ("not exhausted or stunned", {"stunned": False}),
        ("ready or stunned", {"stunned": True}),
        ("I paid 4. Costs are high", {}),
        ("what does it cost with 3 tokens", {}),
        ("a non-stunned character", {"stunned": False}),
        ("cost 3 press guys 2 still ok?", {"cost": 3, "recruited": 2}),
        ("cost 3 press guys 2 what's that", {"cost": 3, "recruited": 2}),
        ("does the next one cost 1 less", {}),
        ("no other modifiers, two press guys", {"recruited": 2}),
        ("press guys on turn 4, cost 3", {"cost": 3}),
        ("the cost is 3 with two press guys", {"cost": 3, "recruited": 2}),
        ("3 press guys 4 drop", {"cost": 4, "recruited": 3}),
        ("who goes back, row by row", {}),
        ("/ruling range", {"ranged": True}),
        ("", {}),
        ("he has a 5/2 drop", {"cost": 5, "toughness": 2}),
        ("he's a 9/15 and mine a 3/2", {}),
        ("a press guy, then a 3 drop, then a 4 drop. What about the 4 drop?", {"cost": 4}),
        ("cost 3 def 2 recruited 1", {"cost": 3, "toughness": 2, "recruited": 1}),
        ("none of us is stunned", {"stunned": False}),
        ("I haven't stunned him", {"stunned": False}),
        ("nobody at this table was knocked out", {"stunned": False}),
        ("nobody hit me while I was stunned", {"stunned": True}),
        ("nothing is stunned", {"stunned": False}),
        ("it costs nothing in the back row", {"row": "support", "cost": 0}),
        ("nobody healed the stunned one", {"stunned": True}),
        ("can I choose nobody though my guy is stunned", {"stunned": True}),
        ("it says: $ shoots", {"ranged": True}),
        ("who shoots for $5", {}),
        ("no other press guys", {"recruited": 0}),
        ("a press guy without a coin", {}),
        ("press character 3 drop", {"cost": 3}),
    ],
)
def test_what_a_question_says(question: str, facts: dict[str, object]) -> None:
    assert filled_by(question).facts == facts


def test_every_reading_says_where_it_stands_and_what_was_left() -> None:
    filled = filled_by("a stunned 4 drop on turn 7")
    assert [(each.slot, each.text) for each in filled.readings] == [("stunned", "stunned"), ("cost", "4")]
    assert [each.value for each in filled.unread] == [7]


def test_what_is_said_two_ways_is_kept_for_trying_both() -> None:
    filled = filled_by("stunned or face up, either way")
    assert filled.facts == {}
    assert filled.unclear == (("stunned", True), ("stunned", False))
    assert filled.with_fact("stunned", False).facts == {"stunned": False}


def test_a_bots_word_for_a_truth_value_that_tells_nothing_is_kept_for_trying_both() -> None:
    assert filled_by("/attack stunned=perhaps").unclear == (("stunned", True), ("stunned", False))


def test_of_a_number_said_piece_by_piece_the_pieces_are_added_where_the_fact_says_so() -> None:
    [reading] = filled_by("I discard a stamina 3, a stamina 2 and a stamina 1").readings
    assert (reading.slot, reading.value, reading.text) == ("stamina", 6, "3 + 2 + 1")
    assert len(reading.places) == 3
    assert filled_by("stamina 3 and stamina 2, 5 stamina in all").unclear
    assert filled_by("I hold stamina 4 but have discarded stamina 3").unclear


def test_of_two_numbers_said_of_the_same_each_and_their_sum_are_tried() -> None:
    filled = filled_by("he has cost 3, the other has cost 4")
    assert filled.facts == {"cost": 3}
    assert filled.unclear == (("cost", 4), ("cost", 7))


def test_of_two_things_said_the_one_repeated_at_the_end_is_asked_for() -> None:
    assert filled_by("is he stunned or face up now? stunned?").facts == {"stunned": True}


def test_of_two_ways_of_asking_that_of_the_sentence_that_asks_counts() -> None:
    assert heard("he stayed for an hour. must he leave?") == {ASKS: True}
    assert filled_by("he stayed for an hour. must he leave?").unclear == ()
    told = "he was face up, he was stunned. may he attack?"
    assert filled_by(told).facts == {}


def test_where_the_clause_that_asks_stands_by_itself_nothing_before_it_asks() -> None:
    assert heard("the rest of them stay, do they count") == {}
    assert heard("the rest of them stay, do they go") == {ASKS: True}


def test_before_a_whole_question_nothing_asks() -> None:
    assert heard("I stayed where I was. does the guard count?") == {}
    assert heard("I stayed where I was. legal?") == {ASKS: False}
    assert heard("he had stayed: out now?") == {}
    assert heard("can he attack then? I did not stay to see it") == {}


def test_a_number_counts_nothing_that_is_denied_behind_it() -> None:
    assert heard("a 5-drop with 2 stamina. can he attack?") == {"cost": 5, "stamina": 2}
    assert heard("a 5-drop without range or stamina. can he attack?") == {"cost": 5, "ranged": False}


def test_a_number_counts_the_thing_behind_it_and_no_later_one() -> None:
    assert heard("he has 5 health and a stamina token. can he attack?") == {}
    assert heard("he has 5 of the stamina left. can he attack?") == {"stamina": 5}
    assert heard("he has 2 more of his stamina. can he attack?") == {"stamina": 2}


def test_what_is_given_back_is_not_what_was_there() -> None:
    assert heard("do I get 2 stamina back?") == {}
    assert heard("do I get back 2 stamina?") == {"stamina": 2}


def test_one_who_does_something_is_not_one_of_several_things() -> None:
    assert heard("one player drops his guys. can he attack?") == {}
    assert heard("one small drop. can he attack?") == {"cost": 1}


def test_how_often_a_thing_is_used_is_not_how_many_there_are() -> None:
    assert heard("may he discard the stamina twice?") == {}
    assert heard("he has stamina twice. can he attack?") == {"stamina": 2}


def test_a_number_that_tells_the_steps_counts_nothing() -> None:
    assert heard("12 stamina go, one stamina at a time. can he attack?") == {"stamina": 12}
    assert heard("can he attack with more than 2 stamina at a time?") == {"stamina": 2}


def test_of_two_words_of_a_fact_the_one_that_the_sentence_that_asks_says_counts() -> None:
    filled = filled_by("My other guys stand in the front row. Can he attack from the back row?")
    assert filled.facts == {"row": "support"}


def test_a_number_told_again_counts_nothing_else() -> None:
    assert filled_by("he discards 3 stamina and so cost is the full 3").facts == {"stamina": 3}
    assert filled_by("he discards 3 stamina and so cost is 3").facts == {"stamina": 3, "cost": 3}


def test_what_is_so_now_counts() -> None:
    assert filled_by("he was face up. now he is stunned. may he attack?").facts == {"stunned": True}


def test_what_is_taken_back_is_not_said() -> None:
    assert filled_by("I took him for stunned, but no, he's face up").facts == {"stunned": False}
    assert filled_by("he's stunned but no range").facts == {"stunned": True, "ranged": False}
    filled = filled_by("a 4 drop, no wait, a 5 drop")
    assert (filled.facts, filled.unread) == ({"cost": 5}, ())
    assert filled_by("the drop of two, but no, it's three").facts == {"cost": 3}
    assert filled_by("three press guys, but no, he costs two").facts == {"recruited": 3, "cost": 2}
    assert filled_by("three press guys of my cost, but no, it's two").facts == {"recruited": 2}
    assert filled_by("cost three press guys, but no, it's two").facts == {"recruited": 2}


def test_a_shorter_form_inside_a_denied_one_is_not_said() -> None:
    assert filled_by("he is not in the front row").facts == {}
    assert filled_by("he is in the front row").facts == {"row": "front"}


def test_what_is_gone_is_not_there() -> None:
    assert filled_by("his range was lost").facts == {"ranged": False}
    assert filled_by("his range was lost to a trap").facts == {"ranged": True}
    assert filled_by("my guy's range's gone").facts == {"ranged": False}


def test_what_is_told_as_still_to_come_is_not_so() -> None:
    assert filled_by("he hits me before I've stunned him").facts == {"stunned": False}
    assert filled_by("he was stunned before I hit him").facts == {"stunned": True}


def test_a_bots_number_belongs_to_the_key_before_it() -> None:
    assert filled_by("cost=4 recruited=2").facts == {"cost": 4, "recruited": 2}
    assert filled_by("hand=4 recruited=2").facts == {"recruited": 2}


def test_a_bots_pair_is_a_clause_of_its_own() -> None:
    assert filled_by("stunned=no ranged=yes").facts == {"stunned": False, "ranged": True}
    assert filled_by("/x is_stunned=none has_range=1").facts == {"stunned": False, "ranged": True}
    assert filled_by("/x is_stunned=0 has_range=1").unread == ()
    assert filled_by("/x printed_cost=2+1").facts == {"cost": 3}
    assert filled_by("/x cost=-1").facts == {}


def test_a_bots_first_key_belongs_to_its_command() -> None:
    assert filled_by("/press cost=4 guy=2").facts == {"cost": 4, "recruited": 2}
    assert filled_by("/x press=yes guy=2").facts == {}


def test_a_number_of_things_of_a_kind_counts_those() -> None:
    assert filled_by("2 of my press guys and 3 of the others").facts == {"recruited": 2}


def test_what_is_said_twice_stands_at_both_places() -> None:
    filled = filled_by("stunned, I mean really stunned")
    assert filled.readings[0].places == ((0, 7), (23, 30))


def test_from_a_list_of_figures_nothing_is_read_and_its_numbers_are_left_over() -> None:
    figures = " ".join(f"cost={number % 10}" for number in range(MOST_NUMBERS + 10))
    assert filled_by(figures).facts == {}
    assert len(filled_by(figures).unread) == MOST_NUMBERS


@pytest.mark.parametrize(
    ("post", "facts"),
    [
        ("My 4 drop was stunned. A 7 drop came. Does it attack?", {"cost": 7, "stunned": True}),
        ("My guy was stunned. He is conscious again. Does it attack?", {"stunned": False}),
        ("My guy was stunned. He has range. Does it attack?", {"stunned": True, "ranged": True}),
    ],
)
def test_of_what_a_post_tells_two_ways_what_it_told_last_is_so(post: str, facts: dict[str, object]) -> None:
    """A fact that was told before another question holds until it is told otherwise."""
    told = replace(read(post), latest=Span(post.index(". ") + 2, len(post)))
    filled = fill(told, CHECK, SCHEMA)
    assert (filled.facts, filled.unclear) == (facts, ())
