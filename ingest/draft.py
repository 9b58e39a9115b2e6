"""What a layout writes into while it reads a source: clauses, headings and noise, lossless by check.

A layout declares what each stretch of the text is; `finish` makes separators of the white space and
list markers between, and reports every other character that nothing claims, every overlap and
every duplicate id.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from ingest.source import Source
from kb.errors import Problem
from kb.misfits import misfits
from kb.records import Card, Clause, CrossReference, Document, Kind, Parsed, Role, Ruling, Segment, Table, digest

Options = TypeVar("Options", bound=BaseModel)
OPTIONS = "documents.options"
MARKER = re.compile(r"[\s•*»\-–]*(?:\(?[a-z0-9]{1,3}[.)](?=\s))?[\s*]*")


def slug(heading: str) -> str:
    """A heading as a path part: lower case, words joined by hyphens, `Dr. Doom` -> `dr-doom`."""
    folded = heading.lower().replace("’", "").replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", folded).strip("-") or "untitled"


class Draft:
    """The records of one document while its layout reads it; see the module's docstring."""

    def __init__(self, source: Source, document: Document, options: Mapping[str, Any]) -> None:
        self.source = source
        self.document = document
        self.options = options
        self.problems: list[Problem] = []
        self.clauses: list[Clause] = []
        self.cards: list[Card] = []
        self.rulings: list[Ruling] = []
        self.tables: list[Table] = []
        self.references: list[CrossReference] = []
        self._claims: list[Segment] = []
        self._ordinals: Counter[tuple[str, str]] = Counter()

    def options_as(self, kind: type[Options], see: str) -> Options | None:
        """The document's options as a layout declares them, or None after a problem for each thing that is wrong with
        them; `see` is the file that says what they may be."""
        try:
            return kind.model_validate(dict(self.options))
        except ValidationError as error:
            place = self.source.place(0)
            self.problems += (each.problem("bad-options", place, see, OPTIONS) for each in misfits(error))
            return None

    def problem(self, code: str, message: str, at: int, expected: str = "", severity: str = "error") -> None:
        """Note a problem at a code-point offset of the source."""
        self.problems.append(Problem(code, message, self.source.place(at), expected, severity))

    def next_path(self, section: str, letter: str) -> str:
        """The next free path below a section: `next_path("5", "p")` -> `5.p1`, then `5.p2`."""
        self._ordinals[section, letter] += 1
        return f"{section}.{letter}{self._ordinals[section, letter]}"

    def trimmed(self, start: int, end: int) -> tuple[int, int]:
        """`[start, end)` without white space at its ends."""
        text = self.source.text[start:end]
        return start + len(text) - len(text.lstrip()), end - (len(text) - len(text.rstrip()))

    def heading(self, start: int, end: int) -> None:
        """Claim a stretch as heading."""
        start, end = self.trimmed(start, end)
        if start < end:
            self._claims.append(Segment(start, end, Role.HEADING))

    def noise(self, start: int, end: int, reason: str) -> None:
        """Claim a stretch as noise, with the reason that `headjudge lint` prints."""
        start, end = self.trimmed(start, end)
        if start < end:
            self._claims.append(Segment(start, end, Role.NOISE, reason=reason))

    def clause(
        self,
        path: str,
        spans: Sequence[tuple[int, int]],
        kind: Kind,
        headings: Sequence[str],
        *,
        flags: Sequence[str] = (),
        explains: str = "",
        subject: str = "",
    ) -> Clause:
        """Add a clause over one stretch, or over several where noise interrupts it (flagged `split`).

        `explains` is the full id of the clause that a note or example belongs to, `subject` the
        title of the card that a line or ruling belongs to.
        """
        parts = tuple(self.trimmed(*span) for span in spans)
        text = " ".join(self.source.text[start:end] for start, end in parts)
        identifier = f"{self.document.id}#{path}"
        marks = tuple(flags) + (("split",) if len(parts) > 1 else ())
        clause = Clause(
            id=identifier,
            game=self.document.game,
            document=self.document.id,
            headings=tuple(headings),
            text=text,
            kind=kind,
            start=parts[0][0],
            end=parts[-1][1],
            digest=digest(text),
            ordinal=len(self.clauses),
            flags=marks,
            parts=parts if len(parts) > 1 else (),
            explains=explains,
            subject=subject,
        )
        if not text.strip():
            self.problem("empty-clause", f"clause {path} has no text", parts[0][0], "some text")
            return clause
        self.clauses.append(clause)
        self._claims += [Segment(start, end, Role.CLAUSE, clause=identifier) for start, end in parts]
        return clause

    def report_explained(self) -> None:
        """Report clauses that are said to explain a clause which is not there."""
        known = {clause.id for clause in self.clauses}
        for clause in self.clauses:
            if clause.explains and clause.explains not in known:
                self.problem("no-explained", f"explains {clause.explains!r}", clause.start, "a clause's path")

    def finish(self) -> tuple[Parsed, list[Problem]]:
        """The parsed document and every problem; what no claim covers becomes separator or a problem."""
        seen: dict[str, Clause] = {}
        for clause in self.clauses:
            if clause.id in seen:
                first = self.source.place(seen[clause.id].start).line
                message = f"clause id {clause.id} is taken by line {first}"
                self.problem("duplicate-id", message, clause.start, "ids that stand once in a document")
            seen.setdefault(clause.id, clause)
        segments, at = [], 0
        for claim in sorted(self._claims, key=lambda segment: (segment.start, segment.end)):
            if claim.start < at:
                self.problem("overlap", f"{claim.role} overlaps what stands before it", claim.start, "disjoint spans")
            segments += self._between(at, claim.start)
            segments.append(claim)
            at = max(at, claim.end)
        segments += self._between(at, len(self.source.text))
        parsed = Parsed(
            document=self.document,
            segments=tuple(segments),
            clauses=tuple(self.clauses),
            cards=tuple(self.cards),
            rulings=tuple(self.rulings),
            tables=tuple(self.tables),
            references=tuple(self.references),
        )
        return parsed, self.problems

    def _between(self, start: int, end: int) -> list[Segment]:
        if start >= end:
            return []
        text = self.source.text[start:end]
        if not MARKER.fullmatch(text):
            at, _ = self.trimmed(start, end)
            message = f"{len(text.strip())} characters belong to no clause, heading or noise"
            self.problem("uncovered", message, at, "a clause, a heading or noise declared in game.toml")
        return [Segment(start, end, Role.SEPARATOR)]
