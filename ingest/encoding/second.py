"""Writes what games of text alone are searched by a second time; what it is for: kb/retrieval/embedding/second.py.

Each clause goes through the encoder once (ingest/encoding/looks.py), by the graph in 8 bit, as questions, which takes
less than half as long (docs/experiments.md).
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from ingest.building.kept.cache import SUMS, cached_encoder
from ingest.encoding import export
from ingest.encoding.embed import EncoderSource
from ingest.encoding.export import WHOLE
from ingest.encoding.looks import EmbeddedText, looks
from kb.records import Clause, Passage
from kb.retrieval.embedding.encoder import WORDS, OnnxEncoder, open_encoder
from kb.retrieval.embedding.index import EXACT
from kb.retrieval.embedding.second import ARRAYS

OWN = ("clause", "sentence", "power")


def text_alone(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The own passages of games that have fewer players' questions than clauses; none where there are so many passages
    that not all are compared."""
    games = {each.game for each in passages}
    clauses = {game: len({each.clause for each in passages if each.game == game}) for game in games}
    asked = {game: sum(each.kind == "wording" for each in passages if each.game == game) for game in games}
    alone = {game for game in games if asked[game] < clauses[game] or not asked[game]}
    return tuple(each for each in passages if each.game in alone and each.kind in OWN) if len(passages) <= EXACT else ()


def write_second(
    folder: Path, source: EncoderSource, passages: Sequence[Passage], clauses: Mapping[str, Clause], home: Path | None
) -> None:
    """Write the encoder and the arrays for these passages and their clauses into a folder."""
    exported = cached_encoder(
        source.sha256, Path(export.__file__), lambda aside: export.export_apart(source, aside), home
    )
    shutil.copytree(exported, folder, ignore=shutil.ignore_patterns(SUMS, WHOLE), dirs_exist_ok=True)
    (folder / WORDS).unlink()
    encoder = open_encoder(exported)
    assert isinstance(encoder, OnnxEncoder)
    of = by_clause(passages)
    found, short = looks([embedded_text(own, clauses[name]) for name, own in of.items()], encoder, source.sha256, home)
    vectors, tokens = zip(*found, strict=True)
    rows = np.array([each.number for own in of.values() for each in own], dtype=np.int64)
    order = np.argsort(rows)
    np.savez(
        folder / ARRAYS, rows=rows[order], vectors=np.concatenate(vectors)[order],
        clauses=np.array(list(of), dtype=str), starts=np.cumsum([0, *map(len, tokens)]),
        tokens=np.concatenate(tokens), basis=short.basis.astype(np.float16), scale=np.float32(short.scale),
    )  # fmt: skip


def by_clause(passages: Sequence[Passage]) -> dict[str, list[Passage]]:
    """The passages of each clause, its own first."""
    found: dict[str, list[Passage]] = {}
    for each in sorted(passages, key=lambda passage: passage.kind != OWN[0]):
        found.setdefault(each.clause, []).append(each)
    return found


def embedded_text(passages: Sequence[Passage], clause: Clause) -> EmbeddedText:
    """What is looked at of a clause by its passages, its own first: what is indexed by words is how that ends."""
    whole, *parts = passages
    headings, words = (len(whole.text) - len(own) for own in (whole.lexical, clause.plain))
    return EmbeddedText(whole.text, headings, words, tuple(each.text for each in parts))
