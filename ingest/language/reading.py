"""What spaCy reads in a game's clauses, all of it at once and kept until the clauses, terms or code change.

Of many clauses each processor reads a share, in a process of its own: that of a large rulebook takes minutes, and its
memory is given back when it is read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from itertools import repeat
from pathlib import Path
from typing import Any

from ingest.building.kept.cache import cached_json, code_digest
from ingest.building.processors import processors
from ingest.language.loaded import MODEL
from kb.children import spawning
from kb.records import Clause, Mention, Norm, Term, digest
from kb.store.rows import from_row, to_row

MANY = 1_000
"""From so many clauses on they are read by several processes, which take seconds to start."""


@dataclass(frozen=True, slots=True)
class LanguageReading:
    """Mentions and norms of a game's clauses, and each clause's sentences by its id."""

    mentions: tuple[Mention, ...]
    norms: tuple[Norm, ...]
    sentences: Mapping[str, tuple[str, ...]]


def read_language(clauses: Sequence[Clause], terms: Sequence[Term], home: Path | None = None) -> LanguageReading:
    """What spaCy reads in the clauses of one game; nothing is loaded where it was read before."""
    found = cached_json(reading_key(clauses, terms), lambda: _read(clauses, terms), home)
    return LanguageReading(
        mentions=tuple(from_row(Mention, row) for row in found["mentions"]),
        norms=tuple(from_row(Norm, row) for row in found["norms"]),
        sentences={clause: tuple(texts) for clause, texts in found["sentences"].items()},
    )


def reading_key(clauses: Sequence[Clause], terms: Sequence[Term]) -> str:
    """A digest of all that a reading depends on: texts, terms, code, spaCy and its model."""
    records = [to_row(record) for record in (*terms, *clauses)]
    libraries = [f"{name} {version(name)}" for name in ("spacy", MODEL)]
    return digest(json.dumps([records, libraries, code_digest()], sort_keys=True))


def _read(clauses: Sequence[Clause], terms: Sequence[Term]) -> dict[str, Any]:
    """All that is read, in the clauses' order."""
    if len(clauses) < MANY:
        return _read_share(clauses, terms)
    shares = shared(clauses, processors())
    with ProcessPoolExecutor(len(shares), mp_context=spawning()) as pool:
        found = list(pool.map(_read_share, shares, repeat(terms)))
    return {
        "mentions": [each for share in found for each in share["mentions"]],
        "norms": [each for share in found for each in share["norms"]],
        "sentences": {name: texts for share in found for name, texts in share["sentences"].items()},
    }


def shared(clauses: Sequence[Clause], count: int) -> list[list[Clause]]:
    """The clauses in so many shares, in order, each with about as many characters as the others."""
    total, before = sum(len(each.text) for each in clauses), 0
    shares: list[list[Clause]] = [[] for _ in range(count)]
    for clause in clauses:
        shares[min(count - 1, before * count // max(total, 1))].append(clause)
        before += len(clause.text)
    return [each for each in shares if each]


def _read_share(clauses: Sequence[Clause], terms: Sequence[Term]) -> dict[str, Any]:
    from ingest.language.mentions import find_mentions
    from ingest.language.norms import read_norms
    from ingest.language.sentences import Splitter

    splitter = Splitter({form for term in terms for form in (term.name, *term.forms)})
    return {
        "mentions": [to_row(mention) for mention in find_mentions(clauses, terms)],
        "norms": [to_row(norm) for norm in read_norms(clauses, terms)],
        "sentences": {each.id: [found.text for found in splitter.split(each.plain)] for each in clauses},
    }
