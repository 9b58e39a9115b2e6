"""Comparisons with a number: does the question count what the check counts?"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kb.answering.choosing.choose import Choice, chooser
from kb.answering.operators import ranges
from kb.answering.operators.groups import group_size, part_of_group
from kb.answering.operators.own import asks_as_titled, in_title
from kb.answering.operators.ranges import converse, counts, done, number_beside
from kb.answering.put import put
from kb.knowledge import KnowledgeBase
from kb.question.read import read
from kb.readers.filled import Filled
from kb.readers.slots import SlotReading, fill

SHIELDS: Any = SimpleNamespace(
    check=SimpleNamespace(title="How many shields are passed over?"), near_words=lambda: frozenset({"shield"})
)


@pytest.mark.parametrize(
    ("asked", "same"),
    [
        ("Are more than 2 shields passed over?", True),
        ("Are more than 2 of each rider's shields passed over?", True),
        ("Are more than 2 of all the shields passed over?", True),
        ("Are more than 2 of each rider's horses passed over?", False),
        ("Are more than 2 riders passed over?", False),
    ],
)
def test_what_is_counted_stands_behind_whose_it_is(asked: str, same: bool) -> None:
    question = read(asked)
    [more_than] = question.operators
    assert counts(more_than, question, SHIELDS) is same


@pytest.mark.parametrize(
    ("asked", "title", "same"),
    [
        ("May I use the rider's lance more than once?", "Can the rider's lance be used again?", True),
        ("May he use his lance two or more times?", "Can the rider's lance be used again?", True),
        ("Does he take over 2 damage?", "Does a shield reduce damage?", False),
        ("Can I shuffle my deck more than once?", "May I draw before the first turn?", False),
    ],
)
def test_what_is_not_done_at_all_is_known_to_a_check_that_asks_about_it(asked: str, title: str, same: bool) -> None:
    question = read(asked)
    counted = next(each for each in question.operators if each.number)
    assert done(counted, question, SimpleNamespace(title=title)) is same  # type: ignore[arg-type]


def a_check(title: str) -> Any:
    """A choice of a check with this title."""
    return SimpleNamespace(check=SimpleNamespace(title=title))


@pytest.mark.parametrize(
    ("asked", "title", "same", "other"),
    [
        ("May I use it at most once?", "Can it be used only once, or more often?", True, False),
        ("May I use it not more than once?", "Is there only one use?", True, False),
        ("May I use it at most once?", "May it be used more than once?", False, True),
        ("May I use it twice or more?", "Can it be used only once?", False, True),
        ("May I use it at least 3 times?", "Can it be used only once?", False, False),
    ],
)
def test_a_title_may_ask_the_same_or_what_is_left(asked: str, title: str, same: bool, other: bool) -> None:
    question, choice = read(asked), a_check(title)
    one = next(each for each in question.operators if each.kind.compares)
    assert (in_title(one, choice.check), converse(one, choice)) == (same, other)


@pytest.mark.parametrize(
    ("asked", "size"),
    [
        ("He has 4 wounds and 2 cards. Do at least two of those wounds go?", 4),
        ("It hits 3 of us. Does exactly one of the three lose a shield?", 3),
        ("He used both abilities. Do more than one of them come back?", 2),
        ("He has 4 wounds and 2 cards. Do at least two of them go?", None),
    ],
)
def test_how_many_a_group_has_that_was_told_of(asked: str, size: int | None) -> None:
    question = read(asked)
    one = next(each for each in question.operators if each.kind.compares)
    assert part_of_group(one, question)
    assert group_size(one, question) == size


@pytest.mark.parametrize(
    ("asked", "same"),
    [("usable at most once?", True), ("usable more than once?", False), ("usable at will?", False)],
)
def test_who_compares_as_the_title_does_asks_the_same_way_round(asked: str, same: bool) -> None:
    check = a_check("Can it be used only once, or more often?").check
    assert asks_as_titled(read(asked), check) is same


def test_a_comparison_taken_for_a_fact_is_held_beside_the_check_that_gives_the_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`Are more than 5 shields passed over?` is no question of whether 5 are enough for something."""
    question = read("Are more than 5 shields passed over?")
    monkeypatch.setattr(ranges.own, "left", lambda question, choice: question.operators)
    five = next(each for each in question.quantities if each.value == 5)

    def choice(kind: str, title: str, score: float, takes: bool) -> Any:
        taken = (SlotReading("have", 5, five.start, five.end, "5"),) if takes else ()
        check = SimpleNamespace(id=title, kind=kind, title=title)
        return SimpleNamespace(
            check=check, score=score, filled=Filled(taken, ()), near_words=lambda: frozenset({"shield"})
        )

    enough, other = choice("yes_no", "Are they enough?", 0.9, True), choice("number", "How many riders?", 0.6, True)
    gives = choice("number", "How many shields?", 0.5, False)
    assert number_beside(question, [enough, other, gives]) is gives
    assert number_beside(question, [enough, other]) is None, "one that takes the number gives another"
    assert number_beside(question, [enough, choice("number", "How many shields?", 0.1, False)]) is None, "unlikely"
    assert number_beside(question, [choice("yes_no", "Are they passed?", 0.9, False), gives]) is None, "no fact took it"


@pytest.mark.parametrize(
    ("points", "verdict"),
    [(3, True), (6, False)],  # it costs 5, less 1 for press: 4 are enough
)
def test_what_must_be_so_much_will_not_do_with_less(base: KnowledgeBase, points: int, verdict: bool) -> None:
    question = read(f"One press character was recruited, now a 5-drop. Must I have more than {points} points left?")
    model = chooser(base, "vs-system").model
    check = model.checks["press-affordable"]
    features = {"card": 0.0, "asked": 0.9, "kind": 1.0}
    ruled = put(base, question, Choice(check, 1.0, features, fill(question, check, model.schema), tuple))
    assert ruled is not None
    assert ruled.composed is not None
    assert ruled.composed.value is verdict
