"""A card's entry: title, type line, lines of card text, a blank line, ruling paragraphs.

Klaw, Sonic Construct                                   heading
Character, 1, Doom / Masters of Evil, 5/1, Range        .stats
Klaw cannot ready during the recovery phase.            .text1

Klaw can't be readied by any means …                    .r1
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ingest.cards.entry import make_card, parse_type_line, unreadable
from ingest.draft import Draft, slug
from ingest.layouts.faq.blocks import blocks
from ingest.layouts.faq.clauses import EXPLAINING, Scope, add_blocks
from ingest.layouts.faq.options import FaqOptions
from ingest.layouts.faq.rows import Row, RowRole
from ingest.layouts.faq.sections import add_ruling, in_force
from kb.records import Card, Clause, Kind, Pin

ITALICS_LOST = "italics-lost"
UNTITLED = "untitled"


@dataclass(frozen=True, slots=True)
class Entry:
    """The rows of one card: `title` is None where a type line stands without one."""

    title: Row | None
    stats: Row
    texts: tuple[Row, ...]
    rulings: tuple[Row, ...]


def entry(rows: Sequence[Row]) -> Entry:
    """The parts of an entry's rows; the first blank line below the type line ends the card's text."""
    titled = rows[0].role is RowRole.CARD
    body = list(rows[2 if titled else 1 :])
    ends = next((number for number, row in enumerate(body) if row.gap), len(body))
    return Entry(rows[0] if titled else None, rows[1 if titled else 0], tuple(body[:ends]), tuple(body[ends:]))


def read_entry(draft: Draft, options: FaqOptions, part: tuple[str, ...], rows: Sequence[Row]) -> None:
    """Add an entry's heading, clauses, card and rulings."""
    found = entry(rows)
    title = bare_title(found.title.text, options) if found.title else UNTITLED
    if found.title:
        draft.heading(found.title.start, found.title.end)
    complain(draft, found)
    lost = loses_italics(found, options)
    scope = Scope(card_slug(title), (*part, title), Kind.CARD, subject=title)
    stats = add_line(draft, scope, f"{scope.section}.stats", found.stats)
    texts = [add_line(draft, scope, draft.next_path(scope.section, "text"), row, lost) for row in found.texts]
    add_card(draft, options, stats, texts, lost)
    add_rulings(draft, options, scope, found, texts)


def card_slug(title: str) -> str:
    """A card's path part: its name and version tell it apart, so an identity between them is left out.

    `Doom-Bot <> Dr. Doom, Cosmic Thief` -> `doom-bot-cosmic-thief`; without a version the identity stays.
    """
    named, comma, version = title.partition(", ")
    return slug(f"{named.partition(' <> ')[0]}, {version}" if comma else title)


def bare_title(text: str, options: FaqOptions) -> str:
    """A title without the editor's notes in it: `Doom-Bot <> [identity] Dr. Doom [card]` -> `Doom-Bot <> Dr. Doom`."""
    return options.editorial.sub("", text).strip() or text if options.editorial else text


def complain(draft: Draft, found: Entry) -> None:
    """Report what an entry lacks or holds twice."""
    if not found.title:
        draft.problem("no-title", "a type line stands without a card's title", found.stats.start, "a title above it")
    elif not found.title.gap:
        draft.problem("crowded-title", "no blank line above the title", found.title.start, "a blank line", "warning")
    if not found.texts:
        draft.problem("no-text", "the card has no text", found.stats.end, "lines of card text", "warning")
    if not found.rulings:
        draft.problem("no-ruling", "no ruling follows the card", found.stats.end, "a blank line, rulings", "warning")


def loses_italics(found: Entry, options: FaqOptions) -> str:
    """The flag for a card whose ruling says that lost italics changed its wording, else empty."""
    pattern = options.lost_italics
    return ITALICS_LOST if pattern and any(pattern.search(row.text) for row in found.rulings) else ""


def add_line(draft: Draft, scope: Scope, path: str, row: Row, lost: str = "") -> Clause:
    """The clause of a type line or of one line of card text."""
    flags = (lost,) if lost else ()
    return draft.clause(path, [(row.start, row.end)], scope.kind, scope.headings, flags=flags, subject=scope.subject)


def add_card(draft: Draft, options: FaqOptions, stats: Clause, texts: Sequence[Clause], lost: str) -> None:
    """Add the card and report the parts of its text that could not be read."""
    line = parse_type_line(stats.text, options.cards)
    if line is None:
        return
    for field in line.unknown:
        expected = "one of " + ", ".join(options.cards.traits)
        draft.problem("unknown-trait", f"{field!r} on the type line is not known", stats.start, expected, "warning")
    card = make_card(line, stats, texts, options.cards, lost)
    draft.cards.append(card)
    report_unreadable(draft, card, {clause.id: clause for clause in texts})


def report_unreadable(draft: Draft, card: Card, clauses: Mapping[str, Clause]) -> None:
    """Warn of every cost and restriction of no known shape, at its words."""
    for code, identifier, words in unreadable(card.powers):
        clause = clauses[identifier]
        at = clause.start + max(clause.text.find(words), 0)
        draft.problem(code, f"{words!r} is of no known shape", at, "a shape in ingest/", "warning")


def add_rulings(draft: Draft, options: FaqOptions, scope: Scope, found: Entry, texts: Sequence[Clause]) -> None:
    """Add the clauses below the card's text; each but examples and notes is a ruling pinned to that text."""
    pins = tuple(Pin(clause.id, clause.digest) for clause in texts)
    below = Scope(scope.section, scope.headings, Kind.RULING, "r", scope.subject)
    for clause in add_blocks(draft, below, blocks(found.rulings, options.joins), options.explains):
        if clause.kind not in EXPLAINING.values():
            add_ruling(draft, clause, "ruling", in_force(draft), pins)
