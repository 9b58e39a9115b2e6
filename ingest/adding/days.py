"""The day that a document says of itself: from when it is in force, or when it was published.

Looked for in its title, its first blocks, and what was left out of them (a page's header, a running foot). A day counts
where a word such as `effective`, `updated` or `printing` stands before it, or where a short line at the top is little
else. Month names are Unicode CLDR's, by Babel. `01.05.2026` may be in May or in January: then both are told, and
neither is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from ingest.formats.block import Block, Converted, Loss, Shape

FIRST_BLOCKS, TOP_BLOCKS = 12, 4
SHORT = 8
"""Words of a line at the top that may be a day without saying what day it is."""
WORDS_BEFORE = 40
"""Characters that are shown before a day."""
LANGUAGES = ("en", "de", "fr")
YEARS = range(1950, 2101)
OPENED = re.compile(r"\s*[(\[]\s*$")
"""A bracket that opens right before a day: its end is not shown with it."""
BETWEEN = r"(?:[^.;!?]|\.(?=\S)){0,30}$"
IN_FORCE = re.compile(
    r"\b(?:effective(?: date)?|in (?:force|effect)|valid|gültig|in kraft|en vigueur)"
    r"(?: as of| as from| from| on| since| starting| beginning| ab| seit| depuis| à partir du| au)?[\s:,–—(-]*$",
    re.IGNORECASE,
)
DATING = (
    r"\b(?:v(?=\d)|(?:(?:up)?dated?|revis(?:ed|ion)|modified|publi(?:shed|cation)|print(?:ed|ing)|edition|version|"
    r"released?|issued|compiled|as of|"
    r"stand|fassung|ausgabe|aktualisiert|veröffentlicht|mise? à jour|publiée?|édition)\b)"
)
DATED, DATED_WORD = re.compile(DATING + BETWEEN, re.IGNORECASE), re.compile(DATING, re.IGNORECASE)

ISSUE = re.compile(
    r"(?:(?:rules?|last|latest|first|second|third|fourth|fifth|\d{1,2}(?:st|nd|rd|th)|version|no|nr)\b\.?|"
    r"\bv(?:er)?\.?(?=\s?\d)|\b\d{1,3}(?:\.\d{1,3}){0,3}[a-z]?\b|[\s,;:.()\[\]–—-])+",
    re.IGNORECASE,
)
"""What else stands on a line that says which version this is and from when: its number, counted printings."""
ISSUED_LINE = "the line of its version and day"


@dataclass(frozen=True, slots=True)
class Written:
    """A day as it is written: where, its words, and the days that it can be; a month alone is its first day."""

    start: int
    words: str
    days: tuple[str, ...]
    month_alone: bool = False


@dataclass(frozen=True, slots=True)
class SaidDay:
    """What a document says of its day: `words` are its own, `days` empty where it says none, two where the order of
    day and month is open; `in_force` where it says so, else it is the day of its publication."""

    days: tuple[str, ...] = ()
    words: str = ""
    in_force: bool = False
    month_alone: bool = False

    @property
    def day(self) -> str:
        """The one day that is said, as ISO date; empty where there is none, or more than one."""
        return self.days[0] if len(self.days) == 1 else ""


NO_DAY = SaidDay()


def said_day(converted: Converted) -> SaidDay:
    """The day from which a document is in force, else the latest on which it says that it was published."""
    found = list(_said(converted))
    in_force = [each for each in found if each.in_force]
    if in_force:
        return in_force[0]
    return max(found, key=lambda each: each.days[-1], default=NO_DAY)


def without_issue(converted: Converted) -> Converted:
    """The same document without the lines at its top that say its version and its day and nothing else: they are no
    rules, and the day is kept with the document. One that has nothing else stays as it is."""
    gone = {at for at, block in enumerate(converted.blocks[:TOP_BLOCKS]) if _is_issue(block)}
    kept = tuple(block for at, block in enumerate(converted.blocks) if at not in gone)
    if not gone or all(block.shape is Shape.HEADING for block in kept):
        return converted
    loss = Loss(ISSUED_LINE, len(gone), converted.blocks[min(gone)].text)
    return replace(converted, blocks=kept, losses=(*converted.losses, loss))


def _is_issue(block: Block) -> bool:
    """Whether a paragraph says a version's number and day and nothing else: `Version 1.2, in force from 1 May 2026.`"""
    days = list(written_days(block.text)) if block.shape is Shape.PARAGRAPH else []
    if len(days) != 1 or len(days[0].days) != 1:
        return False
    before, behind = block.text[: days[0].start], block.text[days[0].start + len(days[0].words) :]
    said = DATED.search(before) or IN_FORCE.search(before)
    rest = DATED_WORD.sub(" ", IN_FORCE.sub(" ", before)), behind
    return bool(said) and all(not ISSUE.sub("", part) for part in rest)


