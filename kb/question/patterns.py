"""The patterns by which English is read: data in english/*.toml, each with examples that it finds and ones it must not.

A file holds `[[pattern]]` tables: `name`, `regex` (a text, or a list of texts that are joined; matched without case),
at least two `examples` and one `counter` example, which tests/kb/question/test_patterns.py runs. `[parts]` names pieces
that several patterns share, a text or a list of alternatives: `<<VERBS>>` stands for the part VERBS. Those of
parts.toml all files share. No game's word stands in any. A pattern is compiled when it is first searched for: a
question needs few of them.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

FOLDER = "english"
SHARED = "parts"
PART = re.compile(r"<<(\w+)>>")


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern: what it finds, and sentences that show what it must find and what it must not."""

    name: str
    written: str
    examples: tuple[str, ...]
    counter: tuple[str, ...]

    @property
    def regex(self) -> re.Pattern[str]:
        """The expression, compiled; re.error for one that is none."""
        return _compiled(self.written)


@cache
def patterns(subject: str) -> dict[str, Pattern]:
    """The patterns of one file, by name, in its order; KeyError for a file that is not as it must be."""
    told = read_file(subject)
    parts: dict[str, str] = {}
    for name, piece in (read_file(SHARED)["parts"] | told.get("parts", {})).items():
        parts[name] = _with_parts(piece if isinstance(piece, str) else f"(?:{'|'.join(piece)})", parts)
    return {each["name"]: _pattern(each, parts) for each in told["pattern"]}


@cache
def read_file(name: str) -> dict[str, Any]:
    """A file of the folder as it is written."""
    return tomllib.loads(files("kb.question").joinpath(FOLDER, f"{name}.toml").read_text("utf-8"))


def _pattern(told: Mapping[str, object], parts: Mapping[str, str]) -> Pattern:
    regex = told["regex"]
    whole = regex if isinstance(regex, str) else "".join(_texts(regex))
    written = _with_parts(whole, parts)
    return Pattern(str(told["name"]), written, _texts(told["examples"]), _texts(told["counter"]))


@cache
def _compiled(written: str) -> re.Pattern[str]:
    return re.compile(written, re.IGNORECASE)


def _texts(told: object) -> tuple[str, ...]:
    assert isinstance(told, list)
    return tuple(map(str, told))


def _with_parts(regex: str, parts: Mapping[str, str]) -> str:
    return PART.sub(lambda found: parts[found[1]], regex)


@cache
def pattern(subject: str, name: str) -> re.Pattern[str]:
    """The compiled expression of one pattern."""
    return patterns(subject)[name].regex


def subjects() -> tuple[str, ...]:
    """The names of all files of patterns."""
    folder = files("kb.question").joinpath(FOLDER)
    names = {each.name.removesuffix(".toml") for each in folder.iterdir() if each.name.endswith(".toml")}
    return tuple(sorted(names - {SHARED}))
