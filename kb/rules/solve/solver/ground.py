"""Where the solver comes in: a slice grounded by clingo, which is loaded when it is first asked for.

Whoever computes with the second evaluator alone (kb/rules/solve/alone.py) never loads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kb.errors import RuleError
from kb.records.atoms import Fact, Value
from kb.records.scenario import Unknown
from kb.rules.language.graph import Slice
from kb.rules.language.syntax import LIMIT, order

if TYPE_CHECKING:
    from kb.rules.solve.solver.engine import Engine


def grounded(
    slice_: Slice,
    facts: Iterable[Fact],
    unknown: Sequence[Unknown] = (),
    shown: tuple[str, ...] = (),
    told: bool = True,
) -> Engine:
    """The rules of a slice with these facts, and with every value of what is not known; `shown` and `told` as in
    kb/rules/solve/solver/program.py."""
    from kb.rules.solve.solver.engine import Engine
    from kb.rules.solve.solver.program import program

    return Engine(program(slice_, shown, told), facts, unknown)


def checked(facts: Iterable[Fact]) -> list[Fact]:
    """The atoms sorted; RuleError where a number has left the bounds in which rules may count."""
    found = sorted(facts, key=order)
    for each in found:
        if not all(_within(part) for part in each[1:]):
            raise RuleError(f"the rules count beyond ±{LIMIT} in {each[0]}")
    return found


def _within(value: Value) -> bool:
    if isinstance(value, int):
        return -LIMIT <= value <= LIMIT
    return isinstance(value, str) or all(_within(part) for part in value[1:])
