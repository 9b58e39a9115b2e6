"""Words that a line's end breaks, made whole: by the words that the document writes elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
LAST = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*-?$")
FIRST = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
RANGE = re.compile(r"[^\W_][–—]$")
DASH = re.compile(r"[^\W_]-$")


class Words:
    """The words that a document writes within its lines."""

    def __init__(self, lines: Iterable[tuple[str, bool]]) -> None:
        self._known: Counter[str] = Counter()
        broken = False
        for line, hyphen in lines:
            words = WORD.findall(line)
            self._known.update(word.lower() for word in words[int(broken) : len(words) - int(hyphen)])
            broken = hyphen

    def joined(self, lines: Sequence[tuple[str, bool]]) -> str:
        """Lines as one text; each comes with whether its last word was broken by a hyphen that is no longer there."""
        text = ""
        for at, (line, _) in enumerate(lines):
            broken = at > 0 and lines[at - 1][1]
            if broken or (DASH.search(text) and line[:1].islower()):
                text = self._mended(text.removesuffix("-"), line)
            else:
                text = f"{text}{'' if not text or RANGE.search(text) else ' '}{line}"
        return " ".join((text + ("-" if lines[-1][1] else "")).split())

    def _mended(self, above: str, below: str) -> str:
        """Two halves of a word with or without its hyphen, as the document writes it elsewhere."""
        last, first = LAST.search(above), FIRST.match(below)
        if last is None or first is None:
            return f"{above}-{below}"
        whole, hyphened = (last[0] + first[0]).lower(), f"{last[0]}-{first[0]}".lower()
        if self._known[whole] >= self._known[hyphened] and (
            self._known[whole] or not self._compound(last[0], first[0])
        ):
            return above + below
        return f"{above}-{below}"

    def _compound(self, left: str, right: str) -> bool:
        """Whether both halves are words of the document, so that a hyphen may belong between them."""
        halves = (left.lower(), right.lower())
        return all(len(half) > 3 and self._known[half] > 1 for half in halves) or not right[:1].islower()
