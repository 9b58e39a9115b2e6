"""One question in, one answer out. Knows no HTTP: the command line, the API and the pages all call `answer`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from kb.knowledge import KnowledgeBase
from kb.records import Citation, Document, Hit, Outcome, Verdict
from kb.records.question import Question
from kb.retrieval.decline import Support, support
from kb.retrieval.games import GameGuess, prefer_games
from kb.retrieval.weights import weights

if TYPE_CHECKING:
    from kb.answering.rulings import Ruling

CITATIONS = 5
POOL = 20
NEIGHBOURS = 1


@dataclass(frozen=True, slots=True)
class Answer:
    """What every face of Headjudge shows. `citations` are best first; their roles say whether they answer
    (support) or only come nearest. `by_meaning` is False while the encoder is loaded: words alone were searched."""

    question: str
    outcome: Outcome
    game: str
    games_considered: tuple[GameGuess, ...]
    summary: str
    verdict: Verdict | None
    citations: tuple[Citation, ...]
    reading: Question
    support: Support
    ruling: Ruling | None
    version: str
    edition: str
    by_meaning: bool
    took_ms: float


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
) -> Ranking:
    """Find hits for a question, settle on a game where the evidence suffices.

    With `as_of`, clauses of documents that came into force later are left out; `without` is a wording that is left out.
    """
    chosen = game or question.game or None
    hits = base.retriever.search(question, chosen, limit=max(limit, POOL) * (1 if chosen else 3), without=without)
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
    base: KnowledgeBase, question: Question, game: str | None = None, as_of: date | None = None
) -> tuple[Ranking, Support]:
    """The ranking of a question, see `rank`, and how likely it is that its hits answer it."""
    ranking = rank(base, question, game, as_of=as_of)
    around = base.around(ranking.hits[0].clause, NEIGHBOURS) if ranking.hits else ()
    return ranking, support(ranking.question, ranking.hits, around, base.retriever)


def in_force(document: Document, day: date) -> bool:
    """Whether a document was in force on a day, by its effective date, else its publication; always without dates."""
    since = document.effective or document.published
    return not since or since <= day.isoformat()


def answer(
    base: KnowledgeBase,
    typed: str,
    game: str | None = None,
    limit: int = CITATIONS,
    as_of: date | None = None,
) -> Answer:
    """The answer to a question as it was typed; only from `game`'s documents where one is given, and from those in
    force `as_of` a day.

    Raises UsageError for a game that the knowledge base does not hold. What computes rulings is imported when
    first needed: searching does without it.
    """
    from kb.answering.asserting import answers, evidence
    from kb.answering.rulings import ruling
    from kb.answering.trust import sure

    started, by_meaning = time.perf_counter(), base.by_meaning
    if game:
        base.require_game(game)
    ranking, belief = believed(base, base.read(typed, game), game, as_of)
    outcome = _outcome(ranking, belief)
    ruled = ruling(base, ranking.question, ranking.hits, ranking.game) if outcome is Outcome.CITED else None
    if ruled is not None and ruled.outcome is Outcome.ANSWERED:
        told = (
            answers(evidence(ranking.question, ruled.choice, ruled.trust, belief)) if by_meaning else sure(ruled.trust)
        )
        ruled = ruled if told else replace(ruled, outcome=None)
    if ruled is not None and ruled.outcome is not None:
        outcome = ruled.outcome
    citations = _citations(base, ranking, ruled, outcome, limit)
    return Answer(
        question=typed,
        outcome=outcome,
        game=ranking.game if outcome is not Outcome.AMBIGUOUS else "",
        games_considered=ranking.guesses,
        summary=_summary(base, outcome, ranking, citations, belief, ruled),
        verdict=ruled.verdict if ruled and outcome is Outcome.ANSWERED else None,
        citations=citations,
        reading=ranking.question,
        support=belief,
        ruling=ruled,
        version=base.version,
        edition=base.edition,
        by_meaning=by_meaning,
        took_ms=round((time.perf_counter() - started) * 1000, 2),
    )


def _citations(
    base: KnowledgeBase, ranking: Ranking, ruled: Ruling | None, outcome: Outcome, limit: int
) -> tuple[Citation, ...]:
    """The clauses of the proof first, in its order, then the hits."""
    proven = ruled.result.citations if ruled and outcome in (Outcome.ANSWERED, Outcome.UNDETERMINED) else ()
    clauses = [clause for each in proven if (clause := base.clause_at(each))]
    role = "nearest" if outcome in (Outcome.NOT_FOUND, Outcome.AMBIGUOUS) else "support"
    found = [Citation(each, base.document(each.document), "proof", 1.0) for each in clauses]
    found += [
        Citation(hit.clause, base.document(hit.clause.document), role, round(hit.score, 4))
        for hit in ranking.hits[:limit]
        if hit.clause.id not in proven
    ]
    return tuple(found[:limit])


def _outcome(ranking: Ranking, belief: Support) -> Outcome:
    if not ranking.hits or belief.probability < weights()["decline"]["threshold"]:
        return Outcome.NOT_FOUND
    return Outcome.CITED if ranking.sure else Outcome.AMBIGUOUS


def _summary(
    base: KnowledgeBase,
    outcome: Outcome,
    ranking: Ranking,
    citations: Sequence[Citation],
    belief: Support,
    ruled: Ruling | None,
) -> str:
    """One sentence: what the check says, or clauses and titles that are stored; no rule is worded here."""
    if ruled is not None and outcome in (Outcome.ANSWERED, Outcome.DEPENDS, Outcome.UNDETERMINED):
        return ruled.summary
    if outcome is Outcome.CITED:
        first = citations[0]
        return f"{base.title(ranking.game)}, {where(first)}: see the clause quoted first."
    if outcome is Outcome.AMBIGUOUS:
        games = [base.title(guess.game) for guess in ranking.guesses[:3] if guess.probability >= 0.05]
        return f"Which game is this about: {' or '.join(games)}?"
    missing = ", ".join(f"“{word}”" for word in belief.missing[:4])
    looked = f" Not found in the nearest clauses: {missing}." if missing else ""
    said = f" No document here says: {belief.lacks}." if belief.lacks else ""
    return f"No document here answers this.{said or looked}"


def where(citation: Citation) -> str:
    """Where a citation stands, for people: its document's title and its path with the last heading."""
    clause = citation.clause
    heading = clause.headings[-1] if clause.headings else clause.path
    return f"{citation.document.title}, {heading} ({clause.path})"
