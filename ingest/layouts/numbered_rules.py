"""Rules with numbers of their own: layout `numbered-rules`, over blocks (options: `blocks/reading`).

    1. Game Concepts              a chapter, before the hundreds that begin with its figure
    100. General                  a section
    100.1a A two-player game …    a rule: its path is its number, letters included
    Example: …                    explains the rule above it, 100.1a.e1
    # Glossary                    terms below, each a heading with its definition: glossary/ability.d1
    Q: May it …? A: Yes.          a ruling, headed by its question (`blocks/answers`)

A number with a dot is a rule. A whole number is a section where a number with a dot, or a longer whole number, follows
that belongs to it, or where it goes on from the section before, `3. Winning` below 2.4; else it is an item of a list.
Points with letters below a rule have its number with their letter, `2.3b`. What stands before the first number has the
path `introduction`. A heading without a number stands below the numbered ones of a higher level. References in every
spelling become cross references (`blocks/references`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.draft import Draft, slug
from ingest.formats.block import Block, Shape
from ingest.formats.outline.letters import letter_of
from ingest.layouts.blocks.answers import Answers
from ingest.layouts.blocks.reading import blocks_options, said_blocks
from ingest.layouts.blocks.references import linked
from ingest.layouts.blocks.titles import only_title, part, title, with_number
from ingest.layouts.blocks.writer import BlockWriter
from kb.records import Kind

START = "introduction"
GLOSSARY = "glossary"
TITLE_WORDS = 14
RUN_IN = re.compile(r"(?P<title>[^.!?:]{2,60})[.:]\s+\S")
RUN_IN_WORDS = 5
STOPS = (".", "!", "?", ":", ";")


def read(draft: Draft) -> None:
    """Read the whole document into the draft; see `ingest.layouts`."""
    options = blocks_options(draft)
    if options is None:
        return
    _Reader(draft, said_blocks(draft, options)).read()
    if not draft.clauses:
        draft.problem("no-clause", "the document has no rule", 0, "rules with numbers")
    linked(draft)


def parent_of(number: str, known: dict[str, str]) -> str:
    """The nearest number that a number stands below: `603.3b` -> `603.3` -> `603` -> `6`; empty where there is none."""
    rest = number
    while rest:
        shorter = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
        rest = shorter if shorter != rest else rest.rpartition(".")[0] if "." in rest else rest[: max(len(rest) - 2, 0)]
        if rest in known and rest != number:
            return rest
    return ""


def title_of(text: str) -> str:
    """What a rule's words say as a heading for those below it: few words without a stop, or few before the first one.

    >>> title_of("Flying"), title_of("Crafting. You may craft a card."), title_of("A player draws a card.")
    ('Flying', 'Crafting', '')
    """
    if len(text.split()) <= TITLE_WORDS and not text.endswith(STOPS):
        return text
    found = RUN_IN.match(text)
    return found["title"] if found and len(found["title"].split()) <= RUN_IN_WORDS else ""


def _glossary(titles: Sequence[str]) -> bool:
    """Whether one of some headings is that of a glossary."""
    return any(GLOSSARY in slug(text) for text in titles)


class _Reader:
    """Reads blocks in order; it remembers the titles of numbers and the headings without one."""

    def __init__(self, draft: Draft, blocks: Sequence[Block]) -> None:
        self._draft = draft
        self._written = blocks
        self._blocks = [with_number(block) for block in blocks]
        self._own = {block.number for block in self._blocks}
        self._writer = BlockWriter(draft)
        self._answers = Answers(draft, self._writer)
        self._titles: dict[str, str] = {}
        self._seen: set[str] = set()
        self._last = ""
        self._listed = False
        self._section = START
        self._headings: tuple[str, ...] = ()
        self._named: list[tuple[int, str, str]] = []
        self._numbered: tuple[int, tuple[str, ...]] = (0, ())
        self._first = True

    def read(self) -> None:
        """Read every block."""
        titled = only_title(self._written)
        for at, block in enumerate(self._blocks):
            rule = block.shape is Shape.NUMBERED and "." in block.number and block.number not in self._seen
            if block.shape is Shape.NUMBERED and self._is_section(at) and not (at == 0 and titled):
                self._open(block)
            elif rule:
                self._rule(block)
            elif self._written[at].shape is Shape.HEADING:
                self._heading(self._written[at], at == 0 and titled)
            elif not self._answers.exchange(self._blocks, at, self._section, self._headings):
                self._text(block)

    def _heading(self, block: Block, is_title: bool) -> None:
        """A heading without a number: a section of its own, below those of a higher level."""
        self._writer.heading(block)
        self._first, self._listed = True, False
        self._named = [each for each in self._named if each[0] < block.level]
        if is_title:
            return
        level, above = self._numbered
        above = above if block.level > level > 0 else ()
        parent = next((path for _, path, _ in reversed(self._named)), GLOSSARY if _glossary(above) else "")
        path = self._writer.free(f"{parent}/{part(block)}" if parent else part(block))
        self._named.append((block.level, path, title(block)))
        self._section = path
        self._headings = (*above, *(text for _, _, text in self._named))

    def _is_section(self, at: int) -> bool:
        """Whether a whole number is a section: a title, new, that goes on from the section before or has rules or
        longer numbers of its own behind it."""
        block = self._blocks[at]
        number = block.number
        ends = 0 < block.level <= self._numbered[0]
        if "." in number or number in self._seen or (self._named_glossary() and not ends) or not number.isdigit():
            return False
        if len(block.text.split()) > TITLE_WORDS or (block.text.endswith(STOPS[:1]) and not block.level):
            return False
        goes_on = bool(self._last) and int(number) == int(self._last) + 1 and not self._listed
        return goes_on or self._has_rules(at)

    def _has_rules(self, at: int) -> bool:
        """Whether rules or longer numbers of a whole number follow it, or a text and the next number, which has."""
        number, texts = self._blocks[at].number, 0
        for below in self._blocks[at + 1 :]:
            if below.shape is not Shape.NUMBERED:
                texts += 1
                continue
            if below.number.startswith(f"{number}."):
                return True
            if "." in below.number:
                return False
            if len(below.number) > len(number) and below.number.startswith(number):
                return True
            if self._last or not texts or not below.number.isdigit() or int(below.number) != int(number) + 1:
                return False
            number, texts = below.number, 0
        return False

    def _named_glossary(self) -> bool:
        return len(self._named) > 1 or bool(self._named and _glossary(self._headings))

    def _open(self, block: Block) -> None:
        """A numbered section: its words are a heading."""
        self._writer.section(block)
        self._seen.add(block.number)
        self._named = []
        self._titles[block.number] = f"{block.number}. {title(block)}".strip()
        self._section, self._headings = block.number, (*self._above(block.number), self._titles[block.number])
        self._numbered = block.level, self._headings
        self._first, self._last, self._listed = True, block.number, False

    def _rule(self, block: Block) -> None:
        """A rule, its path its own number; one of few words without a stop is a heading for those below it too."""
        self._seen.add(block.number)
        self._named = []
        self._headings = self._above(block.number)
        clause = self._writer.numbered(block, self._headings)
        self._section = block.number
        if clause is None or (said := title_of(title(block))):
            self._titles[block.number] = f"{block.number}. {'' if clause is None else said}".strip()
            self._headings = (*self._headings, self._titles[block.number]) if block.level else self._headings
        if block.level:
            self._numbered = block.level, self._headings
        self._first = self._listed = False

    def _above(self, number: str) -> tuple[str, ...]:
        """The titles of the numbers that a number stands below, outermost first."""
        found: list[str] = []
        above = parent_of(number, self._titles)
        while above:
            found.append(self._titles[above])
            above = parent_of(above, self._titles)
        return tuple(reversed(found))

    def _text(self, block: Block) -> None:
        """What has no number of its own: under the rule or the heading above it."""
        if path := self._lettered(block):
            self._seen.add(path)
            self._writer.lettered(block, path, self._headings)
            return
        defines = self._named_glossary() and block.shape is Shape.PARAGRAPH and self._first
        defines = defines or (self._named_glossary() and block.shape is Shape.NUMBERED)
        self._writer.clause(block, self._section, self._headings, Kind.DEFINITION if defines else None)
        self._listed = self._listed or block.shape is Shape.NUMBERED
        self._first = False

    def _lettered(self, block: Block) -> str:
        """The path of a point with a letter right below a numbered rule, the next of its letters; empty for others."""
        letter = letter_of(block.text) if block.shape is Shape.ITEM else ""
        if not letter or self._writer.listing or not self._section[-1:].isdigit() or self._section not in self._seen:
            return ""
        path, before = f"{self._section}{letter}", f"{self._section}{chr(ord(letter) - 1)}"
        return path if path not in self._own | self._seen and (letter == "a" or before in self._seen) else ""
