"""Which layout fits a converted document, and why; its tree of ids, and figures of its structure."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.draft import slug
from ingest.formats.block import Block, Shape
from ingest.layouts.blocks.answers import QUESTION
from ingest.layouts.qa import asks
from kb.errors import Problem
from kb.records import Kind, Parsed

NUMBERED = 0.3
FEW = 3
ENTRIES, ASKED = 0.75, 0.25
LEAST_ENTRIES = 10
SHOWN = 50
WORDS = 64
LONG = 3000
"""Characters of a clause that is most likely several."""
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
        first = QUESTION.sub("", asked[0].text, count=1).partition("?")[0]
        return Proposal("qa", f"{len(asked)} questions are asked and answered, such as “{first[:50]}?”")
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
    """The first ids with the headings they stand under, and under which headings how many more stand."""
    above, path = tuple[str, ...](), ""
    for clause in parsed.clauses[:most]:
        for depth, title in enumerate(clause.headings):
            again = bool(path) and title.startswith(f"{path}. ")  # a numbered heading, shown as the clause that it is
            if clause.headings[: depth + 1] != above[: depth + 1] and not again:
                yield f"{'  ' * depth}{title}"
        above, path = clause.headings, clause.path
        said = clause.plain if len(clause.plain) <= WORDS else f"{clause.plain[:WORDS]}…"
        kind = "" if clause.kind is Kind.RULE else f"  [{clause.kind}]"
        yield f"{'  ' * len(above)}#{clause.path}{kind}  {said}"
    rest = [next(iter(clause.headings), "") for clause in parsed.clauses[most:]]
    if rest:
        yield f"… and {len(rest)} more"
    divided = [(title, len(list(each))) for title, each in itertools.groupby(rest)]
    yield from (f"{title}  … {count}" for title, count in divided[:SHOWN] if title)
    if len(divided) > SHOWN:
        yield f"… under {len(divided) - SHOWN} more headings"


def structure_lines(parsed: Parsed, blocks: Sequence[Block], problems: Sequence[Problem]) -> Iterator[str]:
    """A document's structure in a sentence, and where something is wrong with it that a reader would see at once, that
    in another."""
    clauses = parsed.clauses
    anchors = {block.anchor for block in blocks if block.anchor}
    own = sum(_own_id(each.path, anchors) for each in clauses)
    counts = [
        _counted(sum(each.kind is Kind.EXAMPLE for each in clauses), "example"),
        _counted(sum(each.kind is Kind.DEFINITION for each in clauses), "definition"),
        _counted(len(parsed.tables), "table"),
        _counted(len(parsed.references), "reference"),
    ]
    named = f" ({own} by the document's own numbers or ids)" if own else ""
    opened = {each.headings[:depth] for each in clauses for depth in range(1, len(each.headings) + 1)}
    levels = _counted(max((len(each.headings) for each in clauses), default=0), "level")
    longest = max((len(each.plain) for each in clauses), default=0)
    said = ", ".join(each for each in counts if each)
    divided = f"under {_counted(len(opened), 'heading')} on {levels}" if levels else "without headings"
    yield f"structure: {_counted(len(clauses), 'clause')}{named} {divided}" + (f"; {said}" if said else "")
    doubts = [
        _counted(sum(each.code == "no-such-rule" for each in problems), "reference", " to what does not exist"),
        _counted(sum(len(BROKEN.findall(each.text)) for each in clauses), "broken word"),
        _counted(sum(bool(MARKS.search(each.plain)) for each in clauses), "clause", " with marks of another format"),
        f"a clause of {longest} characters" if longest > LONG else "",
    ]
    if any(doubts):
        yield f"look at: {', '.join(each for each in doubts if each)}"


def _own_id(path: str, anchors: set[str]) -> bool:
    """Whether a path is a number, or has an id, that the document itself prints or bears."""
    parts = ORDINAL.sub("", path).split("/")
    return parts[-1][:1].isdigit() or not anchors.isdisjoint(parts)


def _counted(count: int, name: str, more: str = "") -> str:
    """`1 table`, `2 tables`; empty for none."""
    return f"{count} {name}{'' if count == 1 else 's'}{more}" if count else ""


ORDINAL = re.compile(r"\.[pbdent][0-9]+(?:\.[0-9]+)*$")
