"""What every page of a PDF repeats: running heads and feet, and page numbers.

They stand at a page's edge, a gap parts them from the text. What comes on two pages only is one where it stands at the
same height on both and is no larger than the text.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from ingest.formats.pdf.pages import OFTEN, TextLine

EDGE = 2
"""Lines at a page's top and at its foot that can be running heads or feet."""
APART = 0.5
LONGEST = 90
SAME_HEIGHT = 2.0
"""Points within which two heads stand at the same height."""
LARGER = 1.06
FIGURE = 1.35
"""Times the text's size that a page's number can have at most."""
FIGURES = re.compile(r"\d+|\b[ivxlc]+\b")
PAGE_NUMBER = re.compile(r"(?:page\s+|p\.\s*)?[-–—|\s]*\d{1,4}[-–—|\s]*(?:(?:of|/)\s*\d{1,4})?", re.IGNORECASE)


def without_running(pages: Sequence[list[TextLine]], body: float = 0.0) -> tuple[list[list[TextLine]], list[str]]:
    """The pages without running heads, feet and page numbers, and what was left out.

    `body` is the size of the text in points, 0 where it is not known: then two pages alike are no proof.
    """
    edges = [_edges(lines) for lines in pages]
    counts: Counter[str] = Counter()
    heights: dict[str, list[float]] = defaultdict(list)
    for found in edges:
        counts.update({_form(line) for line in found})
        for line in found:
            if line.size < LARGER * body:
                heights[_said(line)].append(line.bottom)
    many = OFTEN * len(pages) / 2
    often = {form for form, count in counts.items() if count >= max(3, many)}
    often |= {said for said, found in heights.items() if _level(found) >= max(2, many)}
    dropped: list[str] = []
    kept = []
    for lines, found in zip(pages, edges, strict=True):
        away = {id(line) for line in found if {_form(line), _said(line)} & often or _is_number(line, body, counts)}
        dropped += [line.text for line in lines if id(line) in away]
        kept.append([line for line in lines if id(line) not in away])
    return kept, dropped


def _level(heights: Sequence[float]) -> int:
    """How many lines stand at one height, that where most do."""
    return max(sum(abs(other - height) <= SAME_HEIGHT for other in heights) for height in heights)


def _is_number(line: TextLine, body: float, counts: Counter[str]) -> bool:
    """Whether a line is a page's number: a figure alone, not as large as a title, or one that other pages have too."""
    alone = bool(PAGE_NUMBER.fullmatch(line.text.strip()))
    return alone and (counts[_form(line)] >= 2 or line.size < FIGURE * body)


def _edges(lines: Sequence[TextLine]) -> list[TextLine]:
    """The outermost lines of a page that stand a little apart from the rest."""
    down = sorted(lines, key=lambda line: -line.top)
    up = sorted(lines, key=lambda line: line.bottom)
    return [*_apart(_outer(down)), *_apart(_outer(up))]


def _outer(ordered: Sequence[TextLine]) -> list[TextLine]:
    """The first lines from a page's edge, and the next one inwards: lines of one height count once."""
    found: list[TextLine] = []
    heights: list[float] = []
    for line in ordered:
        if not heights or abs(line.bottom - heights[-1]) > SAME_HEIGHT:
            heights.append(line.bottom)
        if len(heights) > EDGE + 1:
            break
        found.append(line)
    return found


def _apart(outer: Sequence[TextLine]) -> list[TextLine]:
    """Of the lines from a page's edge inwards those before a gap."""
    for count in range(len(outer) - 1, 0, -1):
        last, inner = outer[count - 1], outer[count]
        between = last.bottom - inner.top if last.bottom > inner.bottom else inner.bottom - last.top
        if between > APART * last.size:
            return [line for line in outer[:count] if 0 < len(line.text) < LONGEST]
    return []


def _form(line: TextLine) -> str:
    """A line's size, and its words with figures as `#`: `Combat 3` and `Combat 4` are the same running foot."""
    return f"{line.size} {FIGURES.sub('#', line.text.lower())}"


def _said(line: TextLine) -> str:
    """A line's size, and its words with figures as their distance from the page: two page numbers are the same."""
    return f"{line.size} as said: " + re.sub(r"\d+", lambda found: f"#{int(found[0]) - line.page}", line.text.lower())
