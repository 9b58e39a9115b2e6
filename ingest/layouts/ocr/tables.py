"""Tables of an OCR rulebook: typed cells read from grids, from lists with counts and from sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.cards.tables import cell, is_a
from ingest.draft import Draft
from ingest.layouts.ocr.filing import below
from ingest.layouts.ocr.options import Column, TableRule
from kb.records import Cell, Clause, Table


@dataclass(frozen=True, slots=True)
class Row:
    """The text that a row's cells are read from and the clause it stands in."""

    text: str
    clause: Clause


def add_tables(draft: Draft, rules: Sequence[TableRule]) -> None:
    """Read every table that game.toml describes, reporting those whose rows are not there."""
    known = {clause.path: clause for clause in draft.clauses}
    for rule in rules:
        rows = table_rows(draft, rule)
        if rule.clause not in known or not rows:
            absent = rule.clause if rule.clause not in known else rule.of or rule.rows
            draft.problem("no-table", f"{rule.title}: no clause {absent!r}", 0, "the path of a clause with rows")
            continue
        draft.tables.append(read_table(draft, rule, known[rule.clause], rows))


def table_rows(draft: Draft, rule: TableRule) -> list[Row]:
    """The rows of a table: lines of one clause or section, or the texts of some sections together."""
    if not rule.rows:
        standing = [clause for clause in draft.clauses if rule.of in (clause.path, clause.path.partition(".")[0])]
        lines = [Row(line, clause) for clause in standing for line in clause.text.split("\n") if line.strip()]
        return lines[rule.skip :]
    found = []
    for sections in rule.rows:
        held = [clause for clause in draft.clauses if below(clause.path.partition(".")[0], sections)]
        if held:
            found.append(Row("\n".join(clause.plain for clause in held), held[0]))
    return found


def read_table(draft: Draft, rule: TableRule, clause: Clause, rows: Sequence[Row]) -> Table:
    """The table with its cells; cells of a wrong type and rows without a key are reported."""
    cells: list[tuple[Cell, ...]] = []
    above: dict[str, Cell] = {}
    for at, row in enumerate(rows):
        values = {column.name: read_cell(row, at, number, column, above) for number, column in enumerate(rule.columns)}
        report_types(draft, rule, row, values)
        above |= {name: value for name, value in values.items() if value is not None}
        cells.append(tuple(values.values()))
    for column in rule.columns:
        if column.keys and len(column.keys) != len(rows):
            message = f"{rule.title}: {len(rows)} rows for {len(column.keys)} keys of {column.name}"
            draft.problem("table-rows", message, clause.start, "one key in game.toml for each row")
    return Table(clause.id, rule.title, tuple(column.name for column in rule.columns), tuple(cells))


def read_cell(row: Row, at: int, number: int, column: Column, above: dict[str, Cell]) -> Cell:
    """One cell, as its column says: the clause's id, a key, a reading, the grid's cell, or what stands above."""
    if column.clause:
        return row.clause.id
    if column.keys:
        return column.keys[at] if at < len(column.keys) else None
    if not column.read:
        parts = row.text.split("\t")
        return cell(parts[number]) if number < len(parts) else None
    for reading in column.read:
        if match := reading.match.search(row.text):
            return reading.value if reading.value is not None else cell(match[match.lastindex or 0])
    return above.get(column.inherit)


def report_types(draft: Draft, rule: TableRule, row: Row, values: dict[str, Cell]) -> None:
    """Report each cell that is not of its column's type."""
    for column in rule.columns:
        if not is_a(values[column.name], column.type):
            message = f"{rule.title}: {column.name} is {values[column.name]!r}"
            draft.problem("table-cell", message, row.clause.start, f"a cell of type {column.type}")
