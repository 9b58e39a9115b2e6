"""What `[documents.options]` says to the layouts that read line by line; each of them reads the same table.

    heading_words = 8                 the longest heading that is inferred, in words
    titles = ['^Chapter 3$']          lines that are the document's titles and open no section
    noise = [{ match, reason }]       lines that are no rules text: every line that fits
    not_headings = ['^…$']            lines that look like headings and are text
    lost_symbols = ['…']              traces of a symbol that the copy lost: the clause is flagged `icon-lost`
    levels = [{ match, level }]       nesting: headings that stand below the last one of a lower level (usual: 1)

    [[documents.options.headings]]       # what a line's own words do not tell: it is a heading, its title, its slug
    match = '^…$'
    title = "Replaces the line's words where editions differ"
    slug = ""

    [[documents.options.lost_headings]]  # a heading that the copy lost; clauses below are flagged `heading-lost`
    before = '^…'
    title = "Luck"
    level = 1

    [[documents.options.filing]]         # kind, flags and what is explained, of the clauses that fit; all may fit
    match = '^…'
    within = "section/path"
    kind = "definition"                  # or table, example, note, tip, setup, …
    flags = ["figure-lost"]
    explains = "auras.p1"                # a clause's path

    [[documents.options.references]]     # words that point to a clause or section here, or outside
    match = '^See (?P<external>.+)\\.$'
    target = ""
    external = ""                        # a group of that name in `match` goes first
    flags = ["points-elsewhere"]

An anchor (`match`, `before`) is a line number, which holds in every line-aligned edition, or a
regular expression searched in a line without its list marker; filing and references search the
clause's plain text. Anchors of headings must fit one line. What fits nothing is a problem.
"""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import Field, model_validator

from ingest.draft import Draft
from ingest.spec import Strict
from kb.misfits import written
from kb.records import Kind

Pattern = re.Pattern[str]
Anchor = Annotated[int, Field(strict=True, ge=1)] | Pattern
Slug = Annotated[str, written(r"[a-z0-9]+(-[a-z0-9]+)*", "small letters and digits, joined by hyphens")]
Level = Annotated[int, Field(ge=1, le=9)]


class NoiseRule(Strict):
    """Lines that are no rules text, and why."""

    match: Anchor
    reason: str = Field(min_length=1)


class HeadingRule(Strict):
    """A line that is a heading; `title` and `slug` replace what its words would give."""

    match: Anchor
    title: str = ""
    slug: Slug = ""


class LevelRule(Strict):
    """The level of the headings whose title fits."""

    match: Pattern
    level: Level


class LostHeading(Strict):
    """A heading that the copy lost, supplied above the line that `before` finds."""

    before: Anchor
    title: str = Field(min_length=1)
    slug: Slug = ""
    level: Level = 1


class FilingRule(Strict):
    """How the clauses that fit are filed; a line number fits the clause that begins there."""

    match: Anchor | None = None
    within: str = ""
    kind: Kind | None = None
    flags: tuple[str, ...] = ()
    explains: str = ""


class ReferenceRule(Strict):
    """Words that point to `target` (a clause's or section's path) or outside."""

    match: Pattern
    target: str = ""
    external: str = ""
    flags: tuple[str, ...] = ()

    @model_validator(mode="after")
    def leads_somewhere(self) -> ReferenceRule:
        """Refuse a pointer without a target."""
        if not (self.target or self.external or "external" in self.match.groupindex):
            raise ValueError("give target, external or a group (?P<external>…) in match")
        return self


class LineOptions(Strict):
    """The whole table; see the module's docstring."""

    heading_words: int = Field(default=8, ge=1)
    titles: tuple[Anchor, ...] = ()
    noise: tuple[NoiseRule, ...] = ()
    not_headings: tuple[Anchor, ...] = ()
    lost_symbols: tuple[Pattern, ...] = ()
    levels: tuple[LevelRule, ...] = ()
    headings: tuple[HeadingRule, ...] = ()
    lost_headings: tuple[LostHeading, ...] = ()
    filing: tuple[FilingRule, ...] = ()
    references: tuple[ReferenceRule, ...] = ()


def line_options(draft: Draft) -> LineOptions | None:
    """The document's options, or None after a problem for each thing that is wrong with them."""
    return draft.options_as(LineOptions, "ingest/layouts/lines/options.py")