def _said(converted: Converted) -> Iterator[SaidDay]:
    """Every day that counts, in the order of the document."""
    yield from _days_in(converted.title, top=True)
    for at, block in enumerate(converted.blocks[:FIRST_BLOCKS]):
        top = at < TOP_BLOCKS and block.shape in (Shape.HEADING, Shape.PARAGRAPH)
        yield from _days_in(block.text, top)
    for loss in converted.losses:
        yield from _days_in(loss.first, top=False)


def _days_in(text: str, top: bool) -> Iterator[SaidDay]:
    for each in written_days(text):
        above = text[: each.start]
        in_force = bool(IN_FORCE.search(above))
        if in_force or DATED.search(above) or (top and len(text.split()) <= SHORT):
            yield SaidDay(each.days, _with_words_before(text, each), in_force, each.month_alone)


def _with_words_before(text: str, each: Written) -> str:
    """A day with the whole words right before it."""
    before = text[: each.start]
    cut = len(before) > WORDS_BEFORE
    shown = before[-WORDS_BEFORE:].partition(" ")[2] if cut else before
    return f"{'… ' if cut else ''}{OPENED.sub(' ', shown)}{each.words}".strip()


def written_days(text: str) -> Iterator[Written]:
    """The days that a text names with their year, in order.

    >>> [each.days for each in written_days("14 May 2026, 05/13/2026 or 01.05.2026")]
    [('2026-05-14',), ('2026-05-13',), ('2026-01-05', '2026-05-01')]
    """
    taken: list[Written] = []
    for pattern in _patterns():
        for found in pattern.finditer(text):
            if any(each.start < found.end() and found.start() < each.start + len(each.words) for each in taken):
                continue
            if days := _possible(found.groupdict()):
                taken.append(Written(found.start(), found[0], days, "day" not in found.groupdict()))
    yield from sorted(taken, key=lambda each: each.start)


def _possible(parts: dict[str, str]) -> tuple[str, ...]:
    """The days that the parts of a written one can be."""
    year = int(parts["year"])
    if year not in YEARS:
        return ()
    if "other" in parts:
        pairs = [(parts["day"], parts["other"]), (parts["other"], parts["day"])]
    else:
        pairs = [(parts.get("day", "1"), parts["month"])]
    found = set()
    for day, month in pairs:
        try:
            found.add(date(year, _month(month), int(day)).isoformat())
        except ValueError:
            continue
    return tuple(sorted(found))


def _month(written: str) -> int:
    return int(written) if written.isdigit() else _months()[written.lower()]


@lru_cache(maxsize=1)
def _months() -> dict[str, int]:
    """The months' names in small letters, without full stops; short ones in English alone: others are words."""
    from babel.dates import get_month_names

    found = {"sept": 9}
    for language in LANGUAGES:
        for width in ("wide", "abbreviated") if language == "en" else ("wide",):
            found |= {name.lower(): number for number, name in get_month_names(width, locale=language).items()}
    return found


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], ...]:
    """How days are written, those first that hold others."""
    names = "|".join(sorted(_months(), key=len, reverse=True))
    year, day, month = r"(?P<year>\d{4})(?!\d)", r"(?<!\d)(?P<day>\d{1,2})", rf"(?<!\w)(?P<month>{names})\b\.?"
    return tuple(
        re.compile(written, re.IGNORECASE)
        for written in (
            r"(?<!\d)(?P<year>\d{4})([-/.])(?P<month>\d{1,2})\2(?P<day>\d{1,2})(?!\d)",
            rf"{day}([./-])\s?(?P<other>\d{{1,2}})\2\s?{year}",
            rf"{day}(?:st|nd|rd|th|er|\.)?[\s-](?:of )?{month},?[\s-]{year}",
            rf"{month}\s{day}(?:st|nd|rd|th)?,?\s{year}",
            rf"{month},?\s{year}",
        )
    )
