"""HTML into blocks, by lexbor (selectolax): headings, lists, tables, quotes, questions that open; what stands around
the rules is left out, and told (`html_roles`).

The publisher's own ids are kept as anchors of headings, links within the page as `words{#id}`; an id on anything else,
such as a table's row, leads to the heading above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ingest.draft import slug
from ingest.formats.block import Block, Converted, Loss, Shape, shaped
from ingest.formats.html_roles import BLOCKS, HEADINGS, SILENT, Page, asks, discloses
from ingest.formats.html_roles import words as words_of
from ingest.formats.limits import MOST_BLOCKS, decoded, failed, read_bytes
from ingest.formats.markdown import pointer

HEADING = re.compile(r"h[1-6]$")
DECLARED = re.compile(r"<!ENTITY", re.IGNORECASE)
MUST_CLOSE = re.compile(
    r"<(/?)(?:div|span|section|article|main|ul|ol|dl|table|blockquote|a|b|i|em|strong|font|center|details)\b",
    re.IGNORECASE,
)
MOST_OPEN = 2_000
POINTER = re.compile(r"\{#([\w.:-]{1,100})\}")
LONGEST_LOSS = 300
LONGEST_QUESTION = 60
"""Characters of a question that its path is made of (layouts/qa)."""
DEEPEST = 250
"""Elements in each other: pages nest more than trees do."""


def convert(path: Path) -> Converted:
    """The blocks of an HTML file; SourceError where it is no text, declares entities or nests too deeply."""
    text = decoded(path, read_bytes(path))
    if found := DECLARED.search(text):
        line = text[: found.start()].count("\n") + 1
        raise failed(path, "bad-html", "declares entities of its own", "HTML without <!ENTITY", line)
    if _open_tags(text) > MOST_OPEN:
        raise failed(path, "too-deep", f"opens {MOST_OPEN} elements more than it closes", "a page of rules")
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(text)
    title = tree.css_first("title")
    if tree.body is None:
        return Converted("html", (), " ".join(title.text().split()) if title else "")
    walker = _Walker(path, Page(tree.body))
    blocks = tuple(_counted(path, walker.walk(tree.body, 0, "", 0)))
    blocks = tuple(_pointing(block, walker.targets) for block in blocks)
    losses = tuple(Loss(reason, len(found), found[0][:LONGEST_LOSS]) for reason, found in walker.left_out.items())
    return Converted("html", blocks, " ".join(title.text().split()) if title else "", losses)


def _open_tags(text: str) -> int:
    """The most elements that are open at once, of those that must be closed: deep trees take long to build."""
    deepest = count = 0
    for found in MUST_CLOSE.finditer(text):
        count = max(count - 1, 0) if found[1] else count + 1
        deepest = max(deepest, count)
    return deepest


def _counted(path: Path, blocks: Iterator[Block]) -> Iterator[Block]:
    """The blocks; SourceError where they are too many."""
    for count, block in enumerate(blocks):
        if count > MOST_BLOCKS:
            raise failed(path, "too-large", "has too many elements", f"at most {MOST_BLOCKS}")
        yield block


def _pointing(block: Block, targets: Mapping[str, str]) -> Block:
    """A block whose pointers lead to the headings that its page's ids belong to; those above every heading lead
    nowhere, and are words alone."""

    def led(found: re.Match[str]) -> str:
        name = targets.get(found[1], found[1])
        return f"{{#{name}}}" if name else ""

    rows = tuple(tuple(POINTER.sub(led, cell) for cell in row) for row in block.rows)
    return replace(block, text=POINTER.sub(led, block.text), rows=rows)


class _Walker:
    """Walks elements; an id that stands on an element around a heading is the heading's.

    `left_out` are the words of what stands around the rules by its reason; `targets` the heading of each id.
    """

    def __init__(self, path: Path, page: Page) -> None:
        self._path, self._page = path, page
        self._anchor = ""
        self._level = 0
        self._heading = ""
        self._pending: list[str] = []
        self.left_out: dict[str, list[str]] = {}
        self.targets: dict[str, str] = {}

    def walk(self, node: Any, depth: int, within: str, level: int) -> Iterator[Block]:
        """The blocks of an element's children: inline ones in a row are one paragraph."""
        self._shallow(depth)
        words, bold = "", True
        items = 0
        child = node.child
        while child is not None:
            tag = str(child.tag)
            items += tag == "li"
            if tag in SILENT or tag in ("-comment", "_comment", "!--"):
                child = child.next
                continue
            if tag == "br" and within != "li":
                yield from self._said(words, within, level, bold)
                words, bold = "", True
            elif tag not in BLOCKS and not discloses(child) and not (tag != "-text" and asks(child)):
                said = self._inline(child, depth + 1)
                words, bold = words + said, bold and (tag in ("b", "strong") or not said.strip())
                self._note_inline(child, words)
            else:
                yield from self._said(words, within, level, bold)
                if words.strip() and within == "li":
                    within = "under"
                words, bold = "", True
                yield from self._element(child, tag, depth, within, level, items)
            child = child.next
        yield from self._said(words, within, level, bold)

    def _shallow(self, depth: int) -> None:
        if depth > DEEPEST:
            raise failed(self._path, "too-deep", f"nests more than {DEEPEST} elements", "a page of rules")

    def _element(self, node: Any, tag: str, depth: int, within: str, level: int, place: int) -> Iterator[Block]:
        """The blocks of an element; `place` is that of an item in its list, from 1."""
        if reason := self._page.left_out(node):
            yield from self._around(node, reason, depth)
            return
        self._note(node)
        opens = discloses(node) or asks(node) or (tag == "summary" and node.css_first(HEADINGS) is None)
        if HEADING.match(tag) or tag == "dt" or opens:
            yield from self._titled(node, tag, depth)
            return
        if tag == "table":
            yield from self._table(node, depth)
            return
        if tag in ("ul", "ol"):
            yield from self.walk(node, depth + 1, tag, level + (within in ("li", "under")))
        elif tag == "li":
            found = list(self.walk(node, depth + 1, "li", level))
            if within == "ol" and level == 0 and found and found[0].shape is Shape.ITEM:
                found[0] = replace(found[0], shape=Shape.NUMBERED, number=str(place))
            yield from found
        elif tag in ("blockquote", "aside"):
            yield from self.walk(node, depth + 1, "quote", level)
        else:
            yield from self.walk(node, depth + 1, within, level)

    def _around(self, node: Any, reason: str, depth: int) -> Iterator[Block]:
        """What is kept of a block that stands around the rules: its title; the rest is told as left out."""
        titles = self._page.titles(node)
        for title in titles:
            yield from self._titled(title, str(title.tag), depth)
        kept = {text for title in titles if (text := words_of(title))}
        said = words_of(node)
        for text in kept:
            said = said.replace(text, " ", 1)
        if said := " ".join(said.split()):
            self.left_out.setdefault(reason, []).append(said)

    def _titled(self, node: Any, tag: str, depth: int) -> Iterator[Block]:
        """The heading of an element, which has its own id, one inside it, or one that stands around it."""
        words = " ".join(self._inline(node, depth + 1).split())
        own = str((node.attributes or {}).get("id") or "")
        anchor = own or _inner_id(node) or self._anchor
        if not words:
            return
        level = int(tag[1]) if HEADING.match(tag) else 5 if tag == "dt" else min(self._level + 1, 6)
        self._level = level if HEADING.match(tag) else self._level
        self._headed(words, anchor, node)
        yield Block(Shape.HEADING, words, level, anchor=anchor)

    def _headed(self, words: str, anchor: str, node: Any = None) -> None:
        """Note that a heading is open: the ids that stand before it, on it and in it are its own."""
        cut = LONGEST_QUESTION if words.endswith("?") else None
        self._heading = anchor or slug(words)[:cut].strip("-")
        for each in [*self._pending, *(_ids(node) if node is not None else ())]:
            self.targets.setdefault(each, self._heading)
        self._pending, self._anchor = [], ""

    def _table(self, node: Any, depth: int) -> Iterator[Block]:
        rows = tuple(
            tuple(" ".join(self._inline(cell, depth + 1).split()) for cell in row.css("td, th"))
            for row in node.css("tr")
        )
        if any(any(row) for row in rows):
            self._spoken(_ids(node))
            yield Block(Shape.TABLE, "", rows=tuple(row for row in rows if row))

    def _said(self, words: str, within: str, level: int, bold: bool) -> Iterator[Block]:
        text = " ".join(words.split())
        if not text:
            return
        if bold and text.endswith("?") and within == "":
            anchor = self._anchor
            self._headed(text, anchor)
            yield Block(Shape.HEADING, text, min(self._level + 1, 6), anchor=anchor)
            return
        self._spoken()
        shape, number, rest = shaped(text)
        if within == "li" and "." not in number:
            yield Block(Shape.ITEM, text, level)
        elif within == "quote" and shape is Shape.PARAGRAPH:
            yield Block(Shape.NOTE, text)
        else:
            yield Block(shape, rest, 0, number)

    def _note(self, node: Any) -> None:
        """Note an element's own id: it is the next heading's where no words stand before that."""
        if own := str((node.attributes or {}).get("id") or ""):
            self._anchor = own
            self._pending.append(own)

    def _note_inline(self, node: Any, words: str) -> None:
        """Note the ids of an inline element; one without words before a heading is the heading's."""
        if str(node.tag) != "-text" and (found := _ids(node)):
            self._pending += found
            self._anchor = self._anchor if words.strip() else found[0]

    def _spoken(self, ids: Sequence[str] = ()) -> None:
        """Note that words were said: the ids before them belong to the heading above."""
        for each in [*self._pending, *ids]:
            self.targets.setdefault(each, self._heading)
        self._pending, self._anchor = [], ""

    def _inline(self, node: Any, depth: int) -> str:
        """The words of an element, links within the page kept as such."""
        self._shallow(depth)
        tag = str(node.tag)
        if tag == "-text":
            return str(node.text_content or "")
        if tag in SILENT or tag.startswith(("-", "_", "!")) or (tag == "button" and not discloses(node)):
            return ""
        if tag == "br":
            return " "
        words, child = "", node.child
        while child is not None:
            words += self._inline(child, depth + 1)
            child = child.next
        if tag == "a" and words.strip():
            return words + pointer(str((node.attributes or {}).get("href") or ""))
        return words if tag not in BLOCKS else f" {words} "


def _ids(node: Any) -> list[str]:
    """The ids of an element and of those inside it."""
    found = [str((node.attributes or {}).get("id") or (node.attributes or {}).get("name") or "")]
    for each in node.css("[id], a[name]"):
        attributes = each.attributes or {}
        found.append(str(attributes.get("id") or attributes.get("name") or ""))
    return list(dict.fromkeys(each for each in found if each))


def _inner_id(node: Any) -> str:
    """The id of an element inside a heading."""
    found = node.css_first("[id], a[name]")
    attributes = (found.attributes or {}) if found is not None else {}
    return str(attributes.get("id") or attributes.get("name") or "")
