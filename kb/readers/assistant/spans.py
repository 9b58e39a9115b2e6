"""Whether words stand in a question, and where: what a reader says must be there, letter by letter but for case, blanks
and the signs that keyboards write alike."""

from __future__ import annotations

import re

ALIKE = str.maketrans("‘’‚`´“”„–—‐‑\u00a0", "'''''\"\"\"----" + " ")
LONGEST = 400
ENDS = " \t\n\"'“”‘’.,;:!?()"


def stands(said: str, text: str) -> tuple[int, int] | None:
    """Where `said` stands in a text as whole words, `[start, end)` in code points; None where it does not."""
    words = said.translate(ALIKE).strip(ENDS).split()
    if not words or len(said) > LONGEST or not any(letter.isalnum() for letter in said):
        return None
    between = r"\s+".join(re.escape(word) for word in words)
    found = re.search(rf"(?<!\w){between}(?!\w)", text.translate(ALIKE), re.I)
    return found.span() if found else None
