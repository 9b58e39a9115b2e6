"""What was read of texts is kept by letters, not by their count: long questions push each other out."""

from __future__ import annotations

from kb.question.lettercache import ENTRY, LetterCache
from kb.question.read import LETTERS_KEPT, understood


def test_a_text_is_read_once_while_it_is_kept() -> None:
    asked: list[str] = []
    read = LetterCache(lambda text: asked.append(text) or text.upper(), 800)
    assert [read("a"), read("b"), read("a")] == ["A", "B", "A"]
    assert asked == ["a", "b"]


def test_the_texts_longest_unused_leave_where_the_letters_are_too_many() -> None:
    read = LetterCache(len, 8 * (10 + ENTRY))
    for letter in "abcdefgh":
        read(letter * 10)
    read("a" * 10)
    read("i" * 10)
    assert (len(read), read.held) == (8, read.most)
    assert list(read._values) == [(letter * 10, ()) for letter in "cdefghai"]


def test_what_else_is_given_tells_one_reading_of_a_text_from_another() -> None:
    read = LetterCache(lambda text, game: f"{game}: {text}", 800)
    assert [read("a", "go"), read("a", None), read("a", "go")] == ["go: a", "None: a", "go: a"]
    assert len(read) == 2


def test_what_would_push_out_many_others_is_not_kept() -> None:
    read = LetterCache(len, 800)
    assert (read("a" * 100), len(read)) == (100, 0)


def test_a_thousand_long_questions_are_not_all_kept() -> None:
    for number in range(LETTERS_KEPT // 2_000 + 10):
        understood(f"may he {number:04} ".ljust(1_999, "!") + "?")
    assert understood.held <= LETTERS_KEPT
    assert len(understood) <= LETTERS_KEPT // 2_000
