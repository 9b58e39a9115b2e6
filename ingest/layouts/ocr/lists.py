"""Ordinals of list entries: `b2`, and `b2.1` for the first entry below it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from ingest.layouts.ocr.blocks import Marker

NextPath = Callable[[str, str], str]


class Numbering:
    """Which entry stands below which, by indentation and by the kind of marker, section by section.

    An entry is a sibling of the nearest open entry with the same indentation and the same marker;
    otherwise it stands below the nearest open entry that is not indented further: dashes below a
    number are that number's, whether or not they are indented.
    """

    def __init__(self, next_path: NextPath) -> None:
        self._next_path = next_path
        self._open: list[tuple[Marker, str]] = []
        self._below: Counter[str] = Counter()
        self._section = ""

    def close(self) -> None:
        """A paragraph ends the list: the next entry is a top one."""
        self._open = []

    def path(self, section: str, marker: Marker, *, flat: bool) -> str:
        """The path of the next entry."""
        if section != self._section:
            self._section, self._open = section, []
        own = Marker(0 if flat else marker.indent, marker.style, marker.width)
        self._leave(own)
        if self._open:
            above = self._open[-1][1]
            self._below[above] += 1
            path = f"{above}.{self._below[above]}"
        else:
            path = self._next_path(section, "b")
        self._open.append((own, path))
        return path

    def _leave(self, own: Marker) -> None:
        """Close the entries that the next one does not stand below."""
        alike = [
            at for at, (other, _) in enumerate(self._open) if (other.indent, other.style) == (own.indent, own.style)
        ]
        if alike:
            del self._open[alike[-1] :]
        while self._open and self._open[-1][0].indent > own.indent:
            self._open.pop()
