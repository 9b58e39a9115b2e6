"""The questions of a text, worked out by words: what was looked up, or found and computed, before it is told."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from kb.answering.asserting.withheld import Withheld
from kb.answering.lookup import Found, looked_up
from kb.answering.past import Past, past_of
from kb.answering.ranking import Ranking, believed
from kb.knowledge import KnowledgeBase
from kb.question.derived import BLANK, masked, numbers_aside
from kb.question.texts.parts import SEARCHED, Part
from kb.records import Outcome, Verdict
from kb.records.question import Question, Span
from kb.records.reading import WORDS, ReadBy
from kb.retrieval.classifying.decline import Support
from kb.retrieval.weights import weights

if TYPE_CHECKING:
    from kb.answering.rulings import Ruling

WEIGHED = (Outcome.ANSWERED, Outcome.DEPENDS)
"""What a check says that may be beside what was asked; that nothing settles its own question is told as it is."""
WITHHELD = (Outcome.CITED, Outcome.NOT_UNDERSTOOD)
PLAIN = ("yes_no", "number")
AHEAD = 1.3
"""By all of a long story a question is worked out where that speaks for a check so many times more, in odds."""


@dataclass(frozen=True, slots=True)
class Looked:
    """A question that only names something, with what is stored of it in `base`, now or on a day."""

    part: Part
    found: Found
    base: KnowledgeBase | Past
    started: float


@dataclass(frozen=True, slots=True)
class Worked:
    """One question of a text with its clauses, how likely they answer it, how it ends and what was computed.

    `unread` are the words that kept a verdict back, `by` is the reader that it rests on; `started` when it was begun,
    by time.perf_counter(). `told` is the question with its story, where its words are those without it.
    """

    part: Part
    ranking: Ranking
    belief: Support
    outcome: Outcome
    ruled: Ruling | None
    unread: tuple[str, ...]
    started: float
    by: ReadBy = WORDS
    told: Part | None = None

    @property
    def question(self) -> Question:
        """The question with all that is told."""
        return (self.told or self.part).whole

    @property
    def chosen(self) -> float:
        """How likely its check is the one that is asked for, 0 to 1; 0 where there is none."""
        return self.ruled.choice.score if self.ruled is not None else 0.0

    @property
    def check(self) -> str:
        """The check that is put to it; empty where there is none."""
        return self.ruled.choice.check.id if self.ruled is not None else ""

    @property
    def verdict(self) -> Verdict | None:
        """What is asserted."""
        return self.ruled.verdict if self.ruled is not None and self.outcome is Outcome.ANSWERED else None

    def numbers_taken(self) -> Iterator[int]:
        """Where the numbers stand in what was typed that its facts are read from."""
        for each in self.ruled.choice.filled.readings if self.ruled is not None else ():
            if type(each.value) is int:
                yield from (self.part.whole.places[start] for start, _ in each.places)

    def withheld(self) -> Worked:
        """The same without what was computed, which another reading of its story denies: its clauses are cited."""
        ruled = self.ruled and replace(self.ruled, outcome=Withheld.STORIES_DIFFER)
        return replace(self, outcome=Outcome.CITED, ruled=ruled)

    def asserted(self) -> Worked:
        """The same with what was computed as its answer."""
        told = self.ruled and replace(self.ruled, outcome=Outcome.ANSWERED)
        return replace(self, outcome=Outcome.ANSWERED, ruled=told)


def work_out(
    base: KnowledgeBase, parts: Sequence[Part], games: Sequence[str | None], as_of: date | None
) -> list[Worked | Looked]:
    """Every question of a text, each of its game where that is known, by what is in force `as_of` a day."""
    found = [
        _without_asides(base, _one(base, part, game, as_of), as_of) for part, game in zip(parts, games, strict=True)
    ]
    return [_without_others_numbers(base, each, found, as_of) for each in found]


def _one(base: KnowledgeBase, part: Part, game: str | None, as_of: date | None) -> Worked | Looked:
    """One question, as it is likelier to be what a check is asked: of a post with its story or without it, and in a
    long story by the sentences that are near or by all of it."""
    found = _worked(base, part, game, as_of)
    if not isinstance(found, Worked) or part.short:
        return found
    if part.alone is not None:
        return _with_or_without(base, part, found, game, as_of)
    if len(part.whole.text) > SEARCHED[0]:
        return found
    other = _worked(base, replace(part, near=part.whole), game, as_of)
    if not isinstance(other, Worked):
        return found
    best = other if _ahead(other.chosen, found.chosen) else found
    return best.asserted() if both_say(found, other) else best


def both_say(one: Worked, other: Worked) -> bool:
    """Whether two readings of a question come to the same yes, no or number by the same check, neither likely enough to
    be asserted alone: each speaks for the other."""
    both = [each.ruled for each in (one, other) if each.ruled is not None and each.outcome is Outcome.CITED]
    if len(both) < 2 or one.check != other.check or both[0].verdict != both[1].verdict:
        return False
    likely = [each.probability for each in both]
    plain = both[0].verdict is not None and both[0].verdict.kind in PLAIN
    return plain and all(likely) and max(likely) >= weights()["check"]["agreed"]


def _ahead(one: float, other: float) -> bool:
    """Whether one probability is well ahead of another one."""
    return one * (1 - other) > AHEAD * other * (1 - one)


def _with_or_without(base: KnowledgeBase, part: Part, found: Worked, game: str | None, as_of: date | None) -> Worked:
    """A question of a post with its story, as it was `found`, or without it."""
    without = part.alone or part
    alone = _worked(base, without, game, as_of)
    if not isinstance(alone, Worked) or alone.chosen <= found.chosen:
        return found
    if alone.check != found.check:
        told = _worked(base, replace(without, whole=part.whole), game, as_of)
        found = told if isinstance(told, Worked) else found
    if alone.outcome is not Outcome.ANSWERED:
        return found
    if found.outcome is not Outcome.ANSWERED:
        return replace(alone, told=part)
    return found if found.verdict == alone.verdict else found.withheld()


def _without_asides(base: KnowledgeBase, one: Worked | Looked, as_of: date | None) -> Worked | Looked:
    """A question whose verdict is withheld, without the asides in brackets that tell numbers: `he has a gem (+3 ATK)`
    tells what he has, and that number is seldom the one of another thing."""
    if not isinstance(one, Worked) or one.ruled is None or one.outcome not in WITHHELD:
        return one
    return _answered_without(base, one, numbers_aside(one.part.whole), as_of)


def _without_others_numbers(
    base: KnowledgeBase, one: Worked | Looked, beside: Sequence[Worked | Looked], as_of: date | None
) -> Worked | Looked:
    """A question that was not understood for numbers of the story on which the verdict on another question rests: it is
    answered without them."""
    if not isinstance(one, Worked) or one.outcome is not Outcome.NOT_UNDERSTOOD or one.ruled is None:
        return one
    others = (each for each in beside if isinstance(each, Worked) and each is not one and each.verdict is not None)
    taken = {place for each in others for place in each.numbers_taken()}
    whole = one.part.whole
    spans = [
        Span(each.start, each.end)
        for each in one.ruled.choice.filled.unread
        if whole.places[each.start] in taken and not whole.asking.holds(each.start)
    ]
    return _answered_without(base, one, spans, as_of)


def _answered_without(base: KnowledgeBase, one: Worked, spans: Sequence[Span], as_of: date | None) -> Worked:
    """A question as it is answered by the same check without what stands at these places; itself where it is not."""
    if not spans:
        return one
    again = _worked(base, replace(one.part, whole=masked(one.part.whole, spans, BLANK)), one.ranking.game, as_of)
    if not isinstance(again, Worked) or again.verdict is None or again.check != one.check:
        return one
    return replace(again, told=one.told or one.part)


def _worked(base: KnowledgeBase, part: Part, game: str | None, as_of: date | None) -> Worked | Looked:
    started = time.perf_counter()
    past = past_of(base, as_of, game or part.own.game)
    if found := looked_up(base, part.own, game, alone=part.short, past=past):
        return Looked(part, found, past or base, started)
    ranking, belief = believed(base, part.near, game, as_of, own=part.own)
    outcome = _outcome(ranking, belief)
    if outcome is Outcome.CITED:
        outcome, ruled, unread = _checked(base, part, ranking, belief)
    else:
        ruled, unread = None, ()
    return Worked(part, ranking, belief, outcome, ruled, unread, started)


def _checked(
    base: KnowledgeBase, part: Part, ranking: Ranking, belief: Support
) -> tuple[Outcome, Ruling | None, tuple[str, ...]]:
    """How a question ends whose clauses may answer it, by the check that it asks for, with the words that keep a
    verdict from being asserted. Where likely nothing settles it none is, and without one there is no answer here."""
    ruled, unread = _ruled(base, part, ranking, belief)
    if ruled is not None and ranking.past is not None and not ranking.past.computed(ruled.result):
        return Outcome.CITED, None, ()  # the rules compute what the clauses say on another day
    if base.by_meaning and base.retriever.taught(ranking.game) and ranking.game in base.checks.games:
        from kb.answering.asserting.settled import declined, doubted, settling

        found = settling(part.near, ruled, belief)
        if ruled is not None and ruled.outcome is Outcome.ANSWERED and doubted(found):
            ruled = replace(ruled, outcome=Withheld.UNSETTLED)
        if (ruled is None or not ruled.asserted or ruled.outcome is Outcome.DEPENDS) and declined(found):
            return Outcome.NOT_FOUND, None, ()
    if unread:
        return Outcome.NOT_UNDERSTOOD, ruled, unread
    return (ruled.outcome if ruled is not None and isinstance(ruled.outcome, Outcome) else Outcome.CITED), ruled, ()


def _ruled(base: KnowledgeBase, part: Part, ranking: Ranking, belief: Support) -> tuple[Ruling | None, tuple[str, ...]]:
    """What is computed for a question, asserted or asked back only where it is likely to be what was asked, and the
    words that keep it from being asserted."""
    from kb.answering.asserting.evidence import answers, asks_back, evidence, probability_that_asked
    from kb.answering.asserting.trust import sure
    from kb.answering.asserting.unread import unread
    from kb.answering.put import ruling

    ruled = ruling(base, part.whole, ranking.hits, ranking.game, near=part.near)
    if ruled is None:
        return None, ()
    if base.awaits_meaning:
        return replace(ruled, outcome=Withheld.STILL_LOADING), ()
    if ruled.outcome in WEIGHED:
        weighed = evidence(ruled.asked, ruled.choice, ruled.trust, belief)
        depends = ruled.outcome is Outcome.DEPENDS
        asserted = (asks_back if depends else answers)(weighed) if base.by_meaning else depends or sure(ruled.trust)
        likely = probability_that_asked(weighed) if base.by_meaning else 0.0
        ruled = replace(ruled, outcome=ruled.outcome if asserted else Withheld.ANOTHER_ASKED, probability=likely)
    words = unread(base, part.whole, ruled, belief) if base.by_meaning else ()
    return (replace(ruled, outcome=Withheld.WORDS_UNREAD) if words else ruled), words


def _outcome(ranking: Ranking, belief: Support) -> Outcome:
    if not ranking.hits or belief.probability < weights()["decline"]["threshold"]:
        return Outcome.NOT_FOUND
    return Outcome.CITED if ranking.sure else Outcome.AMBIGUOUS
