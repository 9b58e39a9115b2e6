"""The forms in which one question is typed: by a phone, from a document, in a hurry, into a chat."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}
WIDE = 0xFEE0
"""How far a full-width character stands from the one that it widens."""


def curly(text: str) -> str:
    """As phones write quotes."""
    return re.sub(r'"([^"]*)"', "“\\1”", text).replace("'", "’")


def full_width(text: str) -> str:
    """As East Asian keyboards write."""
    return "".join("\u3000" if each == " " else chr(ord(each) + WIDE) if "!" <= each <= "~" else each for each in text)


def ligatures(text: str) -> str:
    """As it comes out of a printed page."""
    for letters, joined in LIGATURES.items():
        text = text.replace(letters, joined)
    return text


FORMS: Mapping[str, Callable[[str], str]] = {
    "curly": curly,
    "full-width": full_width,
    "ligature": ligatures,
    "soft hyphen": lambda text: re.sub(r"(\w\w\w)(?=\w\w)", "\\1\u00ad", text),
    "zero-width": lambda text: "\u200b".join(text),
    "NBSP": lambda text: text.replace(" ", "\u00a0"),
    "no apostrophe": lambda text: re.sub("['’‘]", "", text),
    "capitals": str.upper,
    "no capitals": str.lower,
    "doubled blanks": lambda text: text.replace(" ", "  "),
    "emoji": lambda text: f"{text} 🤔👍🏽",
    "markdown quote": lambda text: f"> {text}",
    "em dash": lambda text: text.replace(" - ", "—"),
    "trailing newline": lambda text: f"{text}\n",
}
