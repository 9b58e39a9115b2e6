"""Marked text: what is written is read again, and every block's span holds its words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.formats.block import Block, Shape, shaped
from ingest.formats.marked import read_marked, write_marked
from ingest.source import Source

WORDS = st.lists(
    st.sampled_from("a boat carries 3 crates. # - > | \\ [page 7] 1. Example: {x} 2.1a *".split(" ")), min_size=1
)
TEXTS = WORDS.map(" ".join)


def blocks_of(text: str) -> list[Block]:
    return list(read_marked(Source("x", text, "").lines))


@given(st.lists(TEXTS, min_size=1, max_size=6))
def test_a_paragraph_is_read_as_it_was_written(texts: list[str]) -> None:
    written = []
    for text in texts:
        shape, number, rest = shaped(text)
        written.append(Block(shape, rest, number=number))
    found = blocks_of(write_marked(written))
    assert [(each.shape, each.number, each.text) for each in found] == [
        (each.shape, each.number, each.text) for each in written
    ]


@given(st.lists(st.lists(TEXTS, min_size=2, max_size=3), min_size=1, max_size=4))
def test_a_table_is_read_as_it_was_written(rows: list[list[str]]) -> None:
    cells = tuple(tuple(row) for row in rows if len(row) == len(rows[0]))
    [found] = blocks_of(write_marked([Block(Shape.TABLE, "", rows=cells)]))
    assert found.rows == cells


def test_a_row_of_dashes_is_a_row_but_for_the_line_behind_the_head() -> None:
    [found] = blocks_of("| Die | Effect |\n| --- | --- |\n| 1 | a crate |\n| - | - |\n")
    assert found.rows == (("Die", "Effect"), ("1", "a crate"), ("-", "-"))


def test_each_blocks_span_holds_its_words() -> None:
    text = (
        "# Boats {#boats}\n\n100.1a A boat\ncarries three.\nExample: One.\n\n"
        "- A crate\n  - A lid\n\n> Quoted words\n\n\\# no heading\n"
    )
    found = blocks_of(text)
    assert [(each.shape, each.level, each.number, each.anchor) for each in found] == [
        (Shape.HEADING, 1, "", "boats"),
        (Shape.NUMBERED, 0, "100.1a", ""),
        (Shape.EXAMPLE, 0, "", ""),
        (Shape.ITEM, 0, "", ""),
        (Shape.ITEM, 1, "", ""),
        (Shape.NOTE, 0, "", ""),
        (Shape.PARAGRAPH, 0, "", ""),
    ]
    assert found[1].text == "A boat carries three."
    assert all(" ".join(text[each.start : each.end].split()).endswith(each.text.split()[-1]) for each in found[1:])
    assert text[found[-1].start : found[-1].end] == "# no heading"


def test_what_follows_a_page_mark_stands_on_that_page() -> None:
    assert [each.page for each in blocks_of("One.\n\n[page 2]\n\nTwo.\n\n[page 10]\nThree.\n")] == [0, 2, 10]
