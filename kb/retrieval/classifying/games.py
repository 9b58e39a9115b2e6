"""Which game is a question about? Evidence from the hits, from the words, and from the terms it names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb.records import Hit
from kb.records.question import Question, TermMatch
from kb.retrieval.weights import weights
from kb.words.gamewords import GameWords
from kb.words.text import stem

SMOOTHING = 0.5


@dataclass(frozen=True, slots=True)
class GameGuess:
    """A game with the probability that the question is about it."""

    game: str
    probability: float


class GameDetector:
    """A naive Bayes model of each game's words, joined with the hits' scores and the terms named."""

    def __init__(self, games: Mapping[str, GameWords], weight: Mapping[str, float] | None = None) -> None:
        self.weight = weights()["game"] if weight is None else weight
        self._counts = {game: each.counts for game, each in games.items()}
        self._totals = {game: sum(counts.values()) for game, counts in self._counts.items()}
        self._vocabulary = len({word for counts in self._counts.values() for word in counts})

    @property
    def games(self) -> tuple[str, ...]:
        """The games known, by id."""
        return tuple(sorted(self._counts))

    def guess(self, question: Question, hits: Sequence[Hit]) -> tuple[GameGuess, ...]:
        """Every game with its probability, the likeliest first; a game that the question names is certain."""
        if question.game:
            return (GameGuess(question.game, 1.0),)
        evidence = {game: self._evidence(game, question, hits) for game in self.games}
        if not evidence:
            return ()
        top = max(evidence.values())
        likelihood = {game: math.exp(value - top) for game, value in evidence.items()}
        total = sum(likelihood.values())
        ranked = sorted(likelihood.items(), key=lambda entry: (-entry[1], entry[0]))
        return tuple(GameGuess(game, value / total) for game, value in ranked)

    def _evidence(self, game: str, question: Question, hits: Sequence[Hit]) -> float:
        """A game's log-likelihood up to a constant: best hit, what was learned, words, terms, each with its weight."""
        own = [hit for hit in hits if hit.clause.game == game]
        best = max((hit.score for hit in own), default=0.0)
        learned = max((dict(hit.features).get("learned", 0.0) for hit in own), default=0.0)
        terms = sum(_share(game, here) for here in _by_place(question))
        return (
            self.weight["hits"] * best
            + self.weight["learned"] * learned
            + self.weight["words"] * self._word_evidence(game, question.content)
            + self.weight["terms"] * terms
        )

    def _word_evidence(self, game: str, content: Sequence[str]) -> float:
        """Sum of log P(stem | game), add-half smoothing, over words that any game uses."""
        counts, total = self._counts[game], self._totals[game] + SMOOTHING * self._vocabulary
        used = [stem(word) for word in content if any(stem(word) in known for known in self._counts.values())]
        return sum(math.log((counts.get(word, 0) + SMOOTHING) / total) for word in used)


def _by_place(question: Question) -> list[list[TermMatch]]:
    """The terms that a question may mean, those at one place together."""
    found: dict[int, list[TermMatch]] = {}
    for match in question.mentions:
        found.setdefault(match.start, []).append(match)
    return list(found.values())


def _share(game: str, here: Sequence[TermMatch]) -> float:
    """What a term at one place says for a game: its score, shared among the games that know the term."""
    games = {match.term.game for match in here}
    return max((match.score for match in here if match.term.game == game), default=0.0) / len(games)


def prefer_games(hits: Sequence[Hit], guesses: Sequence[GameGuess], weight: float) -> tuple[Hit, ...]:
    """The hits ranked anew with `weight * P(game)` added to each score."""
    probability = {guess.game: guess.probability for guess in guesses}
    scored = [(hit.score + weight * probability.get(hit.clause.game, 0.0), hit) for hit in hits]
    scored.sort(key=lambda each: (-each[0], each[1].clause.id))
    return tuple(Hit(hit.clause, score, rank, hit.features) for rank, (score, hit) in enumerate(scored, 1))
