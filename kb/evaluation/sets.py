"""Sets of questions with a key, one JSON line each, kept outside the corpus: tests/questions/<set>/<part>/*.jsonl.

A line: `{"id", "game", "ask", "verdict", …}`; `verdict` is true, false, a number, or the words of the right one of two
things. A folder in which a file SEALED stands measures: its misses are not listed, and SEALED holds the sha256 of its
lines, so that nobody mends a set without being seen.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kb.answering.answer import Answer, answer
from kb.answering.assisting.assistant import Assistant
from kb.errors import Place, Problem, SourceError, UsageError
from kb.knowledge import KnowledgeBase
from kb.records import Outcome
from kb.words.text import words

SEALED = "SEALED"
LITTLE = frozenset("the a an to of in on at it is be by".split())


@dataclass(frozen=True, slots=True)
class Keyed:
    """A question of a set with its key; `kind` is the name of its file."""

    id: str
    kind: str
    game: str
    ask: str
    verdict: bool | int | str


@dataclass(frozen=True, slots=True)
class Scored:
    """How a question of a set was answered: right, wrong, or the outcome that withheld a verdict."""

    asked: Keyed
    ending: str
    summary: str


def load_set(folder: Path) -> tuple[Keyed, ...]:
    """The questions of a folder's files, in the order of their names; SourceError names a line that is none."""
    found: list[Keyed] = []
    problems: list[Problem] = []
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            try:
                told = json.loads(line)
                found.append(Keyed(told["id"], path.stem, told["game"], told["ask"], told["verdict"]))
            except (ValueError, KeyError, TypeError) as error:
                place = Place(str(path), number)
                problems.append(Problem("not-a-question", f"{type(error).__name__}: {error}", place))
    if problems:
        raise SourceError(problems)
    if not found:
        raise UsageError(f"no questions in {folder}: *.jsonl with id, game, ask and verdict")
    return tuple(found)


def digest(folder: Path) -> str:
    """The sha256 of a set's files, in the order of their names."""
    whole = hashlib.sha256()
    for path in sorted(folder.glob("*.jsonl")):
        whole.update(path.read_bytes())
    return whole.hexdigest()


def sealed(folder: Path) -> bool:
    """Whether a set measures; UsageError where its files are no longer those that were sealed."""
    seal = folder / SEALED
    if not seal.exists():
        return False
    if seal.read_text("utf-8").split()[0] != digest(folder):
        raise UsageError(f"{folder} was changed after it was sealed: it measures nothing any more")
    return True


def score_set(
    base: KnowledgeBase, questions: Iterable[Keyed], assistant: Callable[[str], Assistant | None] = lambda _: None
) -> Iterator[Scored]:
    """Each question with how it was answered, its game not told beside it; `assistant` gives, by a question's id, the
    language model that is heard on it."""
    for each in questions:
        found = answer(base, each.ask, assistant=assistant(each.id))
        yield Scored(each, _ending(each, found), found.summary)


def _ending(asked: Keyed, found: Answer) -> str:
    if found.outcome is not Outcome.ANSWERED or found.verdict is None:
        return str(found.outcome)
    value = found.verdict.value
    if not isinstance(asked.verdict, str):
        return "right" if value == asked.verdict and type(value) is type(asked.verdict) else "wrong"
    return "right" if not isinstance(value, bool) and _same_thing(str(value), asked.verdict) else "wrong"


def _same_thing(told: str, key: str) -> bool:
    """Whether two names of a thing share most of their words: `the support row` and `support row`."""
    one, other = ({*words(text)} - LITTLE for text in (told, key))
    return bool(one & other) and 2 * len(one & other) >= min(len(one), len(other))


def set_table(scored: Iterable[Scored]) -> str:
    """Right, wrong and asserted by kind, and over all."""
    counts: dict[str, Counter[str]] = {}
    for each in scored:
        counts.setdefault(each.asked.kind, Counter())[each.ending] += 1
    lines = [f"{'questions':14} {'count':>5} {'right':>6} {'wrong':>6} {'asserted':>9} {'right of asserted':>18}"]
    whole: Counter[str] = sum(counts.values(), Counter())
    for kind, endings in [*counts.items(), ("all", whole)]:
        total, told = sum(endings.values()), endings["right"] + endings["wrong"]
        share = f"{endings['right'] / told:.2f}" if told else "-"
        lines.append(f"{kind:14} {total:5} {endings['right']:6} {endings['wrong']:6} {told / total:9.2f} {share:>18}")
    return "\n".join(lines)


def listed_set(scored: Iterable[Scored]) -> str:
    """Every question that was not answered rightly."""
    missed = (each for each in scored if each.ending != "right")
    return "\n".join(
        f"{each.asked.id} {each.ending}, wanted {each.asked.verdict}: {each.asked.ask}\n    {each.summary}"
        for each in missed
    )
