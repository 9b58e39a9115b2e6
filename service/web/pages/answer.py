"""What a page shows of one answer, and beside it: its deciding words, the nearest terms, where its facts are told."""

from __future__ import annotations

from itertools import count
from typing import Any

from kb.answering.answer import Answer
from kb.answering.asserting.settled import doubted, settling
from kb.answering.rulings import Ruling
from kb.knowledge import KnowledgeBase
from kb.records import Outcome
from service.languages.asked import asked_in
from service.languages.catalogue import ENGLISH, catalogue
from service.languages.current import noted
from service.show.pageasked import PageAsked
from service.show.pagefacts import STATED, PageFacts, can_be_told
from service.show.quoting.marks import deciding
from service.show.view import Spoken
from service.web.pages.nearest import nearest_terms

SHOWN = (Outcome.CITED, Outcome.AMBIGUOUS)
"""Outcomes whose sentence says only what follows it: the clause, the games to choose from."""
NOT_ENGLISH = noted("The documents here are in English, and questions are read in English: ask it in English.")


def shown_answers(
    base: KnowledgeBase,
    found: Answer,
    spoken: Spoken,
    asked: PageAsked,
    page: str = "/",
    side: str = "",
    other: tuple[tuple[str, str], ...] = (),
) -> list[dict[str, Any]]:
    """What is shown of an answer, or of each that a post has, numbered from 1; `page`, `side` and `other` as PageFacts
    has them. As of a day facts are told on the check's page only."""
    stated = tuple(each for each in asked.stated.items() if STATED.match(each[0])) if found.parts else ()
    pairs = zip(found.parts or (found,), spoken.parts or (spoken,), strict=True)
    places = (
        PageFacts(asked.question, asked.game, number, stated, page, side, other, asked.day)
        for number in count(bool(found.parts))
    )
    shown = [shown_answer(base, each, its, place) for (each, its), place in zip(pairs, places, strict=False)]
    return [each | {"told": None} for each in shown] if asked.day or found.day else shown


def shown_answer(base: KnowledgeBase, found: Answer, spoken: Spoken, told: PageFacts) -> dict[str, Any]:
    """One answer with what is shown beside it; whether its sentence `says` more than that clauses follow; `at` is its
    page, `told` the same where facts can be told there, `offered` the check to put one's own facts to."""
    result = found.ruling.result if found.ruling and found.ruling.asserted else None
    return {
        "answer": found,
        "spoken": spoken,
        "at": told,
        "told": told if can_be_told(found) else None,
        "says": bool(found.cards) or found.outcome not in SHOWN or not found.support.features,
        "quotes": deciding(result.proof) if result else {},
        "offered": offered_check(found),
        "near": nearest_terms(base, found) if found.outcome is Outcome.NOT_FOUND else (),
    }


def offered_check(found: Answer) -> Ruling | None:
    """The check that one may put one's own facts to where none was asserted; none where the question is hardly the
    check's."""
    ruled = found.ruling
    if ruled is None or ruled.asserted or doubted(settling(found.reading, ruled, found.support)):
        return None
    return ruled


def foreign(question: str) -> tuple[str, str] | None:
    """For a question in another language: that language, and a note in it that the documents are English."""
    language = asked_in(question)
    return None if language == ENGLISH else (language, catalogue(language).gettext(NOT_ENGLISH))
