"""No pattern that reads a question takes longer than its length allows: each is tried on what makes patterns slow."""

from __future__ import annotations

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator
from functools import cache

import pytest

import kb
from kb.question.patterns import patterns, subjects
from kb.question.written.normal import normalise

LONGEST = 2_000
"""How many characters a question may have."""
MOST_S = 0.02
ATOMS = [
    "!", "?", ".", ",", " ", "-", "'", '"', "(", ")", "/", "+", "=", "…", "a", "1", "not ", "no ", "no, wait ",
    "can i ", "press ", "1 2 ", "one of the ", "cost=4 ", "+1/+1 counters ", "is it true that ", "either or ",
    "more than ",
    "is, ", "i'd ", "ab", "a-", "a_b", "1.", "1-", "b=",
]  # fmt: skip
READING = ("kb.question", "kb.readers", "kb.words", "kb.retrieval", "kb.answering")


def compiled(value: object) -> Iterator[re.Pattern[str]]:
    """The patterns in a module's value, in lists and tables too."""
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        yield from (found for each in value.values() for found in compiled(each))
    elif isinstance(value, tuple | list):
        yield from (found for each in value for found in compiled(each))


@cache
def every_pattern() -> dict[str, re.Pattern[str]]:
    """Each pattern by its own text: those of the modules that read a question, and those written as data."""
    found = {each.written: each.regex for subject in subjects() for each in patterns(subject).values()}
    for module in pkgutil.walk_packages(kb.__path__, "kb."):
        if module.name.startswith(READING):
            values = vars(importlib.import_module(module.name)).values()
            found |= {each.pattern: each for value in values for each in compiled(value)}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("atom", ATOMS)
def test_every_pattern_searches_the_longest_question_in_time(atom: str) -> None:
    text = normalise((atom * LONGEST)[:LONGEST]).text
    late = []
    for written, pattern in every_pattern().items():
        taken = []
        for _ in range(3):
            started = time.process_time()
            sum(1 for _ in pattern.finditer(text))
            taken.append(time.process_time() - started)
            if taken[-1] < MOST_S:
                break
        if min(taken) >= MOST_S:
            late.append((written[:80], round(min(taken), 3)))
    assert late == []


def test_the_patterns_that_are_tried_are_those_that_read() -> None:
    assert len(every_pattern()) > 100
