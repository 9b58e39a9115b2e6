"""The samples of a game: questions of checks as players ask them, with the facts that each states.

They are the lines of questions/train.jsonl that name a `check`. `facts` are what the question states, in the check's
own terms; `opposite` marks a question whose "yes" is the check's "no". Questions are matched with samples by meaning,
so that a check is found in words that its title does not have; `headjudge eval --samples` measures reading by them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kb.errors import FactsError, Place, Problem, SourceError
from kb.evaluation.labelled import labelled
from kb.gamefolder import TRAIN
from kb.records.checks import Check
from kb.rules.model.facts.read import read_facts
from kb.rules.model.facts.values import shown
from kb.rules.model.rulemodel import RuleModel


@dataclass(frozen=True, slots=True)
class Sample:
    """A question of a check with what it states; `check` is the check's id within its game."""

    check: str
    ask: str
    facts: dict[str, Any]
    opposite: bool
    place: Place

    @property
    def states(self) -> str:
        """What the question states, as JSON with sorted keys."""
        return json.dumps({"facts": self.facts, "opposite": self.opposite}, sort_keys=True, ensure_ascii=False)


def load_samples(folder: Path) -> tuple[Sample, ...]:
    """The samples of a game's folder in the file's order; SourceError with every line that is unreadable."""
    lines = ((each.line, each.place) for each in labelled(folder, TRAIN))
    return tuple(Sample(each.check, each.ask, each.facts, each.opposite, place) for each, place in lines if each.check)


def sample_problems(folder: Path, model: RuleModel) -> list[Problem]:
    """Samples of checks that are not there, with facts that their check does not take, or written twice."""
    try:
        samples = load_samples(folder)
    except SourceError as error:
        return list(error.problems)
    times = Counter(sample.ask.casefold() for sample in samples)
    found: list[Problem] = []
    for sample in samples:
        check = model.checks.get(sample.check)
        if check is None:
            message = f"there is no check {sample.check!r}"
            found.append(Problem("bad-sample", message, sample.place, "the id of a check of this game"))
            continue
        found += _sample(sample, check, model)
        if times[sample.ask.casefold()] > 1:
            message = f"{sample.ask!r} is asked twice"
            found.append(Problem("double-sample", message, sample.place, "each question once", "warning"))
    return found


def _sample(sample: Sample, check: Check, model: RuleModel) -> Iterator[Problem]:
    """What is wrong with a sample of a check that there is."""
    if sample.opposite and check.kind != "yes_no":
        message = f"{sample.check} is no yes_no check: its question has no opposite"
        yield Problem("bad-sample", message, sample.place, "no `opposite`")
    try:
        read_facts(model, check, sample.facts)
    except FactsError as error:
        yield Problem("bad-sample", str(error), sample.place, "facts as the check takes them")
    yield from _words_of_one_edition(sample, check, model)


def _words_of_one_edition(sample: Sample, check: Check, model: RuleModel) -> Iterator[Problem]:
    """Facts that quote a card's text: samples are read with every edition, and another edition words it differently."""
    quoting = {slot.name for slot in check.slots if slot.fact and model.schema.facts[slot.fact].among}
    for key in sample.facts:
        if key.partition(".")[0] in quoting:
            message = f"{shown(key)} quotes a card's text, and each edition has its own words for it"
            expected = "facts that hold with every edition, or the question and its verdict without a check"
            yield Problem("bad-sample", message, sample.place, expected)
