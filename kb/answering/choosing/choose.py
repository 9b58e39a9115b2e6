"""Which check does a question ask for, with which facts, and can its verdict be trusted? See features.py."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from kb.answering.choosing.features import CHANCE, alike, at_best, closed, fits_kind, form_given, leads, probability
from kb.answering.choosing.ordered import Ordered, Sketch
from kb.answering.choosing.ownwords import own_words
from kb.answering.numbers.claimed import claim_of, compares, without_the_claim
from kb.question.alternatives import alternatives
from kb.question.measures import measures_in
from kb.question.read import alone, read
from kb.readers.forms import by_first_stem, ways_of
from kb.readers.slots import Filled, fill
from kb.records import Hit
from kb.records.question import Form, Question
from kb.retrieval.ranking.samples import NEAREST, Asked, Nearest
from kb.retrieval.weights import weights
from kb.words.text import StemSet, stem, words

if TYPE_CHECKING:
    from kb.knowledge import KnowledgeBase
    from kb.records.checks import Check
    from kb.records.types import Schema
    from kb.retrieval.ranking.retriever import Retriever
    from kb.rules.checks import Checks
    from kb.rules.model.rulemodel import RuleModel

DEPTH = 10
CANDIDATES = 8
LEAST_ASKED = 0.35
CLOSE = 0.04
SPOKEN_FOR = 3
SAMPLES_KEPT = 1_024
UNKNOWN = Asked(((0.0, -1),))
Scores = Callable[[str], Mapping[str, float]]
"""How much a question's text speaks for each check by its full id; empty where nothing was learned."""
StoredSample = tuple[str, dict[str, Any] | None, StemSet]
"""A sample wording, what it states, None where that was never written down, and the stems of its words."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A sample whose facts were written down: how near it is, whether its yes is the check's no (`opposite`), and what
    the check `says` of its facts, None where that is neither yes nor no."""

    cosine: float
    facts: Mapping[str, Any]
    opposite: bool
    says: bool | None


@dataclass(frozen=True)
class Choice:
    """A check that the question may ask for, with the facts read for it; `score` is a probability.

    `samples`, which `read_samples` gives, are the nearest sample wordings, at most CLOSE less near than the best, each
    with whether its writer said that it asks for the opposite of the check, None where only a wording was written,
    then it asks as worded. `stated` are the nearest ones whose facts were written down; `near_words` gives the stems of
    the words of some more of them.
    """

    check: Check
    score: float
    features: Mapping[str, float]
    filled: Filled
    read_samples: Callable[[], tuple[tuple[Question, bool | None], ...]]
    stated: tuple[Stated, ...] = ()
    fill_sample: Callable[[Question], Filled] = lambda sample: Filled((), ())
    near_words: Callable[[], frozenset[str]] = frozenset

    @cached_property
    def samples(self) -> tuple[tuple[Question, bool | None], ...]:
        """Read when first asked for: most choices are weighed and never looked at again."""
        return self.read_samples()

    @property
    def sample(self) -> Question | None:
        """The nearest sample wording, None where there is none."""
        return self.samples[0][0] if self.samples else None


