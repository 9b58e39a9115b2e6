"""Two questions' answers side by side: `/side-by-side?a.q=…&b.q=…`.

Each side's part of the address is what the page of its question would have, under `a.` and `b.`: question, game, and
facts that are told. What is asked or told on one side leaves the other as it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apiflask import APIBlueprint
from flask import render_template, request

from kb.answering.answer import answer
from kb.knowledge import KnowledgeBase
from service.api.routes import LONGEST_QUERY, library
from service.languages.chosen import asked_pairs
from service.show.pagefacts import STATED, PageFacts, with_told
from service.show.view import spoken_answer
from service.web.addresses import address_of
from service.web.pages.answer import foreign, shown_answer

beside = APIBlueprint("beside", __name__, enable_openapi=False)

PAGE = "/side-by-side"
SIDES = ("a", "b")


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: its letter, question and game, what the address says of the other, and what is shown; the
    answers of both are numbered from 1, `first` is the first of its own."""

    letter: str
    question: str
    game: str
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
        return render_template("beside.html", base=base, sides=sides)


def own_query(letter: str) -> dict[str, str]:
    """What the address says of one side, as the page of its question would have it."""
    pairs = request.args.items()
    return {name[2:]: value for name, value in pairs if name.startswith(f"{letter}.") and len(value) <= LONGEST_QUERY}


def _side(base: KnowledgeBase, letter: str, first: int) -> Side:
    query = own_query(letter)
    question, game = query.get("q", "").strip(), query.get("game", "")
    other = tuple(each for each in asked_pairs() if each[0][:2] in {f"{one}." for one in SIDES if one != letter})
    answers = _answers(base, letter, query, question, other) if question else ()
    return Side(letter, question, game, other, answers, foreign(question), first)


def _answers(
    base: KnowledgeBase, letter: str, query: dict[str, str], question: str, other: tuple[tuple[str, str], ...]
) -> tuple[dict[str, Any], ...]:
    """The answers to what is asked on one side, with the facts that are told there."""
    game = query.get("game", "")
    known = game if game in {each.id for each in base.games} else ""
    found = with_told(base, answer(base, question, known or None), query)
    spoken = spoken_answer(base, found)
    stated = tuple(each for each in query.items() if STATED.match(each[0])) if found.parts else ()
    pairs = zip(found.parts or (found,), spoken.parts or (spoken,), strict=True)
    return tuple(
        shown_answer(base, each, its, PageFacts(question, game, number, stated, PAGE, f"{letter}.", other))
        for number, (each, its) in enumerate(pairs, bool(found.parts))
    )
