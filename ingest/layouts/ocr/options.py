"""What `[documents.options]` of an OCR rulebook may say; `ocr_rulebook` explains how it is used.

An anchor is a line number (a restated edition is line-aligned with the official one) or a regular
expression that is searched in a line's text, white space at its ends dropped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from ingest.layouts.anchor import Anchor
from kb.misfits import written
from kb.records import Kind

Pattern = re.Pattern[str]


class Strict(BaseModel):
    """A table of the options: unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Stretch(Strict):
    """Lines from `first` (the `nth` that matches) to `last`, or up to the line before `before`."""

    first: Anchor
    last: Anchor | None = None
    before: Anchor | None = None
    nth: int = Field(default=1, ge=1)


class NoiseRule(Strict):
    """Lines that are no rules text: every line that matches, or one stretch."""

    reason: str
    match: Pattern | None = None
    stretch: Stretch | None = None


class HeadingRule(Strict):
    """One heading, in the order of the document.

    `lead`: the line is text as well, a section merely begins there. `resume`: the path of an earlier
    section that goes on from here. `flat`: indentation of lists means nothing. `whole`: a list entry
    and what is indented below it are one clause. `path` replaces the path built from the slugs.
    """

    match: Anchor
    title: str = ""
    slug: str = ""
    path: str = ""
    level: int = Field(default=1, ge=1)
    kind: Kind | None = None
    lead: bool = False
    resume: str = ""
    flat: bool = False
    whole: bool = False


class JoinRule(Stretch):
    """Lines that are one clause although blank lines, noise or headings stand between them."""

    flags: tuple[str, ...] = ()


class FilingRule(Strict):
    """How clauses are filed: whose text matches, whose first line is in a stretch, or one by its path.

    `within` limits the rule to sections (and those below them). Every rule that fits is used; of two
    that set the same thing the first one counts, flags add up. `explains` is a clause's path, empty
    where a note or example explains no clause. A rule for a `clause` sets only `explains` and `flags`.
    """

    match: Pattern | None = None
    stretch: Stretch | None = None
    clause: str = ""
    within: tuple[str, ...] = ()
    kind: Kind | None = None
    letter: Annotated[str, written(r"[a-z]*", "small letters")] = ""
    section: str = ""
    explains: str | None = None
    flags: tuple[str, ...] = ()


class Reading(Strict):
    """Where `match` is found in a row's text, its group is the cell's value, or `value` is."""

    match: Pattern
    value: int | str | None = None


class Column(Strict):
    """A column: its cells come from `keys` in order, from the readings tried in turn, or from the grid.

    A cell that no reading finds takes, where `inherit` names a column, the last value above it in
    that column; `clause` gives the id of the clause that the row stands in.
    """

    name: str
    type: Literal["int", "str", "range", "any"] = "any"
    keys: tuple[str, ...] = ()
    read: tuple[Reading, ...] = ()
    inherit: str = ""
    clause: bool = False


class TableRule(Strict):
    """A table with typed cells, filed with `clause`.

    Its rows are the lines of the clauses `of` (a clause's path or a section; `skip` lines left out),
    or one for each list of sections in `rows`, whose texts the readings search.
    """

    title: str
    clause: str
    columns: tuple[Column, ...]
    of: str = ""
    skip: int = Field(default=0, ge=0)
    rows: tuple[tuple[str, ...], ...] = ()


class Part(Strict):
    """A number of a clause (the group of `match`), counted `times` times."""

    match: Pattern
    times: int = 1


class SumRule(Strict):
    """A total that a clause states and the parts it lists; where they differ the clause is flagged."""

    clause: str
    total: Pattern
    parts: tuple[Part, ...]


class DisagreementRule(Strict):
    """A number of a line outside all clauses and the one that a clause states for the same thing; they may differ."""

    line: Pattern
    clause: str
    match: Pattern


class ReferenceRule(Strict):
    """Words that point elsewhere: to `target` (a section or a clause's path), or outside to `external`."""

    match: Pattern
    target: str = ""
    external: str = ""
    within: tuple[str, ...] = ()


class Options(Strict):
    """The whole of `[documents.options]`."""

    noise: tuple[NoiseRule, ...] = ()
    headings: tuple[HeadingRule, ...] = ()
    joins: tuple[JoinRule, ...] = ()
    filing: tuple[FilingRule, ...] = ()
    tables: tuple[TableRule, ...] = ()
    sums: tuple[SumRule, ...] = ()
    disagreements: tuple[DisagreementRule, ...] = ()
    references: tuple[ReferenceRule, ...] = ()


def read_options(options: Mapping[str, Any]) -> Options:
    """The checked options; pydantic's ValidationError where they are not what this module declares."""
    return Options.model_validate(dict(options))
