"""How much a tool tells: texts and lists cut to what an assistant can read, always saying that they were cut."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kb.knowledge import KnowledgeBase
from kb.records import Clause, Document
from service.show.quoting.sentences import shortened

Json = dict[str, Any]
MOST_TEXT = 1_500
LONGEST = 400
MORE = "…"


def size(told: object) -> int:
    """How many bytes it takes as an assistant reads it."""
    return len(written(told).encode())


def written(told: object) -> str:
    """The JSON that an assistant reads: no blanks between its parts."""
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def cut(text: str, most: int = LONGEST) -> str:
    """A text of at most so many characters, with a mark where it was cut."""
    return text if len(text) <= most else text[: most - 1].rstrip() + MORE


def compact(told: Mapping[str, Any], keep: Iterable[str] = ()) -> Json:
    """Without the fields that say nothing: no value, an empty text, list or object. Those to `keep` stay."""
    kept = set(keep)
    return {name: each for name, each in told.items() if name in kept or each not in (None, "", [], {}, ())}


def clauses_json(clauses: Sequence[tuple[Clause, str]], room: int = MOST_TEXT) -> tuple[list[Json], list[str]]:
    """The first clauses, each with its `role` and its stored words, whole while there is room; the ids of the others.

    Only a first one that is longer than all the room is cut, at the end of a sentence, and says so.
    """
    told: list[Json] = []
    for at, (clause, role) in enumerate(clauses):
        text = clause.plain
        if len(text) > room:
            if told:
                return told, [each.id for each, _ in clauses[at:]]
            text = shortened(text, room) or cut(text, room)
        heading = " > ".join(clause.headings[-2:])
        whole = {} if text == clause.plain else {"cut": True}
        told.append(compact({"id": clause.id, "heading": cut(heading, 120), "text": text, "role": role}) | whole)
        room -= len(text)
    return told, []


def documents_json(
    base: KnowledgeBase, clauses: Sequence[tuple[Clause, str]], documents: Mapping[str, Document] | None = None
) -> Json:
    """The documents of some clauses by id: title, edition, since when it is in force; as `documents` has them, where an
    answer is about a day."""
    found = {}
    for each, _ in clauses:
        document = (documents or {}).get(each.document) or base.document(each.document)
        since = f"in force from {document.effective}" if document.effective else ""
        dated = since or (f"published {document.published}" if document.published else "")
        found[document.id] = ", ".join(
            part for part in (document.title, f"{document.edition} edition", dated, document.authority) if part
        )
    return found
