"""A snapshot's versions of documents: one JSON file a document that has any, `versions/<game>/<document>.json`.

It holds what differs from version to version, not every version whole: of 3,900 clauses of a rulebook ten may change.
The file is read when something of its document's past is asked for.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kb.errors import SnapshotError
from kb.records import Clause, Document
from kb.records.versions import Change, Move, Version, What
from kb.store.rows import from_row, to_row
from kb.versions.timeline import Timeline

VERSIONS = "versions"


def write_timeline(folder: Path, timeline: Timeline) -> None:
    """Write one document's versions into a snapshot's folder."""
    path = _path(folder, timeline.document.id)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([_version(each) for each in timeline.versions], ensure_ascii=False), "utf-8")


def read_timeline(folder: Path, document: str) -> Timeline | None:
    """One document's versions; None where it has only one. SnapshotError where the file is damaged."""
    path = _path(folder, document)
    if not path.is_file():
        return None
    try:
        return Timeline(tuple(_read(each) for each in json.loads(path.read_text("utf-8"))))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SnapshotError(f"{path} cannot be read: {error}") from error


def _path(folder: Path, document: str) -> Path:
    return folder / VERSIONS / f"{document}.json"


def _version(version: Version) -> dict[str, Any]:
    changes = [
        {
            "what": each.what.value,
            "before": to_row(each.before) if each.before else None,
            "after": to_row(each.after) if each.after else None,
            "moved": each.moved,
        }
        for each in version.changes
    ]
    return {
        "name": version.name,
        "document": to_row(version.document),
        "changes": changes,
        "order": list(version.order),
        "moves": [to_row(each) for each in version.moves],
    }


def _read(told: dict[str, Any]) -> Version:
    changes = tuple(
        Change(What(each["what"]), _clause(each["before"]), _clause(each["after"]), each["moved"])
        for each in told["changes"]
    )
    moves = tuple(from_row(Move, each) for each in told.get("moves", ()))
    order = tuple(told.get("order", ()))
    return Version(told["name"], from_row(Document, told["document"]), changes, order, moves)


def _clause(row: dict[str, Any] | None) -> Clause | None:
    return from_row(Clause, row) if row is not None else None
