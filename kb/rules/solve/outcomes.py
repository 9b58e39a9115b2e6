"""What one model decides about a check's goal: a verdict, or that the text leaves it open or contradicts itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kb.records import Verdict
from kb.records.atoms import Fact, Partial, Value
from kb.records.checks import Check
from kb.records.results import Outcome, Status
from kb.records.types import Plain
from kb.rules.language.join import Store
from kb.rules.language.syntax import order
from kb.rules.model.demand import matches
from kb.rules.model.facts.values import plain


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check comes to, without its proof: enough to compare it with another."""

    status: Status
    verdict: Verdict | None


DOUBTS = (("undetermined", Status.UNDETERMINED), ("contradiction", Status.CONTRADICTION))


def goal_atoms(goal: Partial, store: Store) -> list[Fact]:
    """The atoms of the model that a goal's pattern matches, sorted."""
    return sorted(store.select(goal), key=order)


def doubts(check: Check, store: Store) -> list[Fact]:
    """The atoms by which the rules say that the goal is not settled, contradictions first."""
    return [
        atom
        for name, _ in reversed(DOUBTS)
        for atom in sorted(store.select((name, None, None, None)), key=order)
        if concerns(check, atom)
    ]


def open_doubts(heads: Iterable[tuple[str, int]]) -> list[Partial]:
    """The patterns of the doubts that some rules, deriving these predicates, may raise."""
    return [(name, None, None, None) for name, _ in DOUBTS if (name, 3) in heads]


def concerns(check: Check, doubt: Fact) -> bool:
    """Whether a doubt is about a check's goal, what speaks against it, or a number that it confirms."""
    goals = (check.goal, check.against, *(twin.goal for twin in check.twins))
    return any(goal is not None and _about(doubt[1], goal) for goal in goals)


def _about(subject: Value, goal: Partial) -> bool:
    if isinstance(subject, tuple):
        return matches(goal, subject)
    return subject == goal[0]


def outcome(check: Check, store: Store) -> Outcome:
    """The outcome of a model without choices."""
    for atom in doubts(check, store):
        return Outcome(dict(DOUBTS)[str(atom[0])], None)
    found = goal_atoms(check.goal, store)
    if check.kind == "yes_no":
        if check.against is None:
            return Outcome(Status.ANSWERED, bool(found))
        against = bool(goal_atoms(check.against, store))
        if bool(found) == against:
            return Outcome(Status.CONTRADICTION if against else Status.UNDETERMINED, None)
        return Outcome(Status.ANSWERED, bool(found))
    values = values_of_goal(check.goal, found)
    if check.kind == "options":
        return Outcome(Status.ANSWERED, tuple(str(each) for each in values))
    if len(values) > 1:
        return Outcome(Status.CONTRADICTION, None)
    return Outcome(Status.ANSWERED, values[0]) if values else Outcome(Status.UNDETERMINED, None)


def values_of_goal(goal: Partial, atoms: Iterable[Fact]) -> list[Plain]:
    """What the goal's variables stand for in each atom, each once; several variables joined by a comma."""
    found: dict[Plain, None] = {}
    for atom in atoms:
        found[joined([atom[at] for at, part in enumerate(goal) if part is None])] = None
    return list(found)


def joined(values: Sequence[Value]) -> Plain:
    """One value as it is, several joined by a comma."""
    return plain(values[0]) if len(values) == 1 else ", ".join(str(plain(value)) for value in values)


def verdict(check: Check, found: Outcome) -> Verdict | None:
    """The verdict of an answered outcome."""
    if found.status is not Status.ANSWERED or found.value is None:
        return None
    return Verdict(check.kind, found.value)


def shown(found: Outcome) -> str:
    """An outcome in a word or two."""
    if found.status is not Status.ANSWERED:
        return {Status.UNDETERMINED: "not settled by the text", Status.CONTRADICTION: "the text contradicts itself"}[
            found.status
        ]
    if isinstance(found.value, bool):
        return "yes" if found.value else "no"
    if isinstance(found.value, tuple):
        return ", ".join(each.replace("_", " ") for each in found.value) or "none"
    return str(found.value).replace("_", " ")
