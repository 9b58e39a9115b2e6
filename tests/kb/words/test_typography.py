"""One character for all that look or mean alike, each at its place in the text as it was typed."""

from __future__ import annotations

import re

import pytest

from kb.words.typography import Placed, plain_characters, typed

PLAIN = {
    "can’t ‘so’ `too` it´s": "can't 'so' 'too' it's",
    "“quoted” „so“ «too»": '"quoted" "so" "too"',
    "ｃａｎ　ｉ？": "can i?",
    "ﬂy oﬃce ﬀ": "fly office ff",
    "lar\u00adge en\u200bemy\ufeff": "large enemy",
    "a\u00a0b\u2009c\u3000d\te": "a b c d e",
    "naïve café Jo\u0308rg ﬁancé": "naive cafe Jorg fiancee"[:-1],
    "4–6, −3, non‑flyer": "4-6, -3, non-flyer",
    "½ of it, 1½, 2² ①": " 1/2 of it, 1 1/2, 22 1",
    "a → b, x≤3, 2×4 …": "a -> b, x<=3, 2x4 ...",
    "Legendary™ 𝐜𝐚𝐧 Ⓐ": "Legendary can A",
    "жук 日本": "жук 日本",
    "a\x00b\r\nc": "a b \nc",
}


@pytest.mark.parametrize(("text", "plain"), PLAIN.items(), ids=PLAIN.values())
def test_what_looks_or_means_alike_becomes_one_character(text: str, plain: str) -> None:
    assert typed(text).text == plain
    assert plain_characters(text) == plain


def test_emoji_become_blanks_however_they_are_put_together() -> None:
    assert typed("ok 👍🏽 👨‍👩‍👧 1️⃣ 🇩🇪!").text.split() == ["ok", "1", "!"]


@pytest.mark.parametrize("text", PLAIN)
def test_every_character_knows_its_place(text: str) -> None:
    found = typed(text)
    assert len(found.places) == len(found.text) + 1
    assert list(found.places) == sorted(found.places)
    assert found.places[-1] == len(text)
    for letter, place in zip(found.text, found.places, strict=False):
        assert not letter.isalnum() or not text[place].isascii() or letter == text[place]


def test_what_comes_in_by_a_pattern_has_the_place_of_what_it_stands_for() -> None:
    draft = Placed.of("so cant he").sub(re.compile("cant"), "can't").sub(re.compile("so "), "")
    assert draft.text == "can't he"
    assert draft.places == (3, 4, 5, 6, 6, 7, 8, 9, 10)


def test_a_pattern_that_changes_nothing_gives_the_same_text_back() -> None:
    draft = Placed.of("so it is")
    assert draft.sub(re.compile("is"), "is") is draft
