"""One of every record, with awkward values, and a small snapshot made of them."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

from kb.records import (
    Card,
    Clause,
    Contents,
    Cost,
    CrossReference,
    Document,
    Game,
    Kind,
    Mention,
    Norm,
    Parsed,
    Passage,
    Pin,
    Power,
    Range,
    Restriction,
    Role,
    Ruling,
    Segment,
    Table,
    Term,
    digest,
)
from kb.retrieval.embedding.encoder import EncoderSettings, HashingEncoder
from kb.retrieval.embedding.index import VectorIndex
from kb.snapshots.parts import STORE, VECTORS
from kb.snapshots.publish import building, publish
from kb.snapshots.snapshot import ENCODER, Manifest, Snapshot, file_sums
from kb.store.schema import schema_digest
from kb.store.sqlite import write_store

DOCUMENT = "chess/rules"
TEXTS = {
    "moves.p1": "A knight may jump, unless it is pinned.",
    "moves.b1": "For example a “knight” jumps 2 squares — naïvely: 'x' \"y\" NEAR(z) * ^ : \x00 end.",
    "moves.t1": "1-2\tpawn\n3\tknight",
    "dr-pawn.stats": "Dr. Pawn, cost 0",
    "dr-pawn.r1": "Dr. Pawn never jumps. 🙂",
}
KINDS = {"moves.p1": Kind.RULE, "moves.b1": Kind.EXAMPLE, "moves.t1": Kind.TABLE, "dr-pawn.stats": Kind.CARD}


def clause(path: str, ordinal: int) -> Clause:
    """The clause of one path."""
    section = path.partition(".")[0]
    text = TEXTS[path]
    return Clause(
        id=f"{DOCUMENT}#{path}",
        game="chess",
        document=DOCUMENT,
        headings=("Rules", section),
        text=text,
        kind=KINDS.get(path, Kind.RULING),
        start=100 * ordinal,
        end=100 * ordinal + len(text),
        digest=digest(text),
        ordinal=ordinal,
        flags=("split", "icon-lost") if path == "moves.b1" else (),
        parts=((100, 110), (120, 200)) if path == "moves.b1" else (),
        explains=f"{DOCUMENT}#moves.p1" if path == "moves.b1" else "",
        subject="Dr. Pawn <> The Pawn, of e4" if section == "dr-pawn" else "",
    )


CLAUSES = tuple(clause(path, ordinal) for ordinal, path in enumerate(TEXTS))
POWER = Power(
    id=f"{DOCUMENT}#dr-pawn.power1",
    card=f"{DOCUMENT}#dr-pawn",
    clause=f"{DOCUMENT}#dr-pawn.stats",
    kind="payment",
    keyword="",
    costs=(Cost("activate", None, "", "Activate"), Cost("discard", 2, "cards", "discard two cards")),
    condition="if it stands",
    effect="Draw a card.",
    restrictions=(Restriction("phase", "draw", "only during the draw step"),),
    text="Activate, discard two cards >>> Draw a card.",
)
CARD = Card(
    id=f"{DOCUMENT}#dr-pawn",
    game="chess",
    document=DOCUMENT,
    name="Dr. Pawn",
    identity="The Pawn",
    version="of e4",
    type="Character",
    cost=0,
    affiliations=("White", "Board 'A'"),
    attack=None,
    defense=1,
    keywords=(),
    powers=(POWER,),
    current="Activate …",
    printed="",
    clauses=(f"{DOCUMENT}#dr-pawn.stats",),
    flags=("italics-lost",),
)
RULING = Ruling(
    id=f"{DOCUMENT}#dr-pawn.r1",
    game="chess",
    subject=CARD.title,
    clause=f"{DOCUMENT}#dr-pawn.r1",
    kind="ruling",
    effective="2006-09-23",
    authority="",
    interprets=(Pin(f"{DOCUMENT}#moves.p1", digest(TEXTS["moves.p1"])),),
)
TABLE = Table(
    clause=f"{DOCUMENT}#moves.t1",
    title="Pieces by roll",
    columns=("roll", "piece", "value"),
    rows=((Range(1, 2), "pawn", 1), (Range(3, None), "3", None)),
)
PARSED = Parsed(
    document=Document(DOCUMENT, "chess", "The Rules", "bold-headings", "restated", "rules.txt", "a" * 64, "FIDE"),
    segments=(
        Segment(0, 39, Role.CLAUSE, f"{DOCUMENT}#moves.p1"),
        Segment(39, 41, Role.SEPARATOR),
        Segment(41, 60, Role.NOISE, reason="page number"),
        Segment(60, 70, Role.HEADING),
    ),
    clauses=CLAUSES,
    cards=(CARD,),
    rulings=(RULING,),
    tables=(TABLE,),
    references=(CrossReference(f"{DOCUMENT}#moves.p1", "see moves", f"{DOCUMENT}#moves", ""),),
)
TERMS = (
    Term("chess:knight", "chess", "knight", "glossary", ("knights", "horse"), ("piece",), f"{DOCUMENT}#moves.p1"),
    Term("chess:piece", "chess", "piece", "glossary", ()),
)
MENTIONS = (Mention(f"{DOCUMENT}#moves.p1", "chess:knight", 2, 8),)
NORMS = (Norm(f"{DOCUMENT}#moves.p1", 0, "may", "A knight", "jump", "", "unless it is pinned", "", ("only",), "A …"),)
PASSAGES = tuple(
    Passage(number, each.id, "chess", DOCUMENT, "clause", f"Chess > {each.text}", each.plain, digest(each.text))
    for number, each in enumerate(CLAUSES)
)
CONTENTS = Contents((Game("chess", "Chess", ("échecs",)),), (PARSED,), TERMS, MENTIONS, NORMS, PASSAGES)


def publish_sample(home: Path, version: str, contents: Contents = CONTENTS) -> Snapshot:
    """Publish the sample as a snapshot of this version."""
    encoder = HashingEncoder(32)
    with building(home) as aside:
        counts = write_store(aside / STORE, contents)
        VectorIndex.of(encoder.encode([passage.text for passage in contents.passages])).save(aside / VECTORS)
        (aside / ENCODER).mkdir()
        settings = EncoderSettings("hashing", "hashing", 32)
        settings.save(aside / ENCODER)
        (aside / ENCODER / "words.txt").write_text("weather\nrain\n", "utf-8")
        written = Manifest(
            version=version,
            edition="restated",
            schema=schema_digest(),
            created="2026-01-01T00:00:00+00:00",
            program="0.1.0",
            encoder=asdict(settings),
            counts=counts,
            documents={DOCUMENT: "a" * 64},
            files=file_sums(aside),
        )
        written.save(aside)
        return publish(aside, home)
