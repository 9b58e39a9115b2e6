"""The records of the knowledge base: frozen, typed, silent (no input or output, no back references).

Identifiers. A clause's id is `game/document#path`; the path is the section (its number where the
document has one, else the slugs of its headings joined by `/`), a full stop, and a letter with an
ordinal within that section: `p` paragraph, `b` list item (`b2.1` below `b2`), `e` example, `n`
note, `d` definition, `t` table; in a card's entry `stats`, `textN` (a line of card text), `rN`
(ruling paragraph). A card's section is the slug of its name and version. Ids are the same in every
edition of a document.
"""

from kb.records.answers import Citation, Contents, Game, Heard, Hit, Outcome, Passage, Verdict
from kb.records.cards import Card, Cost, Pin, Power, Restriction, Ruling, Term
from kb.records.documents import MARKUP, Cell, Clause, Document, Kind, Range, Role, Segment, Table, digest, plain
from kb.records.findings import CrossReference, Mention, Norm, Parsed

__all__ = [
    "MARKUP",
    "Card",
    "Cell",
    "Citation",
    "Clause",
    "Contents",
    "Cost",
    "CrossReference",
    "Document",
    "Game",
    "Heard",
    "Hit",
    "Kind",
    "Mention",
    "Norm",
    "Outcome",
    "Parsed",
    "Passage",
    "Pin",
    "Power",
    "Range",
    "Restriction",
    "Role",
    "Ruling",
    "Segment",
    "Table",
    "Term",
    "Verdict",
    "digest",
    "plain",
]
