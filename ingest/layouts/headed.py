"""A document that its headings divide: layout `headed`, over blocks (`blocks/reading`, which describes the options).

    # Combat {#combat}
    ## Making an attack
    Choose a target. …

A section's path is made of its headings, `combat/making-an-attack`, or is the publisher's own id, `combat`, where a
heading has one. A first heading that stands alone on its level is the document's title and no part of a path. A
heading that reads like sentences, or stands on a level where most do, is a rule; with the publisher's own id that is
its path, `golden_rule`. `Q:` above `A:` is a ruling (`blocks/answers`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from ingest.draft import Draft
from ingest.formats.block import Block, Shape
from ingest.formats.outline.glossary import GLOSSARY
from ingest.formats.outline.pointers import unpointed
from ingest.layouts.blocks.answers import Answers
from ingest.layouts.blocks.reading import blocks_options, said_blocks
from ingest.layouts.blocks.references import linked
from ingest.layouts.blocks.titles import ANCHOR, only_title, part, title
from ingest.layouts.blocks.writer import BlockWriter
from kb.records import Kind

SENTENCE = re.compile(r"[.!?]['\"’”)\]]*$")
HEADING_WORDS = 12
START = "text"
"""The section of what stands above every heading."""


def read(draft: Draft) -> None:
    """Read the whole document into the draft; see `ingest.layouts`."""
    read_headed(draft)


def read_headed(draft: Draft, kind: Kind = Kind.RULE) -> None:
    """Read a document by its headings; `kind` is what a section's first paragraph is."""
    options = blocks_options(draft)
    if options is None:
        return
    blocks = said_blocks(draft, options)
    writer = BlockWriter(draft)
    answers = Answers(draft, writer)
    titled, ruled = only_title(blocks), rule_levels(blocks)
    stack: list[tuple[int, str, str]] = []
    section, first = START, True
    for at, block in enumerate(blocks):
        if block.shape is Shape.HEADING and not (block.level in ruled or sentence(block)):
            writer.heading(block)
            stack = [each for each in stack if each[0] < block.level]
            name = "" if at == 0 and titled else part(block)
            parent = next((path for _, path, _ in reversed(stack) if path), "")
            own = bool(ANCHOR.match(block.anchor))
            path = writer.free(name if own or not parent else f"{parent}/{name}") if name else ""
            stack.append((block.level, path, title(block) if name else ""))
            section, first = path or START, True
            continue
        headings = [said for _, _, said in stack if said]
        if block.shape is not Shape.HEADING and answers.exchange(blocks, at, section, headings):
            first = False
            continue
        defines = first and block.shape is Shape.PARAGRAPH and bool(stack)
        if block.shape is Shape.HEADING:
            writer.rule(block, section, headings)
        else:
            entry = any(GLOSSARY.fullmatch(each.strip(" .:")) for each in headings[:-1])
            writer.clause(block, section, headings, (Kind.DEFINITION if entry else kind) if defines else Kind.RULE)
        first = False
    if not draft.clauses:
        draft.problem("no-clause", "the document has no text below its headings", 0, "rules in sentences")
    linked(draft)


def rule_levels(blocks: Sequence[Block]) -> set[int]:
    """The levels of headings of which most end like sentences: such documents mark each rule as a heading."""
    counts = Counter(block.level for block in blocks if block.shape is Shape.HEADING)
    ended = Counter(each.level for each in blocks if each.shape is Shape.HEADING and SENTENCE.search(_words(each)))
    return {level for level, count in counts.items() if ended[level] > 0.5 * count}


def _words(block: Block) -> str:
    return unpointed(block.text).strip()


def sentence(block: Block) -> bool:
    """Whether a heading reads like a rule: several words that end with a stop, or very many."""
    words = len(block.text.split())
    return words > 2 * HEADING_WORDS or (words > HEADING_WORDS // 2 and bool(SENTENCE.search(_words(block))))
