"""Which questions belong together, and how they are disguised while the encoder learns."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ingest.encoding.embed import EncoderSource
from ingest.learning.encoder import Group, alike, batch, chatter, disguised, groups, learn, misspelled, neutral
from kb.errors import UsageError
from kb.question.patterns import pattern
from kb.records import Passage
from kb.words.text import words


def passage(
    text: str, kind: str = "wording", clause: str = "duel/rules#1", check: str = "", lacks: str = ""
) -> Passage:
    """A passage of the game `duel`."""
    states = json.dumps({"lacks": lacks}) if lacks else ""
    return Passage(0, clause, "duel", "duel/rules", kind, text, "", "", check, states)


def test_samples_wordings_and_gaps_are_grouped_apart() -> None:
    found = groups(
        [
            passage("Duel > Attack: a stunned figure cannot attack.", "clause"),
            passage("who may attack?"),
            passage("can a stunned guy attack", check="duel/attack"),
            passage("may he swing?", check="duel/attack"),
            passage("what does a sword cost", "gap", lacks="prices"),
            passage("price of a bow", "gap", lacks="prices"),
            passage("alone", clause="duel/rules#2"),
        ],
        lambda sample: sample.text == "may he swing?",
    )
    assert [(group.kind, len(group.texts)) for group in found] == [("clause", 2), ("check", 2), ("gap", 2)]
    assert found[1].texts == (("can a stunned guy attack", False), ("may he swing?", True))
    assert found[0].texts[1] == ("who may attack?", None)


ATTACK = Group("duel/attack", "check", "duel", "duel/rules#1", (("may he swing?", True), ("may he, stunned?", False)))
CLAUSE = Group("duel/rules#1", "clause", "duel", "duel/rules#1", (("who may attack?", None), ("attacks?", None)))
OTHER = Group("duel/heal", "check", "duel", "duel/rules#1", (("may he heal?", True), ("heal now?", None)))


def test_yes_and_no_of_one_check_are_to_be_told_apart() -> None:
    yes, no = ((ATTACK, *text) for text in ATTACK.texts)
    assert alike(yes, yes)
    assert not alike(yes, no)
    assert not alike(yes, (OTHER, *OTHER.texts[0]))
    assert alike((OTHER, *OTHER.texts[0]), (OTHER, *OTHER.texts[1]))


def test_a_check_and_the_clause_it_rests_on_are_neither_alike_nor_different() -> None:
    assert neutral(ATTACK, CLAUSE)
    assert not neutral(ATTACK, OTHER)
    assert not neutral(ATTACK, ATTACK)


def test_a_step_takes_a_group_its_neighbours_and_strangers() -> None:
    known = [Group(f"g{at}", "check", "duel", "", (("one", None), ("two", None))) for at in range(20)]
    near = [[other for other in range(20) if other != at] for at in range(20)]
    chosen = batch(known, near, random.Random(1))
    assert 6 <= len({group.name for group, _, _ in chosen}) <= 8
    assert len(chosen) == 2 * len({group.name for group, _, _ in chosen})


def test_disguise_keeps_what_is_asked() -> None:
    asked = "Can a stunned figure attack?"
    for seed in range(200):
        said = set(words(disguised(asked, random.Random(seed))))
        lost = set(words(asked)) - said
        assert len(lost) <= 1  # one may be misspelled
        assert all(len(word) >= 5 for word in lost)


def test_chatter_says_nothing_that_could_change_an_answer() -> None:
    for said in (text for part in chatter().values() for text in part):
        assert not any(letter.isdigit() for letter in said), said
        assert not pattern("negation", "not").search(said) or "not sure" in said or "am not" in said, said


def test_short_words_are_spelled_as_they_are() -> None:
    assert misspelled("may", random.Random(1)) == "may"
    assert sorted(misspelled("stunned", random.Random(1))) != list("stunned")


@pytest.mark.model
def test_too_few_groups_are_refused(tmp_path: Path) -> None:
    source = EncoderSource(tmp_path, "none", "", "")
    with pytest.raises(UsageError, match=r"2 groups of questions are too few to learn from: 7 at least"):
        learn(source, [ATTACK, CLAUSE], 1)
