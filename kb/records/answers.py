"""From passages to verdicts: what search finds and what an answer is made of; games and their contents."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from kb.records.cards import Term
from kb.records.documents import Clause, Document
from kb.records.findings import Mention, Norm, Parsed
from kb.records.versions import Stale


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of text that search finds; `number` is its row in the index and in the store.

    `text` is what is embedded, `lexical` what is indexed by words; `kind` is clause, sentence, power
    or wording. Several passages may lead to the same clause. A wording that asks for a check has its full id,
    and one whose facts are known has them in `states`, as JSON: `{"facts": {…}, "opposite": false}`,
    with what a yes-or-no check `says` of them, true or false.
    """

    number: int
    clause: str
    game: str
    document: str
    kind: str
    text: str
    lexical: str
    digest: str
    check: str = ""
    states: str = ""


@dataclass(frozen=True, slots=True)
class Hit:
    """A clause found for a query: fused score, and the parts it was fused from, by feature name."""

    clause: Clause
    score: float
    rank: int
    features: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Citation:
    """A clause as an answer quotes it; `role` is proof, support or nearest. Where it is a ruling, `stale` are the
    clauses that it interprets and that have changed since."""

    clause: Clause
    document: Document
    role: str
    score: float
    stale: tuple[Stale, ...] = ()


class Outcome(StrEnum):
    """How a question ended: UNDETERMINED where the text is silent or contradicts itself, NOT_UNDERSTOOD where words of
    the question that nobody read could change what is computed."""

    ANSWERED = "answered"
    DEPENDS = "depends"
    UNDETERMINED = "undetermined"
    NOT_UNDERSTOOD = "not_understood"
    CITED = "cited"
    AMBIGUOUS = "ambiguous"
    NOT_FOUND = "not_found"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A computed verdict; `kind` is yes_no, number, options or text. `label` is what players call its value, where that
    is not written as they call it."""

    kind: str
    value: bool | int | str | tuple[str, ...]
    label: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Game:
    """A game; `aliases` are other spellings of its name."""

    id: str
    title: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heard:
    """The different words in which players ask for a clause, between blanks."""

    clause: str
    words: str


@dataclass(frozen=True, slots=True)
class Contents:
    """Everything that a snapshot's store holds; passages are in the order of their numbers, 0, 1, 2, …"""

    games: tuple[Game, ...]
    parsed: tuple[Parsed, ...]
    terms: tuple[Term, ...]
    mentions: tuple[Mention, ...]
    norms: tuple[Norm, ...]
    passages: tuple[Passage, ...]
    heard: tuple[Heard, ...] = ()
