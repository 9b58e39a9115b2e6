"""game.toml with another document, or another version of one: its tables are written, all else stays to the letter.

Cut before the heads of tables, each with the comments above it, which a library for editing TOML leaves behind at the
table before (tomlkit 0.15). What comes out is read again, and has to say what was to be written and nothing else.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from ingest.spec import DocumentSpec
from kb.errors import UsageError
from kb.files.toml import toml_value

HEAD = re.compile(r"^[ \t]*\[\[?[^\[\]]+\]\]?[ \t]*(?:#.*)?$")
DOCUMENTS = "documents"
OWN = ("layout", "authority", "published", "effective")
"""The keys of a document that a version of it changes; its original and its versions are tables."""
OTHER_FORM = "game.toml has its documents in another form than [[documents]]: write them so, then add the file again"
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A table of a TOML text with the comments above it; `names` is its head, none before the first one."""

    text: str
    names: tuple[str, ...] = ()

    @property
    def of_documents(self) -> bool:
        """Whether it is a document's table, or one in that."""
        return self.names[:1] == (DOCUMENTS,)

    @property
    def document(self) -> str:
        """The id of the document whose own table it is; empty where it is none."""
        found = _table(self.text).get(DOCUMENTS) if self.names == (DOCUMENTS,) else None
        return str(found[0].get("id", "")) if isinstance(found, list) else ""


def with_documents(text: str, added: Sequence[DocumentSpec]) -> str:
    """A game.toml with more documents behind those that it has. UsageError where these are written otherwise than as
    `[[documents]]`."""
    chunks = chunks_of(text)
    at = max((at for at, each in enumerate(chunks, 1) if each.of_documents), default=len(chunks))
    texts = [each.text for each in chunks]
    found = _joined([*texts[:at], *(f"\n{document_toml(each)}" for each in added), *texts[at:]])
    _require(text, found, lambda known: [*known, *added])
    return found


def rewritten(text: str, spec: DocumentSpec) -> str:
    """A game.toml with one document's own keys, original and versions as they are now. UsageError where it is written
    otherwise than as `[[documents]]`."""
    chunks = chunks_of(text)
    start = next((at for at, each in enumerate(chunks) if each.document == spec.id), None)
    if start is None:
        raise UsageError(OTHER_FORM)
    end = start + 1
    while end < len(chunks) and chunks[end].of_documents and not chunks[end].document:
        end += 1
    kept = [each.text for each in chunks[start + 1 : end] if each.names[1] not in ("original", "versions")]
    own = [_own(chunks[start].text, spec), *kept, *(f"\n{each}" for each in _later(spec))]
    found = _joined([*(each.text for each in chunks[:start]), *own, *(each.text for each in chunks[end:])])
    _require(text, found, lambda known: [spec if each.id == spec.id else each for each in known])
    return found


def _require(text: str, found: str, change: Callable[[list[DocumentSpec]], list[DocumentSpec]]) -> None:
    """UsageError unless a text says what another one says but for this change of its documents."""
    before, after = _table(text), _table(found)
    wanted = change([DocumentSpec.model_validate(each) for each in before.pop(DOCUMENTS, ())])
    try:
        written = [DocumentSpec.model_validate(each) for each in after.pop(DOCUMENTS, ())]
    except ValidationError:
        written = []
    if written != wanted or before != after:
        raise UsageError(OTHER_FORM)


def document_toml(spec: DocumentSpec) -> str:
    """One document's table in game.toml."""
    fields = spec.model_dump(exclude_defaults=True, exclude={"original", "official", "options", "versions"})
    original = _written("[documents.original]", spec.original.model_dump()) if spec.original else ""
    return _written("[[documents]]", fields) + original


def chunks_of(text: str) -> list[Chunk]:
    """The text cut before the head of each table, the comments above it with it. What looks like a head in a list or
    in a text of several lines is none: what stands before a head is TOML by itself."""
    chunks = [Chunk("")]
    above = ""
    for line in text.splitlines(keepends=True):
        if line.lstrip().startswith("#") or not line.strip():
            above += line
            continue
        if HEAD.match(line.rstrip()) and _whole("".join(each.text for each in chunks)):
            chunks.append(Chunk("", _names(_table(line))))
        chunks[-1] = Chunk(chunks[-1].text + above + line, chunks[-1].names)
        above = ""
    return [each for each in (*chunks, Chunk(above)) if each.text.strip()]


def _names(table: object) -> tuple[str, ...]:
    """The names of a head: `[[documents.versions]]`, `{"documents": {"versions": [{}]}}`, is documents, versions."""
    table = table[0] if isinstance(table, list) else table
    if not isinstance(table, dict) or not table:
        return ()
    [(name, inner)] = table.items()
    return (name, *_names(inner))


def _own(text: str, spec: DocumentSpec) -> str:
    """A document's table with its layout, authority and days as they are now."""
    for name in OWN:
        value = str(getattr(spec, name))
        line, pattern = f"{name} = {toml_value(value)}", re.compile(rf"^[ \t]*{name}[ \t]*=.*$", re.MULTILINE)
        if pattern.search(text):
            text = pattern.sub(line.replace("\\", r"\\"), text, count=1)
        elif value:
            text = f"{text.rstrip()}\n{line}\n"
    return text


def _later(spec: DocumentSpec) -> Iterator[str]:
    """The tables of a document's original and of its versions."""
    if spec.original:
        yield _written("[documents.original]", spec.original.model_dump())
    for version in spec.versions:
        yield _written("[[documents.versions]]", version.model_dump(exclude={"original"}))
        if version.original:
            yield _written("[documents.versions.original]", version.original.model_dump())


def _written(head: str, fields: Mapping[str, object]) -> str:
    """A table of texts, those that are empty left out."""
    return "\n".join([head, *(f"{name} = {toml_value(str(value))}" for name, value in fields.items() if value), ""])


def _joined(tables: Sequence[str]) -> str:
    """Tables behind one another, each from a line of its own."""
    return "".join(each if each.endswith("\n") else f"{each}\n" for each in tables)


def _table(text: str) -> Json:
    """What a TOML text says; nothing where it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return {}


def _whole(text: str) -> bool:
    """Whether a text is TOML by itself."""
    return not text.strip() or bool(_table(text))
