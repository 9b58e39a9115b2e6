"""The one form in which a text is read, however it was typed: quotes, dashes, ligatures, capitals, apostrophes, marks.

`normalise` makes texts that differ only in how they were typed the same text, so that nothing behind it can tell them
apart. That is why it drops what some leave out and puts it back by rule: all letters become small and the names of
persons get their capitals again (capitals.py), all apostrophes go and the contractions get theirs (apostrophes.py).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.question.patterns import pattern
from kb.question.written.apostrophes import with_contractions, with_owners
from kb.question.written.capitals import names_in, with_capitals
from kb.records.question import Span
from kb.words.lexicon import Lexicon
from kb.words.typography import DASH, Placed, typed

LONGEST_TYPED = 8_000
"""Of a text at most so many characters are looked at: each of the 2,000 of a question may have others that go."""
BLANKS = re.compile(r" {2,}")
EMPHASIS = re.compile(r"(?<!\d)(?<!\d )\*+|\*+(?! ?\d)|~~+|\|\|+|(?<![\w=])_+(?=\w)|(?<=\w)_+(?![\w=])")
"""What marks words in a chat, `**bold**`, `_so_`, `~~struck~~`, `||hidden||`; not the times of `2 * 3`."""
FACES = re.compile(r"(?:(?<=\s)|\A)(?:[:;]['o-]?[()dp/|]+|:[a-z]\w+:)(?=\s|\Z)")
MARK = r"(?:>+(?=[ \"(a-z])|[-*+](?= )|#{1,6}(?= ))"
MARKED = re.compile(rf"\A\s*(?:{MARK} *)+")
LINES_END = re.compile(rf" ?\n\s*(?P<mark>(?:{MARK} *)*)")
OPEN = tuple(".?!:;,-(")
"""A line that ends so needs no stop."""
WRAPPED = 60
"""A line as long as this ends where there was no more room."""
SHORT_LINE = 40
ARROW = re.compile(rf"(?:{DASH}|-+)>")
LONG = re.compile(r"--+")
ANY_DASH = re.compile(rf" ?[{DASH}-](?!>) ?")
DASHES_AGAIN = re.compile(r" -(?: -)+ ")
HANGING = re.compile(r"(?:or|and|to)\b")
"""What follows a hyphen that hangs: `5- or 6-drop`."""
RUN = re.compile(r"([^\w\s.!?,;:])\1{2,}|([,;:])\2+")
ASKING_MARKS = re.compile(r"[!?]{2,}")
DOTS = re.compile(r"\.{4,}")
LONGEST_WORD = re.compile(r"(\d{12})\d+|([\w'-]{60})[\w'-]+")
"""No number or word is longer: what goes on is read up to here."""
LETTERS = re.compile(r"([a-z])\1{3,}(?P<end>\b)?")
TWICE_AT_END = frozenset("elsf")
"""Letters that may stand twice at a word's end: `freeee` is free, but `sooo` so."""
BEFORE_STOP = re.compile(r" (?=[?!,;]|[.:](?:\s|\Z))")
AT_ENDS = re.compile(r"\A\s*(?:- )*|\s+\Z")


@dataclass(frozen=True, slots=True)
class Normal:
    """A text as it is read; `places` are those of its characters, and of its end, in the text as it was typed.

    `names` are those of persons, in small letters; in `text` they have a capital.
    """

    text: str
    places: tuple[int, ...]
    names: frozenset[str] = frozenset()


def normalise(text: str, lexicon: Lexicon | None = None) -> Normal:
    """The form of a text in which it is read; by the words of the documents more names are found than first names."""
    draft = _lines(_small(typed(text[:LONGEST_TYPED])).sub(BLANKS, " "))
    for step in (_marks, _dashes, _runs, with_contractions):
        draft = step(draft)
    draft = draft.sub(BLANKS, " ").sub(BEFORE_STOP, "").sub(AT_ENDS, "")
    names = names_in(draft.text, lexicon)
    draft = with_owners(draft, names, lexicon)
    return Normal(with_capitals(draft.text, names), draft.places, names)


