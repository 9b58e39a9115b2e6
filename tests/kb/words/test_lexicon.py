"""Misspelled words and the words that were meant."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from kb.errors import SnapshotError
from kb.words.lexicon import Lexicon

LEXICON = Lexicon.of(
    ["a stunned character is exhausted", "recruit a character", "stamina defends damage", "headline bonus", "want"],
    is_english=lambda word: word in {"weather", "strand", "banana"},
)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("stuned", "stunned"),
        ("stund", "stunned"),
        ("charcter", "character"),
        ("exausted", "exhausted"),
        ("recriut", "recruit"),
        ("stamna", "stamina"),
        ("nothin", "nothing"),
    ],
)
def test_a_misspelling_is_mended(written: str, meant: str) -> None:
    assert LEXICON.correct(written) == meant


def test_a_misspelling_that_a_wording_holds_is_mended_too() -> None:
    printed = ["the opponent plays", "a light"] * 20
    lexicon = Lexicon.of([*printed, "my oponent plays, lazar plays", "a right"], printed=[*printed, "a right"])
    assert lexicon.correct("oponent") == "opponent"
    assert lexicon.correct("right") is None  # printed once
    assert lexicon.correct("opponnt") == "opponent"  # no other misspelling is meant
    assert lexicon.correct("lazar") is None


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("atleast", "at least"),
        ("morethan", "more than"),
        ("thevillain", "the villain"),
        ("together", None),
        ("mean", None),
    ],
)
def test_two_words_without_a_blank_are_parted_where_one_is_small(written: str, meant: str | None) -> None:
    lexicon = Lexicon.of(["the villain fights"] * 20, is_english=lambda word: word == "together")
    assert lexicon.correct(written) == meant
    players = Lexicon.of([*["the villain fights"] * 20, *["thevillain atleast"] * 3], printed=["the villain fights"])
    assert players.correct("atleast") == "at least"  # however often players write so


def test_slips_of_small_words_are_mended_though_they_are_words() -> None:
    assert LEXICON.correct("dos") == "does"
    assert LEXICON.correct("wich") == "which"


@pytest.mark.parametrize("word", ["stunned", "characters", "weather", "banana", "k9", "xyzzyq", "hp", "2010", "wont"])
def test_known_words_numbers_and_far_ones_stay(word: str) -> None:
    assert LEXICON.correct(word) is None


@pytest.mark.parametrize(
    ("word", "denied"), [("unstunned", "stunned"), ("nonexhausted", "exhausted"), ("unlikely", None), ("stunned", None)]
)
def test_a_word_that_denies_a_known_one(word: str, denied: str | None) -> None:
    assert LEXICON.denied(word) == denied


def test_rare_words_tell_more_than_common_ones() -> None:
    assert LEXICON.idf("headline") > LEXICON.idf("character")


def test_a_lexicon_is_kept_in_a_file(tmp_path: Path) -> None:
    LEXICON.save(tmp_path / "lexicon.json")
    opened = Lexicon.open(tmp_path / "lexicon.json", LEXICON.is_english)
    assert opened == LEXICON
    assert opened.correct("stuned") == "stunned"
    (tmp_path / "lexicon.json").write_text("{}", "utf-8")
    with pytest.raises(SnapshotError, match=r"lexicon\.json cannot be read"):
        Lexicon.open(tmp_path / "lexicon.json")


def test_the_neighbours_of_a_misspelled_word_are_kept(tmp_path: Path) -> None:
    texts = [*["you stay where you are"] * 9, "the wound stack"]
    said = ["shuffle the wound stack", "top of the wound stack", "one wound heals"]
    lexicon = replace(Lexicon.of(texts, sentences=said), measures={"wounds": "tokens"})
    assert lexicon.pairs == {"the wound", "wound stack"}  # side by side more than once
    assert lexicon.correct("stak") == "stay"
    assert lexicon.correct("stak", before="wound") == "stack"
    lexicon.save(tmp_path / "lexicon.json")
    opened = Lexicon.open(tmp_path / "lexicon.json")
    assert (opened.pairs, opened.measures) == (lexicon.pairs, lexicon.measures)
