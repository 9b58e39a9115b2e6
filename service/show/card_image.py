"""A preview as a picture, 1200 by 630 PNG: verdict, sentence and clause, each as large as fits."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from service.show.neutral import clean
from service.show.sentences import sentences
from service.web.preview import Preview

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT, MARGIN = 1200, 630, 64
PAPER, INK, FAINT, LINE = "#fbfaf6", "#1c211f", "#5b645f", "#c9c7bd"
COLORS = {"answered": "#0b5d57", "cited": "#0d47a1", "depends": "#9a4a00", "undetermined": "#4a148c"}
CUT = "[…]"


@lru_cache(maxsize=128)
def picture(preview: Preview, edition: str) -> bytes:
    """The picture's PNG bytes."""
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
        words = f"“{preview.citation.clause.plain}”"
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
    lines: list[str] = []
    for size in sizes:
        font, height = _font(size), round(size * 1.32)
        lines = wrapped(text, font, width)
        if len(lines) * height <= room:
            break
    else:
        lines = _first(text, font, width, max(1, room // height))
    for number, line in enumerate(lines):
        draw.text((left, top + number * height), line, font=font, fill=color, stroke_width=1 if bold else 0)
    return top + len(lines) * height


def _first(text: str, font: FreeTypeFont, width: int, most: int) -> list[str]:
    """The lines of as many whole sentences as fit, else whole words, each with a mark."""
    kept = [""]
    for sentence in sentences(text):
        longer = wrapped(f"{' '.join(kept)} {sentence} {CUT}".strip(), font, width)
        if len(longer) > most:
            break
        kept = wrapped(f"{' '.join(kept)} {sentence}".strip(), font, width)
    if kept != [""]:
        return wrapped(f"{' '.join(kept)} {CUT}", font, width)
    lines = wrapped(text, font, width)[:most]
    while lines[-1] and font.getlength(f"{lines[-1]} {CUT}") > width:
        lines[-1] = lines[-1].rpartition(" ")[0]
    return [*lines[:-1], f"{lines[-1]} {CUT}".strip()]


def wrapped(text: str, font: FreeTypeFont, width: int) -> list[str]:
    """The text in lines of at most `width` pixels; a word that is longer is broken."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if font.getlength(longer) <= width:
            lines[-1] = longer
            continue
        lines += [word] if lines[-1] else []
        lines[-1] = word
        while font.getlength(lines[-1]) > width:
            fits = next(at for at in range(len(lines[-1]), 0, -1) if at == 1 or font.getlength(lines[-1][:at]) <= width)
            lines[-1:] = [lines[-1][:fits], lines[-1][fits:]]
    return lines


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
