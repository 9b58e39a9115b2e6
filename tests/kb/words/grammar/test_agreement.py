"""Numbers and nouns, nouns and verbs, articles and words agree; the contrary of a sentence is formed by its verb."""

from __future__ import annotations

from typing import Any

import pytest

from kb.words.grammar.agreement import agreed, begins_with_vowel, english, mark, singular
from kb.words.grammar.negation import negated

EXAMPLES: list[dict[str, Any]] = english()["example"]
DENIED: list[dict[str, str]] = english()["denied"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["said"])
def test_a_filled_template_agrees_with_what_fills_it(example: dict[str, Any]) -> None:
    value = str(example.get("number", example.get("value")))
    assert agreed(example["filled"].replace("{1}", mark(value, "number" in example))) == example["said"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["said"])
def test_two_are_said_as_the_template_is_written(example: dict[str, Any]) -> None:
    if example.get("number") == 1:
        assert agreed(example["filled"].replace("{1}", mark("2", number=True))) == example["filled"].replace("{1}", "2")


@pytest.mark.parametrize("example", DENIED, ids=lambda example: example["says"])
def test_the_contrary_of_a_sentence_is_formed_by_its_verb(example: dict[str, str]) -> None:
    assert negated(example["says"]) == example["not_so"]


def test_words_of_a_name_are_never_bent() -> None:
    assert agreed(f"{mark('1', number=True)} {mark('Skrulls of Kral')}") == "1 Skrulls of Kral"


@pytest.mark.parametrize("name", ["articles", "nouns", "verbs", "words"])
def test_no_word_is_listed_twice(name: str) -> None:
    for words in english()[name].values():
        assert len(list(words)) == len(set(words))


@pytest.mark.parametrize(
    ("word", "vowel"),
    [
        ("[Instinct]", True),
        ("“hero”", False),
        ("hour", True),
        ("unique", False),
        ("8", True),
        ("KO'd", False),
        ("MVP", None),
    ],
)
def test_an_article_follows_the_sound(word: str, vowel: bool | None) -> None:
    assert begins_with_vowel(word) is vowel


@pytest.mark.parametrize(
    ("word", "one"),
    [("injuries", "injury"), ("henchmen", "henchman"), ("Wounds", "Wound"), ("takes", ""), ("less", ""), ("its", "")],
)
def test_only_plural_nouns_have_a_singular(word: str, one: str) -> None:
    assert singular(word) == one
