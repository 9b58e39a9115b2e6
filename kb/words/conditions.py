"""Tell which condition words of a text a record of it does not hold.

A rule read into fields is only as good as what the fields keep: `you may, unless …` stored as
`you may` is wrong, not incomplete. This check knows no grammar; it compares words and places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

TRIGGER = re.compile(
    r"\b(?:(?<!as )(?<!see )(?<!check )(?<!determine )(?<!know )if|may(?! \d)|unless|only|until|instead|except|while"
    r"|once per turn|without|other than|up to|at least|no more than)\b"
)
TYPOGRAPHY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "\xa0": " "})
SEPARATOR = "; "


def swallowed_conditions(text: str, *held: str) -> tuple[str, ...]:
    """The condition words of `text`, in order, that nothing in `held` accounts for.

    A held string that stands in the text (or whose parts between semicolons do) accounts for the
    words at its own place; any other accounts for as many of each word as it has itself, the first
    ones first. So a record's fields can be given as they are, and a rule's wording or a bare word
    (`"may"`) too.
    """
    folded = fold(text)
    wanted = [(match.start(), match.group()) for match in TRIGGER.finditer(folded)]
    taken: set[int] = set()
    parts = [part for string in held for part in fold(string).split(SEPARATOR) if part]
    for part in sorted(parts, key=len, reverse=True):
        taken |= set(accounted(folded, part, [place for place in wanted if place[0] not in taken]))
    return tuple(word for at, word in wanted if at not in taken)


def fold(text: str) -> str:
    """The text in lower case, quotes straight, white space single."""
    return " ".join(text.translate(TYPOGRAPHY).lower().split())


def accounted(text: str, part: str, open_places: list[tuple[int, str]]) -> Iterator[int]:
    """The places among `open_places` that one held part accounts for."""
    for span in standing(text, part):
        inside = [at for at, word in open_places if span[0] <= at and at + len(word) <= span[1]]
        if inside:
            yield from inside
            return
    for word in TRIGGER.findall(part):
        at = next((at for at, open_word in open_places if open_word == word), None)
        if at is not None:
            open_places = [place for place in open_places if place[0] != at]
            yield at


def standing(text: str, part: str) -> Iterator[tuple[int, int]]:
    """Where a part stands in the text as whole words."""
    pattern = rf"(?<!\w){re.escape(part)}(?!\w)"
    yield from (match.span() for match in re.finditer(pattern, text))
