"""What an address asks is read in one way, wherever it comes from."""

from __future__ import annotations

from datetime import date

import pytest

from kb.errors import DayError
from service.show.pageasked import PageAsked, asked_at, asked_by


@pytest.mark.parametrize(
    "address",
    ["/?q=+may+I%3F+&game=chess&as_of=2006-08-29", "https://judge.example/?q=may+I?&game=chess&as_of=2006-08-29"],
)
def test_a_question_with_its_game_and_its_day(address: str) -> None:
    found = asked_at(address)
    assert (found.path, found.question, found.game, found.day) == ("/", "may I?", "chess", date(2006, 8, 29))
    assert (found.check, found.tells) == ("", False)


def test_several_values_of_a_fact_are_one_list_and_of_a_question_the_first_counts() -> None:
    found = asked_at("/checks/heroes-wanted/door%2Dcolors?door_here=red&door_here=&door_here=blue")
    assert (found.check, found.stated) == ("heroes-wanted/door-colors", {"door_here": "red, blue"})
    assert asked_at("/?q=first&q=second").question == "first"


@pytest.mark.parametrize("query", ["f.oil=2", "f2.oil=2"])
def test_facts_are_told_beside_a_question_but_not_of_a_day_of_the_past(query: str) -> None:
    assert asked_at(f"/?q=x&{query}").tells
    assert not asked_at(f"/?q=x&{query}&as_of=2006-08-29").tells


@pytest.mark.parametrize("day", ["soon", "29.08.1990", "1990-13-01", "20060829", "２００６-08-29"])
def test_a_day_that_is_none_is_refused(day: str) -> None:
    with pytest.raises(DayError, match="is no day: one such as 2006-08-29 is expected"):
        asked_by("/", [("q", "x"), ("as_of", day)])


@pytest.mark.parametrize("query", ["", "as_of=", "as_of=+"])
def test_a_day_that_is_left_open_is_none(query: str) -> None:
    assert asked_at(f"/?{query}").day is None


def test_on_the_page_of_a_check_every_name_may_be_a_fact() -> None:
    found = asked_at("/checks/a/b?as_of=soon&f.x=1")
    assert (found.day, found.stated["as_of"]) == (None, "soon")


@pytest.mark.parametrize("address", ["", "https://[", "/checks/a", "/checks/a/b/c", "/xchecks/a/b", "/x/checks/a/b"])
def test_what_is_no_page_of_a_check_names_none(address: str) -> None:
    assert asked_at(address).check == ""


def test_a_question_is_cut_to_what_is_read_of_it() -> None:
    assert len(asked_at(f"/?q={'x' * 3000}").question) == 2000


def test_nothing_is_asked_by_default() -> None:
    assert PageAsked() == asked_at("/")
