"""What differs in the words of two texts, stretch by stretch."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher

MOST_WORDS = 4_000
"""Of both texts: longer ones are shown whole, for comparing them takes seconds."""
GAP = 1
"""So few words that stay between two changes are shown as changed too: single words kept tell nobody anything."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some words that stay (`kind` is `same`), that were taken away (`old`) or that came (`new`)."""

    kind: str
    text: str


def marked_words(before: str, after: str) -> tuple[Stretch, ...]:
    """Both texts as one, what was taken away before what came in its place."""
    old, new = before.split(), after.split()
    if len(old) + len(new) > MOST_WORDS:
        return tuple(Stretch(kind, text) for kind, text in (("old", before), ("new", after)) if text)
    found: list[Stretch] = []
    gone: list[str] = []
    came: list[str] = []

    def settle() -> None:
        found.extend(Stretch(kind, " ".join(words)) for kind, words in (("old", gone), ("new", came)) if words)
        gone.clear()
        came.clear()

    for tag, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        short = tag == "equal" and end - start <= GAP and start and end < len(old)
        if tag == "equal" and not short:
            settle()
            found.append(Stretch("same", " ".join(old[start:end])))
        else:
            gone += old[start:end]
            came += new[first:last]
    settle()
    return tuple(found)


def as_text(stretches: tuple[Stretch, ...]) -> str:
    """The stretches for a terminal: `A boat carries [-three-] {+four+} crates.`"""
    marks = {"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}
    return " ".join(marks[each.kind].format(each.text) for each in stretches)
