"""A text that only names something: a section by its number, `what does 2.2 say`, a card or a word, `doom-bot`.

It asks for what is written there. Whether such a section, card or word exists, kb/answering/lookup.py looks up.
"""

from __future__ import annotations

import re

from kb.question.patterns import pattern
from kb.records.question import Question

LONGEST_NAME = 7
"""Words of a name; a longer text is a question."""
NO_NAMES = (("posts", "company"), ("posts", "tag"), ("references", "yes-or-no"))
LETTERS = re.compile(r"[^\W\d_]{2}")


def section_named(question: Question) -> str:
    """The number of the section that a text consists of, `4.1`; empty where it says anything else, or a whole number
    alone, which may count something."""
    found = pattern("references", "section").match(question.text)
    if found is None or not (found["word"] or "." in found["number"] or found["number"][-1].isalpha()):
        return ""
    return found["number"]


def name_said(question: Question) -> str:
    """What a text would name if it were nothing but a name, words of asking for it aside; empty for a longer one, and
    for one that only asks for company or begins like a question, `is he right?`."""
    if any(pattern(*each).match(question.text) for each in NO_NAMES):
        return ""
    found = pattern("references", "name").match(question.text)
    name = found["name"] if found else ""
    return name if len(name.split()) <= LONGEST_NAME and LETTERS.search(name) else ""
