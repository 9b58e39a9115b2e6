"""Tables of TOML that curators write: read strictly, each finding at the line of the table that it is about."""

from __future__ import annotations

import re
import tomllib
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kb.errors import Place, Problem
from kb.files.toml import bounded_table
from kb.misfits import misfits

HEADER = re.compile(r"\[+([^\]]+)\]+\s*(?:#.*)?$")
KEY = re.compile(r""" "[^"]*" | '[^']*' | [\w-]+ """, re.VERBOSE)
ASSIGNED = re.compile(r"""("[^"]*"|'[^']*'|[\w-]+)\s*=""")

Words = Annotated[list[str], Field(min_length=1)]
Named = Annotated[dict[str, str], Field(min_length=1)]
"""What must name something."""


class Strict(BaseModel):
    """A table whose unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


def toml_table(file: str, text: str, problems: list[Problem]) -> dict[str, Any] | None:
    """The table of a TOML text, None with a problem noted where it is not TOML."""
    try:
        return bounded_table(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+), column (\d+)", str(error))
        lines = text.splitlines() or [""]
        line, column = (int(found[1]), int(found[2])) if found else (len(lines), 1)
        place = Place(file, line, column, lines[min(line, len(lines)) - 1])
        message = str(error).partition(" (at ")[0]
        problems.append(Problem("bad-toml", message, place, "valid TOML"))
        return None


def place_of(file: str, text: str, key: str, value: str) -> Place | None:
    """The line that says `key = "value"`, where it is one of its own."""
    said = {f'"{value}"', f"'{value}'"}
    for number, line in enumerate(text.splitlines(), 1):
        if value in line:
            name, _, rest = line.partition("=")
            if name.strip() == key and rest.lstrip()[: len(value) + 2] in said:
                return Place(file, number, 1, line)
    return None


def places_of(file: str, text: str, root: str = "") -> dict[str, Place]:
    """The line of each table by its key, below the table `root` where one is given: `key = {…}` or `[root.key]`.

    Keys stand at the beginning of their line."""
    found: dict[str, Place] = {}
    inside = not root
    for number, line in enumerate(text.splitlines(), 1):
        if head := HEADER.match(line):
            path = [_key(each) for each in KEY.findall(head[1])]
            inside = path == [root]
            name = path[-1] if path[:-1] == ([root] if root else []) else ""
        else:
            named = ASSIGNED.match(line) if inside else None
            name = _key(named[1]) if named else ""
        if name:
            found.setdefault(name, Place(file, number, 1, line))
    return found


def _key(written: str) -> str:
    return written[1:-1] if written[0] in "\"'" else written


def finding_places(file: str, text: str, error: ValidationError, code: str, below: bool = False) -> list[Problem]:
    """One problem for each thing that does not fit, at the table it is about: one of the file's own, or `below` one."""
    problems = []
    for each in misfits(error):
        *above, table = each.place[: 1 + below]
        place = places_of(file, text, *above).get(table) or Place(file, 1, 1, (text.splitlines() or [""])[0])
        problems.append(each.problem(code, place, "docs/rules.md"))
    return problems
