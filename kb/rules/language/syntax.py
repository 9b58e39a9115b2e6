"""Rules as records, and the ground values that facts, models and proofs are made of.

A value is a whole number, a constant (`str`), or a tuple whose first element names a function;
text is the function `TEXT`: `("\\"", "Dr. Doom")`. An atom is such a tuple, its predicate first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from kb.errors import Place
from kb.records.atoms import Partial, Value

TEXT = '"'
LIMIT = 1_000_000
GREATEST = 2**31 - 1
NAME = re.compile(r"[a-z][A-Za-z0-9_]*\Z")


def is_anonymous(name: str) -> bool:
    """True for the names that variables written `_` are given: `_1`, `_2` …"""
    return name[0] == "_" and name[1:].isdigit()


@dataclass(frozen=True, slots=True)
class Var:
    """A variable; those of `_` are named `_1`, `_2` … and differ from each other."""

    name: str

    @property
    def anonymous(self) -> bool:
        """True for `_`."""
        return is_anonymous(self.name)


@dataclass(frozen=True, slots=True)
class Const:
    """A value written in a rule."""

    value: Value


@dataclass(frozen=True, slots=True)
class Fn:
    """A function term with variables inside: `pair(X, 1)`."""

    name: str
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Arith:
    """`left op right` for `+ - * / \\`; `abs` takes its left operand only."""

    op: str
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Interval:
    """`low..high`, in a head's argument or right of `=`."""

    low: Term
    high: Term


Term = Var | Const | Fn | Arith | Interval


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate applied to terms."""

    name: str
    args: tuple[Term, ...]
    place: Place

    @property
    def signature(self) -> tuple[str, int]:
        """Name and number of arguments."""
        return self.name, len(self.args)


@dataclass(frozen=True, slots=True)
class Literal:
    """An atom in a body, or its negation."""

    atom: Atom
    negated: bool


@dataclass(frozen=True, slots=True)
class Compare:
    """`left op right`; with `=` it may give a variable its value."""

    op: str
    left: Term
    right: Term
    place: Place


@dataclass(frozen=True, slots=True)
class Element:
    """`terms : condition` within an aggregate."""

    terms: tuple[Term, ...]
    condition: tuple[Literal | Compare, ...]


@dataclass(frozen=True, slots=True)
class Aggregate:
    """`var = #function { elements }`; comparisons of it are Compares of their own."""

    function: str
    elements: tuple[Element, ...]
    var: Var
    place: Place


Goal = Literal | Compare | Aggregate


@dataclass(frozen=True, slots=True)
class Choice:
    """The head of a choice rule: between `low` and `high` (None: no bound) of the elements' atoms."""

    elements: tuple[tuple[Atom, tuple[Literal | Compare, ...]], ...]
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule with what stands beside it. `head` is None for constraints and choice rules.

    `body` stands in an order in which every literal's variables are known when it is reached.
    """

    id: str
    head: Atom | None
    body: tuple[Goal, ...]
    choice: Choice | None
    sentence: str
    denial: str
    clause: str
    quote: str
    place: Place
    hidden: bool = False
    interpretation: str = ""
    also: tuple[str, ...] = ()
    card: bool = False


def variables(term: Term) -> Iterator[str]:
    """The names of a term's variables, `_` included."""
    match term:
        case Var(name):
            yield name
        case Fn(_, args):
            for arg in args:
                yield from variables(arg)
        case Arith(_, left, right) | Interval(left, right):
            yield from variables(left)
            yield from variables(right)


def goal_variables(goal: Goal) -> Iterator[str]:
    """The names of all variables of a body literal, an aggregate's inner ones included."""
    match goal:
        case Literal(atom, _):
            for arg in atom.args:
                yield from variables(arg)
        case Compare(_, left, right):
            yield from variables(left)
            yield from variables(right)
        case Aggregate(_, elements, var):
            yield var.name
            for element in elements:
                yield from element_variables(element)


def element_variables(element: Element) -> Iterator[str]:
    """The names of all variables of an aggregate's element."""
    for term in element.terms:
        yield from variables(term)
    for goal in element.condition:
        yield from goal_variables(goal)


def order(value: Value) -> tuple[int, object]:
    """A sort key over values of all kinds."""
    if isinstance(value, int):
        return 0, value
    if isinstance(value, str):
        return 1, value
    return 2, (len(value), *(order(part) for part in value))


def show(value: Value | None) -> str:
    """A value as it is written in rules: `pair(1,"Dr. Doom")`; None is `_`."""
    if value is None:
        return "_"
    if not isinstance(value, tuple):
        return str(value)
    if value[0] == TEXT:
        return json.dumps(value[1], ensure_ascii=False)
    name, args = value[0], ",".join(show(part) for part in value[1:])
    return f"{name}({args})" if args else str(name)


def show_fact(fact: Partial) -> str:
    """An atom as text; None shows as `_`."""
    args = ",".join(show(part) for part in fact[1:])
    return f"{fact[0]}({args})" if args else str(fact[0])


TOKEN = re.compile(
    r'\s*(?:(?P<number>-?\d+)|(?P<name>[A-Za-z][A-Za-z0-9_]*)|(?P<text>"(?:[^"\\]|\\.)*")|(?P<mark>[_(),]))'
)


def read_fact(text: str) -> Partial:
    """The atom of a text that `show_fact` wrote; ValueError where it is none, or a number in it is beyond 32 bits."""
    tokens = _tokens(text)
    fact, after = _term(tokens, next(tokens, None))
    if after is not None or isinstance(fact, int) or fact is None:
        raise ValueError(f"not an atom: {text[:80]!r}")
    return (fact,) if isinstance(fact, str) else fact


def _tokens(text: str) -> Iterator[re.Match[str]]:
    at = 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None:
            raise ValueError(f"not an atom: {text[:80]!r}")
        yield found
        at = found.end()


def _number(written: str) -> int:
    """A number that clingo can hold."""
    if len(written) > len(str(-GREATEST)) or abs(int(written)) > GREATEST:
        raise ValueError(f"the number {written[:40]} is beyond ±{GREATEST}")
    return int(written)


def _term(tokens: Iterator[re.Match[str]], token: re.Match[str] | None) -> tuple[Value | None, re.Match[str] | None]:
    if token is None:
        raise ValueError("an atom ends early")
    if token["number"]:
        return _number(token["number"]), next(tokens, None)
    if token["text"]:
        return (TEXT, json.loads(token["text"])), next(tokens, None)
    if token["mark"] == "_":
        return None, next(tokens, None)
    if not token["name"]:
        raise ValueError(f"unexpected {token.group()!r} in an atom")
    after = next(tokens, None)
    if after is None or after["mark"] != "(":
        return token["name"], after
    args: list[Value | None] = [token["name"]]
    while after is not None and after["mark"] in ("(", ","):
        part, after = _term(tokens, next(tokens, None))
        args.append(part)
    if after is None or after["mark"] != ")":
        raise ValueError("a bracket is not closed")
    return tuple(args), next(tokens, None)  # type: ignore[arg-type]
