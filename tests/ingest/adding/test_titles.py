"""What a document calls itself, and who published it."""

from __future__ import annotations

import pytest

from ingest.adding.titles import parted, publisher_of, title_of
from ingest.formats.block import Block, Converted, Loss, Shape


def document(line: str, shape: Shape = Shape.PARAGRAPH, left_out: str = "", title: str = "") -> Converted:
    """A document of one line."""
    losses = (Loss("page footer", 1, left_out),) if left_out else ()
    return Converted("text", (Block(shape, line, 1),), title, losses)


@pytest.mark.parametrize(
    ("title", "game", "own"),
    [
        ("Lantern Harbour Rules", "Lantern Harbour", "Rules"),
        ("Lantern Harbour: The Complete Rulebook", "Lantern Harbour", "The Complete Rulebook"),
        ("Rules", "Rules", "Rules"),
        ("Lantern Harbour", "Lantern Harbour", "Rules"),
        ("Lantern Harbour – Official FAQ & Errata", "Lantern Harbour", "Official FAQ & Errata"),
        ("Lantern Harbour FAQ v3.1 (August 2, 2026)", "Lantern Harbour", "FAQ"),
        ("Lantern Harbour rules", "Lantern Harbour", "Rules"),
        ("Lantern Harbour Tournament Rules", "Lantern Harbour", "Tournament Rules"),
        ("Lantern Harbour, Frequently Asked Questions", "Lantern Harbour", "Frequently Asked Questions"),
        ("Official FAQ", "Official FAQ", "Official FAQ"),
        ("Rules of Engagement", "Rules of Engagement", "Rules"),
    ],
)
def test_a_documents_title_is_parted_into_the_games_and_its_own(title: str, game: str, own: str) -> None:
    assert parted(title) == (game, own)


def test_a_title_is_the_metadatas_the_first_headings_or_the_files_name() -> None:
    assert title_of(document("A boat floats.", title="Harbour"), "x") == "Harbour"
    assert title_of(document("Harbour", Shape.HEADING), "x") == "Harbour"
    assert title_of(document("LANTERN WALK"), "x") == "Lantern Walk"
    assert title_of(document("A boat floats.", title="night ferry rules"), "x") == "Night Ferry Rules"
    assert title_of(document("A boat floats."), "night_ferry-rules") == "Night Ferry Rules"


@pytest.mark.parametrize(
    ("line", "publisher"),
    [
        ("Rules of play. Published 15 September 2025 by Quay Press.", "Quay Press"),
        ("Last updated: 14 May 2026. Compiled by the Quay Press rules team.", "Quay Press"),
        ("© 2026 Quay Press. All rights reserved.", "Quay Press"),
        ("Copyright (c) 2019-2026 by Smith & Sons All Rights Reserved", "Smith & Sons"),
        ("A boat moves by oar.", ""),
        ("A game by Agnes Tolliver for three to six players.", ""),
    ],
)
def test_who_published_a_document_is_read_from_its_head(line: str, publisher: str) -> None:
    assert publisher_of(document(line)) == publisher
    assert publisher_of(document("A boat floats.", left_out=line)) == publisher
