"""How a text was typed, and what its characters stand for: one character for all that look or mean alike.

Ligatures, full-width letters and accents become plain letters (NFKC); every apostrophe, quotation mark and dash becomes
the one of the keyboard; what is not seen (soft hyphens, zero-width characters, marks of direction) and what only
decorates (emoji) goes. Each character that stays knows its place in the text as it was typed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

APOSTROPHES = "'’‘‛‚`´ʹʻʼʽˈ′＇"
QUOTES = '"“”„‟«»″〝〞〃'
DASHES = "—―⸺⸻﹘"
HYPHENS = "-‐‑‒–−⁃﹣－"
DASH = "—"
"""Stands for every long dash until it is known what its blanks say; a short one is a hyphen, a minus or a dash."""
SIGNS = {
    **dict.fromkeys(APOSTROPHES, "'"), **dict.fromkeys(QUOTES, '"'), **dict.fromkeys(DASHES, DASH),
    **dict.fromkeys(HYPHENS, "-"),
    "→": "->", "➔": "->", "⇒": "=>", "≤": "<=", "≥": ">=", "≠": "!=", "×": "x", "·": " ", "⁄": "/", "™": "", "®": "",
    "\r": " ", "\t": " ", "\u2028": "\n", "\u2029": "\n\n", "\u3164": " ", "\u2800": " ", "\ufe0f": "", "\u20e3": "",
}  # fmt: skip
PLAIN: dict[int, str] = {ord(letter): sign for letter, sign in SIGNS.items()}
"""The same as a table for `str.translate`."""
IN_PLACE: dict[int, str] = {code: sign[:1] or " " for code, sign in PLAIN.items()}
"""The same where each character is to stay in its place: the first that it stands for, or a blank."""
UNSEEN = frozenset({"Cf", "Mn", "Me"})
"""Unicode's categories of what is not seen by itself: marks of format, marks on the letter before."""
NOT_TEXT = frozenset({"So", "Sk", "Cc", "Cs", "Co", "Cn", "Zs"})
"""Those of what is no text: emoji and their skins, control characters, blanks of every width."""


APART = {"<fraction": " ", "<super> 003": "^"}
"""What parts a digit of its own kind from the one before, so that `1½` is no 11/2 and `2²` no 22."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A text with the place of each of its characters, and of its end, in the text that it was made from."""

    text: str
    places: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> Placed:
        """A text at its own places."""
        return cls(text, tuple(range(len(text) + 1)))

    def sub(self, pattern: re.Pattern[str], by: str | Callable[[re.Match[str]], str]) -> Placed:
        """The text with every hit of a pattern replaced, its places kept: a character of what comes in has the place
        of the one that it stands for, those beyond that of the last."""
        pieces: list[str] = []
        places: list[int] = []
        at = 0
        for hit in pattern.finditer(self.text):
            new = by(hit) if callable(by) else hit.expand(by)
            start, end = hit.span()
            if new == hit[0]:
                continue
            pieces += [self.text[at:start], new]
            places += self.places[at:start]
            places += [self.places[start + each] for each in _aligned(hit[0], new)]
            at = end
        if not pieces:
            return self
        return Placed("".join([*pieces, self.text[at:]]), (*places, *self.places[at:]))

    def cut(self, start: int, end: int) -> Placed:
        """The stretch `[start, end)`."""
        return Placed(self.text[start:end], self.places[start : end + 1])


def _aligned(old: str, new: str) -> list[int]:
    """For each character of a text that takes another's place, which of its characters it stands for: `cant`, `can't`
    are alike up to `can` and from `t` on."""
    alike = next((at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(old))
    alike = min(alike, len(old), len(new))
    last = max(len(old) - 1, 0)
    return [
        min(at, last) if at < alike else max(min(at, alike), min(last, len(old) - len(new) + at))
        for at in range(len(new))
    ]


def typed(text: str) -> Placed:
    """A text by its plain characters, in small letters and capitals as it was typed."""
    if text.isascii() and not CONTROL.search(text):
        return Placed.of(text).sub(ASCII_SIGNS, _sign)
    plain = [_plain(letter) for letter in text]
    places = [at for at, letters in enumerate(plain) for _ in letters]
    return Placed("".join(plain), (*places, len(text)))


def plain_characters(text: str, picture: str = " ") -> str:
    """`typed` without the places, a long dash as the keyboard's; `picture` stands for each emoji or other picture."""
    if text.isascii() and not CONTROL.search(text):
        return ASCII_SIGNS.sub(_sign, text)
    return text.translate(_plain_letters(picture)).replace(DASH, "-")


class PlainLetters(dict[int, str]):
    """What each character stands for, worked out when it is first met."""

    def __init__(self, picture: str) -> None:
        super().__init__()
        self._picture = picture

    def __missing__(self, code: int) -> str:
        if len(self) > LETTERS_KEPT:
            self.clear()
        plain = _plain(chr(code))
        found = self[code] = self._picture if plain == " " and unicodedata.category(chr(code)) == "So" else plain
        return found


_plain_letters = lru_cache(maxsize=8)(PlainLetters)


LETTERS_KEPT = 4_096
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
ASCII_SIGNS = re.compile(r"[`\t]")


def _sign(hit: re.Match[str]) -> str:
    return SIGNS[hit[0]]


@lru_cache(maxsize=4_096)
def _plain(letter: str) -> str:
    """What one character stands for: nothing, a blank, a sign of the keyboard or plain letters."""
    if letter in SIGNS:
        return SIGNS[letter]
    if (letter.isascii() and letter.isprintable()) or letter == "\n":
        return letter
    kind = unicodedata.category(letter)
    if kind in UNSEEN:
        return ""
    if kind in NOT_TEXT:
        folded = unicodedata.normalize("NFKC", letter)
        return folded if folded != letter and folded.isalnum() else " "
    return _letters(letter)


def _letters(letter: str) -> str:
    """The letters of one that is accented, joined, wide or small; those of other alphabets as they are."""
    apart = unicodedata.normalize("NFKD", letter)
    base = "".join(each for each in apart if unicodedata.category(each) not in UNSEEN)
    if not base.isascii():
        joined = unicodedata.normalize("NFKC", letter)
        base = base if all(SIGNS.get(each, each).isascii() for each in base) else joined
    joined_by = next((sign for kind, sign in APART.items() if unicodedata.decomposition(letter).startswith(kind)), "")
    return joined_by + "".join(SIGNS.get(each, each) for each in base)
