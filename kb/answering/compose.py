"""What an operator makes of what the rules compute: the rules say what is so, the operator what is asked of it.

All functions are pure and give None where nothing can be said: then no verdict is asserted. A question that asks the
opposite is turned round once, by who calls, after its operator was applied.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Collection, Mapping
from enum import StrEnum

from kb.records.question import Operation
from kb.rules.prove.saying import content_stems
from kb.words.numbers import UNITS

COMPARE: dict[Operation, Callable[[int, int], bool]] = {
    Operation.MORE_THAN: operator.gt,
    Operation.AT_LEAST: operator.ge,
    Operation.FEWER_THAN: operator.lt,
    Operation.AT_MOST: operator.le,
    Operation.UP_TO: operator.le,
    Operation.EXACTLY: operator.eq,
}
UPWARDS = frozenset({Operation.MORE_THAN, Operation.AT_LEAST})
WORDS = {
    Operation.MORE_THAN: "more than",
    Operation.AT_LEAST: "at least",
    Operation.FEWER_THAN: "fewer than",
    Operation.AT_MOST: "at most",
    Operation.UP_TO: "up to",
    Operation.EXACTLY: "exactly",
}
SO, BECAUSE = ", so ", ", because "
NUMBER = re.compile(r"(?<![\w/])-?\d+(?![\w/])")
CONDITION = re.compile(r"\A(?:also |not )?when ")
LIMITED = {"amount": "", "most": "at most ", "least": "at least "}
Told = bool | None


class Meaning(StrEnum):
    """What a computed number is: the amount itself ("what do I pay?"), the most that may be ("how many may I draw?"),
    or the least that must be ("how many do I need?")."""

    AMOUNT = "amount"
    MOST = "most"
    LEAST = "least"


def number_is(kind: Operation, number: int, value: int, meaning: Meaning, asked: Operation | None) -> Told:
    """Whether a computed number is more than another, at least that, and so on; `asked` is MAY or MUST where the
    question asks for leave or for duty ("may I draw more than 4?").

    An amount is compared. Of a limit only part of the numbers is known: with "at most 5"

    | asked | more than N | at least N | up to N | at most N | fewer than N | exactly N |
    | may | 5 > N | 5 >= N | 5 >= N | yes at 5 | - | yes at 5, no above it |
    | is, must | no from 5 on | no above 5 | yes from 5 on | yes from 5 on | yes above 5 | no above 5 |

    and with "at least 2"

    | asked | more than N | at least N | up to, at most N | fewer than N | exactly N |
    | must | 2 > N | 2 >= N | - | - | no but at 2 |
    | may | - | - | yes at 2, no below it | 2 < N | yes at 2, no below it |
    | is | yes below 2 | yes up to 2 | no below 2 | no up to 2 | no below 2 |
    """
    if meaning is Meaning.AMOUNT:
        return COMPARE[kind](value, number)
    if meaning is Meaning.MOST:
        return _of_most(kind, number, value, asked is Operation.MAY)
    return _of_least(kind, number, value, asked)


def _of_most(kind: Operation, number: int, most: int, leave: bool) -> Told:
    if not leave:
        if kind in UPWARDS or kind is Operation.EXACTLY:
            return None if most > number or (most == number and kind is not Operation.MORE_THAN) else False
        return True if COMPARE[kind](most, number) else None
    if kind in UPWARDS:
        return COMPARE[kind](most, number)
    if kind is Operation.UP_TO:
        return most >= number
    if kind in (Operation.AT_MOST, Operation.EXACTLY) and most <= number:
        return most == number if kind is Operation.EXACTLY or most == number else None
    return None


def _of_least(kind: Operation, number: int, least: int, asked: Operation | None) -> Told:
    if asked is Operation.MUST:
        if kind in UPWARDS:
            return COMPARE[kind](least, number)
        return False if kind is Operation.EXACTLY and least != number else None
    if asked is Operation.MAY:
        if kind is Operation.FEWER_THAN:
            return least < number
        below = kind in (Operation.AT_MOST, Operation.UP_TO, Operation.EXACTLY) and number <= least
        return number == least if below else None
    if kind in UPWARDS:
        return True if COMPARE[kind](least, number) else None
    return None if COMPARE[kind](least, number) or (kind is Operation.EXACTLY and least <= number) else False


def values_say(
    kind: Operation,
    number: int,
    told: Mapping[int, Told],
    asked: Operation | None,
    every: bool,
    limit: bool = False,
    measured: bool = False,
) -> Told:
    """Whether what holds of single values of a fact holds of "more than N" of it, "at least N", and so on.

    `told` has the check's yes or no for each value, None where it gives neither. What holds of each of them, or of
    none, holds ("he is more than 3 away: is he hit?"). Where they differ: not of `every` such value ("every one that
    costs up to 4"); but where leave is asked, one that is allowed is enough ("can I fetch one that costs more than
    4?"), and of a limit ("up to 5", "at most 5") the greatest that is allowed counts. Where "at most 5" may be meant
    as a `limit` ("is it hit at most 5 spaces off?"), what is no limit is not asserted; where it is `measured` how far
    something goes ("does it reach at most 5 spaces?"), it is no limit where what is beyond is so as well.
    """
    counted = [value for value in told if COMPARE[kind](value, number)]
    within = [told[value] for value in counted]
    if not within:
        return None
    if asked is Operation.MAY and not every and kind in (Operation.UP_TO, Operation.AT_MOST, Operation.EXACTLY):
        return _limit_says(kind, number, told)
    if None in within:
        return None
    if len(set(within)) == 1:
        limit = limit and asked is not Operation.MAY
        beyond = {said for value, said in told.items() if value >= number and value not in counted} - {False}
        if not (limit and beyond and within[0]) or kind in UPWARDS:
            return within[0]
        return False if measured and True in beyond else None
    if every:
        return False
    return True if asked is Operation.MAY else None


def _limit_says(kind: Operation, number: int, told: Mapping[int, Told]) -> Told:
    """Whether so many are allowed, and, but for "up to", no more than that."""
    if told.get(number) is None:
        return None
    if kind is Operation.UP_TO or not told[number]:
        return told[number]
    above = [said for value, said in told.items() if value > number]
    if not above or None in above or (kind is Operation.EXACTLY and any(above)):
        return None  # "can exactly 3 play?" where 4 may play too: 3 may, but not they alone
    return not any(above)


def only_says(here: Told, without: Collection[Told]) -> Told:
    """Whether something holds only by a condition: it holds `here`, and `without` the condition it fails, whatever
    stands in its stead."""
    if here is None or not without:
        return None
    if here is False or any(without):
        return False
    return None if None in without else True


def in_all(worlds: Collection[Told]) -> Told:
    """Whether something is always so: in every world that what was said allows."""
    if False in worlds:
        return False
    return None if None in worlds or not worlds else True


def in_some(worlds: Collection[Told]) -> Told:
    """Whether something is ever so: in some world that what was said allows."""
    if True in worlds:
        return True
    return None if None in worlds or not worlds else False


def duty_says(own: Operation | None, asked: Operation | None, value: bool, commanded: bool) -> Told:
    """What a check that asks for leave (`own` is MAY), for duty (MUST) or for neither says of a question that asks
    for one of them. What must be done may be done, and what may not be done need not be: "must" is "may not leave it".

    | the check asks | may? | must? |
    | may it | its own verdict | no where it says no, else nothing: what may be done need not |
    | must it | yes where it says yes, else nothing: what need not be done may be | its own verdict |
    | is it | its own verdict | no where it says no; yes where the rule commands it (`commanded`), else nothing |
    """
    if asked is None or asked is own:
        return value
    if asked is Operation.MAY:
        return value if own is not Operation.MUST or value else None
    return False if not value else True if own is None and commanded else None


def outcome_words(kind: Operation, number: int, value: int, meaning: Meaning, holds: bool) -> str:
    """Why a comparison is right or wrong: `at most 5, so not more than 5`; what is the same is said once."""
    computed, asked = f"{LIMITED[meaning]}{value}", f"{WORDS[kind]} {number}"
    return computed if computed == asked and holds else f"{computed}{SO}{'' if holds else 'not '}{asked}"


def with_operator(reason: str, words: str) -> str:
    """A reason with what an operator adds to it, which does not say again what was said: `it costs 2` and `2, so at
    least 1` are `it costs 2, so at least 1`; a condition that is the reason itself, `not when it is stunned`, is left
    out, and so is what it says already, `at least 2` of `at least two steps`."""
    value, so, rest = words.partition(SO)
    if not reason or not words or re.search(rf"(?<!\w){re.escape(words)}(?!\w)", in_digits(reason)):
        return reason or words
    if so and value in NUMBER.findall(reason) and SO not in reason:
        return f"{reason}{SO}{rest}"
    if so and value in NUMBER.findall(reason.rpartition(SO)[2]):
        return f"{reason}, which is {rest}"
    if so:
        return f"{reason} ({value}){SO}{rest}"
    told = CONDITION.match(words) and content_stems(words) <= content_stems(reason)
    return supposed(reason) if told else f"{reason}; {words}"


def supposed(reason: str) -> str:
    """A reason that tells of a case which is only supposed: `it is stunned, so it is out` is `when it is stunned, it is
    out`, and `it is out, because it is stunned` is `it is out when it is stunned`."""
    case, so, rest = reason.partition(SO)
    if so and SO not in rest:
        return f"when {case}, {rest}"
    said, because, why = reason.partition(BECAUSE)
    return f"{said} when {why}" if because and BECAUSE not in why else reason


def in_digits(said: str) -> str:
    """What is said with its numbers up to nineteen in digits: `at least two steps` is `at least 2 steps`."""
    return re.sub(r"\w+", lambda word: str(UNITS.get(word[0], word[0])), said)
