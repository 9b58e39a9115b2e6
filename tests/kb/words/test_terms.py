"""Cards and words of a game, found in questions as players write them."""

from __future__ import annotations

import pytest

from kb.records import Term
from kb.words.lexicon import Lexicon
from kb.words.terms import TermIndex


def term(name: str, *forms: str, game: str = "vs", kind: str = "card") -> Term:
    return Term(id=f"{game}:{name}", game=game, name=name, kind=kind, forms=forms)


TERMS = (
    term("Moondragon, Protector of the Mind Gem", "Moondragon"),
    term("Silver Surfer, Righteous Protector", "Silver Surfer", "norrin"),
    term("Silver Surfer, Harbinger of Oblivion", "Silver Surfer"),
    term("Dr. Doom, Latverian Monarch", "Dr. Doom"),
    term("underling", "underlings", "goon", game="hw", kind="glossary"),
    term("wound", "wounds", game="leg", kind="glossary"),
)
LEXICON = Lexicon.of(
    [
        "Moondragon draws cards",
        "an underling deals damage",
        "wounds return",
        "a surfer",
        "stunned characters",
        "dr doom",
    ],
    is_english=lambda word: word in {"the", "whether", "weather", "surf", "dragon", "wounded"},
)
INDEX = TermIndex(TERMS, LEXICON)


def names(question: str, game: str | None = None) -> list[tuple[str, str]]:
    return [(match.term.name.partition(",")[0], match.how) for match in INDEX.find(question, game)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("does moondragon draw?", ("Moondragon", "exact")),
        ("does moondragn draw?", ("Moondragon", "fuzzy")),
        ("does moon dragon draw?", ("Moondragon", "fuzzy")),
        ("is norrin unique", ("Silver Surfer", "exact")),
        ("the latverian one", ("Dr. Doom", "part")),
        ("do goons hit me", ("underling", "exact")),
        ("UNDERLINGS?!", ("underling", "exact")),
    ],
)
def test_a_name_is_found_however_it_is_written(question: str, expected: tuple[str, str]) -> None:
    assert expected in names(question)


def test_two_cards_of_one_name_are_both_returned() -> None:
    assert names("can silver surfer attack") == [("Silver Surfer", "exact")] * 2


def test_the_full_name_decides_between_them() -> None:
    [match] = INDEX.find("Silver Surfer, Righteous Protector")
    assert match.term.name == "Silver Surfer, Righteous Protector"


def test_a_game_keeps_to_its_own_terms() -> None:
    assert names("wounds from underlings", "hw") == [("underling", "exact")]


@pytest.mark.parametrize("question", ["what is the weather", "pull an ally", "", "!!!", "x" * 5000])
def test_what_names_nothing_finds_nothing(question: str) -> None:
    assert names(question) == []


def test_no_name_goes_over_the_end_of_a_sentence() -> None:
    assert names("I rely on silver surfer") == [("Silver Surfer", "exact")] * 2
    assert ("Silver Surfer", "exact") not in names("it is all silver. Surfer is what he is called")
    assert names("does dr. doom rest?") == [("Dr. Doom", "exact")]


def test_a_match_says_where_it_stands() -> None:
    question = "Can Moondragon attack?"
    [match] = INDEX.find(question)
    assert question[match.start : match.end] == "Moondragon"
