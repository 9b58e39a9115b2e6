"""The numbered sections of an FAQ: paragraphs, list items, examples, and errata with their date."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from ingest.draft import Draft
from ingest.layouts.faq.blocks import Block, blocks
from ingest.layouts.faq.clauses import Scope, add_blocks
from ingest.layouts.faq.options import FaqOptions
from ingest.layouts.faq.rows import SECTION, Row
from kb.records import Clause, Kind, Pin, Ruling

STOP = re.compile(r"[.!?]['\"’”)\]]*$")


def open_section(draft: Draft, row: Row, known: dict[str, str]) -> tuple[str, bool]:
    """Claim a section's heading and add it to `known` (number to heading): its number, and whether it has a title.

    A line that is a whole sentence is no title: its number alone is the heading, the rest the first rule.
    """
    found = SECTION.fullmatch(row.text)
    number, title = (found["number"], found["title"]) if found else ("", row.text)
    titled = not STOP.search(title)
    end = row.end if titled else row.end - len(title)
    if known and order(number) <= max(order(other) for other in known):
        draft.problem("section-order", f"section {number} stands out of order", row.start, "numbers that go up")
    draft.heading(row.start, end)
    known[number] = draft.source.text[row.start : end].strip()
    return number, titled


def order(number: str) -> tuple[int, ...]:
    """A section number for comparison: `2.1` -> (2, 1)."""
    return tuple(int(part) for part in number.split("."))


def headings_of(number: str, known: dict[str, str], shown: Mapping[str, str]) -> tuple[str, ...]:
    """The headings from the outermost section down to this one, as far as they stand in the document.

    `shown` gives those that are shown otherwise than they are written.
    """
    parts = number.split(".")
    prefixes = [".".join(parts[: length + 1]) for length in range(len(parts))]
    return tuple(shown.get(prefix, known[prefix]) for prefix in prefixes if prefix in known)


def read_section(draft: Draft, options: FaqOptions, scope: Scope, body: Sequence[Row]) -> None:
    """Add the clauses of one section, and rulings where its title says that it is an errata."""
    found = blocks(body, options.joins)
    errata = options.errata.search(scope.written) if options.errata and scope.written else None
    if not errata:
        add_blocks(draft, scope, found, options.explains)
        return
    groups = errata.groupdict()
    subject, dated = groups.get("subject") or "", groups.get("date") or ""
    effective = iso_date(dated)
    if dated and not effective:
        at = found[0].start if found else 0
        draft.problem("bad-date", f"{dated!r} in the heading is no date", at, "a date such as September 23, 2006")
    marked = Scope(scope.section, scope.headings, Kind.ERRATA, scope.letter, subject, scope.written)
    clauses = add_blocks(draft, marked, found, options.explains)
    add_errata(draft, found, clauses, effective or in_force(draft))


def add_errata(draft: Draft, found: Sequence[Block], clauses: Sequence[Clause], effective: str) -> None:
    """A ruling for each clause of an errata; those below the first blank line interpret the lines above it."""
    breaks = [number for number, block in enumerate(found) if number and block.gap]
    wording = clauses[: breaks[0]] if breaks else clauses
    for clause in clauses:
        pins = () if clause in wording else tuple(Pin(line.id, line.digest) for line in wording)
        add_ruling(draft, clause, "errata", effective, pins)


def add_ruling(draft: Draft, clause: Clause, kind: str, effective: str, pins: tuple[Pin, ...]) -> None:
    """Add the ruling whose words a clause holds."""
    document = draft.document
    ruling = Ruling(clause.id, document.game, clause.subject, clause.id, kind, effective, document.authority, pins)
    draft.rulings.append(ruling)


def in_force(draft: Draft) -> str:
    """The day from which a document's rulings hold, where they give none themselves."""
    return draft.document.effective or draft.document.published


def iso_date(text: str) -> str:
    """`September 23, 2006` -> `2006-09-23`; empty where it is no such date."""
    try:
        return datetime.strptime(text.strip(), "%B %d, %Y").date().isoformat()
    except ValueError:
        return ""
