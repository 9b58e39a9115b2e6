"""Ranking in a game of text alone, for which nobody has written questions.

Other weights hold there (`fusion-text` in kb/weights.toml): what players call a thing is known from nobody, and words
that a question shares with a clause tell less than what it means. And what an example tells is told of the clause that
it explains: names and figures stand in the example, as in the question, and what is asked for is the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from kb.records import Clause
from kb.records.question import Question
from kb.retrieval.arrays import Floats, Rows
from kb.retrieval.ranking.layout import Layout
from kb.retrieval.ranking.port import PassageLayout
from kb.retrieval.weights import weights

SHOWN = ("clause", "part", "bm25")
LOOKED_AT = 20
"""So many of the clauses that come nearest are compared word by word."""
Alike = Callable[[str, Sequence[str]], Floats]
"""How alike clauses are to a text word by word, below 0 where it is not known: kb/retrieval/embedding/second.py."""
Pairs = Callable[[Sequence[str] | None], tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]]]
"""Each example and what it explains, each glossary entry and what it cites: all, or those among given clauses."""


@dataclass(frozen=True)
class Alone:
    """Which clauses of a layout are of a game of text alone; the places of its examples and of what they explain."""

    games: frozenset[str]
    clauses: npt.NDArray[np.bool_]
    examples: Rows
    explained: Rows
    points: Mapping[str, str] = field(default_factory=dict)
    """A glossary's entry -> the rule that it cites and tells shortly: what is asked for is the rule."""

    @classmethod
    def of(
        cls,
        layout: Layout,
        games: Collection[str],
        explaining: Iterable[tuple[str, str]],
        pointing: Iterable[tuple[str, str]] = (),
    ) -> Alone:
        """From the names of the games and the store's pairs: of an example and the clause that it explains, of a
        glossary's entry and the rule that it cites."""
        clauses = np.array([game in games for game in layout.game_of.tolist()], dtype=np.bool_)
        place = {name: at for at, name in enumerate(layout.clauses) if clauses[at]}
        pairs = [(place[one], place[other]) for one, other in explaining if one in place and other in place]
        examples, explained = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
        return cls(frozenset(games), clauses, examples, explained, dict(pointing))

    def __bool__(self) -> bool:
        """Whether there is any such game."""
        return bool(self.games)

    def tells_of_another(self, clause: Clause) -> bool:
        """Whether a clause is an example, or an entry that cites a rule: it stands behind that."""
        return clause.game in self.games and (bool(clause.explains) or clause.id in self.points)

    def tell(self, features: Mapping[str, Floats]) -> None:
        """Let a clause come as near as the nearest of its examples."""
        for name in SHOWN:
            np.maximum.at(features[name], self.explained, features[name][self.examples])


class AloneGames:
    """Which games are ranked as ones of text alone: those `given`, else those for which too few questions are known."""

    def __init__(self, layout: PassageLayout, pairs: Pairs, given: frozenset[str] | None = None) -> None:
        self._layout, self._pairs, self._given = layout, pairs, given
        self._last: tuple[Layout, Alone] | None = None

    def taught(self, game: str) -> bool:
        """Whether there are at least as many players' questions of a game as clauses."""
        clauses, wordings = self._layout.counts_of(game)
        return wordings > 0 and wordings >= clauses

    def among(self, games: Iterable[str]) -> frozenset[str]:
        """Those of these games that are of text alone; a game without clauses is none."""
        if self._given is not None:
            return self._given.intersection(games)
        return frozenset(game for game in games if self._layout.counts_of(game)[0] and not self.taught(game))

    def within(self, layout: Layout) -> Alone:
        """Which clauses of a layout are of such games: worked out once for the one of all passages, and anew for each
        of those that a question finds."""
        if self._last is None or self._last[0] is not layout:
            self._last = layout, self._of(layout)
        return self._last[1]

    def _of(self, layout: Layout) -> Alone:
        games = self.among(dict.fromkeys(layout.game_of.tolist()))
        among = None if layout is self._layout else layout.clauses
        return Alone.of(layout, games, *(self._pairs(among) if games else ((), ())))


def covered_by_examples(clauses: Sequence[Clause], found: list[tuple[float, ...]], games: Collection[str]) -> None:
    """Let each clause of these games hold as much of a question's words as the fullest of its examples; these shares
    are the first two of what was `found` of each clause."""
    for example, rule in _explained(clauses, games):
        (cover, heard, *_), (most, widest, *others) = found[example], found[rule]
        found[rule] = (max(cover, most), max(heard, widest), *others)


def behind_what_they_explain(clauses: Sequence[Clause], scores: list[float], alone: Alone) -> None:
    """Let no example of such games score more than the clause that it explains, and the best clause of a rule as much
    as the glossary's entry that cites it."""
    for example, rule in _explained(clauses, alone.games):
        scores[example] = min(scores[example], scores[rule])
    for entry, clause in enumerate(clauses):
        if (cited := alone.points.get(clause.id)) is not None and clause.game in alone.games:
            rules = [at for at, each in enumerate(clauses) if _within(each.id, cited)]
            best = max(rules, key=lambda at: scores[at], default=entry)
            scores[best] = max(scores[best], scores[entry])


def word_by_word(
    question: Question, clauses: Sequence[Clause], scores: list[float], alone: Alone, alike: Alike
) -> None:
    """Let the clauses that score most of such games lose by how much less alike they are to a question than the most
    alike of them, word by word; a clause is as alike as the most alike of its examples. The others lose as much as the
    least alike."""
    own = [at for at, clause in enumerate(clauses) if clause.game in alone.games]
    first = sorted(own, key=lambda at: -scores[at])[:LOOKED_AT]
    found = dict(zip(first, alike(question.text, [clauses[at].id for at in first]).tolist(), strict=True))
    for example, rule in _explained(clauses, alone.games):
        if example in found and rule in found:
            found[rule] = max(found[rule], found[example])
    known = [value for value in found.values() if value >= 0]
    if known:
        most, least = max(known), min(known)
        for at in own:
            scores[at] -= weights()["fusion-text"]["words"] * (most - max(least, found.get(at, least)))


def _within(identifier: str, cited: str) -> bool:
    """Whether a clause is the one that is cited or stands below it: 702.11 holds 702.11b and no 702.110."""
    return identifier.startswith(cited) and not identifier[len(cited) : len(cited) + 1].isdigit()


def _explained(clauses: Sequence[Clause], games: Collection[str]) -> Iterator[tuple[int, int]]:
    """The places of each example of these games and of what it explains, where both are there."""
    at = {clause.id: place for place, clause in enumerate(clauses) if clause.game in games}
    for place, clause in enumerate(clauses):
        if clause.kind == "example" and clause.explains in at:
            yield place, at[clause.explains]
