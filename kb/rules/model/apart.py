"""Which facts cannot both be so: a fact that holds exactly where another has some value, and that other with a value of
its own. `your hand is empty` and `you have 1 card in hand` are never told, nor tried, together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kb.records.types import FactType

Stated = tuple[str, object]
"""The name of a fact, and its value: true or false of one that holds or does not."""


def apart(facts: Mapping[str, FactType], one: Stated, other: Stated) -> bool:
    """Whether two facts cannot both be so."""
    return _apart(facts, one, other) or _apart(facts, other, one)


def apart_from_any(facts: Mapping[str, FactType], one: Stated, others: Iterable[Stated]) -> bool:
    """Whether a fact cannot be so beside others."""
    return any(apart(facts, one, other) for other in others)


def _apart(facts: Mapping[str, FactType], holds: Stated, valued: Stated) -> bool:
    fact = facts.get(holds[0])
    means = dict(fact.means) if fact is not None else {}
    return valued[0] in means and bool(holds[1]) is not (valued[1] == means[valued[0]])
