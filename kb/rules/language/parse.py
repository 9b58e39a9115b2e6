"""Rule text into rules: refused by text, then parsed by clingo, then by an allow-list of what it found.

The text is refused first because `#include` opens files and `#script` runs code while clingo parses, because it reads a
number beyond 32 bits as another one, and because it ends the whole process at a letter that it does not know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from kb.errors import Place, Problem
from kb.rules.language.convert import Converter, NotAllowedError, Statement
from kb.rules.language.noting import Noting
from kb.rules.language.syntax import GREATEST

FORBIDDEN = re.compile(r"#\s*(script|include)", re.IGNORECASE)
SKIPPED = re.compile(r'"(?:[^"\\\n]|\\.)*"|%(?!\*)[^\n]*')
DIRECTIVE = re.compile(r"#\s*\w*|@|%\*|\x00")
NUMBER = re.compile(r"(?<![A-Za-z0-9_'])(?:0x[0-9a-f]+|0o[0-7]+|0b[01]+|\d+)", re.IGNORECASE)
FOREIGN = re.compile(r"[^\x00-\x7f]+")
ALLOWED = {"#count", "#sum", "#min", "#max"}
MESSAGE = re.compile(r"<string>:(\d+):(\d+)(?:-(?:\d+:)?\d+)?: (?:error|info|warning): (.*)", re.DOTALL)
BASES = {"0x": 16, "0o": 8, "0b": 2}
LONGEST = 40
INSTEAD = {
    "#const": "write the number, or a fact",
    "#external": "a fact of facts.toml",
    "@": "rules call no functions",
    "%*": "line comments, `% …`",
}


def refused(text: str) -> Iterator[tuple[int, str, str]]:
    """What no rule text may hold: offset, the thing, what to write instead."""
    for found in FORBIDDEN.finditer(text):
        yield found.start(), found.group(), "no file is read and no code is run by a rule"
    blanked = SKIPPED.sub(lambda skipped: re.sub(r"[^\n]", " ", skipped.group()), text)
    for found in DIRECTIVE.finditer(blanked):
        name = re.sub(r"\s", "", found.group())
        if name not in ALLOWED and not FORBIDDEN.match(found.group()):
            yield found.start(), name or "#", INSTEAD.get(name, "only #count, #sum, #min and #max")
    for found in NUMBER.finditer(blanked):
        if len(found.group()) > LONGEST or int(found.group(), BASES.get(found.group()[:2].lower(), 10)) > GREATEST:
            yield found.start(), f"the number {found.group()[:LONGEST]}", f"whole numbers up to {GREATEST}"
    for found in FOREIGN.finditer(blanked):
        yield found.start(), found.group()[:LONGEST], "letters a to z; others in quotes and in comments only"


class Parser(Noting):
    """Parses the blocks of one rules file; problems point into that file."""

    def __init__(self, file: str, lines: list[str]) -> None:
        self.file = file
        self.lines = lines
        self.problems: list[Problem] = []

    def place(self, line: int, column: int) -> Place:
        """The place of a 1-based line and column."""
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        return Place(self.file, line, column, text)

    def parse(self, text: str, first: int, options: bool) -> list[Statement]:
        """The statements of a block whose first line is line `first` of the file."""
        found = list(refused(text))
        for at, what, expected in found:
            line = text.count("\n", 0, at)
            column = at - text.rfind("\n", 0, at)
            self.problem("forbidden", f"{what} is not allowed in rules", self.place(first + line, column), expected)
        return [] if found else self._parse(text, first, options)

    def _parse(self, text: str, first: int, options: bool) -> list[Statement]:
        statements: list[Statement] = []
        converter = Converter(lambda location: self._at(location, first), options)

        def take(node: Any) -> None:
            try:
                statement = converter.statement(node)
            except NotAllowedError as error:
                self.problem("not-allowed", error.message, error.place, error.expected)
            else:
                if statement is not None:
                    statements.append(statement)

        self._with_clingo(text, first, take)
        return statements

    def _with_clingo(self, text: str, first: int, take: Callable[[Any], None]) -> None:
        from clingo import ast

        try:
            ast.parse_string(text, take, logger=lambda _, message: self._syntax(message, first))
        except RuntimeError:
            if not self.problems:
                self.problem("syntax", "the rules cannot be parsed", self.place(first, 1), "see docs/rules.md")

    def _syntax(self, message: str, first: int) -> None:
        found = MESSAGE.match(message)
        if found:
            line, column = int(found[1]), int(found[2])
            place = self.place(first + line - 1, column)
            self.problem("syntax", found[3].strip().replace("\n", " "), place, "head :- body.")

    def _at(self, location: Any, first: int) -> Place:
        return self.place(first + location.begin.line - 1, location.begin.column)
