"""Plain values of users into values of the rules, strictly: nothing is converted but characters that look or mean alike
(kb/words/typography.py), nothing is parsed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches

from kb.records.atoms import Value
from kb.records.types import Plain, Type, describe, fits, plain_type
from kb.rules.language.syntax import NAME, TEXT
from kb.words.text import fold
from kb.words.typography import PLAIN

LONGEST = 60
REFUSED = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Unicode's categories of characters that no text holds."""
BEHIND_NAME = re.compile(r", | <> ")


class ValueProblemError(Exception):
    """A value that does not fit, with a sentence saying what would."""


def text_problem(text: str) -> str:
    """What is wrong with a free text; empty where it is fine."""
    if not text.strip():
        return "is empty"
    if len(text) > LONGEST:
        return f"is longer than {LONGEST} characters"
    if any(unicodedata.category(letter) in REFUSED for letter in text):
        return "holds a control character"
    return ""


def as_typed(text: str) -> str:
    """A text by the characters of the keyboard, however they came; one with a control character stays, to be refused.

    >>> as_typed("Ego\u00a0– ‘the\u00ad Planet’")
    "Ego - 'the Planet'"
    """
    if any(unicodedata.category(letter) in REFUSED for letter in text):
        return text
    signs = unicodedata.normalize("NFKC", text).translate(PLAIN)
    return " ".join("".join(letter for letter in signs if unicodedata.category(letter) != "Cf").split())


def thing(text: object) -> Value:
    """The value of a named thing: a constant where it can be one, text otherwise; distinct names stay distinct."""
    if not isinstance(text, str):
        raise ValueProblemError(f"{shown(text)} is no name: a text is expected")
    text = as_typed(text)
    problem = text_problem(text)
    if problem:
        raise ValueProblemError(f"the name {problem}")
    return text if NAME.match(text) else (TEXT, text)


def read_value(value: object, type_: Type, cards: Sequence[str] = ()) -> Value:
    """The value of an argument; ValueProblemError where it does not fit its type."""
    if type_.kind in ("int", "enum"):
        value = as_typed(value) if isinstance(value, str) else value
        if not fits(value, type_):
            raise ValueProblemError(f"{shown(value)} does not fit: {describe(type_)} is expected")
        assert isinstance(value, int | str)
        return value
    if type_.kind == "entity":
        return thing(value)
    if not isinstance(value, str):
        raise ValueProblemError(f"{shown(value)} does not fit: {describe(type_)} is expected")
    value = as_typed(value)
    if problem := text_problem(value):
        raise ValueProblemError(f"the text {problem}")
    return TEXT, titled(value, cards) if type_.kind == "card" and cards else value


def titled(words: str, cards: Sequence[str]) -> str:
    """The card's title: as it is, or by the name that it begins with where one card alone has it; in small letters too,
    and without its apostrophes."""
    if words in cards:
        return words
    asked = bare(words)
    named = [title for title in cards if asked == bare(title)]
    named = named or [title for title in cards if asked == bare(BEHIND_NAME.split(title, maxsplit=1)[0])]
    if len(named) == 1:
        return named[0]
    if named:
        raise ValueProblemError(f"several cards are called {shown(words)}: {' or '.join(named)}")
    near = get_close_matches(words, cards, 3, 0.4)
    meant = f": did you mean {', '.join(near)}?" if near else ""
    raise ValueProblemError(f"no card is called {shown(words)}{meant}")


def bare(name: str) -> str:
    """A name by its letters, however it was typed: without capitals, accents and apostrophes."""
    return fold(name).replace("'", "")


def shown(value: object) -> str:
    """A user's value for a message, cut short."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "…"


def plain(value: Value) -> Plain:
    """The plain value of a rule's value: text without its function, numbers and constants as they are."""
    if isinstance(value, tuple):
        return str(value[1]) if value[0] == TEXT else str(value)
    return value


def require_bool(value: object) -> bool:
    """The truth value; 0, 1 and text are not one."""
    if not isinstance(value, bool):
        kind = plain_type(value) if isinstance(value, int | str) else "list or object"
        raise ValueProblemError(f"{shown(value)} is a {kind}: true or false is expected")
    return value


def require_list(value: object, most: int) -> list[object]:
    """The list; ValueProblemError where it is none or too long."""
    if not isinstance(value, list | tuple):
        raise ValueProblemError(f"{shown(value)} does not fit: a list is expected")
    if len(value) > most:
        raise ValueProblemError(f"{len(value)} entries are too many: at most {most}")
    return list(value)


def said(value: Plain) -> str:
    """A plain value as text: true, false, numbers and words as they are."""
    return str(value).lower() if isinstance(value, bool) else str(value)
