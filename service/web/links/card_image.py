"""A preview as a picture, 1200 by 630 PNG: verdict, sentence and clause, each as large as fits.

Texts are others' and may be anything: what is laid out is bounded by what the picture has room for, one picture is
drawn at a time, and the latest are kept.
"""

from __future__ import annotations

import hashlib
import io
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from service.server.bytecache import ByteCache
from service.server.limits.slots import Slots
from service.show.neutral import clean
from service.show.quoting.citing import as_quoted
from service.show.quoting.sentences import sentences
from service.web.links.preview import Preview

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT, MARGIN = 1200, 630, 64
PAPER, INK, FAINT, LINE = "#fbfaf6", "#1c211f", "#5b645f", "#c9c7bd"
COLORS = {"answered": "#0b5d57", "cited": "#0d47a1", "depends": "#9a4a00", "undetermined": "#4a148c"}
CUT = "[…]"
LONGEST = 6_000
"""More letters than any part of the picture has room for, in the narrowest of them."""
GUESS = 64
KEPT_BYTES = 4_000_000
WAITING, PATIENCE_S = 2, 1.0

kept: ByteCache[bytes, bytes] = ByteCache("pictures", KEPT_BYTES, len)
drawing = Slots("pictures", 1, waiting=WAITING, patience_s=PATIENCE_S)


def picture(preview: Preview, edition: str) -> bytes:
    """The picture's PNG bytes; 503 where others are drawn for longer than one can wait."""
    clause = preview.citation.clause if preview.citation else None
    shown = (preview.outcome, preview.title, preview.label, preview.sentence, preview.source, edition)
    said = repr((*shown, (clause.id, clause.plain) if clause else None))
    key = hashlib.sha256(said.encode("utf-8", "surrogatepass")).digest()
    found = kept.get(key)
    if found is None:
        with drawing.held("all"):
            found = kept.get(key) or kept.keep(key, draw(preview, edition))
    return found


def draw(preview: Preview, edition: str) -> bytes:
    """Draw it."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    color = COLORS.get(preview.outcome, INK)
    draw.rectangle((0, 0, 20, HEIGHT), fill=color)
    top = MARGIN - 22
    if preview.outcome and drawable(preview.title):
        top = _text(draw, clean(preview.title), (MARGIN, top), 40, (28, 25, 22), FAINT) + 10
    if preview.label or not preview.outcome:
        head = preview.label if preview.outcome else preview.title
        top = _text(draw, head, (MARGIN, top), 150, (64, 54, 46, 38, 32), color, bold=True) + 14
    quoted = preview.citation is not None and bool(preview.outcome)
    room = 170 if quoted else HEIGHT - MARGIN - 60 - top
    top = _text(draw, preview.sentence, (MARGIN, top), room, (38, 34, 30, 27, 24), INK) + 24
    if quoted and preview.citation is not None:
        words = as_quoted(preview.citation.clause.plain, preview.citation.document)
        end = _text(draw, words, (MARGIN + 28, top), HEIGHT - 112 - top, (32, 29, 26, 23, 20), INK)
        draw.rectangle((MARGIN, top, MARGIN + 5, end), fill=LINE)
    named = preview.citation.clause.id if preview.citation else preview.source
    foot = " · ".join(
        part for part in (named, preview.source if preview.citation else "", f"{edition} edition") if part
    )
    _text(draw, foot, (MARGIN, HEIGHT - 84), 30, (22, 19, 16, 13), FAINT)
    _text(draw, "Headjudge", (MARGIN, HEIGHT - 50), 30, (22,), FAINT)
    out = io.BytesIO()
    image.quantize(64).save(out, "PNG", optimize=True)
    return out.getvalue()


def _text(
    draw: ImageDraw, text: str, at: tuple[int, int], room: int, sizes: Iterable[int], color: str, bold: bool = False
) -> int:
    """Write a text at the largest size that fits into `room` pixels; the height at which it ends.

    Where none does, its first sentences at the smallest, with a mark that there are more.
    """
    left, top = at
    width = WIDTH - MARGIN - left
    text = text[:LONGEST]
    lines: list[str] = []
    for size in sizes:
        font, height = _font(size), round(size * 1.32)
        lines = wrapped(text, font, width, room // height)
        if len(lines) * height <= room:
            break
    else:
        lines = _first(text, font, width, max(1, room // height))
    for number, line in enumerate(lines):
        draw.text((left, top + number * height), line, font=font, fill=color, stroke_width=1 if bold else 0)
    return top + len(lines) * height


def _first(text: str, font: FreeTypeFont, width: int, most: int) -> list[str]:
    """The lines of as many whole sentences as fit, else whole words, each with a mark."""
    parts = sentences(text)
    fits = bisect_right(range(1, len(parts) + 1), most, key=lambda count: len(_marked(parts, count, font, width, most)))
    if fits:
        return _marked(parts, fits, font, width, most)
    lines = wrapped(text, font, width, most)[:most]
    while lines[-1] and font.getlength(f"{lines[-1]} {CUT}") > width:
        lines[-1] = lines[-1].rpartition(" ")[0]
    return [*lines[:-1], f"{lines[-1]} {CUT}".strip()]


def _marked(parts: Sequence[str], count: int, font: FreeTypeFont, width: int, most: int) -> list[str]:
    """The lines of the first sentences, with a mark that there are more; one line beyond `most` where they are more."""
    return wrapped(f"{' '.join(parts[:count])} {CUT}", font, width, most)


def wrapped(text: str, font: FreeTypeFont, width: int, most: int | None = None) -> list[str]:
    """The text in lines of at most `width` pixels; a word that is longer is broken.

    With `most`, no more than one line beyond it is laid out: that the text does not fit is then known.
    """
    rest = " ".join(text.split())
    lines: list[str] = []
    while rest and (most is None or len(lines) <= most):
        at = max(1, fitting(rest, font, width))
        if at < len(rest) and rest[at] != " " and (blank := rest.rfind(" ", 0, at)) > 0:
            at = blank
        lines.append(rest[:at].rstrip())
        rest = rest[at:].lstrip()
    return lines or [""]


def fitting(text: str, font: FreeTypeFont, width: int) -> int:
    """How many of a text's first letters fit into so many pixels: doubled until they do not, then bisected.

    Never more than twice what fits is measured, so that the time grows with the text and no faster.
    """
    high = min(GUESS, len(text))
    while font.getlength(text[:high]) <= width:
        if high == len(text):
            return high
        high = min(2 * high, len(text))
    return bisect_left(range(high), True, key=lambda count: font.getlength(text[:count]) > width) - 1


def drawable(text: str) -> bool:
    """Whether the typeface has every letter of a text: Latin ones and the usual signs."""
    return all(each < "\u0180" or each in "‘’“”–—…" for each in clean(text))


@lru_cache
def _font(size: int) -> FreeTypeFont:
    """The typeface that comes with Pillow."""
    from PIL import ImageFont

    found = ImageFont.load_default(size)
    assert isinstance(found, ImageFont.FreeTypeFont)
    return found
