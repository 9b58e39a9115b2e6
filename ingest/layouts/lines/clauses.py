"""Rows into clauses: sentences that run on, list items, examples and notes, and how game.toml files them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ingest.draft import Draft
from ingest.layouts.lines.options import FilingRule, LineOptions
from ingest.layouts.lines.outline import Placed, Section
from ingest.layouts.lines.rows import STOP, Row, report_missing
from kb.records import Clause, Kind, plain

LEADS = {"example": Kind.EXAMPLE, "note": Kind.NOTE, "tip": Kind.TIP}
LEAD = re.compile(r"(Example|Note|Tip)s?:", re.IGNORECASE)
LETTERS = {Kind.EXAMPLE: "e", Kind.NOTE: "n", Kind.DEFINITION: "d", Kind.TABLE: "t"}
ASIDE = (Kind.EXAMPLE, Kind.NOTE)


@dataclass(frozen=True, slots=True)
class Filed:
    """What the filing rules together say of one clause."""

    kind: Kind | None
    flags: tuple[str, ...]
    explains: str


def joined(placed: Iterable[Placed]) -> list[Placed]:
    """Rows of a section joined where a line runs on: no stop above, no blank line, a small letter below."""
    found: list[Placed] = []
    last = 0
    for row, section in placed:
        above = found[-1] if found else None
        runs_on = above and above[1] == section and last == row.number - 1 and not STOP.search(above[0].text)
        if above and runs_on and not row.listed and row.text[0].islower():
            found[-1] = (replace(above[0], end=row.end, text=f"{above[0].text}\n{row.text}"), section)
        else:
            found.append((row, section))
        last = row.number
    return found


class Writer:
    """Adds clauses in reading order; it remembers the list that is open and what may be explained."""

    def __init__(self, draft: Draft, options: LineOptions) -> None:
        self._draft = draft
        self._options = options
        self._section = ""
        self._above = ""
        self._lead_in = ""
        self._lists: list[tuple[int, str]] = []
        self._used: set[int] = set()
        self._symbols: set[int] = set()

    def write(self, row: Row, section: Section) -> None:
        """Add the clause of one row."""
        if section.path != self._section:
            self._section, self._above, self._lead_in, self._lists = section.path, "", "", []
        text = plain(self._draft.source.text[row.start : row.end])
        filed = self._file(row, section, text)
        lead = LEAD.match(text)
        kind = filed.kind or (LEADS[lead[1].lower()] if lead else Kind.RULE)
        path = self._path(row, section, kind)
        flags = self._flags(section, text) + filed.flags
        explains = self._explains(row, kind, filed)
        spans = [(row.start, row.end)]
        clause = self._draft.clause(path, spans, kind, section.headings, flags=flags, explains=explains)
        self._remember(row, clause)
        self._report_dangling(row, clause)

    def report_unused(self) -> None:
        """Report the filing rules and traces of lost symbols that fit no clause."""
        for at, rule in enumerate(self._options.filing):
            if at not in self._used:
                what = f"filing in {rule.within!r}" if rule.within else "filing"
                report_missing(self._draft, rule.match or re.compile(""), what)
        for at, symbol in enumerate(self._options.lost_symbols):
            if at not in self._symbols:
                report_missing(self._draft, symbol, "lost symbol")

    def _file(self, row: Row, section: Section, text: str) -> Filed:
        """What game.toml says of a clause; of two rules that say the same thing the first one counts."""
        fitting = [at for at, rule in enumerate(self._options.filing) if applies(rule, row, section, text)]
        self._used.update(fitting)
        rules = [self._options.filing[at] for at in fitting]
        kind = next((rule.kind for rule in rules if rule.kind), None)
        explains = next((rule.explains for rule in rules if rule.explains), "")
        return Filed(kind, tuple(flag for rule in rules for flag in rule.flags), explains)

    def _path(self, row: Row, section: Section, kind: Kind) -> str:
        """The clause's path; an item that is indented below another is its sub-item."""
        if not row.listed:
            self._lists = []
            return self._draft.next_path(section.path, LETTERS.get(kind, "p"))
        self._lists = [(indent, path) for indent, path in self._lists if indent < row.indent]
        parent, letter = (self._lists[-1][1], "") if self._lists else (section.path, "b")
        path = self._draft.next_path(parent, letter)
        self._lists.append((row.indent, path))
        return path

    def _flags(self, section: Section, text: str) -> tuple[str, ...]:
        symbols = {at for at, symbol in enumerate(self._options.lost_symbols) if symbol.search(text)}
        self._symbols |= symbols
        flags = ["heading-lost"] if section.lost else []
        flags += ["icon-lost"] if symbols else []
        flags += [flag for rule in self._options.references if rule.match.search(text) for flag in rule.flags]
        return tuple(dict.fromkeys(flags))

    def _explains(self, row: Row, kind: Kind, filed: Filed) -> str:
        """What game.toml says, else the clause above an example or note, else the line that leads a list in."""
        if filed.explains:
            return f"{self._draft.document.id}#{filed.explains}"
        if kind in ASIDE:
            return self._above
        return self._lead_in if row.listed else ""

    def _remember(self, row: Row, clause: Clause) -> None:
        if clause.kind not in ASIDE:
            self._above = clause.id
        if not row.listed:
            self._lead_in = clause.id if clause.plain.endswith(":") else ""

    def _report_dangling(self, row: Row, clause: Clause) -> None:
        """Warn of a paragraph that ends without a stop: words or symbols may be lost."""
        if not row.listed and "icon-lost" not in clause.flags and not STOP.search(clause.plain):
            self._draft.problem("dangling", "the line ends without a stop", row.end - 1, "a full stop", "warning")


def applies(rule: FilingRule, row: Row, section: Section, text: str) -> bool:
    """True where a filing rule speaks of a clause."""
    if rule.within and section.path != rule.within:
        return False
    if isinstance(rule.match, int):
        return row.number == rule.match
    return rule.match is None or bool(rule.match.search(text))


def write_all(draft: Draft, options: LineOptions, placed: Sequence[Placed]) -> None:
    """Add every clause, and report what game.toml names and the text has not."""
    writer = Writer(draft, options)
    for row, section in joined(placed):
        writer.write(row, section)
    writer.report_unused()
    draft.report_explained()
