"""Numbers written as words, from zero to ninety-nine."""

from __future__ import annotations

UNITS_IN_ORDER = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen"""
TENS_IN_ORDER = "twenty thirty forty fifty sixty seventy eighty ninety"
UNITS = {word: value for value, word in enumerate(UNITS_IN_ORDER.split())}
TENS = {word: 10 * ten for ten, word in enumerate(TENS_IN_ORDER.split(), 2)}
JOINED = {f"{ten}-{unit}": TENS[ten] + UNITS[unit] for ten in TENS for unit in UNITS if 1 <= UNITS[unit] <= 9}
NUMBERS = UNITS | TENS | JOINED
"""Each number by its word: `twelve`, `forty-two`."""
