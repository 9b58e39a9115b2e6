"""What a PDF's pages hold beside the rules: running heads, page numbers, footnotes, bullets, headings that wrap."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ingest.formats import convert
from ingest.formats.block import Converted, Shape
from tests.support.pdfs import Bar, Words, pdf

LINES = (
    "A boat carries at most three crates, and whoever loads a",
    "fourth one loses it to the sea at once. Nobody else may",
    "take it out of the water, and nobody is paid for it.",
)


def text(top: float, left: float = 40) -> list[Words]:
    return [Words(left, top - 12 * at, line) for at, line in enumerate(LINES)]


def converted(tmp_path: Path, *pages: Sequence[Words | Bar]) -> Converted:
    path = tmp_path / "rules.pdf"
    path.write_bytes(pdf(pages))
    return convert(path)


def said(found: Converted) -> list[tuple[Shape, str]]:
    return [(block.shape, block.text) for block in found.blocks]


def losses(found: Converted) -> dict[str, int]:
    return {loss.reason: loss.count for loss in found.losses}


RULE = (Shape.PARAGRAPH, " ".join(LINES))
RUNNING = "running heads, feet and page numbers"


def test_a_head_on_two_pages_is_a_running_head(tmp_path: Path) -> None:
    found = converted(tmp_path, *([Words(40, 570, "Lantern Harbour", 8), *text(500)] for _ in range(2)))
    assert said(found) == [RULE, RULE]
    assert losses(found) == {RUNNING: 2}


def test_heads_that_change_from_left_to_right_pages_are_running_heads(tmp_path: Path) -> None:
    heads = [("Lantern Harbour", 40), ("The rules", 300)] * 2
    found = converted(tmp_path, *([Words(left, 570, head, 8), *text(500)] for head, left in heads))
    assert losses(found) == {RUNNING: 4}


def test_a_title_that_the_heads_of_other_pages_repeat_stays(tmp_path: Path) -> None:
    title = [Words(40, 560, "Lantern Harbour", 18, True), *text(500)]
    found = converted(tmp_path, title, *([Words(40, 570, "Lantern Harbour", 8), *text(500)] for _ in range(3)))
    assert said(found)[0] == (Shape.HEADING, "Lantern Harbour")


def test_a_heading_at_the_top_of_two_pages_is_none(tmp_path: Path) -> None:
    found = converted(tmp_path, *([Words(40, 560, "Examples", 14, True), *text(500)] for _ in range(2)))
    assert [block.shape for block in found.blocks] == [Shape.HEADING, Shape.PARAGRAPH] * 2


def test_headings_that_only_differ_in_their_number_are_no_running_heads(tmp_path: Path) -> None:
    found = converted(tmp_path, *([Words(40, 570, f"{n}00. General"), *text(500)] for n in (1, 2)))
    assert [(block.number, block.text) for block in found.blocks if block.number] == [
        ("100", "General"),
        ("200", "General"),
    ]


@pytest.mark.parametrize("number", ["1", "Page 1 of 1", "– 12 –"])
def test_the_number_of_a_single_page_is_left_out(tmp_path: Path, number: str) -> None:
    found = converted(tmp_path, [*text(500), Words(200, 30, number)])
    assert said(found) == [RULE]
    assert losses(found) == {RUNNING: 1}


def test_a_footnote_stands_behind_the_rule_that_carries_its_mark(tmp_path: Path) -> None:
    page = [Words(40, 500, "1.1 A boat"), Words(88, 504, "1", 6), Words(93, 500, "leaves at dawn.")]
    page += [Words(40, 470, "1.2 The canal is 10"), Words(126.5, 474, "2", 6), Words(132, 470, "steps long.")]
    page += [Words(40, 60, "1", 5), Words(45, 58, "A raft counts as a boat, unless it lies in", 7)]
    found = converted(tmp_path, [*page, Words(40, 50, "a dock.", 7)])
    assert said(found) == [
        (Shape.NUMBERED, "A boat leaves at dawn."),
        (Shape.NOTE, "A raft counts as a boat, unless it lies in a dock."),
        (Shape.NUMBERED, "The canal is 10² steps long."),
    ]
    assert losses(found) == {"footnote marks, whose notes stand behind the text that carries them": 1}


def test_a_mark_without_a_footnote_stays_a_raised_figure(tmp_path: Path) -> None:
    page = [*text(500), Words(40, 450, "A boat"), Words(72.5, 454, "1", 6), Words(78, 450, "leaves at dawn.")]
    assert said(converted(tmp_path, page))[-1] == (Shape.PARAGRAPH, "A boat¹ leaves at dawn.")


def test_bullets_that_are_drawn_are_items_with_their_depth(tmp_path: Path) -> None:
    lines = [
        ("A sloop moves four steps.", 60),
        ("A barge moves two.", 60),
        ("Three by day.", 80),
        ("A ketch moves.", 60),
    ]
    page: list[Words | Bar] = [*text(500)]
    for at, (line, left) in enumerate(lines):
        bottom = 450 - 12 * at
        page += [Words(left, bottom, line), Bar(left - 10, bottom + 2, left - 7, bottom + 5)]
    found = converted(tmp_path, page)
    assert [(block.text, block.level) for block in found.blocks if block.shape is Shape.ITEM] == [
        ("A sloop moves four steps.", 0),
        ("A barge moves two.", 0),
        ("Three by day.", 1),
        ("A ketch moves.", 0),
    ]


def columns(*headings: Words) -> list[Words]:
    """A page of two columns, with headings."""
    lines = ["A boat carries at most three", "crates, and whoever loads a", "fourth one loses it to the sea."]
    left = [Words(40, 480 - 12 * at, lines[at % 3]) for at in range(12)]
    return [*headings, *left, *(Words(230, words.bottom, words.text) for words in left)]


@pytest.mark.parametrize("lines", [("The lighthouse", "variant"), ("Penalties at", "tournaments of two")])
def test_a_heading_that_wraps_in_its_column_is_one(tmp_path: Path, lines: tuple[str, str]) -> None:
    heading = [Words(40, 517, lines[0], 13, True), Words(40, 500, lines[1], 13, True)]
    found = converted(tmp_path, columns(*heading))
    assert said(found)[0] == (Shape.HEADING, " ".join(lines))
    assert sum(block.shape is Shape.HEADING for block in found.blocks) == 1


def test_the_words_of_a_heading_may_be_stretched_to_the_columns_width(tmp_path: Path) -> None:
    words = [Words(40 + 40 * at, 517, word, 12, True) for at, word in enumerate(("What", "this", "boat", "may"))]
    found = converted(tmp_path, columns(*words, Words(40, 501, "carry", 12, True)))
    assert said(found)[0] == (Shape.HEADING, "What this boat may carry")


def test_two_numbered_headings_below_each_other_are_two(tmp_path: Path) -> None:
    heading = [Words(40, 517, "1. Boats", 13, True), Words(40, 500, "1.1 Full boats", 13, True)]
    assert sum(block.shape is Shape.HEADING for block in converted(tmp_path, columns(*heading)).blocks) == 2


def test_a_title_across_both_columns_is_a_heading_on_every_page(tmp_path: Path) -> None:
    title = Words(120, 550, "Lantern Harbour", 20, True)
    found = converted(tmp_path, columns(title), columns(), columns())
    assert said(found)[0] == (Shape.HEADING, "Lantern Harbour")
