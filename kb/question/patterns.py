"""The patterns by which English is read: data in english/*.toml, each with examples that it finds and ones it must not.

A file is a list of `[[pattern]]` tables: `name`, `regex` (matched without case, in verbose form: blanks count only where
they are written `\\ ` or `[ ]`), at least two `examples` and one `counter` example. tests/kb/question/test_patterns.py
runs all of them. No game's word stands in any.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

FOLDER = "english"


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern: what it finds, and sentences that show what it must find and what it must not."""

    name: str
    regex: re.Pattern[str]
    examples: tuple[str, ...]
    counter: tuple[str, ...]


@cache
def patterns(subject: str) -> dict[str, Pattern]:
    """The patterns of one file, by name, in its order. KeyError, re.error for a file that is not as it must be."""
    told = tomllib.loads(files("kb.question").joinpath(FOLDER, f"{subject}.toml").read_text("utf-8"))
    return {
        each["name"]: Pattern(
            each["name"],
            re.compile(each["regex"], re.IGNORECASE | re.VERBOSE),
            tuple(each["examples"]),
            tuple(each["counter"]),
        )
        for each in told["pattern"]
    }


def pattern(subject: str, name: str) -> re.Pattern[str]:
    """The compiled expression of one pattern."""
    return patterns(subject)[name].regex


def subjects() -> tuple[str, ...]:
    """The names of all files of patterns."""
    folder = files("kb.question").joinpath(FOLDER)
    return tuple(sorted(each.name.removesuffix(".toml") for each in folder.iterdir() if each.name.endswith(".toml")))
