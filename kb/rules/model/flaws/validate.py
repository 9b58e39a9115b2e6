"""What a game's rules must be together: known predicates, no circles, checks that reach what they ask for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from graphlib import CycleError, TopologicalSorter

from kb.errors import Place, Problem
from kb.records.atoms import Partial
from kb.records.checks import Check, Slot
from kb.records.types import FactType, Schema
from kb.rules.language.graph import UNSETTLED, Graph, Signature, Slice, heads, uses
from kb.rules.language.sorts import Sort, sort_of_value
from kb.rules.language.syntax import TEXT, Atom, Const, Rule
from kb.rules.model.demand import by_name, wanted
from kb.rules.model.flaws.sentences import OF_QUESTION, flawed
from kb.rules.model.ruletexts.literate import resolve
from kb.words.forms import heard, is_sign, parts

OVERRIDES = ("overrides", 2)


def input_signatures(schema: Schema) -> set[Signature]:
    """The predicates that scenarios fill."""
    kinds = {(kind, 1) for kind in schema.entities}
    return kinds | {(fact.name, len(fact.types)) for fact in schema.facts.values()}


def predicates(rules: Sequence[Rule], schema: Schema) -> Iterator[Problem]:
    """Predicates that nothing defines, facts that rules derive, ids that stand twice."""
    inputs = input_signatures(schema)
    derived = {head.signature for rule in rules for head in heads(rule)}
    known = inputs | derived
    ids: dict[str, Rule] = {}
    for rule in rules:
        if rule.id in ids:
            first = ids[rule.id].place
            yield Problem("duplicate-id", f"the rule id {rule.id} is taken at {first}", rule.place, "another id")
        ids.setdefault(rule.id, rule)
        for head in heads(rule):
            yield from _head(head, inputs, rule)
        for use in uses(rule):
            if use.signature not in known:
                yield _unknown(use.signature, known, use.place)


def _head(head: Atom, inputs: set[Signature], rule: Rule) -> Iterator[Problem]:
    if head.signature in inputs:
        yield Problem(
            "derives-fact", f"{head.name} is a fact of facts.toml", head.place, "another name, derived from it"
        )
    names = {name for name, _ in UNSETTLED} | {"overrides"}
    if head.name in names and head.signature not in {*UNSETTLED, OVERRIDES}:
        count = 2 if head.name == "overrides" else 3
        yield Problem("reserved", f"{head.name} has {len(head.args)} arguments", head.place, f"{count} arguments")
    if head.signature == OVERRIDES and (rule.body or not all(isinstance(arg, Const) for arg in head.args)):
        yield Problem("reserved", "overrides holds facts only", head.place, "overrides(card_text, rulebook).")


def _unknown(signature: Signature, known: set[Signature], place: Place) -> Problem:
    name, count = signature
    same = sorted(other for each, other in known if each == name)
    if same:
        counts = " or ".join(str(each) for each in same)
        return Problem("unknown-predicate", f"{name} has {count} arguments here", place, f"{counts} arguments")
    near = get_close_matches(name, sorted({each for each, _ in known}), 3, 0.6)
    expected = f"a fact or a rule's head: {', '.join(near)}" if near else "a fact of facts.toml or some rule's head"
    return Problem("unknown-predicate", f"nothing defines {name}", place, expected)


def choices(rules: Sequence[Rule], graph: Graph) -> Iterator[Problem]:
    """Chosen predicates are derived by choices alone, and choices do not rest on choices."""
    chosen = {head.signature for rule in rules if rule.choice for head in heads(rule)}
    for rule in rules:
        if rule.head is not None and rule.head.signature in chosen:
            yield Problem("chosen-twice", f"{rule.head.name} is chosen elsewhere", rule.place, "a predicate of its own")
        if rule.choice is not None and graph.reach([use.signature for use in uses(rule)]) & chosen:
            yield Problem("choice-on-choice", "this choice rests on a choice", rule.place, "one choice at a time")


def precedence(rules: Sequence[Rule]) -> Iterator[Problem]:
    """Precedence has no circles."""
    table: dict[object, set[object]] = defaultdict(set)
    places: dict[object, Place] = {}
    for rule in rules:
        if rule.head is not None and rule.head.signature == OVERRIDES:
            over, under = (arg.value if isinstance(arg, Const) else arg for arg in rule.head.args)
            table[over].add(under)
            places.setdefault(over, rule.place)
    try:
        TopologicalSorter(table).prepare()
    except CycleError as error:
        circle = [str(each) for each in error.args[1]]
        place = next(places[each] for each in error.args[1] if each in places)
        yield Problem("precedence-circle", " < ".join(circle), place, "an order without circles")


def unread_forms(schema: Schema, checks: Iterable[Check]) -> Iterator[Problem]:
    """Players' words with a sign that nobody hears."""
    told: list[FactType | Slot] = [*schema.facts.values(), *(slot for check in checks for slot in check.slots)]
    seen: set[str] = set()
    for each in told:
        for form in (*each.forms, *each.opposites, *(form for _, forms in each.words for form in forms)):
            if form in seen:
                continue
            seen.add(form)
            if heard(form) is None or any(len(part) > 1 and any(map(is_sign, part)) for part in parts(form)):
                message = f'"{form}" begins or ends with a sign, or has one among its alternatives: that is never heard'
                yield Problem("unread-form", message, each.place, "words and numbers", "warning")


