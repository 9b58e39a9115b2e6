"""Nested YAML or JSON into blocks: each entry has a title, words, entries below it, perhaps an id of its own.

Which keys hold these is guessed from their names and from what they hold, or said in a mapping file:

    title = ["name"]                 the keys that hold an entry's title, the first that is there counts
    text = ["pretext", "text"]       those that hold its words, all that are there, in this order
    children = ["children"]          those that hold the entries below it
    id = ["id"]                      the publisher's own id
    table = ["table"]                those that hold a table: rows of cells
    numbers = true                   the entries are numbered as they stand: 1, 1.1, 1.1.1

Entries without ids are numbered as they stand, as such documents are printed, where most stand below others. Words may
hold Markdown or HTML marks. Beside the outermost list may stand the document's title and the day from which it is in
force (`effective`). What is not read is told.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date
from pathlib import Path
from statistics import mean
from typing import Any

from ingest.formats.block import Block, Converted, Loss, Shape, shaped
from ingest.formats.limits import DEEPEST, MOST_BLOCKS, decoded, failed, read_bytes
from ingest.formats.text import BULLET
from ingest.formats.tree.tables import table_of
from ingest.formats.tree.words import words_of

TITLES = ("title", "name", "heading", "term", "keyword", "label", "question")
TEXTS = ("pretext", "subtext", "text", "body", "rule", "content", "description", "definition", "answer", "posttext")
CHILDREN = ("children", "rules", "sections", "entries", "items", "subrules", "chapters", "subsections")
TABLES = ("table", "grid")
IDS = ("id", "anchor", "slug", "key")
SENTENCE = 40
"""Characters on average from which a key's strings are words rather than titles."""
IN_FORCE = re.compile(r"(?:effective|in force|in effect|valid)(?: (?:date|from|since|as of|on))?", re.IGNORECASE)
LONGEST_SAID = 80
LEAST_NESTED = 3
"""Entries below others from which a document is numbered; others are divided by their titles."""


@dataclass(frozen=True, slots=True)
class Mapped:
    """Which keys hold what; see the module's docstring."""

    title: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    children: tuple[str, ...] = ()
    id: tuple[str, ...] = ()
    table: tuple[str, ...] = ()
    numbers: bool = False


def convert(path: Path, mapping: Path | None = None) -> Converted:
    """The blocks of a YAML or JSON file; SourceError where it cannot be read or its keys cannot be told."""
    text = decoded(path, read_bytes(path))
    name = "json" if path.suffix.lower() == ".json" or text.lstrip()[:1] in "[{" else "yaml"
    value = _json(path, text) if name == "json" else _yaml(path, text)
    _bounded(path, value)
    entries, beside = _entries_of(value)
    if not entries:
        raise failed(path, "no-entries", "holds no list of entries", "a list of objects with a title and words")
    mapped = _read_mapping(mapping) if mapping else guessed(entries)
    if not (mapped.title or mapped.text):
        keys = ", ".join(sorted({str(key) for entry in entries for key in entry})[:20])
        raise failed(path, "no-mapping", f"no key was recognised among {keys}", "a mapping file, docs/add-a-game.md")
    blocks = tuple(_numbered(entries, mapped) if mapped.numbers else _headed(entries, mapped))
    used = {*mapped.title, *mapped.text, *mapped.children, *mapped.id, *mapped.table}
    unread = Counter(str(key) for entry in _all(entries, mapped) for key in entry if key not in used)
    losses = (*_head(beside), *(Loss(f"key {key!r}", count) for key, count in unread.most_common()))
    return Converted(name, blocks, words_of(" ".join(_said(beside, TITLES)[:1])), losses)


def _head(beside: Mapping[str, Any]) -> Iterator[Loss]:
    """What stands beside the entries and is not their title: the day from which they are in force, other keys."""
    titles = [key for key in TITLES if _said(beside, (key,))][:1]
    for key, value in beside.items():
        if key in titles:
            continue
        said = f"{key}: {value}" if isinstance(value, str | int | float | date) else ""
        in_force = said and IN_FORCE.fullmatch(key.replace("_", " ").replace("-", " "))
        yield Loss("the day in the document's head" if in_force else f"key {key!r}", 1, said[:LONGEST_SAID])


