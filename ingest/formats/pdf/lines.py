"""The lines of a PDF's pages as PDFium gives their characters: words with their box, size and weight.

PDFium ends lines itself, and marks a hyphen at a line's end; a font's size says little where a page is scaled, so the
height of a line's characters stands for it.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

HYPHEN = "\x02"
SMALL = 0.8
RAISED = 0.15
"""A character of at most `SMALL` times its neighbour's height that stands `RAISED` times it higher is superscript."""
BULLETS = dict.fromkeys(map(ord, "\uf0b7\uf0a7\uf0d8\uf076\uf0fc\uf06e●○■□◆◇➢➤❖✓✔"), "•")
"""Signs, those of Word's symbol fonts among them, that stand for a bullet."""
WIDE = 0.9
"""A gap of so many times the characters' height parts two cells, or two columns."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A straight line: its height (or, upright, its distance from the left), and from where to where it goes."""

    at: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of words on one line, without a wide gap: its box in points, from the page's lower left corner.

    `size` is the height of most of its characters, to half a point. A table with borders is one piece without words:
    `cells` are the pieces of its rows' cells, `certain` tells whether its cells could be told apart. `words` are its
    words with their left and right, none where a mark was added to them.
    """

    text: str
    left: float
    right: float
    bottom: float
    top: float
    bold: bool
    size: float
    hyphen: bool = False
    cells: tuple[tuple[tuple[Piece, ...], ...], ...] = ()
    certain: bool = True
    words: tuple[tuple[str, float, float], ...] = ()


@dataclass(slots=True)
class _Open:
    """A piece while its characters come."""

    text: str = ""
    left: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    top: float = 0.0
    signs: list[int] = field(default_factory=list)
    heights: Counter[float] = field(default_factory=Counter)
    words: list[tuple[str, float, float]] = field(default_factory=list)

    def add(self, sign: str, left: float, right: float) -> None:
        """Take a character that stands from left to right."""
        if not self.words or self.text[-1:] == " ":
            self.words.append((sign, left, right))
        else:
            word, begin, end = self.words[-1]
            self.words[-1] = (word + sign, begin, max(end, right))
        self.text += sign


def pieces(textpage: Any, walls: Sequence[Rule] = ()) -> Iterator[Piece]:
    """The pieces of a page, in the order of the file; an upright line of `walls` parts what stands on its sides."""
    import pypdfium2.raw as raw

    box, held = raw.FS_RECTF(), _Open()
    for at in range(textpage.count_chars()):
        code = raw.FPDFText_GetUnicode(textpage, at)
        sign = chr(code) if code < 0x110000 else "\ufffd"
        sign = sign if held.text else BULLETS.get(code, sign)
        if sign in "\r\n" or code in (0, 0xFFFE, 0xFFFF):
            yield from _closed(raw, textpage, held)
            held = _Open()
            continue
        if sign == HYPHEN:
            yield from _closed(raw, textpage, held, True)
            held = _Open()
            continue
        if sign.isspace():
            held.text += " " if held.text else ""
            continue
        raw.FPDFText_GetLooseCharBox(textpage, at, ctypes.byref(box))
        height = max(box.top - box.bottom, 1.0)
        apart = box.left - held.right > WIDE * height or box.left < held.left - height
        if held.text.strip() and (apart or _elsewhere(held, box, height, sign) or _walled(walls, held, box)):
            yield from _closed(raw, textpage, held)
            held = _Open()
        if not held.text:
            held = _Open("", box.left, box.right, box.bottom, box.top)
        held.add(sign, box.left, box.right)
        held.signs.append(at)
        held.heights[round(2 * height) / 2] += 1
        held.right = max(held.right, box.right)
        held.bottom, held.top = min(held.bottom, box.bottom), max(held.top, box.top)
    yield from _closed(raw, textpage, held)


def _elsewhere(held: _Open, box: Any, height: float, sign: str) -> bool:
    """Whether a character stands on another line, or one of two is small and raised, such as a footnote's mark.

    A letter is none: the halves of a ligature such as `fi` have boxes of any height.
    """
    tall, apart = held.top - held.bottom, abs(box.bottom - held.bottom)
    mark = sign if height < tall else held.text
    raised = min(height, tall) <= SMALL * max(height, tall) and apart > RAISED * max(height, tall)
    return (raised and not any(map(str.isalpha, mark))) or bool(apart > 0.6 * max(height, tall))


def _walled(walls: Sequence[Rule], held: _Open, box: Any) -> bool:
    """Whether an upright line stands between a character and the one before it."""
    middle = (box.bottom + box.top) / 2
    return any(held.right - 1 <= wall.at <= box.left + 1 and wall.low <= middle <= wall.high for wall in walls)


def _closed(raw: Any, textpage: Any, held: _Open, hyphen: bool = False) -> Iterator[Piece]:
    if text := " ".join(held.text.split()):
        ends = {held.signs[0], held.signs[len(held.signs) // 2], held.signs[-1]}
        bold = all(_bold(raw, textpage, at) for at in ends)
        size = held.heights.most_common(1)[0][0]
        edges = held.left, held.right, held.bottom, held.top
        yield Piece(text, *edges, bold, size, hyphen, words=tuple(held.words))


def _bold(raw: Any, textpage: Any, at: int) -> bool:
    """Whether a character's font is a bold one, by its weight or by its name."""
    if raw.FPDFText_GetFontWeight(textpage, at) >= 600:
        return True
    buffer, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    raw.FPDFText_GetFontInfo(textpage, at, buffer, 128, ctypes.byref(flags))
    name = buffer.value.decode("utf-8", "replace").lower()
    return any(word in name for word in ("bold", "black", "heavy"))