class Chooser:
    """Weighs the checks of one game for questions that were read."""

    def __init__(self, checks: Checks, retriever: Retriever, game: str) -> None:
        self.model: RuleModel = checks.model(game)
        self.learned: Scores = partial(retriever.teaching.lessons, "checks", game)
        self.retriever, self.game = retriever, game
        self.clauses = {name: self.model.clauses_of(check) for name, check in self.model.checks.items()}
        self._full_ids = tuple((name, check.full_id) for name, check in self.model.checks.items())
        self._checks_of: dict[str, list[str]] = {}
        for name, clauses in self.clauses.items():
            for clause in clauses:
                self._checks_of.setdefault(clause, []).append(name)
        self._any_card = {name for name, check in self.model.checks.items() if card_slots(check, self.model.schema)}
        self.own_words = own_words(self.model)
        self._known: dict[int, StoredSample] = {}
        self._filled = lru_cache(SAMPLES_KEPT)(self._fill)

    def choices(
        self,
        question: Question,
        hits: Sequence[Hit],
        without: str = "",
        weight: Mapping[str, float] | None = None,
        told: Question | None = None,
    ) -> Ordered:
        """The checks that the question may ask for, best first; `without` is a wording that is left out. Facts are read
        from what is `told`, the question with its whole story, where that is more than what is searched for."""
        asked = self.retriever.checks(question, self.game, without)
        rank = {hit.clause.id: at for at, hit in enumerate(hits[:DEPTH], 1)}
        best = {name: asked.best.get(full_id, 0.0) for name, full_id in self._full_ids}
        cited = self._cited(rank, named_cards(question))
        spoken = self._spoken(question)
        together = best | {name: best[name] + 0.3 * share for name, share in cited.items()}
        near = sorted(together, key=together.__getitem__, reverse=True)[:CANDIDATES]
        kept = [name for name in near if best[name] >= LEAST_ASKED or name in cited]
        kept += [name for name in sorted(spoken, key=spoken.__getitem__, reverse=True)[:SPOKEN_FOR] if name not in kept]
        lead, ahead = leads(best, kept, CHANCE), leads(spoken, kept)
        story = told or question
        cards = named_cards(question) or named_cards(story)
        weight = weights()["check"] if weight is None else weight
        sketches = []
        for name in kept:
            check = self.model.checks[name]
            given = {
                "clause": cited.get(name, 0.0),
                "lead": lead[name],
                "learned": spoken.get(name, 0.0),
                "ahead": max(-1.0, min(1.0, ahead.get(name, 0.0))),
                "card": self._card(name, cards),
                "constant": float(not check.read),
            }
            best_case = at_best(given, question.form is form_given(check), weight)
            sketches.append(Sketch(name, given, best_case, probability(best_case, weight)))
        return Ordered(sketches, lambda each: self._choice(each, question, story, cards, asked, weight))

    def _spoken(self, question: Question) -> dict[str, float]:
        """What was learned says of each check that this game has."""
        scores = self.learned(question.text)
        return {name: scores[full_id] for name, full_id in self._full_ids if full_id in scores}

    def _cited(self, rank: Mapping[str, int], cards: Sequence[str]) -> dict[str, float]:
        """1 / rank of the best hit among a check's clauses, for the checks that have one there; the clauses of a check
        that takes any card are those of the same part of the card that is named."""
        found: dict[str, float] = {}
        for clause, at in sorted(rank.items(), key=lambda entry: entry[1]):
            for name in self._checks_of.get(clause, ()):
                found.setdefault(name, 1.0 / at)
            if cards and self.retriever.store.clause(clause).subject in cards:
                part = clause.rpartition(".")[2]
                for name in self._any_card:
                    if any(own.rpartition(".")[2] == part for own in self.clauses[name]):
                        found.setdefault(name, 1.0 / at)
        return found

    def _choice(
        self,
        sketched: Sketch,
        question: Question,
        told: Question,
        cards: Sequence[str],
        nearest: Nearest,
        weight: Mapping[str, float],
    ) -> Choice:
        """A check with the facts that are told of it."""
        name = sketched.name
        check, schema = self.model.checks[name], self.model.schema
        asked = nearest.of(check.full_id) or UNKNOWN
        self._read([number for _, number in (*asked.nearest, *asked.further)])
        filled = without_the_claim(told, check, fill(told, check, schema, cards))
        stated, types = filled.facts, check.types(schema)
        said = {each.slot for each in filled.readings} | {each.slot for each in filled.lists}
        needed = [slot for slot in check.read if slot.default is None and (slot.must or not closed(types, slot.name))]
        form, known = form_given(check), self.retriever.lexicon.measures
        unclear = claim_of(told, check, filled) is not None or (form is Form.WHICH and alternatives(question))
        unclear = unclear or (form is Form.NUMBER and compares(question))
        samples = self._samples(asked)
        states = samples[0][1] if samples else None
        features = {
            **sketched.given,
            "asked": asked.best,
            "kind": fits_kind(Form.UNTOLD if unclear else question.form, form, partial(_worded, samples, known)),
            "filled": sum(slot.name in said for slot in needed) / len(needed) if needed else 1.0,
            "said": min(len(said), 3) / 3,
            "alike": alike(set(stated), set(states["facts"])) if states else 0.5,
            "unread": min(len(filled.unread), 2) / 2,
            "unheard": 1.0 - self.retriever.words.coverage(question.content, *self._vocabulary(name)),
        }
        score = probability(features, weight)
        near = (*asked.nearest, *asked.further)
        return Choice(
            check, score, features, filled, partial(_read, samples), self._stated(asked), partial(self._filled, name),
            near_words=partial(self._words, near),
        )  # fmt: skip

    def _fill(self, name: str, sample: Question) -> Filled:
        """What a sample wording states of a check, read like a question."""
        return fill(sample, self.model.checks[name], self.model.schema)

    def _samples(self, asked: Asked) -> list[StoredSample]:
        """The nearest sample wordings."""
        close = [number for score, number in asked.nearest if number >= 0 and score >= asked.best - CLOSE]
        return [self._sample(number) for number in close]

    def _stated(self, asked: Asked) -> tuple[Stated, ...]:
        """The nearest samples whose facts were written down."""
        near = (*asked.nearest, *asked.further)
        told = ((score, self._sample(number)[1]) for score, number in near if number >= 0)
        stated = (
            Stated(score, states["facts"], states["opposite"], states.get("says")) for score, states in told if states
        )
        return tuple(islice(stated, NEAREST))

    def _words(self, near: Sequence[tuple[float, int]]) -> frozenset[str]:
        """The stems of these samples' words."""
        return frozenset().union(*(self._sample(number)[2] for _, number in near if number >= 0))

    def _sample(self, number: int) -> StoredSample:
        """A sample of the store by its passage's number."""
        return self._known.get(number) or self._read([number])[number]

    def _read(self, numbers: Sequence[int]) -> dict[int, StoredSample]:
        """Samples of the store that are not known yet, all in one go, and keep them."""
        new = [number for number in dict.fromkeys(numbers) if number >= 0 and number not in self._known]
        told = self.retriever.store.texts_of(new) if new else ()
        found = {
            number: (text, json.loads(states) if states else None, StemSet(map(stem, words(text))))
            for number, text, states in told
        }
        if len(self._known) > SAMPLES_KEPT:
            self._known = {}
        self._known.update(found)
        return found

    def _card(self, name: str, cards: Sequence[str]) -> float:
        """Whether the check belongs to a card that was named, or takes any; to another one; or to no card."""
        if name in self._any_card:
            return float(len(cards) == 1)
        owners = self.owners(name) if cards else frozenset()
        return 0.0 if not owners else 1.0 if owners & set(cards) else -1.0

    def owners(self, name: str) -> frozenset[str]:
        """The titles of the cards whose clauses a check rests on; none of one that takes any card."""
        if name in self._any_card:
            return frozenset()
        return frozenset(self.retriever.store.clause(each).subject for each in self.clauses[name]) - {""}

    def _vocabulary(self, name: str) -> list[Container[str]]:
        """The stems of all words by which a check, its facts, samples and clauses speak."""
        spoken, clauses = self.retriever.words, [self.retriever.store.clause(each) for each in self.clauses[name]]
        return [self.own_words.of(name), *map(spoken.stems, clauses), *map(spoken.heard, clauses)]

    def warm_up(self) -> None:
        """Work out beforehand what the first question to each check would wait for: its words and its facts' forms."""
        for name, check in self.model.checks.items():
            self.own_words.of(name)
            types = check.types(self.model.schema)
            for slot in check.read:
                if slot.name in types:
                    for _, forms in ways_of(slot, types[slot.name]):
                        by_first_stem(forms)


