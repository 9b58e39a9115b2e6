"""Patterns that game.toml gives: refused where they could take for ever over a line of a document.

A search is held up by a repetition without a bound that stands in another, `(a+)+`, that may begin in several ways,
`(?:.|.)*`, or that follows many others, `.*.*.*`. Their kinds are told by the pattern's own tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from re import _compiler, _constants, _parser  # type: ignore[attr-defined]  # isort: skip  # the tree has no public name

LONGEST = 2_000
MOST = 12
"""Repetitions without a bound in one pattern."""
UNBOUNDED = 100
"""A repetition that may go on for more than so many times."""
REPEATS = (_constants.MAX_REPEAT, _constants.MIN_REPEAT)


def too_costly(pattern: str) -> str:
    """Why a pattern is refused; empty where it is not, or where it is none, which its layout says."""
    if len(pattern) > LONGEST:
        return f"has {len(pattern)} characters, at most {LONGEST} may be"
    try:
        tree = _parser.parse(pattern)
    except (re.error, RecursionError, OverflowError):
        return ""
    depths = list(_repetitions(tree, 0))
    if any(depth > 1 for depth in depths):
        return "repeats without a bound what repeats or chooses itself"
    if len(depths) > MOST:
        return f"has {len(depths)} repetitions without a bound, at most {MOST} may be"
    return ""


def _repetitions(part: Any, depth: int) -> Iterator[int]:
    """How deep each repetition without a bound stands in others; a choice in one counts as another."""
    for operation, argument in part:
        if operation in REPEATS:
            _, high, inner = argument
            unbounded = high == _constants.MAXREPEAT or int(high) > UNBOUNDED
            if unbounded:
                yield depth + 1
            yield from _repetitions(inner, depth + (unbounded and not _separated(inner)))
        elif operation is _constants.BRANCH:
            if depth and _same_start(argument[1]):
                yield depth + 1
            for each in argument[1]:
                yield from _repetitions(each, depth)
        elif operation is _constants.SUBPATTERN:
            yield from _repetitions(argument[3], depth)
        elif operation in (_constants.ASSERT, _constants.ASSERT_NOT):
            yield from _repetitions(argument[1], depth)


def _separated(body: Any) -> bool:
    """Whether a repeated part begins with a sign that nothing repeated in it takes: ` [a-z]+`, `\\.\\d+`."""
    while len(body) == 1 and body[0][0] is _constants.SUBPATTERN:
        body = body[0][1][3]
    if not len(body) or body[0][0] is not _constants.LITERAL:
        return False
    sign = chr(body[0][1])
    inside = [argument[2] for operation, argument in body if operation in REPEATS]
    return all(_compiler.compile(each).search(sign) is None for each in inside) and all(
        operation in (*REPEATS, _constants.LITERAL, _constants.IN) for operation, _ in body
    )


def _same_start(branches: Any) -> bool:
    """Whether two branches may begin with the same: where each begins with another plain character they do not."""
    starts = [each[0] if len(each) else None for each in branches]
    plain = [
        argument for operation, argument in (each or (None, None) for each in starts) if operation is _constants.LITERAL
    ]
    return len(plain) < len(starts) or len(set(plain)) < len(plain)
