"""What the nodes below a proof's node claim, and whether these claims refute or establish a body.

The checker's half of kb/rules/prove/build.py, written apart from it: it sees only claims, never a model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from kb.records.atoms import Fact, Partial, Value
from kb.records.results import Node
from kb.rules.language.join import Binding, compared, known, match, pattern_of, ready
from kb.rules.language.syntax import Aggregate, Compare, Element, Goal, Literal, Rule, read_fact
from kb.rules.model.demand import matches

HOLDING = ("fact", "default", "rule")
DENYING = ("none", "rules", "closure")
COUNTING = ("count", "sum", "min", "max")


class UnjustifiedError(Exception):
    """A node's children do not establish what it says."""


def ground(text: str) -> Fact:
    """The atom of a text; UnjustifiedError where it is none or holds `_`."""
    try:
        found = read_fact(text)
    except ValueError as error:
        raise UnjustifiedError(str(error)) from error
    if None in found:
        raise UnjustifiedError(f"{text} is not one atom")
    return tuple(each for each in found if each is not None)


@dataclass(frozen=True, slots=True)
class Computed:
    """An aggregate's value: where it stands, the variables it was computed for, the value."""

    where: str
    binding: dict[str, Value]
    value: int | None


@dataclass
class Claims:
    """What some nodes say: atoms that hold, patterns that hold for some atoms at most, aggregates' values."""

    holds: dict[Fact, None] = field(default_factory=dict)
    denials: list[tuple[Partial, tuple[Fact, ...]]] = field(default_factory=list)
    computed: list[Computed] = field(default_factory=list)

    @classmethod
    def of(cls, nodes: Iterable[Node]) -> Claims:
        """The claims of these nodes."""
        found = cls()
        for node in nodes:
            if node.form in HOLDING:
                found.holds[ground(node.atom)] = None
            elif node.form in DENYING:
                found.denials.append((read_fact(node.atom), tuple(ground(each) for each in node.also_holds)))
            elif node.form in COUNTING:
                found.computed.append(Computed(node.atom, dict(map(bound, node.supposing)), node.value))
        return found

    def at_most(self, pattern: Partial) -> tuple[Fact, ...] | None:
        """The only atoms of a pattern that can hold, by some denial; None where no denial covers it."""
        for denied, but in self.denials:
            if len(denied) == len(pattern) and all(
                one is None or one == other for one, other in zip(denied, pattern, strict=True)
            ):
                return tuple(fact for fact in but if matches(pattern, fact))
        return None

    def value(self, rule: Rule, goal: Aggregate, binding: Binding) -> Computed | None:
        """The claimed value of an aggregate under a binding."""
        where = f"{rule.id}#{rule.body.index(goal)}"
        for each in self.computed:
            if each.where == where and all(binding.get(name) == value for name, value in each.binding.items()):
                return each
        return None

    def establish(self, rule: Rule, binding: Binding, at: int = 0) -> Iterator[Binding]:
        """The bindings under which the claims make a rule's body true."""
        if at == len(rule.body):
            yield binding
            return
        goal = rule.body[at]
        for extended in self._true(rule, goal, binding):
            yield from self.establish(rule, extended, at + 1)

    def _true(self, rule: Rule, goal: Goal, binding: Binding) -> Iterator[Binding]:
        match goal:
            case Literal(atom, True):
                if self.at_most(pattern_of(atom, binding)) == ():
                    yield binding
            case Literal(atom, False):
                for fact in self.holds:
                    if (str(fact[0]), len(fact) - 1) == atom.signature:
                        extended = match(atom, fact, binding)
                        if extended is not None:
                            yield extended
            case Compare():
                yield from compared(goal, binding)
            case Aggregate():
                found = self.value(rule, goal, binding)
                value = None if found is None else found.value
                if value is not None and binding.get(goal.var.name, value) == value:
                    yield {**binding, goal.var.name: value}

    def exhaust(self, rule: Rule, binding: Binding) -> Iterator[Binding]:
        """The bindings under which a body might yet be true, after all that the claims refute.

        The goals are taken in their order, those that the claims leave open last. UnjustifiedError where the claims
        leave open which atoms there are.
        """
        return self._exhaust(rule, rule.body, binding)

    def _exhaust(self, rule: Rule, goals: Sequence[Goal], binding: Binding) -> Iterator[Binding]:
        if self._refuted(goals, binding):
            return
        if not goals:
            yield binding
            return
        at = next((at for at, goal in enumerate(goals) if self._told(goal, binding)), 0)
        for extended in self._possible(rule, goals[at], binding):
            yield from self._exhaust(rule, (*goals[:at], *goals[at + 1 :]), extended)

    def _told(self, goal: Goal, binding: Binding) -> bool:
        """Whether the claims say which atoms of a literal there are."""
        if not isinstance(goal, Literal) or goal.negated:
            return False
        pattern = pattern_of(goal.atom, binding)
        return None not in pattern or self.at_most(pattern) is not None

    def _possible(self, rule: Rule, goal: Goal, binding: Binding) -> Iterator[Binding]:
        match goal:
            case Literal(_, True):
                yield binding
            case Literal(atom, False):
                pattern = pattern_of(atom, binding)
                if None not in pattern:
                    yield binding
                    return
                candidates = self.at_most(pattern)
                if candidates is None:
                    raise UnjustifiedError(f"nothing says which {atom.name} there are")
                for fact in candidates:
                    extended = match(atom, fact, binding)
                    if extended is not None:
                        yield extended
            case Compare():
                yield from compared(goal, binding)
            case Aggregate():
                found = self.value(rule, goal, binding)
                if found is None:
                    raise UnjustifiedError(f"nothing says what the {goal.function} in {rule.id} comes to")
                if found.value is not None and binding.get(goal.var.name, found.value) == found.value:
                    yield {**binding, goal.var.name: found.value}

    def _refuted(self, goals: Sequence[Goal], binding: Binding) -> bool:
        """Whether one goal alone is false under a binding, by the claims or by arithmetic."""
        for goal in goals:
            if isinstance(goal, Compare):
                if known(goal, binding) and not list(compared(goal, binding)):
                    return True
            elif isinstance(goal, Literal):
                pattern = pattern_of(goal.atom, binding)
                if goal.negated:
                    if ready(goal, binding) and any(matches(pattern, fact) for fact in self.holds):
                        return True
                    continue
                candidates = self.at_most(pattern)
                if candidates is not None and all(match(goal.atom, fact, binding) is None for fact in candidates):
                    return True
        return False

    def proven(self, element: Element, binding: Binding) -> bool:
        """Whether every literal of an aggregate's element is established under a binding."""
        for goal in element.condition:
            if isinstance(goal, Literal):
                pattern = pattern_of(goal.atom, binding)
                if goal.negated and self.at_most(pattern) != ():
                    return False
                if not goal.negated and not any(matches(pattern, fact) for fact in self.holds):
                    return False
        return True


def bound(text: str) -> tuple[str, Value]:
    """A variable and its value: `N=3`."""
    name, _, value = text.partition("=")
    return name, ground(f"x({value})")[1]
