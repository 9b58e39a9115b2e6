"""The sections of a document that is read line by line: found headings, supplied ones, and their nesting."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from ingest.draft import Draft, slug
from ingest.layouts.lines.options import Anchor, LineOptions, LostHeading
from ingest.layouts.lines.rows import Row, find_one, fits, report_missing
from kb.records import plain

WIDE_GAP = 2
LETTER = re.compile(r"[^\W\d_]")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading that a row holds: its title, and how many characters of the row it takes."""

    title: str
    length: int


@dataclass(frozen=True, slots=True)
class Section:
    """A section: the path of its clauses' ids, the headings above them; `lost`: its own heading was supplied."""

    path: str
    headings: tuple[str, ...]
    level: int
    lost: bool = False


Infer = Callable[[Row, LineOptions], Heading | None]
Placed = tuple[Row, Section]
OPENING = Section("opening", (), 0)


class Outliner:
    """Finds each row's section, in reading order; it remembers the headings that are open and those seen."""

    def __init__(self, draft: Draft, options: LineOptions, rows: Sequence[Row], infer: Infer) -> None:
        self._draft = draft
        self._options = options
        self._infer = infer
        self._rows = rows
        self._open: list[Section] = []
        self._seen: set[str] = set()
        self._levels: set[int] = set()
        self._titles = {number for anchor in options.titles for number in self._all(anchor, "title")}
        self._text = {number for anchor in options.not_headings for number in self._all(anchor, "not a heading")}
        self._rules = {row.number: rule for rule in options.headings if (row := self._one(rule.match, "heading"))}
        self._lost: dict[int, list[LostHeading]] = defaultdict(list)
        for lost in options.lost_headings:
            if row := self._one(lost.before, f"lost heading {lost.title!r}"):
                self._lost[row.number].append(lost)

    def _one(self, anchor: Anchor, what: str) -> Row | None:
        return find_one(self._draft, self._rows, anchor, what)

    def _all(self, anchor: Anchor, what: str) -> list[int]:
        """The numbers of the rows that an anchor fits."""
        found = [row.number for row in self._rows if fits(anchor, row.number, row.text)]
        if not found:
            report_missing(self._draft, anchor, what)
        return found

    def place(self) -> Iterator[Placed]:
        """What each row says besides its heading, with its section."""
        for row in self._rows:
            if row.number in self._titles:
                self._draft.heading(row.start, row.end)
                continue
            lost = self._lost.get(row.number, [])
            for supplied in lost:
                title = supplied.title
                self._enter(row, title, supplied.slug or slug(title), supplied.level, lost=True)
            if heading := self._heading(row):
                row = self._claim(row, heading)
            elif not lost:
                self._report_gap(row)
            if row.text:
                yield row, self._section(row)
        for at, rule in enumerate(self._options.levels):
            if at not in self._levels:
                report_missing(self._draft, rule.match, "level")

    def _heading(self, row: Row) -> Heading | None:
        """The heading in a row: the whole row where game.toml says so, else what the layout infers."""
        if row.number in self._rules:
            return self._infer(row, self._options) or Heading(plain(row.text), len(row.text))
        return None if row.number in self._text else self._infer(row, self._options)

    def _claim(self, row: Row, heading: Heading) -> Row:
        """Claim a heading and enter its section; the row that is left behind it."""
        rule = self._rules.get(row.number)
        title = rule.title if rule and rule.title else heading.title
        part = rule.slug if rule and rule.slug else slug(title)
        self._draft.heading(row.start, row.start + heading.length)
        self._enter(row, title, part, self._level(title))
        rest = row.text[heading.length :]
        return replace(row, start=row.end - len(rest.lstrip()), text=rest.lstrip())

    def _level(self, title: str) -> int:
        for at, rule in enumerate(self._options.levels):
            if rule.match.search(title):
                self._levels.add(at)
                return rule.level
        return 1

    def _enter(self, row: Row, title: str, part: str, level: int, *, lost: bool = False) -> None:
        """Open a section below the open one of a lower level; a path that is taken is reported."""
        self._open = [section for section in self._open if section.level < level]
        above = self._open[-1] if self._open else OPENING
        path = f"{above.path}/{part}" if self._open else part
        self._open.append(Section(path, (*above.headings, title), level, lost))
        if path in self._seen:
            message = f"a section {path!r} stands above"
            self._draft.problem("repeated-heading", message, row.start, "each heading once, or a slug in game.toml")
        self._seen.add(path)

    def _section(self, row: Row) -> Section:
        if self._open:
            return self._open[-1]
        if OPENING.path not in self._seen:
            self._draft.problem("no-heading", "no heading stands above this", row.start, "a heading", "warning")
        self._seen.add(OPENING.path)
        return OPENING

    def _report_gap(self, row: Row) -> None:
        """Warn of text below a wide gap: headings are lost that way."""
        if row.gap >= WIDE_GAP:
            message = f"{row.gap} empty lines stand above this: a heading may be lost"
            self._draft.problem("wide-gap", message, row.start, "a heading, or lost_headings in game.toml", "warning")


def short(text: str, options: LineOptions) -> bool:
    """True for a few words that begin like a heading: with a letter or figure, no small one."""
    return len(text.split()) <= options.heading_words and bool(LETTER.search(text)) and not text[0].islower()
