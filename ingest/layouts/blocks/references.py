"""Pointers in the words of clauses to numbers and ids of the same document, in every spelling that rulebooks use.

`see rule 704.5`, `rules 704.5 and 704.6a`, `section 4`, `rule 2.3(b)`, `(9.2.2)`, `§ 12`, `cf. 2.3`, `unless 3.1 says
otherwise`, `Costs{#costs}`. A number that counts or measures is none: `2.5 inches`, `version 1.4`. One whose number
does not exist is a warning, never an error: a publisher's slip stops nobody's build.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.draft import Draft, slug
from ingest.formats.outline.pointers import POINTER
from kb.records import Clause, CrossReference

NUMBER = r"[0-9]{1,4}(?:\.[0-9]{1,4})*(?:[a-z]{1,2}|\([a-z]\))?"
DOTTED = r"[0-9]{1,4}(?:\.[0-9]{1,4})+(?:[a-z]{1,2}|\([a-z]\))?"
MEASURED = (
    r"(?!\s*(?:[%°×\"″”′]|(?:inch(?:es)?|in\.|feet|foot|ft|c?m|mm|km|met(?:er|re)s?|miles?|yards?|k?g|lbs?|ounces?|oz|"
    r"seconds?|minutes?|hours?|days?|million|thousand|points?|times|x|per\s?cent|or\s+(?:more|less|fewer))\b))"
)
"""No unit behind a number, so that it counts nothing."""
WHOLE = rf"(?![\w%]|\.[0-9]){MEASURED}"
JOINED = r"(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or|to|through)\s+|[–-])"
WORDS = r"(?:rules?\s+|sections?\s+|§{1,2}\s*)?"
WORDED = re.compile(
    r"(?:\b(?:(?:sub)?rules?|(?:sub)?sections?|chapters?|clauses?|paragraphs?|articles?)\s+|§{1,2}\s*)"
    rf"(?P<list>{NUMBER}(?![\w%])(?:{JOINED}{WORDS}{NUMBER}(?![\w%]))*)",
    re.IGNORECASE,
)
BRACKETED = re.compile(rf"\((?:see\s+|cf\.?\s+)?(?P<list>{NUMBER}(?:\s*[,;]\s*{NUMBER})*)\)", re.IGNORECASE)
LED = re.compile(
    r"\b(?:see(?:\s+also)?|cf\.?|compare|refer\s+to|according\s+to|as\s+per|subject\s+to|notwithstanding|"
    r"(?:described|defined|explained|stated|listed|given|shown|said|allowed|required|as)\s+(?:in|by|under))\s+"
    rf"(?P<list>{DOTTED}{WHOLE}(?:{JOINED}{WORDS}{DOTTED}{WHOLE})*)",
    re.IGNORECASE,
)
SAYING = re.compile(
    r"(?<![\w.])(?<!version )(?<!edition )(?<!release )(?<!part )(?<!step )(?<!figure )(?<!table )(?<!page )"
    rf"(?P<list>{DOTTED}(?:{JOINED}{DOTTED})*)\s+"
    r"(?:says?|states?|appl(?:y|ies)|does\s+not\s+apply|do\s+not\s+apply|forbids?|allows?|permits?|requires?|prevents?|"
    r"prohibits?|describes?|explains?|overrides?|takes?\s+precedence|governs?|lists?|tells?|still\s+applies)\b",
    re.IGNORECASE,
)
PATTERNS = (WORDED, BRACKETED, LED, SAYING)
SINGLE = re.compile(NUMBER)
AROUND = ".,;:!?()[]“”\"'’"
BACK = 6
"""Words before a pointer that can be those of its link."""


def linked(draft: Draft, outside: bool = False) -> None:
    """Add the cross references of every clause; those that lead nowhere are warnings, or, where they may lead
    `outside`, references to another document."""
    known = _known(draft)
    numbered = any(path[:1].isdigit() for path in known)
    for clause in draft.clauses:
        written = _written(draft, clause)
        for text, number, at in pointed(written, numbered or outside):
            target = _target(number, known)
            if target == clause.path:
                continue
            if not target and outside:
                draft.references.append(CrossReference(clause.id, text, "", _bare(number)))
                continue
            if not target:
                message = f"{clause.path} points to {number}, which does not exist"
                draft.problem(
                    "no-such-rule", message, clause.start + at, "a number or an id of the document", "warning"
                )
                continue
            draft.references.append(CrossReference(clause.id, text, f"{draft.document.id}#{target}"))


def _written(draft: Draft, clause: Clause) -> str:
    """A clause's words as they stand in the source, with the pointers between and right behind them."""
    text, end = draft.source.text, clause.end
    while found := POINTER.match(text, end):
        end = found.end()
    return text[clause.start : end]


def _known(draft: Draft) -> dict[str, str]:
    """Every path that can be pointed to: clauses, their sections, the first section of a chapter's number, and
    headings by the ids that sites make of their words, `4-tides`."""
    known: dict[str, str] = {}
    titled: dict[str, str] = {}
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
            titled.setdefault(slug(title), (chapter and known.get(chapter[0])) or clause.section)
    return {**titled, **known}


def pointed(text: str, numbered: bool) -> Iterator[tuple[str, str, int]]:
    """The pointers in a clause's words: what is said, the number or id, and where they stand."""
    for found in POINTER.finditer(text):
        yield _words_before(text[: found.start()], found["anchor"]), found["anchor"], found.start()
    if not numbered:
        return
    taken: list[tuple[int, int]] = []
    words = POINTER.sub(lambda found: " " * len(found[0]), text)
    for pattern in PATTERNS:
        for found in pattern.finditer(words):
            if pattern is BRACKETED and "." not in found["list"]:
                continue
            listed = [(number, found.start("list") + at) for number, at in numbers_of(found["list"])]
            fresh = [number for number, at in listed if not any(start <= at < end for start, end in taken)]
            taken.append(found.span())
            yield from ((" ".join(found[0].split()), number, found.start()) for number in fresh)


def _words_before(text: str, anchor: str) -> str:
    """The words that a pointer stands behind: those of its id where they are, else the last one."""
    words = POINTER.sub("", text).split()
    for count in range(min(BACK, len(words)), 0, -1):
        said = " ".join(words[-count:]).strip(AROUND)
        if slug(said) == slug(anchor):
            return said
    return words[-1].strip(AROUND) if words else anchor


def numbers_of(words: str) -> Iterator[tuple[str, int]]:
    """The numbers of a list with their places; the second of a range is written short: `119.9–10` is 119.9 and 119.10.

    >>> list(numbers_of("119.9–10")), list(numbers_of("704.5, and 704.6a"))
    ([('119.9', 0), ('119.10', 6)], [('704.5', 0), ('704.6a', 11)])
    """
    above = ""
    for found in SINGLE.finditer(words):
        ranged = words[: found.start()].endswith(("–", "-"))
        head = above.rpartition(".")[0]
        above = f"{head}.{found[0]}" if ranged and head and "." not in found[0] else found[0]
        yield above, found.start()


def _bare(number: str) -> str:
    """A number without brackets about its letter: `2.3(b)` -> `2.3b`."""
    return number.replace("(", "").replace(")", "")


def _target(number: str, known: dict[str, str]) -> str:
    """The path that a number or an id means; `704.5.` and `704.5A` are written for 704.5 and 704.5a, and `2.3(b)` means
    2.3 where that has no points of its own."""
    for spelled in (number, number.lower(), number.rstrip("."), _bare(number), number.partition("(")[0]):
        if spelled in known:
            return known[spelled]
    return ""
