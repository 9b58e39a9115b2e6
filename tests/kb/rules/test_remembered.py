"""What is worked out of the rules of a snapshot goes with them: a server that swaps one in each hour stays as large."""

from __future__ import annotations

import gc
import json
import weakref
from pathlib import Path

from kb.records import Clause, Kind, digest
from kb.rules.model.loader import load_rules
from kb.rules.prove.checker.verify import verify
from kb.rules.prove.render import result_json
from kb.rules.prove.steps import proof_text
from kb.rules.remembered import MOST_KEPT, kept_with
from kb.rules.solve.run import run_check

FACTS = """
[fact.oil]
value = "0..9"
sentence = "there are {1} drops of oil"
"""
RULES = """# Lamps

## 1.p1 Lamps

```asp
%@ lamp.burns | {N} drops are enough, so it burns | it does not burn
burns :- oil(N), N > 2.
```
```check
[burns]
title = "Does it burn?"
kind = "yes_no"
goal = "burns"
[burns.slots]
oil = "oil"
```
"""


class Thing:
    """Something that is worked with."""


def test_what_was_found_is_kept_for_each_way_of_asking_and_as_long_as_the_thing_is() -> None:
    asked: list[tuple[Thing, int, bool]] = []

    @kept_with
    def found(of: Thing, number: int = 0, twice: bool = False) -> int:
        asked.append((of, number, twice))
        return number * (2 if twice else 1)

    one, other = Thing(), Thing()
    assert [found(one, 3), found(one, 3), found(one, 3, twice=True), found(other, 3)] == [3, 3, 6, 3]
    assert asked == [(one, 3, False), (one, 3, True), (other, 3, False)]
    gone = weakref.ref(one)
    asked.clear()
    del one
    assert gone() is None


def test_of_one_thing_so_much_is_kept_and_no_more() -> None:
    asked: list[int] = []

    @kept_with
    def found(of: Thing, number: int) -> int:
        asked.append(number)
        return number

    one = Thing()
    for number in (*range(MOST_KEPT), MOST_KEPT - 1, MOST_KEPT, 0):
        assert found(one, number) == number
    assert asked == [*range(MOST_KEPT), MOST_KEPT, 0]


def test_no_cache_holds_the_rules_of_a_model_that_nobody_uses_any_more(tmp_path: Path) -> None:
    folder = tmp_path / "lamps"
    (folder / "rules").mkdir(parents=True)
    (folder / "facts.toml").write_text(FACTS)
    (folder / "rules" / "lamps.md").write_text(RULES)
    clause = Clause(
        id="lamps/rules#1.p1", game="lamps", document="lamps/rules", headings=(), text="Lamps.", kind=Kind.RULE,
        start=0, end=6, digest=digest("Lamps."), ordinal=0,
    )  # fmt: skip
    model = load_rules(folder, {clause.id: clause}, quotes=False)
    for oil in (1, 4):
        result = run_check(model, "burns", {"oil": oil})
        assert result.proof is not None
        assert proof_text(result.proof)
        assert verify(model, json.loads(json.dumps(result_json(result)))) == []
    schema = weakref.ref(model.schema)
    del model, result
    gc.collect()
    assert schema() is None
