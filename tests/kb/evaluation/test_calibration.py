"""Verdicts are as often right as they are told to be."""

from __future__ import annotations

import re

import pytest

from kb.evaluation.calibration import Given, calibration, scaled, wilson


def verdicts(probability: float, right: int, wrong: int, game: str = "one") -> list[Given]:
    return [Given(game, probability, True)] * right + [Given(game, probability, False)] * wrong


def test_the_table_tells_what_was_said_beside_what_came() -> None:
    rows = calibration([*verdicts(0.97, 19, 1), *verdicts(0.75, 3, 1)])
    assert rows[0] == ["probability", "verdicts", "mean", "right"]
    assert rows[2] == ["0.70 to 0.80", "4", "0.75", "0.750 [0.30, 0.95]"]
    assert rows[-1] == ["0.95 to 1.00", "20", "0.97", "0.950 [0.76, 0.99]"]
    assert rows[1][1:] == ["0", "-", "-"]


def test_the_interval_of_a_share_stays_between_none_and_all() -> None:
    """Wilson's: 10 of 10 leave room below, none above."""
    low, high = wilson(10, 10)
    assert low == pytest.approx(0.722, abs=0.001)
    assert high == pytest.approx(1.0)
    assert wilson(0, 0) == (0.0, 1.0)


def test_probabilities_that_say_too_little_are_scaled_up_and_the_same_is_asserted() -> None:
    """Verdicts told to be right with .5 are so nine times in ten: the bias rises, and what is asked of one."""
    told = [
        each
        for game in ("one", "two", "three")
        for each in (*verdicts(0.5, 90, 10, game), *verdicts(0.3, 60, 40, game), *verdicts(0.8, 99, 1, game))
    ]
    table = scaled(told)
    found = {name: float(value) for name, value in re.findall(r"^(\w+) = (-?[\d.]+)$", table, re.M)}
    assert found["sure"] > 0.25
    assert "# 0.90 to 0.95" in table
    assert set(found) == {"bias", "trust", "support", "missing", "filled", "doubt", "sure", "asks"}
