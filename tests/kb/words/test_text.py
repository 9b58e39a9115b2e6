"""Folding, stems and content words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.words.text import StemSet, content_words, different_words, fold, stem, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("recruits", "recruited"), ("recruiting", "recruit"), ("stunned", "stun"), ("KO’d".lower(), "ko'd"),
        ("henchmen", "henchman"), ("dealt", "deals"), ("abilities", "ability"), ("pushes", "pushed"),
        ("wounds", "wound"), ("moved", "moving"), ("allies", "ally"), ("can't", "cannot"), ("women", "woman"),
        ("specimens", "specimen"),
    ],
)  # fmt: skip
def test_inflections_of_a_word_share_a_stem(one: str, other: str) -> None:
    assert stem(words(one)[0]) == stem(words(other)[0])


@pytest.mark.parametrize(("one", "other"), [("press", "pres"), ("hero", "here"), ("pull", "push"), ("bus", "bu")])
def test_different_words_keep_different_stems(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_folding_straightens_quotes_dashes_and_accents() -> None:
    assert fold("KO’d — “Émile”") == 'ko\'d - "emile"'


def test_content_words_drop_stop_words_but_keep_numbers() -> None:
    assert content_words("Can I move 2 spaces with the hero?") == ["move", "2", "spaces", "hero"]


@given(st.text(alphabet=st.sampled_from("abZ09'’ -.é_\nßK"), max_size=60) | st.text(max_size=60))
def test_the_different_words_are_the_words(text: str) -> None:
    assert different_words(text) == set(words(text))


def test_a_set_of_stems_holds_whole_stems_alone() -> None:
    stems = StemSet(["press", "charact", "press"])
    assert [each for each in ("press", "charact", "pres", "ress") if each in stems] == ["press", "charact"]
    assert sorted(stems) == ["charact", "press"]
