"""The checks that a question may ask for, best first, each weighed only where it may be among those looked at."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from kb.answering.choosing.choose import chooser
from kb.answering.choosing.features import FEATURES, at_best, probability
from kb.answering.choosing.ordered import Ordered, Scored, Sketch
from kb.knowledge import KnowledgeBase

SCORES = {"low": 0.1, "best": 0.9, "next": 0.7, "tied": 0.7}


def ordered(may_be: Mapping[str, float]) -> tuple[Ordered, list[str]]:
    """Four checks by the most that they may come to, and the names of those that were weighed."""
    weighed: list[str] = []

    def weigh(sketch: Sketch) -> Any:
        weighed.append(sketch.name)
        return SimpleNamespace(score=SCORES[sketch.name], features={}, check=SimpleNamespace(id=sketch.name))

    return Ordered([Sketch(name, {}, {}, most) for name, most in may_be.items()], weigh), weighed


@pytest.mark.parametrize(
    ("looked_at", "weighed"),
    [(1, ["best"]), (2, ["best", "low", "next", "tied"]), (4, ["best", "low", "next", "tied"])],
)
def test_what_cannot_be_among_those_looked_at_is_not_weighed(looked_at: int, weighed: list[str]) -> None:
    found, done = ordered({"low": 0.8, "best": 0.95, "next": 0.85, "tied": 0.7})
    assert [each.check.id for each in found[:looked_at]] == ["best", "next", "tied", "low"][:looked_at]
    assert sorted(done) == weighed


@pytest.mark.parametrize(
    ("least", "found_too", "weighed"),
    [(0.8, [], 2), (0.7, ["next", "tied"], 3), (0.9, [], 1), (0.05, ["next", "tied"], 4)],
)
def test_of_the_best_others_those_that_fit(least: float, found_too: list[str], weighed: int) -> None:
    found, done = ordered({"low": 0.2, "best": 0.95, "next": 0.85, "tied": 0.7})
    best = found[0]

    def fits(each: Scored) -> bool:
        return each.score >= least

    assert [each.check.id for each in found.others(best, 2, fits)] == found_too
    assert len(done) == weighed


@pytest.mark.parametrize("fits", [True, False])
def test_a_sketch_is_never_below_what_it_comes_to(fits: bool) -> None:
    weight = {"bias": -0.2, "kind": 1.5, "unheard": -2.3, "said": 0.7, "unread": -0.1, "lead": 1.8}
    given = {"lead": 0.3, "clause": 1.0, "learned": 0.0, "ahead": 0.2, "card": 0.0, "constant": 0.0}
    most = probability(at_best(given, fits, weight), weight)
    kinds = (-1.0, 0.0, 1.0) if fits else (-1.0, 0.0)
    for kind in kinds:
        for read in (0.0, 0.5, 1.0):
            assert probability({**dict.fromkeys(FEATURES, read), "kind": kind, **given}, weight) <= most


def test_the_choices_of_a_question_are_those_of_all_that_were_weighed(base: KnowledgeBase) -> None:
    question = base.read("does press make boost cheaper?", "vs-system")
    hits = base.retriever.search(question, "vs-system")
    found = [chooser(base, "vs-system").choices(question, hits) for _ in range(2)]
    first, every = found[0][0], sorted(found[1], key=lambda each: (-each.score, each.check.id))
    assert [each.check.id for each in found[1]] == [each.check.id for each in every]
    assert first.check is every[0].check