def _small(draft: Placed) -> Placed:
    """A text in small letters."""
    small = draft.text.lower()
    if len(small) != len(draft.text):  # a letter of another alphabet that has no small one of its own
        small = "".join(low if len(low := letter.lower()) == 1 else letter for letter in draft.text)
    return Placed(small, draft.places)


def _marks(draft: Placed) -> Placed:
    """A text without what only marks its words, and each sign that is repeated once."""
    draft = draft.sub(RUN, lambda hit: hit[1] or hit[2]).sub(LONGEST_WORD, lambda hit: hit[1] or hit[2])
    draft = draft.sub(ASKING_MARKS, lambda hit: "?" if "?" in hit[0] else "!").sub(DOTS, "...")
    return draft.sub(EMPHASIS, "").sub(FACES, "")


def _lines(draft: Placed) -> Placed:
    """A text in one line: where a line ends a sentence does, unless it ran on or had no more room."""
    draft = draft.sub(MARKED, "")
    if "\n" not in draft.text:
        return draft
    listed = _listed(draft.text)
    return draft.sub(LINES_END, lambda hit: _line_end(hit, listed))


def sentences_ended_by_lines(text: str) -> list[Span]:
    """The ends of lines that end a sentence without a stop, with the blanks and the marks of a list behind them."""
    listed, small = _listed(text), text.lower()
    if "\n" not in text or len(small) != len(text):
        return []
    return [Span(*hit.span()) for hit in LINES_END.finditer(small) if _line_end(hit, listed) != " "]


def _listed(text: str) -> bool:
    lines = [len(line) for line in text.split("\n") if line.strip()]
    return len(lines) > 2 and max(lines) < SHORT_LINE


def _line_end(hit: re.Match[str], listed: bool) -> str:
    text, start, end = hit.string, hit.start(), hit.end()
    line = text[text.rfind("\n", 0, start) + 1 : start]
    if not line.strip() or end == len(text) or line.endswith(OPEN):
        return " "
    begins = pattern("lines", "begins").match(text[end:]) is not None
    runs_on = pattern("lines", "runs-on").search(line) is not None
    parted = bool(hit["mark"]) or hit[0].count("\n") > 1
    if parted or (not runs_on and (listed or (begins and len(line) < WRAPPED))):
        return "? " if pattern("lines", "asks").match(MARKED.sub("", line)) else ". "
    return " "


def _dashes(draft: Placed) -> Placed:
    """A text whose dashes are a hyphen within a word, a minus before a number, or ` - ` between parts of a sentence."""
    draft = draft.sub(LONG, DASH).sub(ARROW, "->")
    return draft.sub(ANY_DASH, _dash).sub(DASHES_AGAIN, " - ")


def _dash(hit: re.Match[str]) -> str:
    text, before, after = hit.string, hit.string[: hit.start()][-1:], hit.string[hit.end() :][:1]
    left, right = hit[0].startswith(" "), hit[0].endswith(" ")
    short = DASH not in hit[0]
    if not right and after.isdigit() and (left or not before.isalnum()):
        return f"{' ' * left}-"  # a minus
    if left or right:
        hanging = right and not left and before.isalnum() and HANGING.match(text, hit.end())
        return "- " if hanging else " - "
    if before.isalnum() and after.isalnum():
        asks = pattern("lines", "asks").match(text[hit.end() :]) is not None
        broken = asks or not (short or (before.isdigit() and after.isdigit()))
        return " - " if broken else "-"
    return " - " if before in ".?!,;:" or not short else "-"


def _runs(draft: Placed) -> Placed:
    """A text whose drawn out words are as short as they are spelled: `sooooo` is so."""
    return draft.sub(LETTERS, lambda hit: hit[1] * (1 + (hit["end"] is None or hit[1] in TWICE_AT_END)))
