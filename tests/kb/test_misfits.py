"""What does not fit is said in plain words: where it is, what is wrong, what was expected; none of pydantic's."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from kb.errors import Place
from kb.misfits import day_written, misfits, written


class Boat(BaseModel):
    """Whatever a file or a request may hold."""

    model_config = ConfigDict(extra="forbid", strict=True)

    name: Annotated[str, Field(min_length=1, max_length=9), written(r"[a-z-]*", "small letters and hyphens")]
    crates: int = Field(default=1, ge=1, le=3)
    cargo: list[Annotated[str, Field(min_length=1)]] = Field(default=["oil"], min_length=1, max_length=2)
    kind: Literal["skiff", "barge"] = "skiff"
    since: Annotated[date, BeforeValidator(day_written)] | None = None
    leaks: bool = False
    verdict: bool | int | list[str] | None = None
    match: re.Pattern[str] | None = None

    @model_validator(mode="after")
    def _floats(self) -> Boat:
        if self.leaks and self.crates > 1:
            raise ValueError("a boat that leaks carries one crate")
        return self


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({}, "name is missing; expected: a value"),
        ({"name": ""}, "name is empty; expected: at least 1 character"),
        ({"name": 3}, "name is no text; expected: a text"),
        ({"name": "a-very-long-name"}, "name is too long; expected: at most 9 characters"),
        ({"name": "Brig"}, "name is not written as it has to be; expected: small letters and hyphens"),
        ({"name": "brig\n"}, "name is not written as it has to be; expected: small letters and hyphens"),
        ({"name": "brig", "crates": "x"}, "crates is no whole number; expected: a whole number"),
        ({"name": "brig", "crates": 9}, "crates is too great; expected: 3 or less"),
        ({"name": "brig", "cargo": []}, "cargo is empty; expected: at least 1 entry"),
        ({"name": "brig", "cargo": "oil"}, "cargo is no list; expected: a list"),
        ({"name": "brig", "cargo": ["oil", ""]}, "cargo.1 is empty; expected: at least 1 character"),
        ({"name": "brig", "kind": "ship"}, "kind is none of its values; expected: 'skiff' or 'barge'"),
        ({"name": "brig", "since": "soon"}, "since is no day; expected: one such as 2006-08-29"),
        ({"name": "brig", "since": "2006-13-01"}, "since is no day; expected: one such as 2006-08-29"),
        ({"name": "brig", "leaks": "yes"}, "leaks is neither true nor false; expected: true or false"),
        (
            {"name": "brig", "verdict": "x"},
            "verdict does not fit; expected: true or false or a whole number or a list",
        ),
        ({"name": "brig", "match": "("}, "match is no pattern that can be read; expected: a regular expression"),
        ({"name": "brig", "colour": "red"}, "colour is no name that is known here"),
        ({"name": "brig", "leaks": True, "crates": 2}, "the boat does not fit: a boat that leaks carries one crate"),
        ([], "the boat is no table of names and values; expected: names, each with its value"),
    ],
)
def test_each_thing_is_said_with_its_place_and_what_was_expected(told: Any, said: str) -> None:
    with pytest.raises(ValidationError) as raised:
        Boat.model_validate(told)
    assert [each.said("the boat") for each in misfits(raised.value)] == [said]


def test_in_a_file_it_is_told_below_its_table_with_where_the_names_stand() -> None:
    with pytest.raises(ValidationError) as raised:
        Boat.model_validate({"name": "brig", "crates": 0})
    [found] = misfits(raised.value)
    problem = found.problem("bad-boat", Place("boats.toml", 3), "docs/boats.md", "boats")
    assert (problem.message, problem.expected) == ("boats.crates is too small", "1 or more; see docs/boats.md")


def test_of_a_value_of_several_types_the_inmost_is_told_without_the_types_that_were_tried() -> None:
    class Game(BaseModel):
        enums: dict[str, Annotated[list[str], Field(min_length=1)] | dict[str, str]]

    said = []
    for value in ([], [3], 3):
        with pytest.raises(ValidationError) as raised:
            Game.model_validate({"enums": {"boat": value}})
        said += [each.said("it") for each in misfits(raised.value)]
    assert said == [
        "enums.boat is empty; expected: at least 1 entry",
        "enums.boat.0 is no text; expected: a text",
        "enums.boat does not fit; expected: a list or names, each with its value",
    ]


def test_a_field_that_is_named_as_a_type_is_named_and_hides_nothing_beside_it() -> None:
    class Noise(BaseModel):
        pattern: re.Pattern[str]
        date: int
        reason: str

    class Layout(BaseModel):
        noise: list[Noise]

    said = []
    for told in ({"pattern": "(", "date": 1, "reason": "x"}, {"pattern": "(", "date": 1}):
        with pytest.raises(ValidationError) as raised:
            Layout.model_validate({"noise": [told]})
        said.append([each.said("it") for each in misfits(raised.value)])
    unreadable = "noise.0.pattern is no pattern that can be read; expected: a regular expression"
    assert said == [[unreadable], [unreadable, "noise.0.reason is missing; expected: a value"]]
