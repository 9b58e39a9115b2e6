"""Pointers in the words of clauses to numbers and ids of the same document, in every spelling that rulebooks use.

`see rule 704.5`, `rules 704.5 and 704.6a`, `section 4`, `(9.2.2)`, `§ 12`, `Costs{#costs}`. One whose number does not
exist is a warning, never an error: a publisher's slip stops nobody's build.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.draft import Draft
from kb.records import Clause, CrossReference

NUMBER = r"[0-9]{1,4}(?:\.[0-9]{1,4})*[a-z]{0,2}"
WORDED = re.compile(
    rf"\b(?:(?:sub)?rules?|(?:sub)?sections?|chapters?|clauses?|paragraphs?|articles?|§{{1,2}})\s+"
    rf"(?P<list>{NUMBER}(?![\w%])(?:(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|to|through)\s+|[–-])"
    rf"(?:rules?\s+|sections?\s+)?{NUMBER}(?![\w%]))*)",
    re.IGNORECASE,
)
BRACKETED = re.compile(rf"\((?:see\s+|cf\.?\s+)?(?P<list>{NUMBER}(?:\s*[,;]\s*{NUMBER})*)\)", re.IGNORECASE)
LINK = re.compile(r"\{#(?P<anchor>[\w.:-]{1,100})\}")
SINGLE = re.compile(NUMBER)


def linked(draft: Draft, outside: bool = False) -> None:
    """Add the cross references of every clause; those that lead nowhere are warnings, or, where they may lead
    `outside`, references to another document."""
    known = _known(draft)
    numbered = any(path[:1].isdigit() for path in known)
    for clause in draft.clauses:
        for text, number, at in pointed(clause, numbered or outside):
            target = _target(number, known)
            if target == clause.path:
                continue
            if not target and outside:
                draft.references.append(CrossReference(clause.id, text, "", number))
                continue
            if not target:
                message = f"{clause.path} points to {number}, which does not exist"
                draft.problem(
                    "no-such-rule", message, clause.start + at, "a number or an id of the document", "warning"
                )
                continue
            draft.references.append(CrossReference(clause.id, text, f"{draft.document.id}#{target}"))


def _known(draft: Draft) -> dict[str, str]:
    """Every path that can be pointed to: clauses, their sections, and the first section of a chapter's number."""
    known: dict[str, str] = {}
    for clause in draft.clauses:
        known.setdefault(clause.path, clause.path)
        parts = clause.section.split("/")
        for end in range(len(parts), 0, -1):
            known.setdefault("/".join(parts[:end]), "/".join(parts[:end]))
        known.setdefault(parts[-1], clause.section)
        number = clause.section
        while number[:1].isdigit() and "." in number:
            number = number.rpartition(".")[0]
            known.setdefault(number, number)
        for title in clause.headings:
            chapter = SINGLE.match(title)
            if chapter and number[:1].isdigit():
                known.setdefault(chapter[0], number)
    return known


def pointed(clause: Clause, numbered: bool) -> Iterator[tuple[str, str, int]]:
    """The pointers in a clause: the words, the number or id, and where they stand in the clause's text."""
    for found in LINK.finditer(clause.text):
        yield found[0], found["anchor"], found.start()
    if not numbered:
        return
    spans: list[tuple[int, int]] = []
    for pattern in (WORDED, BRACKETED):
        for found in pattern.finditer(clause.text):
            if any(start <= found.start("list") < end for start, end in spans):
                continue
            if pattern is BRACKETED and "." not in found["list"]:
                continue
            spans.append(found.span())
            for number in numbers_of(found["list"]):
                yield found[0], number, found.start()


def numbers_of(words: str) -> Iterator[str]:
    """The numbers of a list; the second of a range is written short: `119.9–10` is 119.9 and 119.10.

    >>> list(numbers_of("119.9–10")), list(numbers_of("704.5, and 704.6a"))
    (['119.9', '119.10'], ['704.5', '704.6a'])
    """
    above = ""
    for found in SINGLE.finditer(words):
        ranged = words[: found.start()].endswith(("–", "-"))
        head = above.rpartition(".")[0]
        above = f"{head}.{found[0]}" if ranged and head and "." not in found[0] else found[0]
        yield above


def _target(number: str, known: dict[str, str]) -> str:
    """The path that a number or an id means; `704.5.` and `704.5A` are written for 704.5 and 704.5a."""
    for spelled in (number, number.lower(), number.rstrip(".")):
        if spelled in known:
            return known[spelled]
    return ""
