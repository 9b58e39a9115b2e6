"""The longest questions are answered in time, whatever they are made of: a search for the slowest, and the growth.

The ten minutes' search is over the games of HEADJUDGE_HOME, with their encoder; the others are over the sample.
"""

from __future__ import annotations

import gc
import json
import random
import time
from collections.abc import Iterator
from itertools import count

import pytest

from kb.answering.answer import answer
from kb.answering.choosing.choose import chooser
from kb.home import current_version
from kb.knowledge import KnowledgeBase
from tests.conftest import ROOT
from tests.kb.question.test_patterns_in_time import ATOMS, LONGEST

NUMBER = count()
SEARCH_S, FEW_S = 600, 15
MOST_S = 0.25
ANYWHERE_S = 0.75
"""What no machine may take: what is slow by its kind takes seconds."""
KEPT = 12
"""How many of the slowest are kept and changed further."""
GROWTH = 1.4
"""How much longer than in proportion twice the length may take: what is linear, with what noise adds."""
SPOKEN = [
    "0 fame 1 damage and ", "press=4 ", "either press or boost ", "if he is stunned, ", "does he pay more than 3? ",
    "wait, ", "it says \"each\" ", "4.1 ", "two of my ", "-3 ", "killmonger ", "half of ", "all but one ",
    "x2 ", "(is ", "does he pay and is he out and ",
]  # fmt: skip


def seconds(base: KnowledgeBase, text: str, runs: int = 1) -> float:
    """The least processor time of an answer; the text ends otherwise each time, so that nothing is remembered."""
    taken = []
    for _ in range(runs):
        asked = f"{text[:-4]} {next(NUMBER) % 1000}"
        started = time.process_time()
        answer(base, asked)
        taken.append(time.process_time() - started)
    return min(taken)


def atoms_of(base: KnowledgeBase) -> list[str]:
    """What questions are made of: signs and phrases of English, words and names of the games, players' questions."""
    names = [f"{card.name} " for card in base.store.cards()][:60]
    words = [f"{term.name} " for term in base.store.terms()][:60]
    asked = (ROOT / "tests" / "fixtures" / "questions.txt").read_text("utf-8").splitlines()
    return [*ATOMS, *SPOKEN, *names, *words, *(f"{each.rstrip('?. ')} {end} " for each in asked for end in ("?", "or"))]


def changed(text: str, atoms: list[str], chance: random.Random) -> str:
    """A text with a stretch of it put otherwise, at its full length."""
    start, count = chance.randrange(LONGEST), chance.choice((1, 1, 5, 40))
    piece = "".join(chance.choice(atoms) for _ in range(chance.choice((1, 1, 2, 3)))) * count
    return (text[:start] + piece + text[start + chance.choice((0, len(piece))) :] + piece * LONGEST)[:LONGEST]


def slowest(base: KnowledgeBase, for_s: float, seed: int) -> tuple[float, str]:
    """The slowest question that is found in so many seconds: the slowest so far are changed again and again."""
    chance, atoms = random.Random(seed), atoms_of(base)
    kept = [
        (seconds(base, (each * LONGEST)[:LONGEST]), (each * LONGEST)[:LONGEST]) for each in chance.sample(atoms, KEPT)
    ]
    end = time.monotonic() + for_s
    while time.monotonic() < end:
        _, text = chance.choice(kept)
        new = changed(text, atoms, chance)
        taken = seconds(base, new)
        if taken > kept[-1][0]:
            taken = min(taken, seconds(base, new, 2))
        kept = sorted([*kept, (taken, new)], reverse=True)[:KEPT]
    return max((seconds(base, text, 3), text) for _, text in kept)


def told(taken: float, text: str) -> str:
    return json.dumps({"ms": round(1000 * taken), "question": text})


@pytest.mark.alone
def test_the_longest_questions_are_answered_in_time(base: KnowledgeBase) -> None:
    answer(base, "Can I play this?")
    taken, text = slowest(base, FEW_S, seed=0)
    print(told(taken, text))
    assert taken <= ANYWHERE_S, told(taken, text)


@pytest.fixture
def whole() -> Iterator[KnowledgeBase]:
    """The games of HEADJUDGE_HOME as a server has them once it is warm."""
    if current_version() is None:
        pytest.skip("no knowledge base was built: headjudge build")
    with KnowledgeBase.open() as opened:
        opened.add_dense()
        for game in opened.checks.games:
            chooser(opened, game).warm_up()
        gc.freeze()  # as a server does: what stays is not looked through for garbage while it answers
        yield opened
        gc.unfreeze()


@pytest.mark.hard
def test_ten_minutes_find_no_question_that_takes_longer(whole: KnowledgeBase) -> None:
    answer(whole, "Can I play this?")
    taken, text = slowest(whole, SEARCH_S, seed=time.time_ns())
    print(told(taken, text))
    assert taken <= MOST_S, told(taken, text)


@pytest.mark.alone
@pytest.mark.parametrize("atom", [*SPOKEN, "1 2 ", "not ", "more than 3 "])
def test_time_grows_with_a_questions_length_and_not_faster(base: KnowledgeBase, atom: str) -> None:
    half, whole = (seconds(base, (atom * LONGEST)[:length], 3) for length in (LONGEST // 2, LONGEST))
    print(json.dumps({"atom": atom, "half_ms": round(1000 * half, 1), "whole_ms": round(1000 * whole, 1)}))
    assert whole <= 2 * half * GROWTH + 0.01