def resolved(rule: Rule, clauses: Iterable[str], problems: list[Problem]) -> Rule:
    """An `undetermined` or `contradiction` rule with full clause ids in its head; others as they are."""
    if rule.head is None or rule.head.signature not in UNSETTLED:
        return rule
    args = list(rule.head.args)
    for at in (1, 2):
        arg = args[at]
        if not isinstance(arg, Const) or not isinstance(arg.value, tuple) or arg.value[0] != TEXT:
            problems.append(Problem("reserved", f"{rule.head.name} names clauses", rule.head.place, '"5.p1", "6.p2"'))
            continue
        full = resolve(str(arg.value[1]), rule.clause.partition("#")[0])
        if full not in clauses:
            problems.append(Problem("unknown-clause", f"there is no clause {full}", rule.head.place, "a clause's id"))
        args[at] = Const((TEXT, full))
    return replace(rule, head=replace(rule.head, args=tuple(args)))


def check_problems(
    check: Check,
    slice_: Slice,
    demands: tuple[Partial, ...],
    schema: Schema,
    sorts: Mapping[Signature, list[Sort]],
    clauses: Iterable[str],
) -> Iterator[Problem]:
    """What is wrong between a check and the rules it reaches."""

    def problem(code: str, message: str, expected: str = "", severity: str = "error") -> Problem:
        return Problem(code, f"{check.id}: {message}", check.place, expected, severity)

    for goal in [each for each in (check.goal, check.against) if each]:
        signature = (str(goal[0]), len(goal) - 1)
        other = check.against if goal is check.goal else check.goal
        if signature not in sorts and other is not None and (str(other[0]), len(other) - 1) in sorts:
            continue  # what never holds: the rules of its contrary tell why, and what neither derives is open
        if signature not in sorts:
            yield problem(
                "unknown-goal", f"no rule derives {signature[0]} with {signature[1]} arguments", "some rule's head"
            )
            continue
        for number, (value, sort) in enumerate(zip(goal[1:], sorts[signature], strict=True), 1):
            if value is not None and not sort.empty and sort.meet(sort_of_value(value)).empty:
                yield problem("bad-goal", f"{value} is never argument {number} of {signature[0]}", sort.describe())
    if slice_.choices and check.kind != "options":
        yield problem("bad-goal", "it reaches an options block", 'kind = "options"')
    for reference in check.clauses:
        if not any(each == reference or each.endswith(("/" + reference, "#" + reference)) for each in clauses):
            yield problem("unknown-clause", f"there is no clause {reference}", "document#path", "warning")
    for code, message, expected in slot_problems(check, demands, schema):
        yield problem(code, message, expected)
    for text in (check.title, *(slot.question for slot in check.slots)):
        yield from flawed(text, check.place, (OF_QUESTION,))


def slot_problems(check: Check, demands: tuple[Partial, ...], schema: Schema) -> Iterator[tuple[str, str, str]]:
    """Slots that cannot matter, and facts that must be known and have no slot."""
    asked: list[Partial] = []
    table = by_name(demands)
    for slot in check.slots:
        patterns = list(slot_patterns(slot, schema))
        if not any(wanted(pattern, table) for pattern in patterns):
            yield "unreached-slot", f"slot {slot.name} cannot change the verdict", "a fact that the goal's rules reach"
        asked += patterns
    things = [(member.name, member.kind) for member in check.cast]
    things += [(f"each {slot.each}", slot.each) for slot in check.slots if slot.each]
    slotted = by_name(asked)
    for fact in schema.facts.values():
        reached = table.get(fact.name, ())
        if fact.default is not None or not reached:
            continue
        for thing in _things(fact, things):
            wish = fact_about(fact, thing)
            if any(_concerns(pattern, thing) for pattern in reached) and not wanted(wish, slotted):
                of = f" of {thing}" if thing else ""
                yield "missing-slot", f"{fact.name}{of} must be known and has no slot", f'{fact.name} = "…"'


def _things(fact: FactType, things: list[tuple[str, str]]) -> list[str]:
    """The things a fact may be about; one empty name where it is about none."""
    about = fact.args[0].entity if fact.args else ""
    return [name for name, kind in things if kind == about] if about else [""]


def fact_about(fact: FactType, thing: str) -> Partial:
    """The pattern of a fact about a thing."""
    opened = (None,) * len(fact.types)
    return (fact.name, thing, *opened[1:]) if thing else (fact.name, *opened)


def _concerns(pattern: Partial, thing: str) -> bool:
    return not thing or pattern[1] in (None, thing)


def slot_patterns(slot: Slot, schema: Schema) -> Iterator[Partial]:
    """The atoms that a slot decides; `each figure` stands for any thing listed."""
    if slot.fact:
        fact = schema.facts[slot.fact]
        yield (slot.fact, *slot.args, *(() if fact.value is None else (None,)))
        return
    yield (slot.each, None)
    for name in (*slot.properties, *([slot.mark] if slot.mark else [])):
        fact = schema.facts[name]
        yield (name, f"each {slot.each}", *(None for _ in fact.types[1:]))
