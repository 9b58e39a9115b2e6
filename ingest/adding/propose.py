"""Which layout fits a converted document, and why; its tree of ids, and figures of its structure."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.draft import slug
from ingest.formats.block import Block, Converted, Shape
from ingest.layouts.qa import asks
from kb.errors import Problem
from kb.records import Kind, Parsed

NUMBERED = 0.3
FEW = 3
ENTRIES, ASKED = 0.75, 0.25
LEAST_ENTRIES = 10
SHOWN = 50
WORDS = 64
MARKS = re.compile(r"</?[a-zA-Z][^<>]*>|\*\*|`|^#{1,6} |\|---")
BROKEN = re.compile(r"[^\W\d_]- (?!(?:and|or|to)\b)[a-z]|\ufffd|\u00ad")


@dataclass(frozen=True, slots=True)
class Proposal:
    """A layout and the reason for it."""

    layout: str
    why: str


def proposed(blocks: Sequence[Block]) -> Proposal:
    """The layout that fits some blocks."""
    asked = [block for block in blocks if asks(block)]
    words = [block for block in blocks if block.shape not in (Shape.HEADING, Shape.TABLE)]
    if len(asked) >= FEW and len(asked) >= ASKED * len(words):
        return Proposal("qa", f"{len(asked)} questions are asked and answered, such as “{asked[0].text[:50]}”")
    rules = [block for block in blocks if block.shape is Shape.NUMBERED and "." in block.number]
    inside = [each for each in blocks if each.shape is Shape.HEADING and re.match(r"\d+\.\d+", each.text)]
    count = len(rules) + len(inside)
    if count >= FEW and count >= NUMBERED * max(len(words), 1):
        first = rules[0].number if rules else inside[0].text.split()[0]
        return Proposal("numbered-rules", f"{count} of {len(words)} blocks begin with a number such as {first}")
    headings = [block for block in blocks if block.shape is Shape.HEADING]
    titles = [slug(block.text) for block in headings if block.level == _usual(headings)]
    ordered = sum(above <= below for above, below in itertools.pairwise(titles))
    if len(titles) >= LEAST_ENTRIES and ordered >= 0.9 * (len(titles) - 1) and len(titles) >= ENTRIES * len(headings):
        return Proposal("glossary", f"{len(titles)} headings stand in the order of the alphabet")
    if headings:
        divide = "1 heading divides" if len(headings) == 1 else f"{len(headings)} headings divide"
        return Proposal("headed", f"{divide} it, and few rules have numbers")
    return Proposal("headed", "it has neither headings nor numbers: all of it is one section")


def _usual(headings: Sequence[Block]) -> int:
    """The level that most headings have."""
    levels = [block.level for block in headings]
    return max(set(levels), key=levels.count) if levels else 0


def tree_lines(parsed: Parsed, most: int = SHOWN) -> Iterator[str]:
    """The first ids with the headings they stand under."""
    above: tuple[str, ...] = ()
    for clause in parsed.clauses[:most]:
        for depth, title in enumerate(clause.headings):
            if clause.headings[: depth + 1] != above[: depth + 1]:
                yield f"{'  ' * depth}{title}"
        above = clause.headings
        said = clause.plain if len(clause.plain) <= WORDS else f"{clause.plain[:WORDS]}…"
        kind = "" if clause.kind is Kind.RULE else f"  [{clause.kind}]"
        yield f"{'  ' * len(above)}#{clause.path}{kind}  {said}"
    if len(parsed.clauses) > most:
        yield f"… and {len(parsed.clauses) - most} more"


def structure(parsed: Parsed, problems: Sequence[Problem]) -> dict[str, int | float]:
    """Figures of a document's structure: what a reader would see at once where a conversion went wrong."""
    clauses = parsed.clauses
    count = max(len(clauses), 1)
    return {
        "clauses": len(clauses),
        "ids of its own": sum(not ORDINAL.search(each.path) for each in clauses),
        "levels": max((len(each.headings) for each in clauses), default=0),
        "sections": len({each.section for each in clauses}),
        "examples": sum(each.kind is Kind.EXAMPLE for each in clauses),
        "definitions": sum(each.kind is Kind.DEFINITION for each in clauses),
        "tables": len(parsed.tables),
        "references": len(parsed.references),
        "references that lead nowhere": sum(each.code == "no-such-rule" for each in problems),
        "longest clause": max((len(each.text) for each in clauses), default=0),
        "broken words": sum(len(BROKEN.findall(each.text)) for each in clauses),
        "clauses with markup": round(sum(bool(MARKS.search(each.plain)) for each in clauses) / count, 3),
    }


ORDINAL = re.compile(r"\.[pbdent][0-9]+(?:\.[0-9]+)*$")


def title_of(converted: Converted, name: str) -> str:
    """What a document calls itself: its metadata, its first heading, else its file's name."""
    given = " ".join(converted.title.split())
    if given and not NAMELESS.match(given):
        return given
    first = next((block for block in converted.blocks if block.text or block.rows), None)
    listed = converted.format in ("json", "yaml")
    if first is not None and first.shape is Shape.HEADING and not listed and len(first.text.split()) <= 10:
        return first.text
    return name.replace("_", " ").replace("-", " ").strip().title() or "Rules"


NAMELESS = re.compile(r"\(?(?:anonymous|untitled|document\d*|unspecified|microsoft word.*)\)?$", re.IGNORECASE)
