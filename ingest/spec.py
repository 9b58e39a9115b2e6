"""What `corpus/<game>/game.toml` says: the game, its documents, how to read them, its glossary.

id = "agemonia"
title = "Agemonia"
aliases = ["age monia"]

[[documents]]
id = "effects-p-z"
title = "Game Effects, P to Z"
layout = "effects-glossary"
file = "effects-p-z.txt"            # the restated edition, beside game.toml
edition = "restated"                # "official": the file holds the document's own words, there is no other
authority = "rulebook"
published = "2021-01-01"            # ISO date, left out where the document gives none
effective = ""
[documents.official]
file = "004_16d6fb40b26fdb71.txt"   # looked up in --sources DIR
sha256 = "…"
[documents.original]                # written by `headjudge add`: what `file` was made from
file = "rules.pdf"
sha256 = "…"
format = "pdf"
added = "2026-11-26T15:04:05.123"   # when
[[documents.versions]]              # how the document read before, the earliest first; written by `headjudge add`
file = "effects-p-z.2020-03-01.txt"
effective = "2020-03-01"            # only the first may be without a day; also layout, authority, published, original
[documents.options]                 # read by the layout alone

[glossary]                          # term = { forms, is_a, clause }; see GlossaryEntry
underling = { forms = ["underlings"], is_a = ["minion"], clause = "game-terms.d4" }

[precedence]                        # read by the rule model
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from ingest.patterns import too_costly
from kb.misfits import day_written, written
from kb.records import Document


class Strict(BaseModel):
    """A table of game.toml: unknown keys are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _day(text: str) -> str:
    """The day, as it is written; pydantic's error where there is no such day."""
    return day_written(text).isoformat() if text else ""


Day = Annotated[str, AfterValidator(_day)]
Slug = Annotated[str, Field(min_length=1), written(r"[a-z0-9][a-z0-9-]*", "small letters, digits and hyphens")]
Sha256 = Annotated[str, Field(min_length=1), written(r"[0-9a-f]{64}", "64 digits of 0-9 and a-f")]
Moment = Annotated[
    str, written(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?", "a moment such as 2026-11-26T15:04:05.123")
]


class Official(Strict):
    """The publisher's file that the official edition is built from."""

    file: str
    sha256: Sha256


class Original(Strict):
    """The file that `headjudge add` made a document's text from: its name, its sha256, how it was read, and when."""

    file: str
    sha256: Sha256
    format: str
    added: Moment = ""


def _texts(value: object) -> Iterator[str]:
    """Every text in a table."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def _bearable(options: dict[str, Any]) -> dict[str, Any]:
    """The options; ValueError for a pattern in them that could take for ever."""
    for text in _texts(options):
        if reason := too_costly(text):
            raise ValueError(f"the pattern {text[:60]!r} {reason}")
    return options


class VersionSpec(Strict):
    """One `[[documents.versions]]` table: how a document read before; what it leaves out is as in the document."""

    file: str
    layout: str = ""
    authority: str = ""
    published: Day = ""
    effective: Day = ""
    original: Original | None = None

    @property
    def since(self) -> str:
        """The day from which it was in force."""
        return self.effective or self.published


def _in_order(versions: tuple[VersionSpec, ...]) -> tuple[VersionSpec, ...]:
    """The versions; ValueError where one but the first has no day, or comes before the one above it."""
    days = [each.since for each in versions]
    for before, after in itertools.pairwise(days):
        if after <= before:
            raise ValueError(f"a version in force from {after or 'no day'} stands behind one from {before or 'no day'}")
    return versions


class DocumentSpec(Strict):
    """One `[[documents]]` table; of edition `official` is a document whose own words stand in `file`."""

    id: Slug
    title: str
    layout: str
    file: str
    edition: Literal["restated", "official"] = "restated"
    authority: str = ""
    published: Day = ""
    effective: Day = ""
    official: Official | None = None
    original: Original | None = None
    versions: Annotated[tuple[VersionSpec, ...], AfterValidator(_in_order)] = ()
    options: Annotated[dict[str, Any], AfterValidator(_bearable)] = {}

    @model_validator(mode="after")
    def _latest(self) -> DocumentSpec:
        """The document; ValueError where one of its earlier versions is later than it."""
        if self.versions and (self.effective or self.published) <= self.versions[-1].since:
            raise ValueError(f"{self.id} has earlier versions and is in force from no later day than the last of them")
        return self


class GlossaryEntry(Strict):
    """One word of the game: other spellings and nicknames, broader words, the clause that defines it.

    `clause` is `path` in the game's only document or `document#path`.
    """

    forms: tuple[str, ...] = ()
    is_a: tuple[str, ...] = ()
    clause: str = ""
    kind: str = "glossary"


def _each_once(documents: tuple[DocumentSpec, ...]) -> tuple[DocumentSpec, ...]:
    """The documents; ValueError where two have the same id."""
    ids = [each.id for each in documents]
    if twice := next((each for each in ids if ids.count(each) > 1), ""):
        raise ValueError(f"two documents are called {twice!r}")
    return documents


class GameSpec(Strict):
    """The whole of game.toml."""

    id: Slug
    title: str
    aliases: tuple[str, ...] = ()
    documents: Annotated[tuple[DocumentSpec, ...], AfterValidator(_each_once)]
    glossary: dict[str, GlossaryEntry] = {}
    precedence: dict[str, Any] = {}


def document_record(game: str, spec: DocumentSpec, edition: str, file: str, sha256: str, characters: int) -> Document:
    """The Document record of one edition."""
    return Document(
        id=f"{game}/{spec.id}",
        game=game,
        title=spec.title,
        layout=spec.layout,
        edition=edition,
        file=file,
        sha256=sha256,
        authority=spec.authority,
        published=spec.published,
        effective=spec.effective,
        characters=characters,
    )


def official_path(spec: DocumentSpec, sources: Path) -> Path | None:
    """Where the publisher's file of a document is looked up, None where it has none."""
    return sources / spec.official.file if spec.official else None
