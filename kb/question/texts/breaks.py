"""Where the sentences of a post stand, and the numbers of its lists."""

from __future__ import annotations

import re

from kb.question.written.normal import sentences_ended_by_lines
from kb.records.question import Span

BREAK = re.compile(
    r"(?<!\bvs\.)(?<!\bDr\.)(?<!\bMr\.)(?<!\bSt\.)(?<!\be\.g\.)(?<!\.\.\.)(?<!\s\.)(?<!\bi\.e\.)(?<=[.?!;])[\"')\]]*\s+"
    r"|\n\s*(?=\(?\d{1,2}[.)]\s)",
    re.I,
)
"""What parts two sentences: white space behind a stop, or a line's end before a number of a list."""
NUMBERED = re.compile(r"\s*(?:q(?:uestion)?\s*\d{0,2}|\(?(?:\d{1,2}|[a-e]))[.):](?:\s+|\Z)", re.I)
"""The number of a listed question, alone or before it: it counts nothing."""
SPEAKER = re.compile(r"\s*[\w-]+(?: [\w-]+)?: ?\"(?=[^\"]*\?\"?\Z)")
"""Who asks what is quoted behind his name, `Kim: "and with two?"`: it is asked like what the writer asks himself."""


def sentence_spans(text: str) -> list[Span]:
    """Where the sentences of a post stand; a list's number is none."""
    gaps, found = _breaks(text), []
    for start, end in zip([0, *(end for _, end in gaps)], [*(start for start, _ in gaps), len(text)], strict=True):
        piece = text[start:end]
        listed = NUMBERED.match(piece) or SPEAKER.match(piece)
        begin = start + (listed.end() if listed else len(piece) - len(piece.lstrip()))
        if piece.strip() and begin < end:
            found.append(Span(begin, begin + len(text[begin:end].rstrip())))
    return found


def list_numbers(text: str) -> list[Span]:
    """The numbers before the sentences of a list, `1.` and `2)`."""
    found = []
    for start in [0, *(end for _, end in _breaks(text))]:
        if listed := NUMBERED.match(text, start):
            found.append(Span(start, listed.end()))
    return found


def _breaks(text: str) -> list[tuple[int, int]]:
    """What stands between two sentences, in the text's order."""
    stops = [each.span() for each in BREAK.finditer(text)]
    ends = [(each.start, each.end) for each in sentences_ended_by_lines(text)]
    return sorted(
        [*stops, *(each for each in ends if not any(each[0] < end and start < each[1] for start, end in stops))]
    )
