"""A game's labelled questions: `questions/train.jsonl` to learn from, `dev.jsonl` to measure by; one a line.

{"id": "press-cost-7", "ask": "what do I pay for a 4-drop", "check": "press-cost", "facts": {"cost": 4}, "verdict": 3}

id         unique in its file
ask        the question, as it was asked
clauses    the clauses that answer it, as `document#path`; with `lacks` the one that comes nearest
helps      clauses that do not answer it and help
check      the check that decides it, with the `facts` that the question states, in the check's own terms
opposite   true where the question's yes is the check's no
operator   what the question asks of the check, where it is more than its verdict
verdict    what it comes to: true or false, a number, a text, a list
outcome    what an answer must be where there is no verdict: cited, depends, undetermined, not_found
lacks      what no document says, for a question that sounds as if one did
nature     near-miss or off-topic, for a question that nothing answers
names_game true where the question names its game
voice      judge, player or bot
writer     who wrote it, by a name that says nothing else
round      with which others it was written

What is empty is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, ValidationError, model_validator

from kb.errors import Place, Problem, SourceError
from kb.files.jsonlines import numbered_lines
from kb.gamefolder import file_name, question_file
from kb.misfits import misfits

Voice = Literal["", "judge", "player", "bot"]
Nature = Literal["answerable", "near-miss", "off-topic"]
Outcome = Literal["", "cited", "depends", "undetermined", "not_found"]
Value = StrictBool | StrictInt | StrictStr
EXPECTED = "a line as kb/evaluation/labelled.py describes it"


class Line(BaseModel):
    """One line, as it is written."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str = Field(min_length=1)
    ask: str = Field(min_length=1)
    clauses: tuple[str, ...] = ()
    helps: tuple[str, ...] = ()
    check: str = ""
    facts: dict[str, Any] = Field(default_factory=dict)
    opposite: bool = False
    operator: str = ""
    verdict: Value | tuple[Value, ...] | None = None
    outcome: Outcome = ""
    lacks: str = ""
    nature: Nature = "answerable"
    names_game: bool = False
    voice: Voice = ""
    writer: str = ""
    round: str = ""

    @model_validator(mode="after")
    def _labelled(self) -> Line:
        """A question says what answers it, or that nothing does."""
        told = self.clauses or self.check or self.verdict is not None or self.lacks or self.nature != "answerable"
        if not told:
            raise ValueError("no clauses, check, verdict, lacks or nature: what is known of this question?")
        if self.lacks and not self.clauses:
            raise ValueError("`lacks` names in `clauses` the clause that comes nearest")
        if (self.facts or self.opposite) and not self.check:
            raise ValueError("`facts` and `opposite` are said in the terms of a `check`")
        return self


@dataclass(frozen=True, slots=True)
class Labelled:
    """A line with its place."""

    line: Line
    place: Place


def full_ids(clauses: Iterable[str], game: str) -> tuple[str, ...]:
    """The full ids of a game's clauses that are named `document#path`."""
    return tuple(each if "/" in each.partition("#")[0] else f"{game}/{each}" for each in clauses)


def labelled(folder: Path, split: str) -> tuple[Labelled, ...]:
    """The questions of a game's split in the file's order, none where there is no file; SourceError with every line
    that is none."""
    found, problems = read_labelled(folder, split)
    if problems:
        raise SourceError(problems)
    return found


def read_labelled(folder: Path, split: str) -> tuple[tuple[Labelled, ...], list[Problem]]:
    """The questions of a game's split that can be read, and what is wrong with the other lines."""
    path = question_file(folder, split)
    problems: list[Problem] = []
    if not path.is_file():
        return (), problems
    return tuple(_read(file_name(folder, path), numbered_lines(path), problems)), problems


def _read(file: str, lines: Iterable[tuple[int, str]], problems: list[Problem]) -> Iterator[Labelled]:
    seen: dict[str, int] = {}
    for number, written in lines:
        place = Place(file, number, 1, written)
        try:
            line = Line.model_validate_json(written)
        except ValidationError as error:
            problems.append(Problem("bad-question", misfits(error)[0].said("the line"), place, EXPECTED))
            continue
        if line.id in seen:
            message = f"the id {line.id} is taken in line {seen[line.id]}"
            problems.append(Problem("bad-question", message, place, "ids that stand once in a file"))
        seen.setdefault(line.id, number)
        yield Labelled(line, place)
