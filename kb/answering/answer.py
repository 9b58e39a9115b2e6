"""One question in, one answer out. Knows no HTTP: the command line, the API and the pages all call `answer`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from kb.answering.past import Past
from kb.answering.ranking import Ranking, rank
from kb.answering.summary import summary
from kb.answering.worked import Looked, Worked, work_out
from kb.interpreter import INTERPRETER
from kb.knowledge import KnowledgeBase
from kb.question.texts.parts import said_beyond
from kb.records import Card, Citation, Clause, Hit, Outcome, Verdict
from kb.records.question import Question
from kb.records.reading import WORDS, Failure, ReadBy
from kb.records.versions import Stale
from kb.retrieval.classifying.decline import Support
from kb.retrieval.classifying.games import GameGuess
from kb.rules.prove.saying import content_stems
from kb.versions.pinned import stale_note

if TYPE_CHECKING:
    from kb.answering.assisting.assistant import Assistant
    from kb.answering.rulings import Ruling

CITATIONS = 5
WHOLE = 25
"""Citations at most of what is only looked up: a section is shown whole."""
MOST_PARTS = 4
TELLING = 600
"""Which game a post is about is told by so many of its first characters; players' posts have up to 570."""
LEAD, REASONED = 0.4, 0.4
"""So much nearer to the question a proof's clause comes that stands before the one that the verdict rests on; and how
much it counts to hold all words of the reason that is told. Of 222 development questions with a verdict 205 have a
labelled clause first then, 202 by a lead of 0.3 alone, 190 in the proof's order; 203 to 205 by 0.3 to 0.5 of each."""
PROVEN = (Outcome.ANSWERED, Outcome.UNDETERMINED)
NEAREST = (Outcome.NOT_FOUND, Outcome.AMBIGUOUS)


@dataclass(frozen=True, slots=True)
class Answer:
    """What every face of Headjudge shows. `citations` are best first; their roles say whether they answer
    (support) or only come nearest. `by_meaning` is False while the encoder is loaded: words alone were searched.

    `asked` is the sentence that is answered, as typed. A post that asks several things has the answer to each in
    `parts`, and is itself the first of them; what it asks besides is `left`. `unread` are the words that were not
    understood, `cards` those that the question names and asks nothing of. `read_by` is the reader that it rests on.
    `stale` are the clauses that have changed since the rules on them, which it rests on, were read against them. `day`
    is the one whose words it has: that was asked about, or today where a version is known that is not in force yet.
    """

    question: str
    outcome: Outcome
    game: str
    games_considered: tuple[GameGuess, ...]
    sentence: str
    verdict: Verdict | None
    citations: tuple[Citation, ...]
    reading: Question
    support: Support
    ruling: Ruling | None
    version: str
    edition: str
    by_meaning: bool
    took_ms: float
    asked: str = ""
    unread: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    one_of: int = 1
    parts: tuple[Answer, ...] = ()
    left: tuple[str, ...] = ()
    read_by: ReadBy = WORDS
    stale: tuple[Stale, ...] = ()
    day: date | None = None

    @property
    def summary(self) -> str:
        """The sentence, with the question that it answers where the post asks several."""
        return f"“{self.asked}” {self.sentence}" if self.one_of > 1 else self.sentence


def answer(
    base: KnowledgeBase,
    typed: str,
    game: str | None = None,
    limit: int | None = None,
    as_of: date | None = None,
    assistant: Assistant | None = None,
) -> Answer:
    """The answer to a question as it was typed; only from `game`'s documents where one is given, and from those in
    force `as_of` a day, without one from those of today. `limit` is how many citations there are at most: CITATIONS,
    where none is given. Where there is an `assistant`, it is waited for as long as it may take, and what it cannot tell
    is answered without it.

    Raises UsageError for a game that the knowledge base does not hold. What computes rulings is imported when
    first needed: searching does without it.
    """
    started = time.perf_counter()
    if game:
        base.require_game(game)
    if assistant is not None:
        assistant.prepare_behind()
    with INTERPRETER.held():
        parts = base.parts(typed, game, MOST_PARTS)
        left = said_beyond(typed, MOST_PARTS) if len(parts) == MOST_PARTS else ()
        games = [game or each.own.game or each.whole.game for each in parts]
        if not all(games) and not parts[0].short:
            meant = rank(base, base.read(typed[:TELLING])).game
            games = [each or meant for each in games]
        found = work_out(base, parts, [each or None for each in games], as_of)
        if assistant is not None:
            with INTERPRETER.let_go():
                found = _consulted(base, assistant, found, len(parts) > 1)
        answers = [
            _told(base, each, limit or CITATIONS) if isinstance(each, Worked) else _shown(base, each, limit or WHOLE)
            for each in found
        ]
        if len(parts) > 1:
            answers = [replace(each, one_of=len(parts) + len(left)) for each in answers]
            return replace(answers[0], parts=tuple(answers), left=left, took_ms=_since(started))
        return answers[0] if assistant is None else replace(answers[0], took_ms=_since(started))


