"""Read a rule text into sections: clause ids, quotes, annotations, blocks of rules, checks and cases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kb.errors import Place, Problem
from kb.rules.model.rulemodel import DRAFT

SECTION = re.compile(r"##\s+(?P<ids>[^\s,]+(?:\s*,\s*[^\s,]+)*)\s*(?P<title>.*)")
FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*(\w*)")
NOTE = re.compile(r"\s*%@\s*(.*)")
STATUS = re.compile(r"(modelled|partly|draft|not-checkable|symbol-lost)\s*(?::\s*(.*))?")
STATEMENTS = re.compile(r"(\d+)\s+of\s+(\d+)")
RULES, CHECK, CASE = "asp", "check", "case"
DRAFTED = "a draft of headjudge new-check"
"""How the reason begins by which `partly` meant a draft before drafts had a status."""


@dataclass(frozen=True, slots=True)
class Note:
    """One `%@` line: the text after it, and where it stands."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block of rules: its text, the number of its first line, the quote above it."""

    text: str
    first: int
    quote: str
    notes: tuple[Note, ...]

    @property
    def options(self) -> bool:
        """True where the block is declared to hold choices."""
        return any(note.text == "options" for note in self.notes)


@dataclass(slots=True)
class Section:
    """One `##` section while it is read.

    `tables` holds the TOML texts of its blocks `check` and `case`, with as many empty lines before them as lines stand
    before them in the file: their lines are the file's.
    """

    ids: tuple[str, ...]
    title: str
    place: Place
    quotes: list[tuple[str, Place]] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    tables: dict[str, list[str]] = field(default_factory=lambda: {CHECK: [], CASE: []})
    status: str = ""
    reason: str = ""
    statements: tuple[int, int] | None = None


def read_sections(file: str, text: str) -> tuple[list[Section], list[Problem]]:
    """The sections of a rules file, and what is wrong with its outline."""
    reader = Reader(file, text.splitlines())
    reader.read()
    return reader.sections, reader.problems


class Reader:
    """Walks the lines of one file once."""

    def __init__(self, file: str, lines: list[str]) -> None:
        self.file = file
        self.lines = lines
        self.sections: list[Section] = []
        self.problems: list[Problem] = []
        self.quote: list[str] = []

    def place(self, number: int, column: int = 1) -> Place:
        """The place of a 0-based line."""
        return Place(self.file, number + 1, column, self.lines[number])

    def problem(self, code: str, message: str, number: int, expected: str = "") -> None:
        """Note a problem at a 0-based line."""
        self.problems.append(Problem(code, message, self.place(number), expected))

    def read(self) -> None:
        """Read all lines into sections."""
        number = 0
        while number < len(self.lines):
            number = self._line(number)
        self._end_quote(number - 1)

    def _line(self, number: int) -> int:
        """Take one line, or one block; the number of the next line to take."""
        line = self.lines[number]
        if not line.startswith(">"):
            self._end_quote(number - 1)
        fence = FENCE.match(line)
        if fence:
            return self._block(number, fence[1], fence[2])
        if line.startswith("## "):
            self._section(number)
        elif line.startswith(">"):
            self.quote.append(line[1:].strip())
        elif note := NOTE.match(line):
            self._section_note(note[1].strip(), number)
        return number + 1

    def _section(self, number: int) -> None:
        found = SECTION.fullmatch(self.lines[number].rstrip())
        if not found:
            self.problem("bad-section", "a section's heading names no clause", number, "## 5.p2 Title")
            return
        ids = tuple(part.strip() for part in found["ids"].split(","))
        self.sections.append(Section(ids, found["title"].strip(), self.place(number)))

    def _current(self, number: int, what: str) -> Section | None:
        if not self.sections:
            self.problem("no-section", f"{what} stands before the first section", number, "## <clause> Title above it")
            return None
        return self.sections[-1]

    def _end_quote(self, number: int) -> None:
        if self.quote and (section := self._current(number, "a quote")):
            text = " ".join(" ".join(self.quote).split())
            if text:
                section.quotes.append((text, self.place(number - len(self.quote) + 1)))
        self.quote = []

    def _section_note(self, text: str, number: int) -> None:
        section = self._current(number, "an annotation")
        if section is not None and not self._status(section, text, number):
            expected = "in a section's text only `%@ status: …` and `%@ statements: 2 of 3`"
            self.problem("bad-annotation", "this annotation belongs into a rule block", number, expected)

    def _status(self, section: Section, text: str, number: int) -> bool:
        """Take a status or statements line; False where it is neither."""
        key, _, value = text.partition(":")
        if key == "status":
            found = STATUS.fullmatch(value.strip())
            if not found:
                self.problem(
                    "bad-status",
                    f"unknown status {value.strip()!r}",
                    number,
                    "modelled, partly: …, draft: …, not-checkable: …, symbol-lost: …",
                )
            else:
                section.status, section.reason = found[1], (found[2] or "").strip()
                if section.status == "partly" and section.reason.startswith(DRAFTED):
                    section.status = DRAFT
                if not section.reason and section.status != "modelled":
                    self.problem(
                        "no-reason",
                        f"status {section.status} gives no reason",
                        number,
                        f"%@ status: {section.status}: why",
                    )
            return True
        if key == "statements":
            counts = STATEMENTS.fullmatch(value.strip())
            if not counts or int(counts[1]) > int(counts[2]):
                self.problem("bad-statements", f"unreadable count {value.strip()!r}", number, "%@ statements: 2 of 3")
            else:
                section.statements = int(counts[1]), int(counts[2])
            return True
        return False

    def _block(self, number: int, fence: str, language: str) -> int:
        """Take a fenced block; the number of the line after it."""
        last = next((at for at in range(number + 1, len(self.lines)) if self.lines[at].strip() == fence), None)
        if last is None:
            self.problem("open-block", "this block is never closed", number, f"a line {fence}")
            return len(self.lines)
        section = self._current(number, "a block")
        if section is not None and language == RULES:
            self._rules(section, number, last)
        elif section is not None and language in section.tables:
            section.tables[language].append("\n" * (number + 1) + "\n".join(self.lines[number + 1 : last]))
        elif section is not None:
            message = f"a block of {language or 'no language'} is not read"
            self.problem("unknown-block", message, number, "```asp, ```check or ```case")
        return last + 1

    def _rules(self, section: Section, number: int, last: int) -> None:
        """Take a block of rules between the lines of its fences."""
        told = self._notes(number + 1, last)
        notes = tuple(each for each in told if not self._status(section, each.text, each.place.line - 1))
        quote = section.quotes[-1][0] if section.quotes else ""
        section.blocks.append(Block("\n".join(self.lines[number + 1 : last]), number + 2, quote, notes))

    def _notes(self, first: int, last: int) -> Iterator[Note]:
        for number in range(first, last):
            found = NOTE.match(self.lines[number])
            if found:
                yield Note(found[1].strip(), self.place(number))


def resolve(reference: str, document: str) -> str:
    """A full clause id: `5.p2`, `document#5.p2` and `game/document#5.p2` as seen from a document."""
    if "#" not in reference:
        return f"{document}#{reference}"
    before, _, path = reference.partition("#")
    return reference if "/" in before else f"{document.partition('/')[0]}/{before}#{path}"
