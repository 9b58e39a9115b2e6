"""The first question is one that the document answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.adding.folder import read_document
from ingest.adding.question import question_of

FAQ = """\
# Harbour FAQ

## May an empty boat leave?

Yes.

## May a boat carry four crates?

No, three.

## Who lights the first lantern?

The youngest player.
"""
DIVIDED = """\
# Harbour

## Contents

Boats come first, and lanterns come after the boats of the harbour.

## The crew's cards

A player draws one card for each boat. A card is kept until the night is over.

A card may be played once.

## May boats turn?

Yes, they may do so at every lantern that burns in the harbour, whoever lit it.
"""
TERMS = "# Harbour\n\n## Boats\n\nA boat carries three crates.\n\n## Glossary\n\nCrate\nA wooden box of goods.\n"


@pytest.mark.parametrize(
    ("text", "question"),
    [
        (FAQ, "May a boat carry four crates?"),
        (DIVIDED, "What are the rules for the crew's cards?"),
    ],
    ids=["of-its-own", "a-section"],
)
def test_a_question_is_made_from_the_document(text: str, question: str, tmp_path: Path) -> None:
    path = tmp_path / "harbour.md"
    path.write_text(text, "utf-8")
    assert question_of(read_document(path, "harbour").parsed) == question


def test_a_glossarys_title_is_no_term(tmp_path: Path) -> None:
    path = tmp_path / "harbour.md"
    path.write_text(TERMS, "utf-8")
    assert "Glossary" not in question_of(read_document(path, "harbour").parsed)
