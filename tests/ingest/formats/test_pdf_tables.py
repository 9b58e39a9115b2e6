"""Tables of a PDF are tables: with borders or without, cells of several lines, cut by a column's or a page's end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ingest.formats import convert
from ingest.formats.block import Converted, Shape
from tests.support.pdfs import Bar, Words, borders, pdf

SHIPS = (("Ship", "Steps", "Effect"), ("Sloop", "4", "May pass a lock"), ("Barge", "2", "Carries more"))
ACROSS = (40, 100, 150, 300)
TEXT = [Words(40, 560 - 12 * at, f"A boat carries at most {n} crates to the quay") for at, n in enumerate("345")]


def converted(tmp_path: Path, *pages: Sequence[Words | Bar]) -> Converted:
    path = tmp_path / "rules.pdf"
    path.write_bytes(pdf(pages))
    return convert(path)


def rows(found: Converted) -> list[tuple[tuple[str, ...], ...]]:
    return [block.rows for block in found.blocks if block.shape is Shape.TABLE]


def row(bottom: float, cells: Sequence[str], bold: bool = False, lefts: Sequence[float] = ACROSS) -> list[Words]:
    """The cells of one line, none for an empty one."""
    return [Words(left + 4, bottom, cell, 10, bold) for left, cell in zip(lefts, cells, strict=False) if cell]


def ships(bottoms: Sequence[float]) -> list[Words]:
    return [words for at, bottom in enumerate(bottoms) for words in row(bottom, SHIPS[at], at == 0)]


def test_borders_make_a_table_and_its_head_is_no_heading(tmp_path: Path) -> None:
    found = converted(tmp_path, [*TEXT, *ships((484, 464, 444)), *borders(ACROSS, (500, 480, 460, 440))])
    assert rows(found) == [SHIPS]
    assert [block.shape for block in found.blocks] == [Shape.PARAGRAPH, Shape.TABLE]


def test_the_lines_of_a_cell_are_joined_wherever_they_stand_in_it(tmp_path: Path) -> None:
    page = [*TEXT, *row(484, SHIPS[0], True), *borders(ACROSS, (500, 480, 440, 420))]
    page += [*row(468, ("", "", "May pass a")), *row(462, ("Sloop", "4")), *row(456, ("", "", "lock"))]
    page += row(424, SHIPS[2])
    assert rows(converted(tmp_path, page)) == [SHIPS]


def test_borders_part_cells_that_stand_close_together(tmp_path: Path) -> None:
    page = [*TEXT, Words(42, 484, "Win", 10), Words(61.5, 484, "3", 10), Words(42, 464, "Tie"), Words(61.5, 464, "1")]
    assert rows(converted(tmp_path, [*page, *borders((40, 60, 80), (500, 480, 460))])) == [(("Win", "3"), ("Tie", "1"))]


def test_a_table_that_a_page_cuts_is_one_and_a_row_that_it_cuts_too(tmp_path: Path) -> None:
    first = [*TEXT, *row(64, SHIPS[0], True), *row(44, ("Sloop", "4", "May pass"))]
    second = [*row(544, ("", "", "a lock")), *row(524, SHIPS[2])]
    found = converted(
        tmp_path,
        [*first, *borders(ACROSS, (80, 60, 40))],
        [*second, *borders(ACROSS, (560, 540, 520)), *[Words(40, 480, "A boat leaves the quay at dawn.")]],
    )
    assert rows(found) == [SHIPS]


def test_a_first_row_across_the_table_stands_above_it(tmp_path: Path) -> None:
    title = [Bar(40, 500, 300, 500.7), Bar(40, 480, 40.7, 500), Bar(299.3, 480, 300, 500), Words(120, 484, "All ships")]
    found = converted(tmp_path, [*TEXT, *title, *ships((464, 444, 424)), *borders(ACROSS, (480, 460, 440, 420))])
    assert [block.text for block in found.blocks][-2:] == ["All ships", ""]
    assert rows(found) == [SHIPS]


def test_a_box_around_a_rule_is_no_table(tmp_path: Path) -> None:
    found = converted(tmp_path, [*TEXT, Words(44, 484, "A full boat leaves."), *borders((40, 300), (500, 480))])
    assert [block.text for block in found.blocks][-1] == "A full boat leaves."


@pytest.mark.parametrize("step", [12, 20], ids=["by the first column", "by the gaps"])
def test_without_borders_words_below_each_other_are_a_table(tmp_path: Path, step: int) -> None:
    page = [*TEXT, *row(500, SHIPS[0], True), *row(500 - step, ("Sloop", "4", "May pass"))]
    page += [
        *row(488 - step, ("", "", "a lock")),
        *row(488 - 2 * step, SHIPS[2]),
        *row(488 - 3 * step, ("Ketch", "3", "-")),
    ]
    assert rows(converted(tmp_path, page)) == [(*SHIPS, ("Ketch", "3", "-"))]


def test_what_could_be_read_in_two_ways_is_told_as_left_out(tmp_path: Path) -> None:
    page = [*TEXT, *row(500, ("Ship", "Steps"), True), *row(486, ("Sloop", "Four"))]
    page += [*row(474, ("Old", "Moves")), *row(462, ("", "then")), *row(462, ("Barge",)), *row(444, ("Ketch", "Waits"))]
    page += row(432, ("", "long"))
    lines = converted(tmp_path, page)
    assert not any("Ketch" in block.text for block in lines.blocks)
    [loss] = lines.losses
    assert loss.reason == "lines of tables that could not be read with certainty"
    assert loss.first == "Ship Steps"


def test_a_head_in_the_middle_of_its_column_is_the_head_of_what_stands_below(tmp_path: Path) -> None:
    page = [*TEXT, Words(100, 500, "Item", 10, True), Words(250, 500, "Price", 10, True)]
    for at, (one, other) in enumerate((("Rope", "3"), ("Oil", "2"), ("A large barrel of oil", "12"))):
        page += [Words(40, 488 - 12 * at, one), Words(265, 488 - 12 * at, other)]
    want = (("Item", "Price"), ("Rope", "3"), ("Oil", "2"), ("A large barrel of oil", "12"))
    assert rows(converted(tmp_path, page)) == [want]


def test_columns_may_stand_close_together(tmp_path: Path) -> None:
    page = [*TEXT]
    for at, (one, other) in enumerate((("Win", "3"), ("Draw", "1"), ("Loss", "0"))):
        page += [Words(40, 500 - 12 * at, one), Words(70, 500 - 12 * at, other)]
    assert rows(converted(tmp_path, page)) == [(("Win", "3"), ("Draw", "1"), ("Loss", "0"))]


def test_lines_across_both_columns_make_one_table_of_what_stands_between_them(tmp_path: Path) -> None:
    def column(top: float) -> list[Words]:
        lines = [f"A boat carries {n} crates to a quay" for n in "3456"]
        return [Words(left, top - 12 * at, line) for left in (40, 230) for at, line in enumerate(lines)]

    lefts = (40, 120, 180)
    table = [words for at in range(3) for words in row(460 - 20 * at, SHIPS[at], at == 0, lefts)]
    rules = [Bar(40, 454 - 20 * at, 390, 454.5 - 20 * at) for at in range(3)]
    found = converted(tmp_path, [*column(540), *column(380), *table, *rules])
    assert rows(found) == [SHIPS]
    assert [block.shape for block in found.blocks].index(Shape.TABLE) == len(found.blocks) // 2


def test_words_that_are_stretched_to_the_columns_width_are_no_table(tmp_path: Path) -> None:
    wide = 5.56  # of every one of these letters, in points
    page = [*TEXT]
    for at, line in enumerate(("gone be hound open", "done up pound ebbed", "hoped on ground up")):
        gap = (240 - wide * len(line.replace(" ", ""))) / 3
        left = 40.0
        for word in line.split():
            page.append(Words(left, 500 - 12 * at, word))
            left += wide * len(word) + gap
    assert rows(converted(tmp_path, page)) == []


def test_contents_with_their_pages_are_no_table(tmp_path: Path) -> None:
    titles = ("Boats", "Rafts", "Canals", "Locks", "Lanterns")
    page = [Words(40, 560, "Contents", 14, True)]
    for at, title in enumerate(titles):
        page += [Words(40, 530 - 12 * at, title), Words(300, 530 - 12 * at, str(at + 1))]
    said = "Of {} a captain has at most three, and no more."
    rules = [[Words(40, 550, title, 14, True), Words(40, 520, said.format(title.lower()))] for title in titles]
    found = converted(tmp_path, page, *rules)
    assert [loss.reason for loss in found.losses] == ["table of contents"]
    assert rows(found) == []
