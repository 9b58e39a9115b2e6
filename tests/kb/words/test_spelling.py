"""What a hurried thumb meant: slips of small words and of the corpus' words."""

from __future__ import annotations

import pytest

from kb.words.spelling import Speller, skeleton, slips

SPELLER = Speller(
    {"range": 90, "character": 200, "token": 80, "tokens": 40, "took": 5, "wound": 120, "wind": 4, "player": 150,
     "play": 180, "there": 30, "moment": 3, "movement": 25, "henchman": 60, "defense": 70, "teleporter": 3}
)  # fmt: skip


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("rnge", "range"),
        ("chrctr", "character"),
        ("plyr", "player"),
        ("mny", "many"),
        ("wth", "with"),
    ],
)
def test_vowels_are_left_out(written: str, meant: str) -> None:
    assert SPELLER.meant(written) == meant


@pytest.mark.parametrize(("written", "meant"), [("cna", "can"), ("hwo", "how"), ("tokne", "token"), ("thier", "their")])
def test_two_letters_changed_places(written: str, meant: str) -> None:
    assert SPELLER.meant(written) == meant


@pytest.mark.parametrize(("written", "meant"), [("aand", "and"), ("woound", "wound"), ("wonud", "wound")])
def test_a_letter_too_many_or_out_of_place(written: str, meant: str) -> None:
    assert SPELLER.meant(written) == meant


@pytest.mark.parametrize(("written", "other"), [("unwound", "wound"), ("inrange", "range"), ("disrange", "range")])
def test_a_word_that_denies_is_not_what_it_denies(written: str, other: str) -> None:
    assert SPELLER.meant(written) != other


@pytest.mark.parametrize(("written", "meant"), [("plsyer", "player"), ("eange", "range"), ("qhen", None)])
def test_the_key_beside_was_struck(written: str, meant: str | None) -> None:
    assert SPELLER.meant(written) == meant


def test_a_word_is_meant_that_stands_beside_its_neighbours_elsewhere() -> None:
    frequency = {"stay": 90, "stack": 30, "wound": 120, "hero": 80}
    speller = Speller(frequency, pairs=frozenset({"wound stack", "a hero", "when a"}))
    assert speller.meant("stak") == "stay"
    assert speller.meant("stak", before="wound") == "stack"
    assert speller.meant("heo") is None  # three letters are too few for an edit
    assert speller.meant("heo", before="a") == "hero"
    assert speller.meant("qhen") is None  # a small word that begins with another letter
    assert speller.meant("qhen", behind="a") == "when"


def test_an_end_is_left_out_of_a_common_word_alone() -> None:
    assert SPELLER.meant("hench") == "henchman"
    assert SPELLER.meant("tok") == "token"
    assert SPELLER.meant("telep") is None  # of teleporter, in 3 clauses


def test_the_common_word_is_meant_rather_than_the_rare_one() -> None:
    assert SPELLER.meant("wnd") == "wound"
    assert SPELLER.meant("movment") == "movement"


@pytest.mark.parametrize("written", ["xq", "zz", "qxzv", "abc"])
def test_nothing_near_is_nothing_meant(written: str) -> None:
    assert SPELLER.meant(written) is None


def test_a_skeleton_keeps_the_first_letter() -> None:
    assert skeleton("action") == "actn"
    assert skeleton("happens") == skeleton("hapns")


def test_the_list_of_slips_names_each_once_and_changes_it() -> None:
    assert slips()["wich"] == "which"
    assert all(written != meant for written, meant in slips().items())


def test_warmed_up_the_first_misspelling_waits_for_nothing() -> None:
    speller = Speller({"range": 90, "movement": 25})
    speller.warm_up()
    grouped = set(vars(speller))
    assert speller.meant("movment") == "movement"
    assert set(vars(speller)) == grouped > {"frequency"}


def test_two_edits_lead_only_to_a_word_that_stands_beside_its_neighbour() -> None:
    """An ordinary word that nobody has used here yet is no other one misspelled."""
    speller = Speller({"written": 60, "capacity": 40}, pairs=frozenset({"maximum capacity"}))
    assert speller.meant("critter") is None
    assert speller.meant("calamity") is None
    assert speller.meant("capasiti", before="maximum") == "capacity"
