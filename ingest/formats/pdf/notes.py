"""Footnotes of a PDF: small raised marks within the text, and the notes in small print that begin with the same mark.

A mark is held between two signs that no text has until it is known whether a note answers it. Its note is then put
behind the rule that carries it, and the mark is left out; a mark without a note stays as a raised figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ingest.formats.pdf.lines import RAISED, SMALL, WIDE, Piece
from ingest.formats.pdf.pages import TextLine

OPEN, CLOSE = "\ue000", "\ue001"
RAISED_MARK = re.compile(r"[\d*†‡§¶#]{1,3}|[a-z]")
MARK = re.compile(rf"(?<!\d){OPEN}(.*?){CLOSE}")
"""A mark behind a word; behind a figure it is an exponent."""
RAISED_TEXT = re.compile(f"{OPEN}(.*?){CLOSE}")
BEGINS = re.compile(rf"(?:{OPEN}(?P<raised>.+?){CLOSE}|(?P<plain>\d{{1,2}}|[*†‡§¶]{{1,3}})[.)]?(?=\s|[A-Z]))\s*")
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
SMALLER = 0.93
"""Times the text's size, up to which a line can be a footnote's."""
OWN = 0.95
"""Times a footnote's size, up to which the mark before it can be."""
LEADING = 1.6


def with_marks(found: Sequence[Piece]) -> list[Piece]:
    """The pieces of a page, raised marks joined with the words that they stand behind or before."""
    kept: list[Piece] = []
    for piece in found:
        above = kept[-1] if kept else None
        if above is not None and _raises(piece, above) and -1 <= piece.left - above.right < 0.5 * above.size:
            kept[-1] = replace(above, text=f"{above.text}{OPEN}{piece.text}{CLOSE}", right=piece.right, words=())
        elif above is not None and above.text.endswith(CLOSE) and _same_line(above, piece):
            blank = " " if piece.left - above.right > 0.12 * piece.size else ""
            kept[-1] = replace(
                above, text=f"{above.text}{blank}{piece.text}", right=piece.right, hyphen=piece.hyphen, words=()
            )
        elif above is not None and _raises(above, piece, OWN) and -1 <= piece.left - above.right < WIDE * piece.size:
            kept[-1] = replace(piece, text=f"{OPEN}{above.text}{CLOSE} {piece.text}", left=above.left, words=())
        else:
            kept.append(piece)
    return kept


def _raises(small: Piece, piece: Piece, most: float = SMALL) -> bool:
    """Whether a piece is a mark, raised beside another and of at most so many times its size."""
    if not RAISED_MARK.fullmatch(small.text) or small.size > most * piece.size:
        return False
    return RAISED * piece.size < small.bottom - piece.bottom < piece.size


def _same_line(above: Piece, piece: Piece) -> bool:
    level = abs(above.bottom - piece.bottom) < 0.3 * piece.size and abs(above.size - piece.size) < 0.3 * piece.size
    return level and -1 <= piece.left - above.right < WIDE * piece.size


@dataclass(frozen=True, slots=True)
class Footnote:
    """A footnote: its mark, its lines without the mark, and its lines as they stand."""

    mark: str
    lines: tuple[TextLine, ...]
    all_lines: tuple[TextLine, ...]


def without_notes(pages: Sequence[list[TextLine]], body: float) -> tuple[list[list[TextLine]], list[str]]:
    """The pages, each footnote with the first line that carries its mark, and the marks that were left out.

    `body` is the size of the text, in points.
    """
    marks: list[str] = []
    kept = []
    for lines in pages:
        notes = {note.mark: note for note in _footnotes(lines, body)}
        away = {id(line) for note in notes.values() for line in note.all_lines}
        rest = []
        for line in lines:
            if id(line) not in away:
                carried = [notes.pop(mark) for mark in MARK.findall(line.text) if mark in notes]
                marks += [note.mark for note in carried]
                rest.append(_with_notes(line, carried))
        kept.append(rest)
    return kept, marks


def _small(line: TextLine, body: float) -> bool:
    return bool(line.text) and line.size <= SMALLER * body


def _mark_of(line: TextLine) -> str:
    """The mark with which a line begins; empty where it begins with none."""
    found = BEGINS.match(line.text)
    return (found["raised"] or found["plain"]) if found else ""


def _footnotes(lines: Sequence[TextLine], body: float) -> Iterator[Footnote]:
    """The footnotes of a page whose marks stand in its text."""
    carried = {mark for line in lines if not _small(line, body) for mark in MARK.findall(line.text)}
    at = 0
    while at < len(lines):
        first, mark = lines[at], _mark_of(lines[at])
        at += 1
        if mark not in carried or not _small(first, body):
            continue
        carried.discard(mark)
        held = [_plain(first, BEGINS.sub("", first.text, count=1))]
        while at < len(lines) and _continues(lines[at - 1], lines[at]):
            held.append(lines[at])
            at += 1
        yield Footnote(mark, tuple(held), (first, *held[1:]))


def _continues(above: TextLine, below: TextLine) -> bool:
    """Whether a line goes on with the footnote above it."""
    beside = above.column == below.column and abs(above.size - below.size) <= 0.5 and bool(below.text)
    return beside and not _mark_of(below) and 0 < above.bottom - below.bottom < LEADING * above.size


def _plain(line: TextLine, text: str) -> TextLine:
    """A line as one piece with other words."""
    piece = replace(line.pieces[0], text=text, right=line.right, hyphen=line.hyphen)
    return replace(line, pieces=(piece,))


def _with_notes(line: TextLine, notes: Sequence[Footnote]) -> TextLine:
    """A line with its notes instead of their marks; any other raised mark becomes a raised figure."""
    marks = {note.mark for note in notes}
    pieces = tuple(_unmarked(piece, marks) for piece in line.pieces)
    return replace(line, pieces=pieces, notes=tuple(note.lines for note in notes))


def _unmarked(piece: Piece, marks: set[str]) -> Piece:
    cells = tuple(tuple(tuple(_unmarked(each, set()) for each in cell) for cell in row) for row in piece.cells)
    text = MARK.sub(lambda found: "" if found[1] in marks else found[0], piece.text)
    text = RAISED_TEXT.sub(lambda found: found[1].translate(SUPERSCRIPT), text)
    return replace(piece, text=text.strip(), cells=cells)
