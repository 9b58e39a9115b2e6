"""Facts, and the names in them, mean the same however they were typed."""

from __future__ import annotations

import pytest

from kb.records.types import Type
from kb.rules.model.facts.read import _as_known
from kb.rules.model.facts.values import ValueProblemError, as_typed, read_value, thing, titled
from tests.support.forms import FORMS, curly, full_width

CARDS = ("Moondragon, Heather Douglas", "Throne’s Favor", "Ego <> Living Planet", "Doom Bot - Army", "Doom Bot - Guard")
TYPED = ("curly", "full-width", "ligature", "soft hyphen", "zero-width", "NBSP", "doubled blanks", "trailing newline")
ROW = Type("enum", words=(("front_row", "the front row"), ("support_row", "the support row")))


@pytest.mark.parametrize("form", [*TYPED, "capitals", "no capitals", "no apostrophe"])
@pytest.mark.parametrize("title", CARDS[:2])
def test_a_cards_title_is_known_in_every_form(title: str, form: str) -> None:
    assert titled(as_typed(FORMS[form](title).strip()), CARDS) == title


@pytest.mark.parametrize(
    ("name", "title"), [("ego", CARDS[2]), ("Moondragon", CARDS[0]), ("DOOM BOT — ARMY", CARDS[3])]
)
def test_a_card_is_known_by_the_name_that_it_begins_with(name: str, title: str) -> None:
    assert titled(as_typed(name), CARDS) == title


def test_a_name_that_is_no_cards_is_refused() -> None:
    with pytest.raises(ValueProblemError, match="no card is called"):
        titled("Moon dragoon", CARDS)


@pytest.mark.parametrize("form", TYPED[:-1])
def test_a_word_of_a_choice_and_a_thing_are_known_in_every_form(form: str) -> None:
    assert read_value(FORMS[form]("support_row"), ROW) == "support_row"
    assert thing(FORMS[form]("Kira's fly")) == thing("Kira's fly")


def test_distinct_names_stay_distinct() -> None:
    assert len({thing(name) for name in ("Ego", "ego", "Egos", "Ego's", "E go")}) == 5


@pytest.mark.parametrize("name", ["a\x00b", "a\u2028b", "a\nb", " \u200b "])
def test_a_control_character_and_an_empty_name_are_refused(name: str) -> None:
    with pytest.raises(ValueProblemError):
        thing(name)


def test_the_words_of_a_card_are_known_however_they_were_typed() -> None:
    known = {"while you can’t control a Skrull": "a"}
    for typed in ("while you can't control a Skrull", full_width("while you can't control a skrull")):
        assert _as_known({typed: True}, known) == dict.fromkeys(known, True)
    assert _as_known({curly("it isn't so"): True}, known) == {"it isn’t so": True}


def test_two_spellings_of_one_are_not_told_apart_for_the_user() -> None:
    both = {"While it stays": True, "while it stays": False}
    assert _as_known(both, {"while it stays": "a"}) == both
