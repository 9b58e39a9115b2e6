"""The logistic function, by which weighed features become a probability."""

from __future__ import annotations

import math

FURTHEST = 500.0
"""Log-odds beyond these are as good as certain; the exponential function overflows a little further out."""


def logistic(odds: float) -> float:
    """The probability with these log-odds, above 0 and at most 1."""
    return 1 / (1 + math.exp(-max(-FURTHEST, min(FURTHEST, odds))))
