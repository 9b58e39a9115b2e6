"""The errors that Headjudge raises on purpose: one sentence each, with the place where it went wrong."""

from __future__ import annotations

from dataclasses import dataclass

CARET_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a file something is wrong: 1-based line and column, and the line's own text."""

    file: str
    line: int = 0
    column: int = 0
    text: str = ""

    def __str__(self) -> str:
        numbers = [str(number) for number in (self.line, self.column) if number]
        return ":".join([self.file, *numbers])

    def caret(self) -> str:
        """The line with a caret below the column; long lines are cut around it."""
        if not self.text:
            return ""
        column = max(self.column, 1)
        left = max(0, column - 1 - CARET_WIDTH // 2)
        shown = self.text[left : left + CARET_WIDTH].replace("\t", " ")
        return f"    {shown}\n    {' ' * (column - 1 - left)}^"


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding of `headjudge lint`: a code, what is wrong, what was expected, and the place."""

    code: str
    message: str
    place: Place
    expected: str = ""
    severity: str = "error"

    def __str__(self) -> str:
        head = f"{self.place}: {self.severity} [{self.code}] {self.message}"
        tail = f"    expected: {self.expected}" if self.expected else ""
        return "\n".join(part for part in (head, self.place.caret(), tail) if part)


class HeadjudgeError(Exception):
    """Base of all: the message is one sentence that a user can act on."""


class SourceError(HeadjudgeError):
    """A document or a game's folder cannot be read; carries every problem found so far."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("\n".join(str(problem) for problem in problems))


class SnapshotError(HeadjudgeError):
    """No usable snapshot, or one whose files do not match its manifest."""


class UsageError(HeadjudgeError):
    """The caller asked for something that does not exist or does not fit."""


class FactsError(UsageError):
    """A check's facts cannot be read; `problems` pairs each slot's name with what is wrong."""

    def __init__(self, check: str, problems: list[tuple[str, str]]) -> None:
        self.problems = tuple(problems)
        shown = "; ".join(f"{slot}: {message}" if slot else message for slot, message in problems[:10])
        more = f"; and {len(problems) - 10} more" if len(problems) > 10 else ""
        super().__init__(f"the facts for {check} cannot be read: {shown}{more}")
        self.check = check

    def __reduce__(self) -> tuple[type[FactsError], tuple[str, list[tuple[str, str]]]]:
        """Errors cross from the worker process to the caller."""
        return type(self), (self.check, list(self.problems))


class DayError(UsageError):
    """What is written as a day is none."""


class AheadError(UsageError):
    """A check's rules were read against a version that is not in force before a day."""

    def __init__(self, check: str, day: str) -> None:
        self.day = day
        super().__init__(f"the rules of {check} are in force from {day}: until then nothing is computed by them")


class RuleError(HeadjudgeError):
    """A rule model did what it must not: numbers out of bounds, evaluators that disagree."""


class UnavailableError(HeadjudgeError):
    """What would compute it is busy or has ended: the same can be asked again in a few seconds."""


class ReaderError(HeadjudgeError):
    """A reader could not tell; `failure` says why, in the words of kb/records/reading.py: busy, late, down, wrong, off.
    The message holds nothing of what was sent or received."""

    def __init__(self, failure: str, message: str) -> None:
        self.failure = failure
        super().__init__(message)
