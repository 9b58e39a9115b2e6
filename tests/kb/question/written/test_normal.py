"""A question is the same text however it was typed, so that nothing that reads it can tell."""

from __future__ import annotations

import json
import random
from functools import lru_cache

import pytest

from kb.question.written.normal import normalise
from tests.conftest import CORPUS
from tests.support.forms import FORMS

READ = {
    "press can’t reduce boost, right?": "press can't reduce boost, right?",
    "ｃａｎ ｉ ｐｕｌｌ a large enemy？": "can I pull a large enemy?",
    "does ﬂy lar\u00adge help": "does fly large help",
    "**Bold** and _so_ 2 * 3 `code` returned_on_top=1 😀": "bold and so 2 * 3 code returned_on_top=1",
    "its sooooo coool!!!!! right ?!": "it's so coool! right?",
    "Anna's villain's boss's turn": "Anna's villains boss's turn",
    "theyre dead, hes not": "they're dead, he's not",
    "he dosnt, they doenst, I woudnt want": "he doesn't, they doesn't, I wouldn't want",
    "x=-3 a -> b a-->b": "x=-3 a -> b a->b",
    "MUST I USE IT :)": "must I use it",
}
DASHES = {
    "wait - can I": "wait - can I",
    "wait—can I": "wait - can I",
    "wait — can I": "wait - can I",
    "wait--can I": "wait - can I",
    "wait -can I": "wait - can I",
    "wait-can I": "wait - can I",
    "a non-flyer, 4–6 of 5- or 6-drops": "a non-flyer, 4-6 of 5- or 6-drops",
    "shift 3 with −1 speed": "shift 3 with -1 speed",
    "shift 3 (—1 speed)": "shift 3 (-1 speed)",
}
POSTS = {
    "Does he get pulled\n\nMy hero stands there": "does he get pulled? my hero stands there",
    "my hero stands in the\nriver. can he move": "my hero stands in the river. can he move",
    "> he stands there\n> so can he move": "he stands there. so can he move",
    "- press 2\n- press 4\n- how much left": "press 2. press 4. how much left",
    "press 2\npress 4\nhow much left": "press 2. press 4. how much left",
    "an enemy that is\nlarge": "an enemy that is large",
    f"{'he stands far off and ' * 3}waits\nso what": f"{'he stands far off and ' * 3}waits so what",
}


@lru_cache(maxsize=1)
def asked() -> tuple[str, ...]:
    """The development questions, and every twentieth of those to learn from."""
    lines = [
        line
        for name, step in (("dev", 1), ("train", 20))
        for path in sorted(CORPUS.glob(f"*/questions/{name}.jsonl"))
        for line in path.read_text("utf-8").splitlines()[::step]
    ]
    return tuple(json.loads(line)["ask"] for line in lines)


@lru_cache(maxsize=1)
def read() -> tuple[str, ...]:
    """The same as they are read."""
    return tuple(normalise(each).text for each in asked())


@pytest.mark.parametrize(("text", "read"), [*READ.items(), *DASHES.items(), *POSTS.items()])
def test_a_text_is_read_in_one_form(text: str, read: str) -> None:
    assert normalise(text).text == read


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_every_question_of_the_project_is_the_same_text_in_every_form(form: str) -> None:
    assert len(asked()) > 2_000
    pairs = zip(asked(), read(), strict=True)
    assert [each for each, one in pairs if normalise(FORMS[form](each)).text != one] == []


def test_some_questions_are_the_same_text_in_every_form() -> None:
    for each in random.Random(6).sample(asked(), 300):
        assert {normalise(form(each)).text for form in FORMS.values()} == {normalise(each).text}


def test_what_was_read_once_is_read_the_same_again() -> None:
    some = random.Random(7).sample(asked(), 1_000)
    assert [each for each in some if normalise(normalise(each).text).text != normalise(each).text] == []


@pytest.mark.parametrize("text", [*READ, *DASHES, *POSTS, "", "'", "-", "\n\n", "🙂"])
def test_every_place_is_one_of_the_text_as_it_was_typed(text: str) -> None:
    found = normalise(text)
    assert len(found.places) == len(found.text) + 1
    assert list(found.places) == sorted(found.places)
    assert all(0 <= each <= len(text) for each in found.places)


def test_a_word_is_found_again_where_it_was_typed() -> None:
    text = "> So… the ‘lar\u00adge’  enemy can’t ﬂy 🙂 - right?"
    found = normalise(text)
    for word, typed in {"large": "lar\u00adge", "can't": "can’t", "fly": "ﬂy", "right": "right"}.items():
        start = found.text.index(word)
        assert text[found.places[start] : found.places[start + len(word) - 1] + 1] == typed
