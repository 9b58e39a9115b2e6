"""Where sentences end, by example and against the gold that was split by hand."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.language.sentences import Splitter

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "sentences.toml"
GOLD = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))
NAMES = ["Dr. Doom", "Live Kree . . . or Die!", "Sentry #459", "Stop! Thief"]

ENDS = {
    "name with a title": "Choose Dr. Doom. | Then draw.",
    "title alone is no end": "Only Dr. Strange may act.",
    "name with dots": "Four cards (Live Kree . . . or Die!; Nega-Bomb) cost less.",
    "name that ends a sentence": "You play Live Kree . . . or Die! | Draw a card.",
    "name in the middle": "Playing Stop! Thief costs nothing.",
    "number sign": "Move Sentry #459. | It is ready.",
    "keyword": "Cosmic: When it attacks, draw a card. | Discard one.",
    "abbreviation": "Army vs. Army counts twice. | Others do not.",
    "page": "More is on p. 14. | Read it.",
    "initials": "Made by John B. Smith. | Thanks.",
    "letter that ends a sentence": "Lose X, up to cost A. | The rest stays.",
    "ampersand": "Draw Villain A & B cards. | Place them.",
    "knocked out": "A hero KO'd may rest. | A hero KO’ed must.",
    "unit": "It has 4 HP. | It deals 1 DMG.",
    "bracketed reference": "Rest at once. | (See page 8.) | Then move.",
    "bracket within": "He moves near a box (See page 17.) | Adam rests.",
    "brackets hold sentences": "Reservist (Recruit it from there. If you do, fill the gap.)",
    "quotation holds sentences": 'It says "Draw one. Discard one." | So you do.',
    "quotation goes on": 'At "Villain Escapes!", the game ends.',
    "quotation, small letter next": 'On "Villain Escapes!" the game ends.',
    "curly and straight mixed": 'Check “control Dr. Doom" alone. | Not the name.',
    "ellipsis": "The, well... quirky side. | It counts.",
    "run-in heading": "Villain attacks. | - The 1st Hero defends first.",
    "list number": "1. Recruit a hero. | 2. Rest.",
    "numbered steps": "Reveal one. | (2) Betty draws.",
    "exclamation": "It escapes! | All heroes lose.",
    "plus": "Strike (6) = 10. | Or a total of +4 ATK.",
    "decimal": "It costs 1.5 points. | Pay now.",
    "no end at all": "Three cards in hand, you draw two cards",
}


@pytest.mark.parametrize("marked", ENDS.values(), ids=ENDS.keys())
def test_a_sentence_ends_where_it_should(marked: str) -> None:
    wanted = marked.split(" | ")
    assert [sentence.text for sentence in Splitter(NAMES).split(" ".join(wanted))] == wanted


def test_a_name_protects_in_any_case_and_quote_shape() -> None:
    protecting = Splitter(["Who’s Next? Me!"])
    assert len(protecting.split("Play WHO'S NEXT? ME! as usual. Then rest.")) == 2


def test_without_the_name_its_stop_would_end_the_sentence() -> None:
    text = "Playing Stop! Thief costs nothing."
    assert [len(Splitter(names).split(text)) for names in (NAMES, [])] == [1, 2]


def test_nothing_gives_no_sentence() -> None:
    assert Splitter().split("") == ()


@lru_cache
def splitter() -> Splitter:
    """Made when it is first needed: spaCy takes seconds to import."""
    return Splitter()


@given(st.text(alphabet="aB1. !?…\"“”()'’-—[]:;,", max_size=60).map(lambda text: " ".join(text.split())))
def test_sentences_hold_every_character_but_the_blanks_between(text: str) -> None:
    sentences = splitter().split(text)
    assert all(text[sentence.start : sentence.end] == sentence.text for sentence in sentences)
    ends = [0, *(sentence.end for sentence in sentences)]
    starts = [*(sentence.start for sentence in sentences), len(text)]
    assert all(not text[end:start].strip() for end, start in zip(ends, starts, strict=True))


def test_the_gold_is_large_enough_to_say_something() -> None:
    documents = {passage["document"] for passage in GOLD["passage"]}
    assert len(documents) == 5
    assert sum(len(passage["sentences"]) - 1 for passage in GOLD["passage"]) >= 150


@pytest.mark.parametrize("passage", GOLD["passage"], ids=lambda passage: f"{passage['document']}:{passage['line']}")
def test_the_gold_is_split_as_by_hand(passage: dict[str, list[str]]) -> None:
    found = Splitter(GOLD["names"]).split(" ".join(passage["sentences"]))
    assert [sentence.text for sentence in found] == passage["sentences"]
