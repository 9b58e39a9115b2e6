"""The clauses that come nearest to a question, the game that it is about, and whether they answer it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from kb.answering.past import Past, past_of
from kb.knowledge import KnowledgeBase
from kb.records import Hit
from kb.records.question import Question
from kb.retrieval.classifying.decline import Support, support, telling_words
from kb.retrieval.classifying.games import GameGuess, prefer_games
from kb.retrieval.weights import weights

POOL = 20
NEIGHBOURS = 1
FEW = 4
"""Content words of a sentence that is too short to be judged by itself."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The hits of a question with what was thought about its game."""

    question: Question
    hits: tuple[Hit, ...]
    guesses: tuple[GameGuess, ...]
    game: str
    sure: bool
    past: Past | None = None
    """How all of it stood on the day that was asked for, or stands today where a version lies ahead."""


def rank(
    base: KnowledgeBase,
    question: Question,
    game: str | None = None,
    limit: int = POOL,
    as_of: date | None = None,
    without: str = "",
    also: Question | None = None,
) -> Ranking:
    """Find hits for a question, settle on a game where the evidence suffices.

    Clauses are those that were in force `as_of` a day, as they read then, and without one those of today; `without` is
    a wording that is left out. What comes near to `also` is near too.
    """
    chosen = game or question.game or None
    wanted = max(limit, POOL) * (1 if chosen else 3)
    past = past_of(base, as_of, chosen)
    if past is not None:
        hits = past.search(question, chosen, wanted, without, also)
    else:
        hits = base.retriever.search(question, chosen, limit=wanted, without=without, also=also)
    if chosen:
        return Ranking(question, hits[:limit], (GameGuess(chosen, 1.0),), chosen, True, past)
    weight = weights()["game"]
    guesses = base.detector.guess(question, hits)
    hits = prefer_games(hits, guesses, weight["prefer"])
    sure = bool(guesses) and guesses[0].probability >= weight["sure"]
    return Ranking(question, hits[:limit], guesses, guesses[0].game if sure else "", sure, past)


def believed(
    base: KnowledgeBase,
    question: Question,
    game: str | None = None,
    as_of: date | None = None,
    own: Question | None = None,
) -> tuple[Ranking, Support]:
    """The ranking of a question, see `rank`, and how likely it is that its hits answer what it asks by its `own`
    sentence, without its story; one that says few words itself, `does he go back then?`, by that with its story where
    that is likelier."""
    ranking = rank(base, question, game, as_of=as_of, also=own)
    past = ranking.past
    best = ranking.hits[0].clause if ranking.hits else None
    around = (past or base).around(best, NEIGHBOURS) if best is not None else ()
    retriever = past.retriever if past is not None else base.retriever
    found = support(own or question, ranking.hits, around, retriever)
    if own is None or own.text == question.text or len(set(telling_words(own))) > FEW:
        return ranking, found
    return ranking, max(found, support(question, ranking.hits, around, retriever), key=lambda each: each.probability)
