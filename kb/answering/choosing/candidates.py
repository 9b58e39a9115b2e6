"""The six checks that a question may ask for, as readers are shown them: by what chooses among checks, then by the
clauses found for the question, its cards above all, then by the words of titles and facts' questions.

A new game has no samples to choose by: its checks are found by their clauses and words alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kb.answering.choosing.choose import Choice, Chooser, chooser, named_cards
from kb.answering.choosing.features import FEATURES
from kb.answering.run import of_the_game
from kb.knowledge import KnowledgeBase
from kb.readers.filled import Filled
from kb.readers.port import MOST_CANDIDATES, Candidate
from kb.readers.slots import fill
from kb.records import Hit
from kb.records.checks import Check, Slot
from kb.records.question import Question
from kb.records.types import FactType, Schema
from kb.rules.model.words import Words

CARD, CLAUSE = 2.0, 1.0
UNSAID = re.compile(r"\s*\([^()]*\bnot (?:said|told)\b[^()]*\)")
"""What a question adds about the number that stands for nothing said: a reader leaves the fact out instead."""
IN_PASSING = re.compile(r"\bfurther number\b", re.I)
UNWEIGHED = dict.fromkeys(FEATURES, 0.0)


@dataclass(frozen=True, slots=True)
class Offered:
    """A candidate with what chose it: the choice holds what the built-in reader read of it."""

    candidate: Candidate
    choice: Choice


def candidates(
    base: KnowledgeBase,
    question: Question,
    hits: Sequence[Hit],
    game: str,
    near: Question | None = None,
    most: int = MOST_CANDIDATES,
) -> tuple[Offered, ...]:
    """At most so many checks of a game, best first; none where the game has none. `near` is what is searched for,
    where the question stands in a long story."""
    if not game or game not in base.checks.games:
        return ()
    choosing = chooser(base, game)
    weighed = {each.check.id: each for each in choosing.choices(near or question, hits, told=question)}
    names = _sampled(weighed.values())
    if len(names) < most:
        names = list(dict.fromkeys([*names, *_others(base, choosing, near or question, hits), *weighed]))
    chosen = [weighed.get(name) or _unchosen(choosing, choosing.model.checks[name], question) for name in names[:most]]
    return tuple(Offered(_candidate(choosing, each), each) for each in chosen)


def _sampled(weighed: Iterable[Choice]) -> list[str]:
    """The checks that were weighed by samples, best first; none where no sample comes near: then what a check's clauses
    and words say tells more than its weight."""
    found = list(weighed)
    return [each.check.id for each in found] if any(each.features["asked"] > 0 for each in found) else []


def _others(base: KnowledgeBase, choosing: Chooser, question: Question, hits: Sequence[Hit]) -> Iterator[str]:
    """The checks that the clauses found or their own words speak for, best first."""
    rank = {hit.clause.id: 1.0 / at for at, hit in enumerate(hits, 1)}
    cards = set(named_cards(question))
    scores: dict[str, float] = {}
    for name, clauses in choosing.clauses.items():
        near = max((rank.get(each, 0.0) for each in clauses), default=0.0)
        own = bool(cards & {base.store.clause(each).subject for each in clauses}) if cards else False
        score = (
            CLAUSE * near + CARD * own + base.retriever.words.coverage(question.content, choosing.own_words.of(name))
        )
        if score > 0:
            scores[name] = score
    yield from sorted(scores, key=lambda name: (-scores[name], name))


def _unchosen(choosing: Chooser, check: Check, question: Question) -> Choice:
    """A check that nothing was weighed for."""
    read = fill(question, check, choosing.model.schema, named_cards(question)) if check.slots else Filled((), ())
    return Choice(check, 0.0, UNWEIGHED, read, tuple)


def _candidate(choosing: Chooser, choice: Choice) -> Candidate:
    schema = choosing.model.schema
    return Candidate(choice.check, schema, choice.score, questions_of(choice.check, schema), choosing.model.cards)


def questions_of(check: Check, schema: Schema) -> tuple[tuple[str, str], ...]:
    """The facts that a story can state of a check, each with the question that it answers; not those that tell how a
    question is worded, take a number that is told in passing, or have one value only."""
    words = Words(schema, {member.name: member.called for member in check.cast})
    found: list[tuple[str, str]] = []
    for slot in check.slots:
        for name, fact, asked in _asked(slot, schema, words):
            if told(fact, asked) and fact.name != slot.order:
                found.append((name, UNSAID.sub("", asked)))
    return tuple(found)


def told(fact: FactType, words: str) -> bool:
    """Whether a story can tell a fact that is asked for by these words."""
    fixed = fact.value is not None and fact.value.kind == "int" and fact.value.low == fact.value.high
    return of_the_game(fact) and not fixed and not fact.among and not IN_PASSING.search(words)


def _asked(slot: Slot, schema: Schema, words: Words) -> Iterator[tuple[str, FactType, str]]:
    """The facts of a slot, the properties of its things where it lists some, each with its question."""
    if slot.each:
        for fact in (schema.facts[name] for name in slot.properties):
            yield f"{slot.name}.{fact.name}", fact, words.question(fact, (None,) * len(fact.args))
    elif slot.fact in schema.facts and None not in slot.args:
        fact = schema.facts[slot.fact]
        asked = words.fill(slot.question, (*slot.args, None)) if slot.question else words.question(fact, slot.args)
        yield slot.name, fact, asked
