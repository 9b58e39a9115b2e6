"""Sets of questions with a key, one JSON line each, kept outside the corpus: tests/questions/<set>/<part>/*.jsonl.

A line: `{"id", "game", "ask", "verdict", …}`; `verdict` is true, false, a number, or the words of the right one of two
things; null where no document settles it. A line `{"id", "game", "post", "parts": [{"ask", "verdict"}, …]}` is one text
that asks several things: each part is scored by the answer that names it.

A folder in which a file SEALED stands measures: its misses are not listed, and SEALED holds the sha256 of its lines, so
that nobody mends a set without being seen.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from kb.answering.answer import Answer, answer
from kb.answering.assisting.assistant import Assistant
from kb.errors import Place, Problem, SourceError, UsageError
from kb.files.jsonlines import numbered_lines
from kb.knowledge import KnowledgeBase
from kb.records import Outcome
from kb.words.text import words

SEALED = "SEALED"
RIGHT = "right"
UNASKED = "not answered"
"""How a part of a post ends of which no answer names it."""
LITTLE = frozenset("the a an to of in on at it is be by".split())


@dataclass(frozen=True, slots=True)
class Keyed:
    """A question of a set with its key; `kind` is the name of its file, `post` the text that it stands in."""

    id: str
    kind: str
    game: str
    ask: str
    verdict: bool | int | str | None
    post: str = ""


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
        for number, line in numbered_lines(path):
            try:
                told = json.loads(line)
                found += _keyed(told, path.stem)
            except (ValueError, KeyError, TypeError) as error:
                place = Place(str(path), number)
                problems.append(Problem("not-a-question", f"{type(error).__name__}: {error}", place))
    if problems:
        raise SourceError(problems)
    if not found:
        raise UsageError(f"no questions in {folder}: *.jsonl with id, game, ask and verdict")
    return tuple(found)


def _keyed(told: Mapping[str, Any], kind: str) -> list[Keyed]:
    if "post" not in told:
        return [Keyed(told["id"], kind, told["game"], told["ask"], told["verdict"])]
    return [
        Keyed(f"{told['id']}.{number}", kind, told["game"], each["ask"], each["verdict"], told["post"])
        for number, each in enumerate(told["parts"], 1)
    ]


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
    for text, group in groupby(questions, key=lambda each: each.post or each.ask):
        asked = list(group)
        found = answer(base, text, assistant=assistant(asked[0].id))
        for each in asked:
            own = _part_for(each, found) if each.post else found
            yield Scored(each, ending(each, own), own.summary) if own else Scored(each, UNASKED, found.summary)


def _part_for(asked: Keyed, found: Answer) -> Answer | None:
    """The answer that names this part of a post; None where none does."""
    wanted = words(asked.ask)
    return next((each for each in found.parts or (found,) if words(each.asked)[-len(wanted) :] == wanted), None)


def ending(asked: Keyed, found: Answer) -> str:
    """How a question was answered: right, wrong, `declined` where it has no key, else the outcome that withheld one."""
    if found.outcome is not Outcome.ANSWERED or found.verdict is None:
        return "declined" if asked.verdict is None else str(found.outcome)
    value = found.verdict.value
    if not isinstance(asked.verdict, str):
        return RIGHT if value == asked.verdict and type(value) is type(asked.verdict) else "wrong"
    return RIGHT if not isinstance(value, bool) and _same_thing(str(value), asked.verdict) else "wrong"


def _same_thing(told: str, key: str) -> bool:
    """Whether two names of a thing share most of their words: `the support row` and `support row`."""
    one, other = ({*words(text)} - LITTLE for text in (told, key))
    return bool(one & other) and 2 * len(one & other) >= min(len(one), len(other))


def set_table(scored: Iterable[Scored]) -> str:
    """Right, wrong and asserted by kind, and over all."""
    counts: dict[str, Counter[str]] = {}
    for each in scored:
        counts.setdefault(each.asked.kind, Counter())[each.ending] += 1
    heads = f"{'asserted':>9} {'right of asserted':>18} {'declined':>9}"
    lines = [f"{'questions':14} {'count':>5} {'right':>6} {'wrong':>6} {heads}"]
    whole: Counter[str] = sum(counts.values(), Counter())
    for kind, endings in [*counts.items(), ("all", whole)]:
        total, told = sum(endings.values()), endings["right"] + endings["wrong"]
        share = f"{endings['right'] / told:.2f}" if told else "-"
        lines.append(
            f"{kind:14} {total:5} {endings['right']:6} {endings['wrong']:6} {told / total:9.2f} {share:>18} "
            f"{endings['declined']:9}"
        )
    return "\n".join(lines)


def listed_set(scored: Iterable[Scored]) -> str:
    """Every question that was not answered rightly."""
    missed = (each for each in scored if each.ending not in ("right", "declined"))
    return "\n".join(
        f"{each.asked.id} {each.ending}, wanted {each.asked.verdict}: {each.asked.ask}\n    {each.summary}"
        for each in missed
    )
