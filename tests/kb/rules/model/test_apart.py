"""Facts that cannot both be so are neither told nor tried together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from kb.records import Clause
from kb.rules.model.apart import apart
from kb.rules.model.loader import load_rules
from kb.rules.model.rulemodel import RuleModel
from kb.rules.solve.run import run_check
from tests.kb.rules.prove.test_reasons import clause_of

FACTS = """
[fact.empty]
sentence = "your hand is empty"
denial = "your hand is not empty"
default = false
means = { cards = 0 }

[fact.cards]
value = "0..9"
sentence = "you have {1} cards in hand"
question = "How many cards have you in hand?"
default = 1
"""
RULES = """# Hands

## 1.p1 Hands

```asp
%@ play.may | you may play a card | you may play no card
may_play :- cards(N), N >= 1, not empty.
```
```check
[may-play]
title = "May I play a card?"
kind = "yes_no"
goal = "may_play"
slots = { empty = "empty", cards = "cards" }
```
"""


@pytest.fixture
def hands(tmp_path: Path) -> RuleModel:
    folder = tmp_path / "hands"
    (folder / "rules").mkdir(parents=True)
    (folder / "facts.toml").write_text(FACTS)
    (folder / "rules" / "hands.md").write_text(RULES)
    clauses: Mapping[str, Clause] = clause_of("hands/rules#1.p1")
    return load_rules(folder, clauses, quotes=False)


@pytest.mark.parametrize(
    ("empty", "cards", "both"), [(True, 0, True), (True, 1, False), (False, 1, True), (False, 0, False)]
)
def test_a_fact_that_means_a_value_is_so_exactly_with_it(hands: RuleModel, empty: bool, cards: int, both: bool) -> None:
    assert apart(hands.schema.facts, ("empty", empty), ("cards", cards)) is not both
    assert apart(hands.schema.facts, ("cards", cards), ("empty", empty)) is not both


def test_a_default_that_cannot_be_so_beside_what_was_told_is_not_told(hands: RuleModel) -> None:
    assert [each.sentence for each in run_check(hands, "may-play", {"empty": True}).told] == []
    assert [each.sentence for each in run_check(hands, "may-play", {}).told] == [
        "your hand is not empty",
        "you have 1 card in hand",
    ]