def chooser(base: KnowledgeBase, game: str) -> Chooser:
    """What chooses among a game's checks, made once for each open knowledge base."""
    kept: dict[str, Chooser] = base.choosers
    if game not in kept:
        kept[game] = Chooser(base.checks, base.retriever, game)
    return kept[game]


def named_cards(question: Question) -> tuple[str, ...]:
    """The titles of the cards that a question names; parts of names count only where no name stands whole."""
    found = [each for each in question.mentions if each.term.kind == "card"]
    whole = [each for each in found if each.how != "part"]
    return tuple(dict.fromkeys(each.term.name for each in whole or found))


def card_slots(check: Check, schema: Schema) -> tuple[str, ...]:
    """The names of the check's slots that take a card."""
    facts = ((slot.name, schema.facts.get(slot.fact)) for slot in check.slots)
    return tuple(name for name, fact in facts if fact is not None and fact.value and fact.value.kind == "card")


def _read(samples: Sequence[StoredSample]) -> tuple[tuple[Question, bool | None], ...]:
    """Sample wordings as questions, each with whether it was said to ask for the opposite."""
    return tuple((read(text), bool(states["opposite"]) if states else None) for text, states, _ in samples)


def _worded(samples: Sequence[StoredSample], known: Mapping[str, str]) -> Form:
    """The form in which the nearest of sample wordings asks, by what games ask a number of."""
    return alone(samples[0][0], measures_in(samples[0][0], known)).form if samples else Form.UNTOLD
