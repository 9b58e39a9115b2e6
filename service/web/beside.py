"""Two questions' answers side by side: `/side-by-side?a.q=…&b.q=…`.

Each side's part of the address is what the page of its question would have, under `a.` and `b.`: question, game,
day, and facts that are told. What is asked or told on one side leaves the other as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from apiflask import APIBlueprint
from flask import render_template, request

from kb.knowledge import KnowledgeBase
from service.api.routes import library
from service.languages.chosen import asked_pairs
from service.show.formfacts import joined
from service.show.pageasked import AS_OF, PageAsked, asked_by
from service.show.pagefacts import answered
from service.show.view import spoken_answer
from service.web.addresses import address_of
from service.web.pages.answer import foreign, shown_answers

beside = APIBlueprint("beside", __name__, enable_openapi=False)

PAGE = "/side-by-side"
SIDES = ("a", "b")


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: its letter, question, game and day, this page with its answer of `today`, what the address says
    of the other, and what is shown; the answers of both are numbered from 1, `first` is the first of its own."""

    letter: str
    question: str
    game: str
    day: date | None
    today: str
    other: tuple[tuple[str, str], ...]
    answers: tuple[dict[str, Any], ...]
    note: tuple[str, str] | None
    first: int


def beside_url() -> str:
    """The address that shows the answer of this page beside another."""
    return address_of(PAGE, [(f"{SIDES[0]}.{name}", value) for name, value in asked_pairs()]) + "#b"


@beside.get(PAGE)
def side_by_side() -> str:
    """Both answers, each under its question; a side that nothing is asked on has the box to ask."""
    with library().reading() as base:
        first = _side(base, SIDES[0], 1)
        sides = [first, _side(base, SIDES[1], 1 + len(first.answers))]
        return render_template("answers/beside.html", base=base, sides=sides)


def asked_on(letter: str) -> PageAsked:
    """What the address asks on one side, as the page of its question would; DayError for a day that is none."""
    pairs = request.args.items(multi=True)
    return asked_by("/", [(name[2:], value) for name, value in pairs if name.startswith(f"{letter}.")])


def _side(base: KnowledgeBase, letter: str, first: int) -> Side:
    asked = asked_on(letter)
    others = tuple(f"{one}." for one in SIDES if one != letter)
    other = tuple(joined(each for each in asked_pairs() if each[0].startswith(others)).items())
    today = address_of(PAGE, [each for each in asked_pairs() if each[0] != f"{letter}.{AS_OF}"]) + f"#{letter}"
    if not asked.question:
        return Side(letter, "", asked.game, asked.day, today, other, (), foreign(""), first)
    found = answered(base, asked)
    day, note = asked.day or found.day, foreign(asked.question)
    answers = shown_answers(base, found, spoken_answer(base, found, day), asked, PAGE, f"{letter}.", other)
    return Side(letter, asked.question, asked.game, day, today, other, tuple(answers), note, first)
