"""The ground values that facts, models and proofs are made of.

A value is a whole number, a constant (`str`), or a tuple whose first element names a function; an atom is such a tuple,
its predicate first; a partial atom has None where anything may stand.
"""

from __future__ import annotations

Value = int | str | tuple["Value", ...]
Fact = tuple[Value, ...]
Partial = tuple[Value | None, ...]
