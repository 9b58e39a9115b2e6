"""A table in YAML or JSON: a list of rows, each a list of cells, an object that holds one, or an object of columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ingest.formats.block import Block, Shape
from ingest.formats.tree.words import words_of

Row = tuple[str, ...]


def table_of(value: Any, texts: Sequence[str]) -> Block | None:
    """The block of a table, None where a value is none; `texts` are the keys that hold a cell's words."""
    if not isinstance(value, list):
        return None
    if value and all(isinstance(row, dict) and all(map(_scalar, row.values())) for row in value):
        columns = tuple(dict.fromkeys(str(key) for row in value for key in row))
        rows = [columns, *(tuple(words_of(str(row.get(key, ""))) for key in columns) for row in value)]
    else:
        rows = [found for row in value if (found := _row(row, texts))]
    return Block(Shape.TABLE, "", rows=tuple(rows)) if rows else None


def _row(row: Any, texts: Sequence[str]) -> Row:
    if isinstance(row, dict):
        row = next((each for each in row.values() if isinstance(each, list)), [])
    return tuple(_cell(each, texts) for each in row) if isinstance(row, list) else ()


def _cell(cell: Any, texts: Sequence[str]) -> str:
    if isinstance(cell, dict):
        cell = next((cell[key] for key in texts if _scalar(cell.get(key))), "")
    return words_of(str(cell)) if _scalar(cell) else ""


def _scalar(value: Any) -> bool:
    return isinstance(value, str | int | float)
