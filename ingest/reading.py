"""What spaCy reads in a game's clauses, all of it at once and kept until the clauses, terms or code change."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ingest.cache import cached_json, code_digest
from ingest.language import MODEL
from kb.records import Clause, Mention, Norm, Term, digest
from kb.store.rows import from_row, to_row


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
    from ingest.mentions import find_mentions
    from ingest.norms import read_norms
    from ingest.sentences import Splitter

    splitter = Splitter({form for term in terms for form in (term.name, *term.forms)})
    return {
        "mentions": [to_row(mention) for mention in find_mentions(clauses, terms)],
        "norms": [to_row(norm) for norm in read_norms(clauses, terms)],
        "sentences": {each.id: [found.text for found in splitter.split(each.plain)] for each in clauses},
    }
