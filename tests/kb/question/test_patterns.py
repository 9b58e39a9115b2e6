"""Every pattern of English finds its examples, and not its counter-examples."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from kb.question.patterns import FOLDER, PART, SHARED, Pattern, patterns, read_file, subjects

ALL = [(subject, each) for subject in subjects() for each in patterns(subject).values()]
CORPUS = Path(__file__).resolve().parents[3] / "corpus"
CARDS = ("nickname", "mentioned-card")
NAMES = [f"{subject}:{each.name}" for subject, each in ALL]
STARTS_OPEN = re.compile(r"\A(?:\(\?:)*(?:\\[wWsS]|\.|\[[^\]]*\])[*+]")


@pytest.mark.parametrize(("subject", "each"), ALL, ids=NAMES)
def test_a_pattern_finds_its_examples_and_not_its_counter_examples(subject: str, each: Pattern) -> None:
    assert len(each.examples) >= 2, f"{subject}: {each.name} shows fewer than two examples"
    assert each.counter, f"{subject}: {each.name} shows no counter-example"
    assert [text for text in each.examples if not each.regex.search(text)] == []
    assert [text for text in each.counter if each.regex.search(text)] == []


@pytest.mark.parametrize(("subject", "each"), ALL, ids=NAMES)
def test_no_pattern_begins_with_a_repetition(subject: str, each: Pattern) -> None:
    assert not STARTS_OPEN.match(each.regex.pattern), "searched from each place, it takes the square of a text"


def test_no_example_is_about_a_card_that_somebody_published() -> None:
    glossaries = [tomllib.loads(path.read_text("utf-8")).get("glossary", {}) for path in CORPUS.glob("*/game.toml")]
    cards = {name for each in glossaries for name, term in each.items() if term.get("kind") in CARDS}
    names = "|".join(sorted({re.escape(part) for card in cards for part in re.split(", | <> ", card)[:2]}))
    named = re.compile(rf"\b(?:{names})\b", re.IGNORECASE)
    shown = [(subject, text) for subject, each in ALL for text in each.examples + each.counter]
    assert [(subject, text) for subject, text in shown if named.search(text)] == []


@pytest.mark.parametrize("subject", subjects())
def test_no_file_gives_a_shared_part_another_meaning(subject: str) -> None:
    assert not read_file(SHARED)["parts"].keys() & read_file(subject).get("parts", {}).keys()


@pytest.mark.parametrize("subject", subjects())
def test_every_part_is_used(subject: str) -> None:
    written = files("kb.question").joinpath(FOLDER, f"{subject}.toml").read_text("utf-8")
    assert set(tomllib.loads(written).get("parts", {})) - set(PART.findall(written)) == set()