def _json(path: Path, text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise failed(path, "bad-json", error.msg, "valid JSON", error.lineno) from error
    except RecursionError as error:
        raise failed(path, "too-deep", f"nests more than {DEEPEST} levels", "a tree of rules") from error


def _yaml(path: Path, text: str) -> Any:
    import yaml

    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        depth = 0
        for event in yaml.parse(text, Loader=loader):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > DEEPEST:
                raise failed(path, "too-deep", f"nests more than {DEEPEST} levels", "a tree of rules")
            if isinstance(event, yaml.AliasEvent):
                raise failed(path, "bad-yaml", "uses an alias", "every entry written out", event.start_mark.line + 1)
        return yaml.load(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise failed(path, "bad-yaml", str(error.problem), "valid YAML", line) from error
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise failed(path, "bad-yaml", str(error).splitlines()[0], "valid YAML") from error


def _bounded(path: Path, value: Any) -> None:
    """SourceError for a tree that is too deep or too large."""
    held, count = [(value, 0)], 0
    while held:
        each, depth = held.pop()
        count += 1
        if depth > DEEPEST:
            raise failed(path, "too-deep", f"nests more than {DEEPEST} levels", "a tree of rules")
        if count > 10 * MOST_BLOCKS:
            raise failed(path, "too-large", "has too many values", f"at most {10 * MOST_BLOCKS}")
        below = each.values() if isinstance(each, dict) else each if isinstance(each, list) else ()
        held += [(one, depth + 1) for one in below]


def _entries_of(value: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The outermost list of objects, the longest where there are several, and what stands beside it by its key; an
    object of objects is a list, each with its key as title."""
    if isinstance(value, list):
        return [each for each in value if isinstance(each, dict)], {}
    if not isinstance(value, dict):
        return [], {}
    lists = {key: found for key, each in value.items() if isinstance(each, list) and (found := _entries_of(each)[0])}
    if lists:
        chosen = max(lists, key=lambda key: len(lists[key]))
        return lists[chosen], {str(key): each for key, each in value.items() if key != chosen}
    if value and all(isinstance(each, dict) for each in value.values()):
        return [{"title": str(key), **each} for key, each in value.items()], {}
    return [{"title": str(key), "text": each} for key, each in value.items() if isinstance(each, str)], {}


def guessed(entries: Sequence[Mapping[str, Any]]) -> Mapped:
    """The keys as their names tell them, else as what they hold tells them."""
    held: dict[str, list[Any]] = {}
    stack = list(entries)
    children: set[str] = set()
    nested = 0
    while stack:
        for key, each in stack.pop().items():
            held.setdefault(str(key), []).append(each)
            if key not in TABLES and isinstance(each, list) and each and all(isinstance(one, dict) for one in each):
                children.add(str(key))
                stack += each
                nested += len(each)
    strings = {key: [each for each in found if isinstance(each, str)] for key, found in held.items()}
    strings = {key: found for key, found in strings.items() if len(found) > 0.9 * len(held[key])}
    title = tuple(key for key in TITLES if key in strings)[:1]
    text = tuple(key for key in TEXTS if key in strings and key not in title)
    free = [key for key in strings if key not in (*title, *text, *IDS)]
    text = text or tuple(key for key in free if mean(map(len, strings[key])) >= SENTENCE)[:2]
    title = title or tuple(key for key in free if key not in text and mean(map(len, strings[key])) < SENTENCE)[:1]
    below = tuple(key for key in CHILDREN if key in children) or tuple(sorted(children))[:1]
    own = tuple(key for key in IDS if key in strings and len(set(strings[key])) > 0.9 * len(strings[key]))[:1]
    tables = tuple(key for key in TABLES if key in held)
    return Mapped(title, text, below, own, tables, numbers=not own and nested >= max(LEAST_NESTED, len(entries)))


def _read_mapping(path: Path) -> Mapped:
    """A mapping file; SourceError for what it must not hold."""
    try:
        given = tomllib.loads(decoded(path, read_bytes(path)))
    except tomllib.TOMLDecodeError as error:
        raise failed(path, "bad-toml", str(error), "valid TOML") from error
    known = {field.name for field in fields(Mapped)}
    for key, value in given.items():
        fits = isinstance(value, bool) if key == "numbers" else isinstance(value, list) and all(map(_is_word, value))
        if key not in known or not fits:
            raise failed(path, "bad-mapping", f"{key} = {value!r}", f"lists of keys for {', '.join(sorted(known))}")
    keys = {key: tuple(map(str, value)) for key, value in given.items() if key != "numbers"}
    return Mapped(**keys, numbers=bool(given.get("numbers")))


def _is_word(value: Any) -> bool:
    return isinstance(value, str)


def _all(entries: Sequence[Mapping[str, Any]], mapped: Mapped) -> Iterator[Mapping[str, Any]]:
    for entry in entries:
        yield entry
        yield from _all(_below(entry, mapped), mapped)


def _below(entry: Mapping[str, Any], mapped: Mapped) -> list[Mapping[str, Any]]:
    found = [each for key in mapped.children if isinstance(entry.get(key), list) for each in entry[key]]
    return [each for each in found if isinstance(each, dict)]


def _said(entry: Mapping[str, Any], keys: Sequence[str]) -> list[str]:
    return [
        str(entry[key]) for key in keys if isinstance(entry.get(key), str | int | float) and str(entry[key]).strip()
    ]


def _numbered(entries: Sequence[Mapping[str, Any]], mapped: Mapped, above: str = "") -> Iterator[Block]:
    """Each entry a numbered block: its title, then its words."""
    for at, entry in enumerate(entries, 1):
        number = f"{above}.{at}" if above else str(at)
        title = words_of(" ".join(_said(entry, mapped.title)[:1]))
        lines = [words_of(line) for text in _said(entry, mapped.text) for line in text.split("\n") if line.strip()]
        below = _below(entry, mapped)
        if not above:
            yield Block(Shape.NUMBERED, title, number=number)
        else:
            first = lines.pop(0) if lines else ""
            stop = "" if not first or not title or title.endswith((".", "!", "?", ":")) else "."
            yield Block(Shape.NUMBERED, f"{title}{stop} {first}".strip(), number=number)
        yield from map(_line, lines)
        yield from _tables(entry, mapped)
        yield from _numbered(below, mapped, number)


def _headed(entries: Sequence[Mapping[str, Any]], mapped: Mapped, level: int = 1) -> Iterator[Block]:
    """Each entry a heading with its id, its words below it."""
    for entry in entries:
        title = words_of(" ".join(_said(entry, mapped.title)[:1]))
        own = re.sub(r"[^\w-]+", "_", "".join(_said(entry, mapped.id)[:1]))
        if title:
            yield Block(Shape.HEADING, title, min(level, 6), anchor=own)
        for text in _said(entry, mapped.text):
            yield from (_line(words_of(line), line) for line in text.split("\n") if line.strip())
        yield from _tables(entry, mapped)
        yield from _headed(_below(entry, mapped), mapped, level + 1)


def _tables(entry: Mapping[str, Any], mapped: Mapped) -> Iterator[Block]:
    """An entry's tables."""
    found = (table_of(entry[key], (*mapped.text, *TEXTS)) for key in mapped.table if key in entry)
    yield from (block for block in found if block is not None)


def _line(words: str, written: str = "") -> Block:
    """The block of one line of an entry's words."""
    if bullet := BULLET.match(written or words):
        rest = words.lstrip("-•*– ")
        return Block(Shape.ITEM, rest, min(len(bullet["indent"]) // 2, 5))
    shape, number, rest = shaped(words)
    return Block(shape, rest, 0, number)
