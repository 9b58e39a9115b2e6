"""A document's table is shown as one: columns with names, of a long table first the rows that are asked for."""

from __future__ import annotations

import pytest

from kb.records import Clause, Kind, digest
from service.show.quoting.tables import MOST_ROWS, Tabled, looked_up, tabled


def table(text: str, kind: Kind = Kind.TABLE) -> Clause:
    """A clause of the game's only document."""
    return Clause("g/d#boats.t1", "g", "g/d", ("Boats",), text, kind, 0, len(text), digest(text), 0)


def test_the_first_row_names_the_columns() -> None:
    found = tabled(table("| Boat | Crates |\n| Skiff | 1 |\n| Brig \\| big |"))
    assert found == Tabled(("Boat", "Crates"), (("Skiff", "1"), ("Brig | big", "")))


def test_a_table_without_names_has_no_head() -> None:
    assert tabled(table("|  |  |\n| Skiff | 1 |")) == Tabled((), (("Skiff", "1"),))
    assert tabled(table("| Skiff | 1 |")) == Tabled((), (("Skiff", "1"),))


@pytest.mark.parametrize(
    ("text", "kind"), [("| is a bar |", Kind.RULE), ("Crates: 3\nBoats: 2", Kind.TABLE), ("", Kind.TABLE)]
)
def test_what_is_not_written_row_by_row_is_no_table(text: str, kind: Kind) -> None:
    assert tabled(table(text, kind)) is None


def test_of_a_long_table_the_rows_that_are_asked_for_are_shown_first() -> None:
    rows = "\n".join(f"| Boat {at} | {'fast' if at == 20 else 'slow'} |" for at in range(1, 31))
    whole = tabled(table(f"| Boat | Speed |\n{rows}"))
    assert whole is not None
    shown = looked_up(whole, ["fast"])
    assert (shown.cut, len(shown.rows), ("Boat 20", "fast") in shown.rows) == (True, MOST_ROWS, True)
    assert list(shown.rows) == sorted(shown.rows, key=whole.rows.index)
    assert looked_up(Tabled((), whole.rows[:3]), ["fast"]).cut is False
