"""What `[documents.options]` of a numbered FAQ says; every pattern is a regular expression.

titles = ["…"]                    lines that are the document's titles
parts = ["GENERAL", "…"]          headings of the parts, as they stand
noise = [{ pattern, reason }]     lines that say nothing about the game
errata = "…(?P<subject>…)…"       titles of errata sections, optional group `date`
editorial = "…"                   what an edition's editor adds to a card's title: no part of the name
lost_italics = "…"                ruling that marks its card's wording as changed in lost italics
headings = { "3.1" = "…" }        headings shown otherwise than they are written, the same in every edition
joins = ["…"]                     finished lines that the list below nevertheless belongs to
external = [{ pattern, document }]   pointers to a section (first group) of another document
pointers = [{ pattern, target }]  pointers in words to a section of this document
explains = { "3.e1" = "3.b1" }    examples that do not follow the clause they explain
[cards]                           see ingest/cards/vocabulary.py
"""

from __future__ import annotations

import re

from pydantic import Field

from ingest.cards.vocabulary import Vocabulary
from ingest.draft import Draft
from ingest.spec import Strict


class Noise(Strict):
    """Lines to keep out of the clauses, and why."""

    pattern: re.Pattern[str]
    reason: str


class External(Strict):
    """A pointer to a section of another document: the pattern's first group is the section."""

    pattern: re.Pattern[str]
    document: str


class Pointer(Strict):
    """A pointer to a section of this document that gives no number."""

    pattern: re.Pattern[str]
    target: str


class FaqOptions(Strict):
    """The whole table; see the module's docstring."""

    cards: Vocabulary = Vocabulary()
    titles: tuple[re.Pattern[str], ...] = ()
    parts: tuple[str, ...] = ()
    noise: tuple[Noise, ...] = ()
    errata: re.Pattern[str] | None = None
    editorial: re.Pattern[str] | None = None
    lost_italics: re.Pattern[str] | None = None
    headings: dict[str, str] = Field(default_factory=dict)
    joins: tuple[re.Pattern[str], ...] = ()
    external: tuple[External, ...] = ()
    pointers: tuple[Pointer, ...] = ()
    explains: dict[str, str] = Field(default_factory=dict)


def faq_options(draft: Draft) -> FaqOptions | None:
    """The document's options, or None after a problem for each thing that is wrong with them."""
    return draft.options_as(FaqOptions, "ingest/layouts/faq/options.py")