def _consulted(
    base: KnowledgeBase, assistant: Assistant, found: list[Worked | Looked], several: bool
) -> list[Worked | Looked]:
    """What was worked out, with a language model heard on each question whose game is known; not on a day when clauses
    read otherwise, for it computes by what they say now."""
    from kb.answering.assisting.consulted import consulted

    asked = {at: each for at, each in enumerate(found) if isinstance(each, Worked) and each.ranking.game}
    put = {at: each for at, each in asked.items() if each.ranking.past is None or not each.ranking.past.otherwise}
    heard = dict(zip(put, consulted(base, assistant, list(put.values()), several), strict=True)) if put else {}
    return [heard.get(at, each) for at, each in enumerate(found)]


def _told(base: KnowledgeBase, worked: Worked, limit: int) -> Answer:
    """The answer to a question that was worked out."""
    part, ranking, outcome, ruled = worked.part, worked.ranking, worked.outcome, worked.ruled
    citations = _citations(base, ranking, ruled, outcome, limit)
    sentence = summary(base, outcome, ranking, citations, worked.belief, ruled, worked.unread)
    stale = (ranking.past or base).stale_of(ruled.result) if ruled is not None else ()
    sentence = f"{sentence} {stale_note(stale)}" if stale and ruled and ruled.asserted else sentence
    if outcome is Outcome.NOT_FOUND and ranking.past is not None and not ranking.hits:
        sentence = ranking.past.nothing(ranking.game or None) or sentence
    return Answer(
        question=part.whole.original,
        outcome=outcome,
        game=ranking.game if outcome is not Outcome.AMBIGUOUS else "",
        games_considered=ranking.guesses,
        sentence=f"{sentence} {worked.by.note}" if worked.by.failure is Failure.DIFFERS else sentence,
        verdict=ruled.verdict if ruled and outcome is Outcome.ANSWERED else None,
        citations=citations,
        reading=part.whole,
        support=worked.belief,
        ruling=ruled,
        version=base.version,
        edition=base.edition,
        by_meaning=base.by_meaning,
        took_ms=_since(worked.started),
        asked=part.said,
        unread=worked.unread,
        read_by=worked.by,
        stale=stale,
        day=ranking.past.day if ranking.past is not None else None,
    )


def _shown(base: KnowledgeBase, looked: Looked, limit: int) -> Answer:
    """The answer that shows what was looked up; its documents are those `of` now or of a past."""
    found, part, of = looked.found, looked.part, looked.base
    role = "nearest" if found.outcome is Outcome.AMBIGUOUS else "support"
    share = 1.0 / len(found.games)
    return Answer(
        question=part.whole.original,
        outcome=found.outcome,
        game=found.games[0] if len(found.games) == 1 else "",
        games_considered=tuple(GameGuess(game, share) for game in found.games),
        sentence=found.sentence,
        verdict=None,
        citations=tuple(_citation(of, each, role, 1.0) for each in found.clauses[:limit]),
        reading=part.whole,
        support=Support(1.0, {}, ()),
        ruling=None,
        version=base.version,
        edition=base.edition,
        by_meaning=base.by_meaning,
        took_ms=_since(looked.started),
        asked=part.said,
        cards=found.cards,
        day=of.day if isinstance(of, Past) else None,
    )


def _citation(base: KnowledgeBase | Past, clause: Clause, role: str, score: float) -> Citation:
    if isinstance(base, Past):
        return Citation(clause, base.document_of(clause), role, score)
    return Citation(clause, base.document(clause.document), role, score, base.in_time.stale_ruling(clause.id))


def _citations(
    base: KnowledgeBase, ranking: Ranking, ruled: Ruling | None, outcome: Outcome, limit: int
) -> tuple[Citation, ...]:
    """The clauses of the proof first, in its order but for the one that the question is about, then the hits."""
    rests_on = ruled.result.citations if ruled and outcome in PROVEN else ()
    stored = [clause for each in rests_on if (clause := base.clause_at(each))]
    clauses = asked_about_first(stored, ranking.hits, ruled.result.reason if ruled else "")
    role = "nearest" if outcome in NEAREST else "support"
    of = ranking.past or base
    clauses = tuple(ranking.past.clauses(clauses)) if ranking.past is not None else clauses
    found = [_citation(of, each, "proof", 1.0) for each in clauses]
    near = of_the_game(ranking.hits, "" if outcome in NEAREST else ranking.game)
    hits = [hit for hit in near if hit.clause.id not in rests_on]
    return tuple([*found, *(_citation(of, hit.clause, role, round(hit.score, 4)) for hit in hits)][:limit])


def of_the_game(hits: Sequence[Hit], game: str) -> Sequence[Hit]:
    """The hits of the game that a question is about; all of them where that is not known."""
    return [hit for hit in hits if hit.clause.game == game] if game else hits


def asked_about_first(proven: Sequence[Clause], hits: Sequence[Hit], reason: str) -> tuple[Clause, ...]:
    """A proof's clauses with that one first which comes LEAD nearer to the question than the one that the verdict rests
    on, the example of the very case, the exception and not the rule; what a clause says of the reason told counts."""
    if not proven:
        return ()
    near = {hit.clause.id: hit.score for hit in hits}
    telling = content_stems(reason)
    scores = [near.get(each.id, 0.0) + REASONED * _share(telling, each) for each in proven]
    best = max(scores)
    first = proven[scores.index(best)] if best > scores[0] + LEAD else proven[0]
    return (first, *(each for each in proven if each is not first))


def _share(telling: set[str], clause: Clause) -> float:
    """How much of some words a clause holds, from 0 to 1."""
    return len(telling & content_stems(clause.text)) / len(telling) if telling else 0.0


def _since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 2)
