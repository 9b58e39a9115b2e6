"""The clauses that come nearest to a question, the game that it is about, and whether they answer it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from kb.knowledge import KnowledgeBase
from kb.records import Document, Hit
from kb.records.question import Question
from kb.retrieval.decline import Support, support
from kb.retrieval.games import GameGuess, prefer_games
from kb.retrieval.weights import weights

POOL = 20
NEIGHBOURS = 1


@dataclass(frozen=True, slots=True)
class Ranking:
    """The hits of a question with what was thought about its game."""

    question: Question
    hits: tuple[Hit, ...]
    guesses: tuple[GameGuess, ...]
    game: str
    sure: bool


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

    With `as_of`, clauses of documents that came into force later are left out; `without` is a wording that is left out.
    What comes near to `also` is near too.
    """
    chosen = game or question.game or None
    wanted = max(limit, POOL) * (1 if chosen else 3)
    hits = base.retriever.search(question, chosen, limit=wanted, without=without, also=also)
    if as_of is not None:
        hits = tuple(hit for hit in hits if in_force(base.document(hit.clause.document), as_of))
    if chosen:
        return Ranking(question, hits[:limit], (GameGuess(chosen, 1.0),), chosen, True)
    weight = weights()["game"]
    guesses = base.detector.guess(question, hits)
    hits = prefer_games(hits, guesses, weight["prefer"])
    sure = bool(guesses) and guesses[0].probability >= weight["sure"]
    return Ranking(question, hits[:limit], guesses, guesses[0].game if sure else "", sure)


def believed(
    base: KnowledgeBase,
    question: Question,
    game: str | None = None,
    as_of: date | None = None,
    own: Question | None = None,
) -> tuple[Ranking, Support]:
    """The ranking of a question, see `rank`, and how likely it is that its hits answer what it asks by its `own`
    sentence, without its story."""
    ranking = rank(base, question, game, as_of=as_of, also=own)
    around = base.around(ranking.hits[0].clause, NEIGHBOURS) if ranking.hits else ()
    return ranking, support(own or question, ranking.hits, around, base.retriever)


def in_force(document: Document, day: date) -> bool:
    """Whether a document was in force on a day, by its effective date, else its publication; always without dates."""
    since = document.effective or document.published
    return not since or since <= day.isoformat()
