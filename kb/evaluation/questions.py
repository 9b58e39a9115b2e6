"""The questions that answers are measured by: corpus/<game>/questions/dev.jsonl, and train.jsonl's for practice.

test.jsonl is sealed: its writers saw the documents only, nobody reads its misses, and each scoring is written down in
docs/experiments.md with its date. A third of the development questions, chosen by the digest of their id, is never used
for tuning. Practice questions were written from the documents by people who had not seen the samples, then used to find
what checks lacked; they help to fit the weights by which a check is chosen and measure nothing. The fields of a line:
kb/evaluation/labelled.py.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kb.errors import Problem, SourceError
from kb.evaluation.labelled import Labelled, Line, full_ids, labelled
from kb.gamefolder import DEV, QUESTIONS, TRAIN

ANSWERS, HELPS = 2, 1
KINDS = {bool: "yes_no", int: "number", str: "text", list: "options"}


@dataclass(frozen=True, slots=True)
class LabelledQuestion:
    """A development question with the clauses that answer it, by grade; none where nothing answers it."""

    id: str
    game: str
    question: str
    persona: str
    names_game: bool
    nature: str
    relevant: dict[str, int]
    expect: dict[str, Any] = field(default_factory=dict)

    @property
    def answerable(self) -> bool:
        """True where some clause answers it."""
        return self.nature == "answerable"

    @property
    def split(self) -> str:
        """`test` for the third that is never used for tuning, `tune` for the rest."""
        return "test" if int(hashlib.sha256(self.id.encode()).hexdigest(), 16) % 3 == 0 else "tune"


def load_questions(corpus: Path, split: str = DEV) -> tuple[LabelledQuestion, ...]:
    """Every development question of the corpus, or every one of the sealed `test`; SourceError lists every bad line."""
    return _load(corpus, split)


def load_practice(corpus: Path) -> tuple[LabelledQuestion, ...]:
    """Every practice question of the corpus; SourceError lists every bad line."""
    return tuple(each for each in _load(corpus, TRAIN) if "verdict" in each.expect)


def _load(corpus: Path, split: str) -> tuple[LabelledQuestion, ...]:
    found: list[LabelledQuestion] = []
    problems: list[Problem] = []
    for path in sorted(corpus.glob(f"*/{QUESTIONS}/{split}.jsonl")):
        folder = path.parent.parent
        try:
            lines = labelled(folder, split)
        except SourceError as error:
            problems += error.problems
            continue
        problems += [problem for each in lines if split != TRAIN for problem in unlabelled(each)]
        found += [_question(each.line, folder.name) for each in lines]
    if problems:
        raise SourceError(problems)
    return tuple(found)


def unlabelled(each: Labelled) -> Iterator[Problem]:
    """What a line lacks that answers are to be measured by."""
    if (each.line.nature == "answerable") is not bool(each.line.clauses):
        message = "an answerable question names the clauses that answer it, another names none"
        yield Problem("bad-question", message, each.place, '"clauses": ["document#path"], or a nature')
    if each.line.verdict is None and not each.line.outcome:
        yield Problem("bad-question", "what must an answer be?", each.place, "a verdict or an outcome")


def _question(line: Line, game: str) -> LabelledQuestion:
    helping = dict.fromkeys(full_ids(line.helps, game), HELPS)
    relevant = dict.fromkeys(full_ids(line.clauses, game), ANSWERS) | helping
    return LabelledQuestion(
        line.id, game, line.ask, line.voice, line.names_game, line.nature, relevant, _expected(line)
    )


def _expected(line: Line) -> dict[str, Any]:
    """A verdict with its kind, or the outcome that an answer must have."""
    if line.verdict is None:
        return {"outcome": line.outcome} if line.outcome else {}
    value = list(line.verdict) if isinstance(line.verdict, tuple) else line.verdict
    return {"verdict": {"kind": KINDS[type(value)], "value": value}}
