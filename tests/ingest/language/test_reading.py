"""What spaCy reads of a large book is the same whether one process reads it or several."""

from __future__ import annotations

import pytest

from ingest.language import reading
from kb.records import Clause, Kind, Term, digest
from kb.store.rows import to_row

TEXTS = (
    "A boat carries at most three crates. It may leave at once.",
    "If the harbour is frozen, no boat may leave.",
    "Example: Mara loads a crate.",
    "Pay one oil to light a lantern, unless it burns.",
)


def clauses(texts: tuple[str, ...] = TEXTS) -> list[Clause]:
    """Clauses of a book."""
    return [
        Clause(f"g/d#{at}", "g", "g/d", (), text, Kind.RULE, 0, len(text), digest(text), at)
        for at, text in enumerate(texts)
    ]


@pytest.mark.parametrize("count", [1, 2, 3, 9])
def test_shares_hold_every_clause_once_in_order(count: int) -> None:
    shares = reading.shared(clauses(), count)
    assert [each for share in shares for each in share] == clauses()
    assert len(shares) <= count
    assert all(shares)


@pytest.mark.model
@pytest.mark.slow
def test_several_processes_read_what_one_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    terms = [Term("g/crate", "g", "crate", "glossary", ("crates",)), Term("g/oil", "g", "oil", "glossary", ())]
    whole = reading._read(clauses(), terms)
    monkeypatch.setattr(reading, "MANY", 2)
    monkeypatch.setattr(reading, "processors", lambda: 2)
    assert reading._read(clauses(), terms) == whole
    assert [to_row(each)["id"] for each in clauses()] == list(whole["sentences"])
