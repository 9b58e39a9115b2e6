"""How well questions are read whose check and facts are known: every sample, found without itself.

A sample is asked like a question of its game while its own passage, where it has one, is left out. It counts as chosen
where its check comes first, as read where exactly its facts were read, as right where the verdict is the one that its
facts lead to.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kb.answering.asserting.trust import sure
from kb.answering.choosing.choose import Scores, chooser
from kb.answering.put import ruling
from kb.answering.rulings import Ruling
from kb.errors import HeadjudgeError
from kb.knowledge import KnowledgeBase
from kb.records import Outcome, Passage
from kb.records.results import Status
from kb.retrieval.arrays import Floats
from kb.retrieval.classifying.learning import learn

FOLDS = 4
OUTCOMES = ("right", "wrong", "asked", "cited")


@dataclass(frozen=True, slots=True)
class Rehearsed:
    """A sample with what was made of it; `outcome` is right, wrong, asked or cited."""

    passage: Passage
    facts: dict[str, Any]
    ruling: Ruling | None
    outcome: str

    @property
    def chosen(self) -> bool:
        """Whether its own check was the one run."""
        return self.ruling is not None and self.ruling.choice.check.full_id == self.passage.check

    @property
    def read(self) -> bool:
        """Whether exactly its facts were read, its own check having been chosen."""
        return self.ruling is not None and self.chosen and self.ruling.choice.filled.facts == self.facts


def rehearse(base: KnowledgeBase, known: Sequence[Passage], step: Callable[[], None] = lambda: None) -> list[Rehearsed]:
    """Ask every sample among the questions that a base was taught by (training.py); what is learned from samples is
    learned without it too.

    For that the samples of a game are dealt into FOLDS parts, and each part is asked by what the others teach.
    """
    found = []
    for passages in held_out(base, known):
        for passage in passages:
            if passage.states:
                found.append(_rehearsed(base, passage))
            step()
    return found


def held_out(base: KnowledgeBase, known: Sequence[Passage]) -> Iterator[list[Passage]]:
    """The samples of every game in parts; while a part is asked, nothing is learned from it."""
    for own in samples_of(known).values():
        vectors = np.stack([base.vector(each.text) for each in own])
        for part in range(FOLDS):
            with untaught(base, own, vectors, part):
                yield own[part::FOLDS]


def samples_of(known: Sequence[Passage]) -> dict[str, list[Passage]]:
    """The samples of every game, by game."""
    found: dict[str, list[Passage]] = {}
    for each in known:
        if each.check:
            found.setdefault(each.game, []).append(each)
    return found


@contextmanager
def untaught(base: KnowledgeBase, own: Sequence[Passage], vectors: Floats, part: int) -> Iterator[None]:
    """The knowledge base without what was learned from a part of a game's samples, every FOLDS-th from `part` on;
    `vectors` are theirs, (n, dimension)."""
    weighing = chooser(base, own[0].game)
    weighing.learned = _without(base, own, vectors, part)
    try:
        yield
    finally:
        weighing.learned = partial(base.learned, "checks", own[0].game)


def _without(base: KnowledgeBase, own: Sequence[Passage], vectors: Floats, part: int) -> Scores:
    """What is learned from a game's samples but every FOLDS-th from `part` on."""
    kept = [at for at in range(len(own)) if at % FOLDS != part]
    model = learn([own[at].text for at in kept], vectors[kept], [own[at].check for at in kept])
    return lambda text: model.scores(text, base.vector(text)) if model is not None else {}


def _rehearsed(base: KnowledgeBase, passage: Passage) -> Rehearsed:
    states = json.loads(passage.states)
    question = base.read(passage.text, passage.game)
    hits = base.retriever.search(question, passage.game, without=passage.text)
    ruled = ruling(base, question, hits, passage.game, without=passage.text)
    return Rehearsed(passage, states["facts"], ruled, _outcome(base, passage, states, ruled))


def _outcome(base: KnowledgeBase, passage: Passage, states: dict[str, Any], ruled: Ruling | None) -> str:
    if ruled is None or not ruled.asserted or (ruled.outcome is Outcome.ANSWERED and not sure(ruled.trust)):
        return "cited"
    if ruled.result.status is not Status.ANSWERED or ruled.verdict is None:
        return "asked"
    try:
        wanted = base.checks.run(passage.check, states["facts"]).verdict
    except HeadjudgeError:
        wanted = None
    value = wanted.value if wanted else None
    return "right" if ruled.verdict.value == (not value if states["opposite"] else value) else "wrong"


def rehearsal_table(rehearsed: Sequence[Rehearsed]) -> str:
    """Figures by game: samples, shares chosen and read, shares by outcome."""
    by_game: dict[str, list[Rehearsed]] = defaultdict(list)
    for each in rehearsed:
        by_game["all"].append(each)
        by_game[each.passage.game].append(each)
    lines = [f"{'samples':16}{'count':>7}{'chosen':>8}{'read':>7}" + "".join(f"{name:>8}" for name in OUTCOMES)]
    for game, rows in by_game.items():
        count = Counter(each.outcome for each in rows)
        shares = [
            sum(each.chosen for each in rows),
            sum(each.read for each in rows),
            *(count[name] for name in OUTCOMES),
        ]
        lines.append(
            f"{game:16}{len(rows):7}{shares[0] / len(rows):8.2f}{shares[1] / len(rows):7.2f}"
            + "".join(f"{share / len(rows):8.2f}" for share in shares[2:])
        )
    return "\n".join(lines)


def listed_slips(rehearsed: Sequence[Rehearsed]) -> str:
    """Every sample that another check took or whose facts were read otherwise, with what was read."""
    lines = []
    for each in rehearsed:
        if each.read:
            continue
        taken = each.ruling.choice if each.ruling else None
        lines.append(f"{each.outcome:6} {each.passage.check}: {each.passage.text}")
        came = f"{taken.check.id} {json.dumps(taken.filled.facts, default=str)}" if taken else "no check"
        lines.append(f"       states {json.dumps(each.facts, ensure_ascii=False)}; read {came}")
    return "\n".join(lines) or "no slips"
