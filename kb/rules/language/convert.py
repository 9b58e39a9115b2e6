"""clingo's syntax tree into the project's own records; whatever is not listed here is not allowed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from clingo import SymbolType, ast

from kb.errors import Place
from kb.rules.language.syntax import (
    NAME,
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
    Term,
    Var,
)  # fmt: skip

AST = Any
MIRRORED = {"=": "=", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
FUNCTIONS = {ast.AggregateFunction.Count: "count", ast.AggregateFunction.Sum: "sum",
             ast.AggregateFunction.Min: "min", ast.AggregateFunction.Max: "max"}  # fmt: skip
ARITHMETIC = {
    ast.BinaryOperator.Plus: "+",
    ast.BinaryOperator.Minus: "-",
    ast.BinaryOperator.Multiplication: "*",
    ast.BinaryOperator.Division: "/",
    ast.BinaryOperator.Modulo: "\\",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """A rule as it was written: body in written order, lines it spans, not yet checked."""

    head: Atom | None
    choice: Choice | None
    body: tuple[Goal, ...]
    place: Place
    last: int


class NotAllowedError(Exception):
    """Something that clingo reads and rules may not hold."""

    def __init__(self, message: str, place: Place, expected: str = "") -> None:
        self.message, self.place, self.expected = message, place, expected
        super().__init__(message)


class Converter:
    """Converts the statements of one block; `at` turns clingo's locations into places."""

    def __init__(self, at: Callable[[Any], Place], options: bool) -> None:
        self.at = at
        self.options = options
        self.fresh = 0

    def statement(self, node: AST) -> Statement | None:
        """The rule of one statement, None for comments and the implicit `#program base.`."""
        if node.ast_type in (ast.ASTType.Program, ast.ASTType.Comment):
            return None
        if node.ast_type != ast.ASTType.Rule:
            raise NotAllowedError("this statement is not a rule", self.at(node.location), "head :- body.")
        self.fresh = 0
        head, choice = self._head(node.head)
        body = [goal for part in node.body for goal in self._body(part)]
        lines = node.location.end.line - node.location.begin.line
        place = self.at(node.location)
        return Statement(head, choice, tuple(body), place, place.line + lines)

    def _head(self, node: AST) -> tuple[Atom | None, Choice | None]:
        place = self.at(node.location)
        if node.ast_type == ast.ASTType.Aggregate:
            self._only_in_options(place, "a choice")
            return None, self._choice(node)
        if node.ast_type != ast.ASTType.Literal or node.sign != ast.Sign.NoSign:
            raise NotAllowedError("a rule has one plain atom as its head", place, "head :- body.")
        if node.atom.ast_type == ast.ASTType.BooleanConstant and not node.atom.value:
            self._only_in_options(place, "a rule without head")
            return None, None
        return self._atom(node), None

    def _only_in_options(self, place: Place, what: str) -> None:
        if not self.options:
            raise NotAllowedError(
                f"{what} is allowed in options blocks only", place, "`%@ options` as the block's first line"
            )

    def _atom(self, node: AST) -> Atom:
        place = self.at(node.location)
        if node.atom.ast_type != ast.ASTType.SymbolicAtom:
            raise NotAllowedError("an atom is expected here", place, "name(arguments)")
        symbol = node.atom.symbol
        if symbol.ast_type != ast.ASTType.Function or symbol.external:
            raise NotAllowedError("atoms are plain: no `-` before and no alternatives within", place, "name(arguments)")
        return Atom(self._name(symbol.name, place), tuple(self.term(arg) for arg in symbol.arguments), place)

    def _name(self, name: str, place: Place) -> str:
        if not NAME.match(name):
            raise NotAllowedError(f"{name!r} is no name", place, "a lower case letter, then letters, digits or _")
        return name

    def _choice(self, node: AST) -> Choice:
        low, high = None, None
        for guard, mirror in ((node.left_guard, True), (node.right_guard, False)):
            if guard is None:
                continue
            op = self._operator(guard.comparison)
            bound = self.term(guard.term)
            if not isinstance(bound, Const) or not isinstance(bound.value, int) or op == "!=":
                raise NotAllowedError("a choice is bounded by numbers", self.at(node.location), "1 { … } 2")
            op = MIRRORED[op] if mirror else op
            low = bound.value + (op == ">") if op in ("=", ">", ">=") else low
            high = bound.value - (op == "<") if op in ("=", "<", "<=") else high
        return Choice(tuple(self._chosen(element) for element in node.elements), low, high)

    def _chosen(self, node: AST) -> tuple[Atom, tuple[Literal | Compare, ...]]:
        if node.literal.ast_type != ast.ASTType.Literal or node.literal.sign != ast.Sign.NoSign:
            raise NotAllowedError(
                "what is chosen is a plain atom", self.at(node.location), "{ pick(X) : candidate(X) }"
            )
        return self._atom(node.literal), self._condition(node.condition)

    def _condition(self, nodes: Sequence[AST]) -> tuple[Literal | Compare, ...]:
        found: list[Literal | Compare] = []
        for node in nodes:
            for goal in self._body(node):
                if isinstance(goal, Aggregate):
                    raise NotAllowedError(
                        "an aggregate within an aggregate", self.at(node.location), "a rule of its own"
                    )
                found.append(goal)
        return tuple(found)

    def _body(self, node: AST) -> list[Goal]:
        place = self.at(node.location)
        if node.ast_type != ast.ASTType.Literal:
            raise NotAllowedError(
                "a body holds atoms, comparisons and aggregates", place, "no `p : q` outside of an aggregate"
            )
        kind = node.atom.ast_type
        if kind == ast.ASTType.SymbolicAtom and node.sign != ast.Sign.DoubleNegation:
            return self._literal(node)
        if node.sign != ast.Sign.NoSign:
            raise NotAllowedError("`not` stands once, before a plain atom", place, "the opposite comparison")
        if kind == ast.ASTType.Comparison:
            return list(self._comparison(node.atom, place))
        if kind == ast.ASTType.BodyAggregate:
            return self._aggregate(node.atom, place)
        raise NotAllowedError("a body holds atoms, comparisons and aggregates", place, "#count { X : p(X) } >= 2")

    def _literal(self, node: AST) -> list[Goal]:
        atom, negated = self._atom(node), node.sign == ast.Sign.Negation
        extra: list[Goal] = []
        args = tuple(self._argument(arg, extra, atom.place) for arg in atom.args)
        return [Literal(Atom(atom.name, args, atom.place), negated), *extra]

    def _argument(self, term: Term, extra: list[Goal], place: Place) -> Term:
        """Arithmetic in a body atom's argument becomes a comparison of its own."""
        if isinstance(term, Interval):
            raise NotAllowedError("an interval in a body's atom", place, "X = 1..3")
        if isinstance(term, Fn) and any(isinstance(arg, Arith | Interval) for arg in term.args):
            raise NotAllowedError(
                "arithmetic within a function term of a body", place, "a variable, compared beside it"
            )
        if not isinstance(term, Arith):
            return term
        var = self._fresh()
        extra.append(Compare("=", var, term, place))
        return var

    def _fresh(self) -> Var:
        self.fresh += 1
        return Var(f"_V{self.fresh}")

    def _operator(self, number: int) -> str:
        return {ast.ComparisonOperator.Equal: "=", ast.ComparisonOperator.NotEqual: "!=",
                ast.ComparisonOperator.LessThan: "<", ast.ComparisonOperator.LessEqual: "<=",
                ast.ComparisonOperator.GreaterThan: ">",
                ast.ComparisonOperator.GreaterEqual: ">="}[ast.ComparisonOperator(number)]  # fmt: skip

    def _comparison(self, node: AST, place: Place) -> list[Compare]:
        left, found = self.term(node.term), []
        for guard in node.guards:
            op, right = self._operator(guard.comparison), self.term(guard.term)
            if isinstance(left, Interval) or (isinstance(right, Interval) and op != "="):
                raise NotAllowedError("an interval stands right of `=` only", place, "X = 1..3, or 1 <= X <= 3")
            found.append(Compare(op, left, right, place))
            left = right
        return found

    def _aggregate(self, node: AST, place: Place) -> list[Goal]:
        function = FUNCTIONS.get(ast.AggregateFunction(node.function))
        if function is None:
            raise NotAllowedError("this aggregate is not allowed", place, "#count, #sum, #min or #max")
        guards: list[tuple[str, Term]] = []
        for guard, mirror in ((node.left_guard, True), (node.right_guard, False)):
            if guard is not None:
                op = self._operator(guard.comparison)
                guards.append((MIRRORED[op] if mirror else op, self.term(guard.term)))
        elements = tuple(self._element(element) for element in node.elements)
        var = next((term for op, term in guards if op == "=" and isinstance(term, Var)), None) or self._fresh()
        rest = [Compare(op, var, term, place) for op, term in guards if term != var]
        return [Aggregate(function, elements, var, place), *rest]

    def _element(self, node: AST) -> Element:
        terms = tuple(self.term(term) for term in node.terms)
        return Element(terms, self._condition(node.condition))

    def term(self, node: AST) -> Term:
        """One term."""
        place = self.at(node.location)
        match node.ast_type:
            case ast.ASTType.Variable:
                return self._variable(node.name, place)
            case ast.ASTType.SymbolicTerm:
                return Const(self._symbol(node.symbol, place))
            case ast.ASTType.Function if not node.external:
                return self._function(node, place)
            case ast.ASTType.Interval:
                return Interval(self.term(node.left), self.term(node.right))
            case ast.ASTType.UnaryOperation:
                return self._unary(node, place)
            case ast.ASTType.BinaryOperation:
                return self._binary(node, place)
        raise NotAllowedError("this term is not allowed", place, "numbers, words, text, variables, arithmetic")

    def _variable(self, name: str, place: Place) -> Var:
        if name == "_":
            self.fresh += 1
            return Var(f"_{self.fresh}")
        if name.startswith("_"):
            raise NotAllowedError(f"variable {name} begins with _", place, "a capital letter first")
        return Var(name)

    def _symbol(self, symbol: Any, place: Place) -> int | str | tuple[str, str]:
        if symbol.type == SymbolType.Number:
            return int(symbol.number)
        if symbol.type == SymbolType.String:
            return TEXT, str(symbol.string)
        if symbol.type == SymbolType.Function and symbol.positive and not symbol.arguments:
            return self._name(symbol.name, place)
        raise NotAllowedError(f"{symbol} is not allowed", place, "numbers, words or text")

    def _function(self, node: AST, place: Place) -> Term:
        if not node.arguments:
            return Const(self._name(node.name, place))
        name = self._name(node.name, place)
        args = tuple(self.term(arg) for arg in node.arguments)
        if all(isinstance(arg, Const) for arg in args):
            return Const((name, *(arg.value for arg in args if isinstance(arg, Const))))
        return Fn(name, args)

    def _unary(self, node: AST, place: Place) -> Term:
        inner = self.term(node.argument)
        if node.operator_type == ast.UnaryOperator.Absolute:
            return Arith("abs", inner, Const(0))
        if node.operator_type == ast.UnaryOperator.Minus:
            if isinstance(inner, Const) and isinstance(inner.value, int):
                return Const(-inner.value)
            return Arith("-", Const(0), inner)
        raise NotAllowedError("this operation is not allowed", place, "+ - * / \\ |X|")

    def _binary(self, node: AST, place: Place) -> Term:
        op = ARITHMETIC.get(ast.BinaryOperator(node.operator_type))
        if op is None:
            raise NotAllowedError("this operation is not allowed", place, "+ - * / \\ |X|")
        return Arith(op, self.term(node.left), self.term(node.right))
