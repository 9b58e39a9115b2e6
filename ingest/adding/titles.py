"""What a document calls itself, which part of that is its game's title, and who published it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ingest.formats.block import Block, Converted, Shape
from ingest.formats.text import heading_like

NAMELESS = re.compile(r"\(?(?:anonymous|untitled|document\d*|unspecified|microsoft word.*)\)?$", re.IGNORECASE)
KINDS = (
    r"rules? ?books?|rules?(?: (?:of (?:the )?(?:game|play)|reference|compendium|summary))?|reference(?: guide)?|"
    r"manual|handbook|guide|f\.?a\.?q\.?s?|frequently asked questions|questions and answers|q ?& ?a|errata|"
    r"clarifications|corrections|rulings|glossary|how to play"
)
QUALIFIED = r"(?:(?:the|official|complete|comprehensive|core|basic|advanced|full|tournament|floor|optional|living) )*"
KIND = re.compile(rf"\b{QUALIFIED}(?:{KINDS})(?:\s*(?:&|\+|/|,|and)+\s*{QUALIFIED}(?:{KINDS}))*(?=\W*$)", re.IGNORECASE)
ISSUE = re.compile(r"[\s,–—-]*\(?(?:\bv(?:er(?:sion|\.)?)?\.?\s?\d+(?:\.\d+)*[a-z]?\b).*$", re.IGNORECASE)
"""The version behind a title and all that follows: `v3.1 (August 2, 2026)`."""
EDGES = " –—:,-|·"
SMALL = frozenset("a an and as at by for from in of on or the to with".split())
SHORT_FORMS = frozenset(("faq", "ii", "iii", "iv", "lcg", "tcg", "rpg"))
HEADING_WORDS = 10
FIRST_BLOCKS = 12
NAME = r"(?P<name>(?-i:[A-Z0-9])[\w&'’-]*(?: (?:(?-i:[A-Z0-9&])[\w&'’-]*|of|and|the)){0,5})"
PUBLISHED_BY = re.compile(
    rf"\b(?:published|compiled|issued|released|printed|maintained)\b[^.;]{{0,40}}?\bby (?:the )?{NAME}", re.IGNORECASE
)
COPYRIGHT = re.compile(rf"(?:©|\(c\)|\bcopyright\b)[\s,©–\d-]*(?:by )?{NAME}", re.IGNORECASE)
TRAILING = re.compile(r"(?: (?:of|and|the|all rights.*|inc))+$", re.IGNORECASE)


def title_of(converted: Converted, name: str) -> str:
    """What a document calls itself: its metadata, its first heading or a first line like one, else its file's name."""
    given = " ".join(converted.title.split())
    if given and not NAMELESS.match(given):
        return _capital(given)
    first = next((block for block in converted.blocks if block.text or block.rows), None)
    if first is not None and converted.format not in ("json", "yaml") and _titles(first):
        return _capital(first.text)
    return _capital(name.replace("_", " ").replace("-", " ").strip()) or "Rules"


def _titles(block: Block) -> bool:
    """Whether a first block is a title: a short heading, or a short line in capitals."""
    if len(block.text.split()) > HEADING_WORDS:
        return False
    return block.shape is Shape.HEADING or (
        block.shape is Shape.PARAGRAPH and block.text.isupper() and heading_like(block.text)
    )


def _capital(title: str) -> str:
    """A title without small or capital letters alone: `night ferry` -> `Night Ferry`."""
    if not (title.islower() or title.isupper()):
        return title
    first, *words = title.lower().split()
    return " ".join([_capitalized(first), *(word if word in SMALL else _capitalized(word) for word in words)])


def _capitalized(word: str) -> str:
    """A word whose first letter is a capital: `"lantern` -> `"Lantern`; known short forms are written in capitals."""
    if word.strip("()") in SHORT_FORMS:
        return word.upper()
    at = next((at for at, sign in enumerate(word) if sign.isalpha()), 0)
    return word[:at] + word[at:].capitalize()


def parted(title: str) -> tuple[str, str]:
    """A document's title as the game's and its own: `Lantern Harbour Rules v2` -> `("Lantern Harbour", "Rules")`."""
    whole = ISSUE.sub("", title).strip(EDGES) or title
    found = KIND.search(whole)
    if found is None:
        return whole, "Rules"
    own = whole[found.start() :].strip(EDGES)
    own = own[:1].upper() + own[1:]
    game = whole[: found.start()].strip(EDGES)
    return (game, own) if game else (whole, own)


def publisher_of(converted: Converted) -> str:
    """Who published a document, as its head or what was left out of it says; empty where neither does.

    `Published 15 September 2025 by Quay Press.` -> `Quay Press`; `© 2026 Quay Press. All rights reserved.` the same.
    """
    said = list(_head(converted))
    for pattern in (PUBLISHED_BY, COPYRIGHT):
        for text in said:
            if found := pattern.search(text):
                return TRAILING.sub("", found["name"])
    return ""


def _head(converted: Converted) -> Iterator[str]:
    """The words in which a publisher is named."""
    yield from (block.text for block in converted.blocks[:FIRST_BLOCKS])
    yield from (loss.first for loss in converted.losses)
