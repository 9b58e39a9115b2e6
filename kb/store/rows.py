"""Records as rows of plain columns, and rows as records again: the same record comes back.

Text, whole numbers and None are columns as they are; an enumeration is its value; a tuple is a JSON
array, a record inside one a JSON object. Where a column is a foreign key, NULL stands for the empty
string, because a key that leads nowhere must be NULL.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from kb.records import Range

Record = TypeVar("Record")
Value = str | int | None
Row = dict[str, Value]
Read = Callable[[Any], Any]


def to_row(record: Any, nullable: frozenset[str] = frozenset()) -> Row:
    """A record's fields as column values; an empty string in a `nullable` column becomes NULL."""
    row = {field.name: to_column(getattr(record, field.name)) for field in fields(record)}
    return {name: None if name in nullable and value == "" else value for name, value in row.items()}


def to_column(value: Any) -> Value:
    """One field's value as SQLite keeps it."""
    if isinstance(value, tuple):
        return json.dumps([to_json(part) for part in value], ensure_ascii=False)
    column: Value = value.value if isinstance(value, Enum) else value
    return column


def to_json(value: Any) -> Any:
    """A value inside a tuple as JSON has it."""
    if isinstance(value, tuple):
        return [to_json(part) for part in value]
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def from_row(record: Callable[..., Record], row: Mapping[str, Any]) -> Record:
    """The record of a row; columns that the record has no field for are left aside."""
    return from_values(record, [row[name] for name in columns_of(record)])


def from_values(record: Callable[..., Record], values: list[Any]) -> Record:
    """The record of its columns' values, in the order of `columns_of`; the list is changed."""
    texts, others = _readers(record)
    for at, read in others:
        values[at] = read(values[at])
    if None in values:
        for at in texts:
            values[at] = values[at] or ""
    return record(*values)


@cache
def columns_of(record: Any) -> tuple[str, ...]:
    """The columns of a record: its fields."""
    return tuple(field.name for field in fields(record))


@cache
def _readers(record: Any) -> tuple[tuple[int, ...], tuple[tuple[int, Read], ...]]:
    """The places of a record's texts, and of the fields whose columns are to be read, each with how."""
    hints = [get_type_hints(record)[name] for name in columns_of(record)]
    read = ((at, column_reader(hint)) for at, hint in enumerate(hints))
    return tuple(at for at, hint in enumerate(hints) if hint is str), tuple((at, how) for at, how in read if how)


def column_reader(hint: Any) -> Read | None:
    """How a column of a field with this type is read, None as it is."""
    if get_origin(hint) is tuple:
        build = json_reader(hint)
        return lambda text: () if text == "[]" else build(json.loads(text))  # most are empty
    return hint if isinstance(hint, type) and issubclass(hint, Enum) else None


def json_reader(hint: Any) -> Read:
    """How JSON inside a tuple is read: arrays are tuples, objects are records (in a table's cell, a Range)."""
    if get_origin(hint) is tuple:
        return tuple_reader(get_args(hint))
    if isinstance(hint, type) and is_dataclass(hint):
        parts = {name: json_reader(part) for name, part in get_type_hints(hint).items()}
        return lambda found: hint(**{name: read(found[name]) for name, read in parts.items()})
    if get_origin(hint) in (Union, UnionType) and Range in get_args(hint):
        return lambda found: Range(**found) if isinstance(found, dict) else found
    return lambda found: found


def tuple_reader(parts: tuple[Any, ...]) -> Read:
    """How an array is read, one of equal parts or one with a type for each place."""
    if len(parts) == 2 and parts[1] is Ellipsis:
        each = json_reader(parts[0])
        return lambda found: tuple(map(each, found))
    every = [json_reader(part) for part in parts]
    return lambda found: tuple(read(value) for read, value in zip(every, found, strict=True))
