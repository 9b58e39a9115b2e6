"""What does not fit a record that pydantic reads, in plain words: where it is, what is wrong, and what was expected."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from pydantic import AfterValidator, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from kb.errors import DayError, Place, Problem

DAY_FORM = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
EMPTY = "is empty"
WRITTEN, NO_DAY = "written", "date_parsing"
DAY = ("is no day", "one such as 2006-08-29")
WHOLE = ("is no whole number", "a whole number")
NUMBER = ("is no number", "a number")
TRUTH = ("is neither true nor false", "true or false")
LIST = ("is no list", "a list")
TABLE = ("is no table of names and values", "names, each with its value")
NONE_OF_THEM = ("is none of its values", "{expected}")
PATTERN = ("is no pattern that can be read", "a regular expression")
SAID = {
    "missing": ("is missing", "a value"),
    "extra_forbidden": ("is no name that is known here", ""),
    WRITTEN: ("is not written as it has to be", "{expected}"),
    "string_type": ("is no text", "a text"),
    "string_too_long": ("is too long", "at most {max_length} characters"),
    "too_long": ("has too many entries", "at most {max_length}"),
    "greater_than_equal": ("is too small", "{ge} or more"),
    "greater_than": ("is too small", "more than {gt}"),
    "less_than_equal": ("is too great", "{le} or less"),
    "less_than": ("is too great", "less than {lt}"),
    "json_invalid": ("is no JSON", "JSON"),
    "pattern_regex": PATTERN,
    "pattern_type": PATTERN,
    "literal_error": NONE_OF_THEM,
    "enum": NONE_OF_THEM,
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float", "int_parsing_size"), WHOLE),
    **dict.fromkeys(("float_type", "float_parsing", "finite_number"), NUMBER),
    **dict.fromkeys(("bool_type", "bool_parsing"), TRUTH),
    **dict.fromkeys(("list_type", "tuple_type", "set_type", "frozen_set_type"), LIST),
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type", "dataclass_type"), TABLE),
    **dict.fromkeys((NO_DAY, "date_type", "date_from_datetime_parsing", "date_from_datetime_inexact"), DAY),
}
"""What is wrong, and what was expected, by pydantic's name of it; with the bounds that the field has."""
SAID_OF_ITSELF = "value_error"
FEWEST = ("string_too_short", "too_short")
TYPE = re.compile(r"[a-z-]+\[")
BRANCHES = frozenset(("bool", "int", "str", "date", "float", "pattern", "constrained-int", "constrained-str"))
"""What pydantic puts behind the place of a value that may be of several types: the one that it tried."""


def unwritten(expected: str) -> PydanticCustomError:
    """The error of a text that is not written as `expected` says."""
    return PydanticCustomError(WRITTEN, WRITTEN, {"expected": expected})


def written(pattern: str, expected: str) -> AfterValidator:
    """Takes only texts that are whole as a pattern has them, which says in words what is expected; the empty text
    too."""

    def check(text: str) -> str:
        if text and not re.fullmatch(pattern, text, re.ASCII):
            raise unwritten(expected)
        return text

    return AfterValidator(check)


def day_of(text: str) -> date:
    """The day that is written as 2006-08-29, and in no other way; DayError otherwise."""
    try:
        if DAY_FORM.fullmatch(text):
            return date.fromisoformat(text)
    except ValueError:
        pass
    raise DayError(f"“{text[:50]}” is no day: one such as 2006-08-29 is expected")


def day_written(text: object) -> date:
    """The same of a field; pydantic's error of no day otherwise."""
    try:
        return day_of(str(text))
    except DayError as error:
        raise PydanticCustomError(NO_DAY, NO_DAY) from error


@dataclass(frozen=True, slots=True)
class Misfit:
    """One thing that does not fit: `place` leads to it, outermost first; `wrong` goes on from its name."""

    place: tuple[str, ...]
    wrong: str
    expected: str

    @property
    def why(self) -> str:
        """What is wrong and what was expected, `is no day; expected: one such as 2006-08-29`."""
        return f"{self.wrong}; expected: {self.expected}" if self.expected else self.wrong

    def said(self, whole: str) -> str:
        """One sentence; `whole` names what was read where all of it does not fit."""
        return f"{'.'.join(self.place) or whole} {self.why}"

    def problem(self, code: str, place: Place, see: str, below: str = "") -> Problem:
        """The same at a place of a file, where `below` names the table that it was read from; `see` has the names and
        their values."""
        name = ".".join([*filter(None, [below]), *self.place])
        expected = f"{self.expected}; see {see}" if self.expected else f"see {see}"
        return Problem(code, f"{name or 'the whole'} {self.wrong}", place, expected)


def misfits(error: ValidationError) -> list[Misfit]:
    """Each thing that does not fit, once; where a value may be of several types, all of them together."""
    met = [(tuple(map(str, each["loc"])), each) for each in error.errors(include_url=False)]
    several = _of_several_types([place for place, _ in met])
    found: dict[tuple[str, ...], list[Misfit]] = {}
    for led, each in met:
        place = tuple(part for at, part in enumerate(led) if not at or (led[:at] not in several and not _is_type(part)))
        found.setdefault(place, []).append(Misfit(place, *_told(each)))
    inner = {place[:at] for place in found for at in range(len(place))}
    return [_together(each) for place, each in found.items() if place not in inner]


def _of_several_types(places: Sequence[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """The places of values that may be of several types: behind each pydantic names every type that it tried. A field
    that is called as a type is, `pattern`, stands there alone or beside others that are not."""
    behind: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for place in places:
        for at in range(1, len(place)):
            behind[place[:at]].add(place[at])
    return {
        place
        for place, parts in behind.items()
        if len(parts) > 1 and all(part in BRANCHES or _is_type(part) for part in parts)
    }


def _is_type(part: str) -> bool:
    """Whether a part of a place is a type with its own types, `list[str]`: no field is called so."""
    return TYPE.match(part) is not None


def _told(error: ErrorDetails) -> tuple[str, str]:
    kind, told = error["type"], error.get("ctx", {})
    if kind in FEWEST:
        fewest = int(told["min_length"])
        what = "character" if kind == "string_too_short" else "entry"
        many = {"character": "characters", "entry": "entries"}[what]
        return (EMPTY if not error["input"] else "is too short"), f"at least {fewest} {what if fewest == 1 else many}"
    if kind == SAID_OF_ITSELF:
        return f"does not fit: {told['error']}", ""
    wrong, expected = SAID.get(kind, (f"does not fit: {error['msg']}", ""))
    return wrong, expected.format(**told)


def _together(found: list[Misfit]) -> Misfit:
    if len(found) == 1:
        return found[0]
    if telling := [each for each in found if not each.expected or each.wrong == EMPTY]:
        return telling[0]
    return Misfit(found[0].place, "does not fit", " or ".join(dict.fromkeys(each.expected for each in found)))
