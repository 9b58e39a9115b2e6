"""What values an argument or variable may take: a range of numbers, words, things of some kinds, text.

Numbers are followed as intervals; ±LIMIT is as far as any may go.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.records.atoms import Value
from kb.records.types import Type
from kb.rules.language.syntax import LIMIT, TEXT

WRAP = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Sort:
    """`low`..`high` where `number` is true; `words` are constants; `kinds` open sets: entities, text, functions."""

    number: bool = False
    low: int = 0
    high: int = 0
    words: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    anything: bool = False

    @property
    def empty(self) -> bool:
        """True where no value fits."""
        return not (self.number or self.words or self.kinds or self.anything)

    @property
    def only_number(self) -> bool:
        """True where every value is a number."""
        return self.number and not self.words and not self.kinds and not self.anything

    def union(self, other: Sort) -> Sort:
        """Values of either."""
        if self.anything or other.anything:
            return ANYTHING
        low, high, number = _join(self, other)
        return Sort(number, low, high, self.words | other.words, self.kinds | other.kinds)

    def meet(self, other: Sort) -> Sort:
        """Values of both."""
        if self.anything or other.anything:
            return other if self.anything else self
        low, high = max(self.low, other.low), min(self.high, other.high)
        number = self.number and other.number and low <= high
        return Sort(
            number, low if number else 0, high if number else 0, self.words & other.words, self.kinds & other.kinds
        )

    def narrowed(self, low: int, high: int) -> Sort:
        """The same, its numbers within `low`..`high`."""
        if not self.number or self.anything:
            return self
        low, high = max(self.low, low), min(self.high, high)
        return replace(self, number=low <= high, low=low if low <= high else 0, high=high if low <= high else 0)

    def describe(self) -> str:
        """The sort in words, for messages."""
        parts = [f"{self.low}..{self.high}"] if self.number else []
        parts += sorted(self.words)[:12] + sorted(kind.removeprefix("a ") for kind in self.kinds)
        return "anything" if self.anything else ", ".join(parts) or "nothing"


def _join(one: Sort, other: Sort) -> tuple[int, int, bool]:
    if one.number and other.number:
        return min(one.low, other.low), max(one.high, other.high), True
    kept = one if one.number else other
    return kept.low, kept.high, kept.number


NOTHING = Sort()
ANYTHING = Sort(anything=True)
ANY_TEXT = Sort(kinds=frozenset({"text"}))


def numbers(low: int, high: int) -> Sort:
    """The whole numbers from `low` to `high`."""
    return Sort(True, low, high)


def sort_of_type(type_: Type) -> Sort:
    """The values of a declared type."""
    if type_.kind == "int":
        return numbers(type_.low, type_.high)
    if type_.kind == "enum":
        return Sort(words=frozenset(type_.choices))
    return Sort(kinds=frozenset({type_.entity})) if type_.kind == "entity" else ANY_TEXT


def sort_of_value(value: Value) -> Sort:
    """The sort that holds just this value (for functions: all values of that function)."""
    if isinstance(value, int):
        return numbers(value, value)
    if isinstance(value, str):
        return Sort(words=frozenset({value}))
    if value[0] == TEXT:
        return ANY_TEXT
    return sort_of_function(str(value[0]), len(value) - 1)


def sort_of_function(name: str, arguments: int) -> Sort:
    """All values of a function."""
    return Sort(kinds=frozenset({f"{name}/{arguments}"}))


def clipped(sort: Sort) -> Sort:
    """The sort with its numbers within ±LIMIT."""
    return sort.narrowed(-LIMIT, LIMIT)


def arithmetic(op: str, left: Sort, right: Sort) -> Sort:
    """The interval of `left op right`; the divisor is taken to be no 0."""
    if op == "abs":
        low = 0 if left.low <= 0 <= left.high else min(abs(left.low), abs(left.high))
        return numbers(low, max(abs(left.low), abs(left.high)))
    if op == "+":
        return numbers(left.low + right.low, left.high + right.high)
    if op == "-":
        return numbers(left.low - right.high, left.high - right.low)
    if op == "*":
        corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
        return numbers(min(corners), max(corners))
    return _division(op, left, right)


def _division(op: str, left: Sort, right: Sort) -> Sort:
    divisors = [each for each in (right.low, right.high, 1, -1) if each != 0 and right.low <= each <= right.high]
    if op == "/":
        corners = [truncated(a, b) for a in (left.low, left.high) for b in divisors] or [0]
        return numbers(min(*corners, 0) if left.low <= 0 <= left.high else min(corners), max(*corners, 0))
    most = max(abs(right.low), abs(right.high), 1) - 1
    return numbers(max(left.low, -most) if left.low < 0 else 0, min(left.high, most) if left.high > 0 else 0)


def truncated(left: int, right: int) -> int:
    """Division that cuts towards zero, as clingo does it."""
    cut = abs(left) // abs(right)
    return cut if (left < 0) == (right < 0) else -cut


def remainder(left: int, right: int) -> int:
    """What `truncated` leaves; it has the sign of `left`."""
    return left - right * truncated(left, right)
