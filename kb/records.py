"""The records of the knowledge base: frozen, typed, silent (no input or output, no back references).

Identifiers. A clause's id is `game/document#path`; the path is the section (its number where the
document has one, else the slugs of its headings joined by `/`), a full stop, and a letter with an
ordinal within that section: `p` paragraph, `b` list item (`b2.1` below `b2`), `e` example, `n`
note, `d` definition, `t` table; in a card's entry `stats`, `textN` (a line of card text), `rN`
(ruling paragraph). Ids are the same in every edition of a document.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from enum import StrEnum

MARKUP = re.compile(r"</?b>|\*\*")


class Kind(StrEnum):
    """What a clause is for."""

    RULE = "rule"
    EXAMPLE = "example"
    NOTE = "note"
    DEFINITION = "definition"
    SETUP = "setup"
    TABLE = "table"
    TIP = "tip"
    ERRATA = "errata"
    CARD = "card"
    RULING = "ruling"


class Role(StrEnum):
    """What a stretch of a source's characters is: every character has exactly one role."""

    CLAUSE = "clause"
    HEADING = "heading"
    NOISE = "noise"
    SEPARATOR = "separator"


def digest(text: str) -> str:
    """sha256 of a text's UTF-8 bytes, as hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def plain(text: str) -> str:
    """A clause's text for reading and for search: markup dropped, white space folded to single blanks."""
    return " ".join(MARKUP.sub("", text).split())


@dataclass(frozen=True, slots=True)
class Document:
    """One edition of one document. Dates are ISO strings, or empty where the document gives none."""

    id: str
    game: str
    title: str
    layout: str
    edition: str
    file: str
    sha256: str
    authority: str = ""
    published: str = ""
    effective: str = ""
    characters: int = 0


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch `[start, end)` of a source in code points, with its role; `reason` says why noise is noise."""

    start: int
    end: int
    role: Role
    clause: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """The unit that answers cite.

    `[start, end)` counts code points of the source file and `source[start:end]` is `text`, unless
    the clause is interrupted by noise: then it is flagged `split`, `parts` lists its stretches and
    `text` is those stretches joined by one blank.
    """

    id: str
    game: str
    document: str
    headings: tuple[str, ...]
    text: str
    kind: Kind
    start: int
    end: int
    digest: str
    ordinal: int
    flags: tuple[str, ...] = ()
    parts: tuple[tuple[int, int], ...] = ()
    explains: str = ""
    subject: str = ""

    @property
    def path(self) -> str:
        """The id without game and document: `5.p2`."""
        return self.id.partition("#")[2]

    @property
    def plain(self) -> str:
        """The text without markup, white space folded."""
        return plain(self.text)


@dataclass(frozen=True, slots=True)
class Range:
    """A typed table cell: whole numbers from `low` to `high`, either end open where None."""

    low: int | None
    high: int | None


Cell = int | str | Range | None


@dataclass(frozen=True, slots=True)
class Table:
    """A clause of kind table (or a list with counts) with typed cells; rows are as long as `columns`."""

    clause: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Restriction:
    """A limit on using a power: `kind` is phase, once-per-turn, source, control, zone or other."""

    kind: str
    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Cost:
    """One part of a power's cost: `kind` (activate, endurance, resource, discard, ko, remove-counter, …)."""

    kind: str
    amount: int | None
    what: str
    text: str


@dataclass(frozen=True, slots=True)
class Power:
    """One power of a card, read from one line of its text (`clause`), split into its parts."""

    id: str
    card: str
    clause: str
    kind: str
    keyword: str
    costs: tuple[Cost, ...]
    condition: str
    effect: str
    restrictions: tuple[Restriction, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card. `current` is the wording in force; `printed` is what the card itself says, empty when lost."""

    id: str
    game: str
    document: str
    name: str
    identity: str
    version: str
    type: str
    cost: int | None
    affiliations: tuple[str, ...]
    attack: int | None
    defense: int | None
    keywords: tuple[str, ...]
    powers: tuple[Power, ...]
    current: str
    printed: str
    clauses: tuple[str, ...]
    flags: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Name, identity and version as the document writes them: `Doom-Bot <> Dr. Doom, Cosmic Thief`."""
        named = f"{self.name} <> {self.identity}" if self.identity else self.name
        return f"{named}, {self.version}" if self.version else named


@dataclass(frozen=True, slots=True)
class Pin:
    """A clause together with the digest it had when something was said about it."""

    clause: str
    digest: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling, errata or clarification; `clause` holds its words, `interprets` what it speaks about."""

    id: str
    game: str
    subject: str
    clause: str
    kind: str
    effective: str
    authority: str
    interprets: tuple[Pin, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A word of a game: card name, keyword, glossary entry or nickname. `is_a` names broader terms."""

    id: str
    game: str
    name: str
    kind: str
    forms: tuple[str, ...]
    is_a: tuple[str, ...] = ()
    clause: str = ""


@dataclass(frozen=True, slots=True)
class CrossReference:
    """A pointer in a clause's text; `target` is a clause id or section path, empty when it leads outside."""

    clause: str
    text: str
    target: str
    external: str = ""


@dataclass(frozen=True, slots=True)
class Mention:
    """A term found in a clause's text at `[start, end)` of the clause's plain text."""

    clause: str
    term: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Norm:
    """What one sentence of a clause demands, read mechanically. `swallowed` lists condition words of the
    sentence that no field holds."""

    clause: str
    sentence: int
    modality: str
    subject: str
    action: str
    condition: str
    exception: str
    limit: str
    swallowed: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a layout makes of one source: the records that stand in the text, and every problem met."""

    document: Document
    segments: tuple[Segment, ...]
    clauses: tuple[Clause, ...]
    cards: tuple[Card, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    tables: tuple[Table, ...] = ()
    references: tuple[CrossReference, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A stretch of text that search finds; `number` is its row in the index and in the store.

    `text` is what is embedded, `lexical` what is indexed by words; `kind` is clause, sentence, power
    or wording. Several passages may lead to the same clause.
    """

    number: int
    clause: str
    game: str
    document: str
    kind: str
    text: str
    lexical: str
    digest: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A clause found for a query: fused score, and the parts it was fused from, by feature name."""

    clause: Clause
    score: float
    rank: int
    features: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Citation:
    """A clause as an answer quotes it; `role` is proof, support or nearest."""

    clause: Clause
    document: Document
    role: str
    score: float


class Outcome(StrEnum):
    """How a question ended; DESIGN's six outcomes."""

    ANSWERED = "answered"
    DEPENDS = "depends"
    UNDETERMINED = "undetermined"
    CITED = "cited"
    AMBIGUOUS = "ambiguous"
    NOT_FOUND = "not_found"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A computed verdict; `kind` is yes_no, number, options or text."""

    kind: str
    value: bool | int | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A game; `aliases` are other spellings of its name."""

    id: str
    title: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Contents:
    """Everything that a snapshot's store holds; passages are in the order of their numbers, 0, 1, 2, …"""

    games: tuple[Game, ...]
    parsed: tuple[Parsed, ...]
    terms: tuple[Term, ...]
    mentions: tuple[Mention, ...]
    norms: tuple[Norm, ...]
    passages: tuple[Passage, ...]
