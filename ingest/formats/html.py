"""HTML into blocks, by lexbor (selectolax): headings, lists, tables, quotes; scripts and navigation are left out.

The publisher's own ids are kept as anchors, links within the page as `words{#id}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from ingest.formats.block import Block, Converted, Shape, shaped
from ingest.formats.limits import MOST_BLOCKS, decoded, failed, read_bytes
from ingest.formats.markdown import pointer

SKIPPED = frozenset("script style noscript template svg nav header footer form button iframe head".split())
BLOCKS = frozenset(
    "p div section article main body html ul ol li table blockquote aside dl dt dd pre figure figcaption center "
    "h1 h2 h3 h4 h5 h6 tr td th thead tbody tfoot hr details summary address fieldset".split()
)
HEADING = re.compile(r"h[1-6]$")
DECLARED = re.compile(r"<!ENTITY", re.IGNORECASE)
MUST_CLOSE = re.compile(
    r"<(/?)(?:div|span|section|article|main|ul|ol|dl|table|blockquote|a|b|i|em|strong|font|center|details)\b",
    re.IGNORECASE,
)
MOST_OPEN = 2_000
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
    blocks = tuple(html_blocks(path, tree.body)) if tree.body else ()
    return Converted("html", blocks, " ".join(title.text().split()) if title else "")


def _open_tags(text: str) -> int:
    """The most elements that are open at once, of those that must be closed: deep trees take long to build."""
    deepest = count = 0
    for found in MUST_CLOSE.finditer(text):
        count = max(count - 1, 0) if found[1] else count + 1
        deepest = max(deepest, count)
    return deepest


def html_blocks(path: Path, body: Any) -> Iterator[Block]:
    """The blocks below an element."""
    for count, block in enumerate(_Walker(path).walk(body, 0, "", 0)):
        if count > MOST_BLOCKS:
            raise failed(path, "too-large", "has too many elements", f"at most {MOST_BLOCKS}")
        yield block


def _place(node: Any) -> int:
    """Which item of its list an element is, from 1."""
    count, above = 1, node.prev
    while above is not None:
        count += str(above.tag) == "li"
        above = above.prev
    return count


class _Walker:
    """Walks elements; an id that stands on an element around a heading is the heading's."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._anchor = ""

    def walk(self, node: Any, depth: int, within: str, level: int) -> Iterator[Block]:
        """The blocks of an element's children: inline ones in a row are one paragraph."""
        if depth > DEEPEST:
            raise failed(self._path, "too-deep", f"nests more than {DEEPEST} elements", "a page of rules")
        words = ""
        child = node.child
        while child is not None:
            tag = str(child.tag)
            if tag in SKIPPED or tag in ("-comment", "_comment", "!--"):
                child = child.next
                continue
            if tag == "br" and within != "li":
                yield from self._said(words, within, level)
                words = ""
            elif tag not in BLOCKS:
                words += self._inline(child, depth + 1)
            else:
                yield from self._said(words, within, level)
                if words.strip() and within == "li":
                    within = "under"
                words = ""
                yield from self._element(child, tag, depth, within, level)
            child = child.next
        yield from self._said(words, within, level)

    def _element(self, node: Any, tag: str, depth: int, within: str, level: int) -> Iterator[Block]:
        own = str((node.attributes or {}).get("id") or "")
        if HEADING.match(tag) or tag == "dt":
            words = " ".join(self._inline(node, depth + 1).split())
            anchor = own or self._inner_id(node) or self._anchor
            self._anchor = ""
            if words:
                yield Block(Shape.HEADING, words, int(tag[1]) if tag != "dt" else 5, anchor=anchor)
            return
        if tag == "table":
            rows = tuple(
                tuple(" ".join(self._inline(cell, depth + 1).split()) for cell in row.css("td, th"))
                for row in node.css("tr")
            )
            if any(any(row) for row in rows):
                yield Block(Shape.TABLE, "", rows=tuple(row for row in rows if row))
            return
        self._anchor = own or self._anchor
        if tag in ("ul", "ol"):
            yield from self.walk(node, depth + 1, tag, level + (within in ("li", "under")))
        elif tag == "li":
            found = list(self.walk(node, depth + 1, "li", level))
            if within == "ol" and level == 0 and found and found[0].shape is Shape.ITEM:
                found[0] = replace(found[0], shape=Shape.NUMBERED, number=str(_place(node)))
            yield from found
        elif tag in ("blockquote", "aside"):
            yield from self.walk(node, depth + 1, "quote", level)
        else:
            yield from self.walk(node, depth + 1, within, level)

    def _said(self, words: str, within: str, level: int) -> Iterator[Block]:
        text = " ".join(words.split())
        if not text:
            return
        self._anchor = ""
        shape, number, rest = shaped(text)
        if within == "li" and "." not in number:
            yield Block(Shape.ITEM, text, level)
        elif within == "quote" and shape is Shape.PARAGRAPH:
            yield Block(Shape.NOTE, text)
        else:
            yield Block(shape, rest, 0, number)

    def _inline(self, node: Any, depth: int) -> str:
        """The words of an element, links within the page kept as such."""
        if depth > DEEPEST:
            raise failed(self._path, "too-deep", f"nests more than {DEEPEST} elements", "a page of rules")
        tag = str(node.tag)
        if tag == "-text":
            return str(node.text_content or "")
        if tag in SKIPPED or tag.startswith(("-", "_", "!")):
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

    def _inner_id(self, node: Any) -> str:
        """The id of an element inside a heading."""
        found = node.css_first("[id], a[name]")
        attributes = (found.attributes or {}) if found is not None else {}
        return str(attributes.get("id") or attributes.get("name") or "")
