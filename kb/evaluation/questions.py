"""The development questions: corpus/<game>/questions.jsonl with qrels.tsv beside it, in TREC's form.

A line of questions.jsonl: `{"id", "question", "persona": judge|player|bot, "names_game": bool,
"nature": answerable|near-miss|off-topic, "expect": {...}}`. A line of qrels.tsv: question id, `0`,
clause id, grade (2 answers it, 1 helps). A third of the questions, chosen by the digest of their
id, is never used for tuning.

corpus/<game>/practice.jsonl holds further questions with the verdict, `{"question", "verdict"}`: written from the
documents by people who had not seen the samples, then used to find what samples and checks lacked. Once a check reads
one rightly it says so and is a sample (`ingest/samples.py`). They help to fit the weights by which a check is chosen
and measure nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kb.errors import Place, Problem, SourceError

PERSONAS = ("judge", "player", "bot")
NATURES = ("answerable", "near-miss", "off-topic")


@dataclass(frozen=True, slots=True)
class Question:
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


def load_questions(corpus: Path) -> tuple[Question, ...]:
    """Every development question of the corpus; SourceError lists every bad line."""
    found: list[Question] = []
    problems: list[Problem] = []
    for path in sorted(corpus.glob("*/questions.jsonl")):
        relevant = _qrels(path.parent / "qrels.tsv", problems)
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if not line.strip():
                continue
            try:
                found.append(_question(json.loads(line), path.parent.name, relevant))
            except (ValueError, KeyError, TypeError) as error:
                place = Place(f"{path.parent.name}/questions.jsonl", number, 1, line)
                problems.append(
                    Problem("bad-question", f"{type(error).__name__}: {error}", place, "see kb/evaluation/questions.py")
                )
    if problems:
        raise SourceError(problems)
    return tuple(found)


def load_practice(corpus: Path) -> tuple[Question, ...]:
    """Every practice question of the corpus; SourceError lists every bad line."""
    found: list[Question] = []
    problems: list[Problem] = []
    for path in sorted(corpus.glob("*/practice.jsonl")):
        game = path.parent.name
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            try:
                fields = json.loads(line)
                expect = {"verdict": {"value": fields["verdict"]}}
                name = f"{game}-practice-{number}"
                found.append(Question(name, game, str(fields["question"]), "", False, "answerable", {}, expect))
            except (ValueError, KeyError, TypeError) as error:
                place = Place(f"{game}/practice.jsonl", number, 1, line)
                message = f"{type(error).__name__}: {error}"
                problems.append(Problem("bad-question", message, place, '{"question": …, "verdict": …}'))
    if problems:
        raise SourceError(problems)
    return tuple(found)


def _question(fields: dict[str, Any], game: str, relevant: dict[str, dict[str, int]]) -> Question:
    question = Question(
        id=fields["id"],
        game=game,
        question=fields["question"],
        persona=fields["persona"],
        names_game=bool(fields["names_game"]),
        nature=fields["nature"],
        relevant=relevant.get(fields["id"], {}),
        expect=fields.get("expect", {}),
    )
    if question.persona not in PERSONAS or question.nature not in NATURES:
        raise ValueError(f"persona is one of {PERSONAS}, nature one of {NATURES}")
    if question.answerable != bool(question.relevant):
        raise ValueError("an answerable question has clauses in qrels.tsv, another has none")
    return question


def _qrels(path: Path, problems: list[Problem]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for number, line in enumerate(path.read_text("utf-8").splitlines() if path.exists() else [], 1):
        fields = line.split("\t")
        if len(fields) == 4 and fields[3].isdigit():
            found[fields[0]][fields[2]] = int(fields[3])
        elif line.strip():
            place = Place(f"{path.parent.name}/qrels.tsv", number, 1, line)
            problems.append(Problem("bad-qrel", "not a line of qrels", place, "question<TAB>0<TAB>clause<TAB>grade"))
    return found
