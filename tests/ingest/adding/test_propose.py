"""What a curator is shown of a document before it is added."""

from __future__ import annotations

from pathlib import Path

from ingest.adding.folder import read_document
from ingest.adding.propose import tree_lines

RULES = """\
# Reed Ferry

## 1. Boats

1.1 A boat holds crates.

1.2 Whoever rows decides.

## 2. Oars

2.1 A player takes an oar.

2.2 Then the next player does.
"""


def test_of_a_long_document_every_heading_is_shown(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text(RULES, "utf-8")
    parsed = read_document(tmp_path / "rules.md", "ferry").parsed
    assert list(tree_lines(parsed, 1)) == [
        "1. Boats",
        "  #1.1  A boat holds crates.",
        "… and 3 more",
        "1. Boats  … 1",
        "2. Oars  … 2",
    ]


def test_a_heading_that_is_a_clause_by_its_number_is_shown_once(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text(RULES.replace("1.1 A boat", "### 1.1 Crates\n\n1.1.1 A boat"), "utf-8")
    parsed = read_document(tmp_path / "rules.md", "ferry").parsed
    assert list(tree_lines(parsed))[:3] == ["1. Boats", "  #1.1  Crates", "    #1.1.1  A boat holds crates."]
