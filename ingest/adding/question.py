"""A first question for a document that was just added, one that it answers."""

from __future__ import annotations

import re
from collections import defaultdict

from kb.records import Clause, Kind, Parsed

LEAST_WORDS = 6
MOST_TITLE_WORDS = 6
AROUND = re.compile(
    r"\W*(?:(?:table of )?contents|index(?: of .*)?|(?:\w+ )?credits|acknowledge?ments|colophon|appendix.*|"
    r"(?:.* )?glossary(?: of .*)?|(?:key ?)?terms|introduction|foreword|preface)\W*",
    re.IGNORECASE,
)
"""Titles of what stands around a document's rules and terms."""
NUMBER = re.compile(r"^(?:(?:chapter|section|part|appendix)\s+)?[\d.]*\d[a-z]?[.:)]*\s+", re.IGNORECASE)


def question_of(parsed: Parsed) -> str:
    """A question that the document answers: one that it asks itself, else about a term of its glossary, else about the
    section with the most rules; empty where it has none of them."""
    return _asked(parsed) or _defined(parsed) or _ruled(parsed)


def _asked(parsed: Parsed) -> str:
    """A question of the document's own, from its middle."""
    rulings = [each for each in parsed.clauses if each.kind is Kind.RULING and each.headings]
    asked = list(dict.fromkeys(each.headings[-1] for each in rulings if each.headings[-1].endswith("?")))
    return asked[len(asked) // 2] if asked else ""


def _defined(parsed: Parsed) -> str:
    """What a term is; a glossary's own title is none."""
    terms = [each.headings[-1] for each in parsed.clauses if each.kind is Kind.DEFINITION and each.headings]
    terms = [re.split(r"[,;/(]", each)[0].strip() for each in terms if not AROUND.fullmatch(each)]
    return f"What is {terms[len(terms) // 2]}?" if terms else ""


def _ruled(parsed: Parsed) -> str:
    """What the rules of a section are, of the one that says the most in sentences."""
    said: defaultdict[str, int] = defaultdict(int)
    for each in parsed.clauses:
        title = NUMBER.sub("", each.headings[-1]) if each.headings else ""
        if title and _rule(each) and _usable(title):
            said[title] += len(each.plain.split())
    if not said:
        return ""
    return f"What are the rules for {_inside(max(said, key=lambda title: said[title]))}?"


def _rule(clause: Clause) -> bool:
    return clause.kind is Kind.RULE and len(clause.plain.split()) >= LEAST_WORDS


def _usable(title: str) -> bool:
    """Whether a heading can stand in a question: few words, no question itself, nothing around the rules."""
    return len(title.split()) <= MOST_TITLE_WORDS and title[-1] not in "?!" and not AROUND.fullmatch(title)


def _inside(title: str) -> str:
    """A heading within a sentence: `The pilot` -> `the pilot`; names keep their capitals."""
    words = title.rstrip(" .:").split()
    article = words[0].lower() in ("the", "a", "an")
    plain = len(words) > 1 and words[0].istitle() and all(word.islower() for word in words[1:])
    return " ".join([words[0].lower(), *words[1:]]) if article or plain else " ".join(words)
