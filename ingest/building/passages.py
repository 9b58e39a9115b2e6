"""What search looks through: every clause, its sentences, cards' powers, and questions that players ask of it.

Each text opens with where it stands (`game > document > headings: …`), which DESIGN measured as the
largest single gain. Only whole clauses and players' questions are searched by words: a sentence
that stood beside its clause would count its words twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb.records import Clause, Parsed, Passage, Power, digest, plain

SHORTEST_SENTENCE = 15


@dataclass(frozen=True, slots=True)
class Wording:
    """A question in a player's words that a clause answers, that a check decides, or, as a `gap`, that nothing here
    answers although the clause comes near."""

    clause: str
    question: str
    check: str = ""
    states: str = ""
    kind: str = "wording"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a clause stands, by the titles that a passage opens with."""

    game: str
    document: str
    heading: str

    def text(self, words: str) -> str:
        """What is embedded for a clause, a sentence or a power."""
        return " > ".join(part for part in (self.game, self.document, self.heading) if part) + f": {words}"

    def lexical(self, words: str) -> str:
        """What is indexed by words."""
        return f"{self.heading}: {words}" if self.heading else words

    def question(self, words: str) -> str:
        """What is embedded for a player's question: it stands as questions come, without a place."""
        return words


def place_of(clause: Clause, game: str, document: str) -> Place:
    """A clause's place; a card's title stands for its headings."""
    return Place(game, document, clause.subject or " > ".join(clause.headings))


def passages(
    titles: Mapping[str, str],
    documents: Sequence[Parsed],
    sentences: Mapping[str, tuple[str, ...]],
    wordings: Iterable[Wording],
) -> tuple[Passage, ...]:
    """All passages, numbered from 0: first the clauses, then their parts, then the questions.

    `titles` are the games' titles by id.
    """
    places = {
        clause.id: place_of(clause, titles[clause.game], parsed.document.title)
        for parsed in documents
        for clause in parsed.clauses
    }
    clauses = {clause.id: clause for parsed in documents for clause in parsed.clauses}
    powers = [power for parsed in documents for card in parsed.cards for power in card.powers]
    drafts = [
        *whole_clauses(clauses.values(), places),
        *parts(clauses, places, sentences, powers),
        *questions(clauses, places, wordings),
    ]
    return tuple(
        Passage(number, clause.id, clause.game, clause.document, kind, text, lexical, digest(text), check, states)
        for number, (clause, kind, text, lexical, check, states) in enumerate(drafts)
    )


Draft = tuple[Clause, str, str, str, str, str]


def whole_clauses(clauses: Iterable[Clause], places: Mapping[str, Place]) -> Iterator[Draft]:
    """One passage for each clause."""
    for clause in clauses:
        place = places[clause.id]
        yield clause, "clause", place.text(clause.plain), place.lexical(clause.plain), "", ""


def parts(
    clauses: Mapping[str, Clause],
    places: Mapping[str, Place],
    sentences: Mapping[str, tuple[str, ...]],
    powers: Iterable[Power],
) -> Iterator[Draft]:
    """The sentences and powers that are less than their clause; each text once."""
    named = [(power.clause, "power", plain(power.text)) for power in powers]
    named += [(clause, "sentence", text) for clause, texts in sentences.items() for text in texts]
    seen: set[tuple[str, str]] = set()
    for identifier, kind, words in named:
        clause = clauses[identifier]
        if words == clause.plain or len(words) < SHORTEST_SENTENCE or (identifier, words) in seen:
            continue
        seen.add((identifier, words))
        yield clause, kind, places[identifier].text(words), "", "", ""


def questions(
    clauses: Mapping[str, Clause], places: Mapping[str, Place], wordings: Iterable[Wording]
) -> Iterator[Draft]:
    """One passage for each of players' questions."""
    for wording in wordings:
        place = places[wording.clause]
        asked = wording.question
        yield (
            clauses[wording.clause],
            wording.kind,
            place.question(asked),
            place.lexical(asked) if wording.kind == "wording" else "",
            wording.check,
            wording.states,
        )
