"""What the rankings and the answers are worth: hit@1, hit@5, cited with the clause among five, declined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.answering.answer import answer
from kb.knowledge import KnowledgeBase
from kb.records import Clause, Outcome
from tests.bench.foreign.documents import Asked
from tests.bench.foreign.ranked import Ranked

AMONG = 5


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many."""

    of: int
    count: int

    def __str__(self) -> str:
        return f"{self.of / self.count:.2f}" if self.count else "–"


def place(found: Sequence[str], asked: Asked, clauses: Mapping[str, Clause]) -> float:
    """The place of the first clause that settles a question, from 1."""
    return next((at for at, name in enumerate(found, 1) if asked.settled_by(clauses[name])), float("inf"))


def hits(rows: Ranked, asked: Sequence[Asked], clauses: Mapping[str, Clause]) -> dict[str, tuple[Share, Share]]:
    """Row's name -> hit@1 and hit@5 over the questions that are settled."""
    found = {}
    for name, ranking in rows.items():
        places = [place(each, of, clauses) for each, of in zip(ranking, asked, strict=True) if of.settled]
        found[name] = (
            Share(sum(at <= 1 for at in places), len(places)),
            Share(sum(at <= AMONG for at in places), len(places)),
        )
    return found


@dataclass(frozen=True, slots=True)
class Replied:
    """What was answered to a question: how it ended, and whether a clause that settles it is among five cited."""

    asked: Asked
    outcome: Outcome
    among: bool

    @property
    def cited(self) -> bool:
        """Whether it was answered with the clause."""
        return self.among and self.outcome is not Outcome.NOT_FOUND

    @property
    def declined(self) -> bool:
        """Whether it was said that nothing here answers it."""
        return self.outcome is Outcome.NOT_FOUND


def answered(base: KnowledgeBase, asked: Sequence[Asked]) -> Iterator[Replied]:
    """What is answered to each question, its game given."""
    for each in asked:
        found = answer(base, each.text, each.document)
        cited = [base.store.clause(citation.clause.id) for citation in found.citations[:AMONG]]
        yield Replied(each, found.outcome, any(map(each.settled_by, cited)))


def shares(told: Sequence[Replied]) -> dict[str, Share]:
    """Cited of those that are settled; declined of those, of near misses and of what is about something else."""
    kinds = {kind: [each for each in told if each.asked.kind == kind] for kind in ("settled", "near", "outside")}
    found = {"cited": Share(sum(each.cited for each in kinds["settled"]), len(kinds["settled"]))}
    for kind, of in {**kinds, "not settled": kinds["near"] + kinds["outside"]}.items():
        found[f"declined, {kind}"] = Share(sum(each.declined for each in of), len(of))
    return found
