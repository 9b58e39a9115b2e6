"""Rules as clingo's text, and values as clingo's symbols. Only rules ever become text."""

from __future__ import annotations

from collections.abc import Iterable

import clingo

from kb.records.atoms import Fact, Value
from kb.rules.language.graph import Slice
from kb.rules.language.syntax import (
    TEXT,
    Aggregate,
    Arith,
    Atom,
    Choice,
    Compare,
    Const,
    Element,
    Fn,
    Goal,
    Interval,
    Literal,
    Rule,
    Term,
    Var,
    show,
)
from kb.rules.remembered import kept_with

WORLD = "_world"
NEVER = "_never"


@kept_with
def program(slice_: Slice, shown: tuple[str, ...] = (), told: bool = True) -> str:
    """The rules of a slice as a program; predicates without rules or facts are declared.

    With `shown` its models hold the atoms of these predicates only, and which world they are of where that is `told`:
    bounds over unknown facts with hundreds of values need not list each value.
    """
    signatures = sorted(slice_.inputs | slice_.heads | slice_.chosen)
    lines = [f"#defined {name}/{count}." for name, count in signatures]
    if shown:
        worlds = [(WORLD, 2)] if told else []
        lines.append("#show.")
        lines += [f"#show {name}/{count}." for name, count in [*signatures, *worlds] if name in (*shown, WORLD)]
    lines += [_open(name, count) for name, count in sorted(slice_.inputs)]
    return "\n".join([*lines, *(rule_text(rule) for rule in slice_.rules)])


def _open(name: str, count: int) -> str:
    """A choice that is never made: without it clingo takes a predicate that no rule heads for one of plain facts,
    and drops further matches for it wherever the first one derives the same head, although that one may not hold."""
    variables = ", ".join(f"X{number}" for number in range(count))
    args = f"({variables})" if count else ""
    return f"#defined {NEVER}/{count}. {{ {name}{args} }} :- {NEVER}{args}."


def rule_text(rule: Rule) -> str:
    """One rule."""
    head = _choice(rule.choice) if rule.choice else _atom(rule.head) if rule.head else ""
    return f"{head} :- {', '.join(_goal(goal) for goal in rule.body)}." if rule.body else f"{head}."


def _choice(choice: Choice) -> str:
    elements = "; ".join(_conditioned(_atom(atom), condition) for atom, condition in choice.elements)
    low = "" if choice.low is None else f"{choice.low} "
    high = "" if choice.high is None else f" {choice.high}"
    return f"{low}{{ {elements} }}{high}"


def _conditioned(before: str, condition: Iterable[Goal]) -> str:
    goals = ", ".join(_goal(goal) for goal in condition)
    return f"{before} : {goals}" if goals else before


def _goal(goal: Goal) -> str:
    match goal:
        case Literal(atom, negated):
            return f"not {_atom(atom)}" if negated else _atom(atom)
        case Compare(op, left, right):
            return f"{_term(left)} {op} {_term(right)}"
    return _aggregate(goal)


def _aggregate(goal: Aggregate) -> str:
    """`var = #f { … }`; the least or greatest of nothing, #sup or #inf, is excluded."""
    elements = "; ".join(_element(element) for element in goal.elements)
    text = f"{goal.var.name} = #{goal.function} {{ {elements} }}"
    if goal.function == "min":
        return f"{text}, {goal.var.name} < #sup"
    return f"{text}, {goal.var.name} > #inf" if goal.function == "max" else text


def _element(element: Element) -> str:
    return _conditioned(",".join(_term(term) for term in element.terms), element.condition)


def _atom(atom: Atom) -> str:
    args = ",".join(_term(arg) for arg in atom.args)
    return f"{atom.name}({args})" if args else atom.name


def _term(term: Term) -> str:
    match term:
        case Var():
            return "_" if term.anonymous else term.name
        case Const(value):
            return _const(value)
        case Fn(name, args):
            return f"{name}({','.join(_term(arg) for arg in args)})"
        case Interval(low, high):
            return f"({_term(low)}..{_term(high)})"
        case Arith("abs", left, _):
            return f"|{_term(left)}|"
        case Arith(op, left, right):
            return f"({_term(left)}{op}{_term(right)})"
    raise AssertionError(term)


def _const(value: Value) -> str:
    return f"({value})" if isinstance(value, int) and value < 0 else show(value)


def symbol(value: Value) -> clingo.Symbol:
    """A value as a symbol."""
    if isinstance(value, int):
        return clingo.Number(value)
    if isinstance(value, str):
        return clingo.Function(value)
    if value[0] == TEXT:
        return clingo.String(str(value[1]))
    return clingo.Function(str(value[0]), [symbol(part) for part in value[1:]])


def atom_symbol(fact: Fact) -> clingo.Symbol:
    """An atom as a symbol."""
    return clingo.Function(str(fact[0]), [symbol(part) for part in fact[1:]])


def value(found: clingo.Symbol) -> Value:
    """A symbol as a value."""
    if found.type == clingo.SymbolType.Number:
        return found.number
    if found.type == clingo.SymbolType.String:
        return TEXT, found.string
    if found.type != clingo.SymbolType.Function:
        return str(found)
    if not found.arguments:
        return found.name
    return (found.name, *(value(part) for part in found.arguments))


def fact(found: clingo.Symbol) -> Fact:
    """A symbol as an atom."""
    return (found.name, *(value(part) for part in found.arguments))
