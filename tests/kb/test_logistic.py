"""The logistic function is the plain one wherever that can be computed, and a probability everywhere."""

from __future__ import annotations

import math

import numpy as np
import pytest

from kb.answering.asserting.evidence import FEATURES, probability_that_asked
from kb.answering.asserting.trust import probability_of
from kb.evaluation.fitting.ranking import logistic_each
from kb.logistic import logistic


@pytest.mark.parametrize("odds", [-500.0, -30.5, -1.0, 0.0, 0.3, 7.25, 500.0])
def test_it_is_the_plain_formula(odds: float) -> None:
    assert logistic(odds) == 1 / (1 + math.exp(-odds))


@pytest.mark.parametrize("odds", [-1e9, -1000.0, 1000.0, math.inf, -math.inf])
def test_what_is_far_out_is_as_good_as_certain(odds: float) -> None:
    certain = float(odds > 0)
    assert logistic(odds) == pytest.approx(certain)
    assert probability_of(odds) == pytest.approx(certain)
    assert probability_that_asked(dict.fromkeys(FEATURES, odds if math.isfinite(odds) else 0.0)) >= 0
    with np.errstate(all="raise", under="ignore"):
        assert logistic_each(np.array([odds])) == pytest.approx(certain)
