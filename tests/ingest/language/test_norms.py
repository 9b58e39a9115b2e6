"""What norms hold of a sentence, by example and against the labelled gold."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from ingest.language.norms import read_norms
from kb.records import Clause, Kind, Norm, Term

pytestmark = pytest.mark.model

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "norms.toml"
GOLD = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))["sentence"]


def clause(text: str, kind: Kind = Kind.RULE) -> Clause:
    """A clause of a game `g`."""
    return Clause("g/d#1.p1", "g", "g/d", (), text, kind, 0, len(text), "", 0)


def norm(text: str, kind: Kind = Kind.RULE) -> Norm:
    """The norm of a clause of one sentence."""
    [found] = read_norms([clause(text, kind)])
    return found


MODALITIES = {
    "A stunned character cannot attack.": "cannot",
    "You may not move it.": "cannot",
    "No player may draw a card.": "cannot",
    "In this phase, nothing whatever can ready it.": "cannot",
    "A hero with no token may rest.": "may",
    "This keeps you from resting.": "cannot",
    "Nothing stops you from resting.": "may",
    "Being stunned does not keep you from returning it.": "may",
    "This means that a die is rolled.": "statement",
    "As an additional cost to play it, exhaust one of your heroes.": "must",
    "The hero is unable to rest.": "cannot",
    "Only heroes can hold a token.": "only",
    "Use this power only once per turn.": "only",
    "A hero can have no more than 5 injuries.": "only",
    "He must rest.": "must",
    "The player has to discard a card.": "must",
    "Place underlings on all unoccupied spaces.": "must",
    "If able, draw two cards.": "must",
    "Heroes should check their cards.": "should",
    "You may discard it.": "may",
    "You can choose Alaris.": "may",
    "He need not move.": "may",
    "A Shift is a special kind of movement.": "definition",
    "“Away” means farther from the source.": "definition",
    "An underling has 4 HP.": "quantity",
    "It gets +1 ATK this turn.": "quantity",
    "The game ends when the villain is defeated.": "statement",
}


@pytest.mark.parametrize(("text", "modality"), MODALITIES.items(), ids=MODALITIES)
def test_the_main_clause_gives_the_modality(text: str, modality: str) -> None:
    assert norm(text).modality == modality


def test_condition_exception_and_limit_stand_apart() -> None:
    found = norm("If a figure is pushed, it may move up to 2 spaces, unless it has Fly.")
    assert (found.condition, found.exception, found.limit) == (
        "If a figure is pushed",
        "unless it has Fly",
        "up to 2 spaces",
    )
    assert (found.subject, found.action, found.swallowed) == ("it", "move up to 2 spaces", ())


def test_a_modal_word_in_a_condition_is_not_the_modality() -> None:
    found = norm("If a hero may not rest, he draws a card.")
    assert (found.modality, found.condition) == ("statement", "If a hero may not rest")


def test_a_condition_joined_by_or_is_whole() -> None:
    text = "The effect ends if the figure enters the area, or the figure is stopped."
    assert norm(text).condition == "if the figure enters the area, or the figure is stopped"


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("When, during the wrap-up, you choose a hero, it readies.", "When, during the wrap-up, you choose a hero"),
        ("It cannot ready for as long as Ego is exhausted.", "for as long as Ego is exhausted"),
        ("The steps are the same: after you rest, all tokens return.", "after you rest"),
        ("Attacking triggers powers of the kind “whenever this character attacks”.", ""),
        ("The rows they were in before need not be the same.", ""),
    ],
    ids=["an aside within", "for as long as", "after a colon", "words of another power", "before as an adverb"],
)
def test_how_far_a_condition_reaches(text: str, condition: str) -> None:
    assert norm(text).condition == condition


def test_a_cost_is_a_condition_of_its_effect() -> None:
    found = norm("Pay 2 endurance >>> Draw a card.", Kind.CARD)
    assert (found.modality, found.action, found.condition) == ("must", "Draw a card", "Pay 2 endurance")


def test_a_labelled_definition_says_what_it_defines() -> None:
    found = norm("Underling: A foot soldier of the villain.", Kind.DEFINITION)
    assert (found.modality, found.subject) == ("definition", "Underling")


def test_a_word_that_no_field_holds_is_named() -> None:
    assert norm("Most actions explain exactly what the hero may do.").swallowed == ("may",)


def test_norms_follow_the_sentences_and_keep_their_own_words() -> None:
    text = "Control **Dr. Doom**. It’s yours (if able)."
    norms = read_norms([clause(text)], [Term("g/doom", "g", "Dr. Doom", "card", ())])
    assert [(found.sentence, found.text) for found in norms] == [(0, "Control Dr. Doom."), (1, "It’s yours (if able).")]


@pytest.mark.parametrize("kind", [Kind.EXAMPLE, Kind.TABLE])
def test_examples_and_tables_state_no_norm(kind: Kind) -> None:
    assert read_norms([clause("You may rest.", kind)]) == ()


def test_a_cards_statistics_state_no_norm() -> None:
    statistics = Clause("g/d#sentry.stats", "g", "g/d", (), "Character, 6, Kree, 12/12", Kind.CARD, 0, 25, "", 0)
    assert read_norms([statistics]) == ()


@pytest.mark.parametrize(("later", "modality", "condition"), [(False, 0.90, 0.92), (True, 0.84, 0.84)])
def test_the_labelled_sentences_are_read_as_well_as_the_decision_says(
    later: bool, modality: float, condition: float
) -> None:
    gold = [row for row in GOLD if row.get("later", False) == later]
    norms = [norm(row["text"], Kind(row["kind"])) for row in gold]
    rows = list(zip(gold, norms, strict=True))
    assert len(gold) >= 50
    assert sum(found.modality == row["modality"] for row, found in rows) >= modality * len(gold)
    assert sum(found.condition == row.get("condition", "") for row, found in rows) >= condition * len(gold)


def test_no_ban_is_read_as_leave_nor_leave_as_a_ban() -> None:
    """The worst mistake: `cannot` for `may`, or the other way round."""
    read = [(row["modality"], norm(row["text"], Kind(row["kind"])).modality) for row in GOLD]
    assert len(read) >= 150
    assert not {("cannot", "may"), ("may", "cannot"), ("cannot", "must"), ("only", "may")} & set(read)
