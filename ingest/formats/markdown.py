"""Markdown into blocks, by markdown-it: CommonMark with tables; front matter is left out, inline marks are taken away.

A heading's own id (`{#id}`, `<a id="…">`, `@@kind:id@@`) is kept as its anchor; bold words that open a paragraph
stay words.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ingest.formats.block import Block, Converted, Loss, Shape, shaped
from ingest.formats.limits import DEEPEST, MOST_BLOCKS, decoded, failed, read_bytes
from ingest.formats.outline.starts import starting_lines

if TYPE_CHECKING:
    from markdown_it.token import Token

FRONT = re.compile(r"---[ \t]*\n(?P<matter>.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)", re.DOTALL)
TITLE = re.compile(r"^title:\s*['\"]?(?P<title>.+?)['\"]?\s*$", re.MULTILINE)
OWN_ID = re.compile(
    r"(?:(?<=\s)\{#(?P<brace>[\w:.-]+)[^{}]*\}\s*$|@@(?:[\w-]+:)?(?P<at>[\w.-]+)@@|<a\s+(?:id|name)=['\"]?(?P<tag>[\w.-]+)['\"]?\s*/?>(?:</a>)?)"
)
WIKI = re.compile(r"(?P<word>^|(?<=[^\w\s.,;:!?)])|\s|(?<=\w|[.,;:!?)]))\[\[[\w-]+:(?P<id>[\w.-]+)\]\]")
DATED = re.compile(r"\b\d{4}-\d\d-\d\d\b|\b\d{1,2}[. ]+\S+[. ]+\d{4}\b")
"""A line of front matter with a day is the one that is told: others read the document's day from it."""
POINTED = re.compile(r"#[\w.:-]{1,100}$")
TAGS = re.compile(r"<[^<>]{1,200}>")
NEVER_ENDS = 100_000
"""Characters of one line: longer ones are no prose, and take long to read."""


def convert(path: Path) -> Converted:
    """The blocks of a Markdown file; SourceError where it is no text or nests too deeply."""
    text = decoded(path, read_bytes(path)).replace("\r\n", "\n").replace("\r", "\n")
    losses: tuple[Loss, ...] = ()
    title, skipped = "", 0
    if front := FRONT.match(text):
        found = TITLE.search(front["matter"])
        title = found["title"] if found else ""
        lines = front["matter"].splitlines()
        losses = (Loss("front matter", len(lines), next(filter(DATED.search, lines), lines[0] if lines else "")),)
        skipped, text = front[0].count("\n"), text[front.end() :]
    for number, line in enumerate(text.split("\n"), skipped + 1):
        if len(line) > NEVER_ENDS:
            raise failed(path, "long-line", f"the line has {len(line)} characters", f"at most {NEVER_ENDS}", number)
    return Converted("markdown", tuple(markdown_blocks(path, text, skipped)), title, losses)


def markdown_blocks(path: Path, text: str, skipped: int = 0) -> Iterator[Block]:
    """The blocks of a Markdown text that begins behind some skipped lines."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"maxNesting": DEEPEST}).enable("table").disable(["html_block", "code"])
    for count, block in enumerate(_walk(parser.parse(text))):
        if count > MOST_BLOCKS:
            raise failed(path, "too-large", "has too many paragraphs", f"at most {MOST_BLOCKS}")
        yield replace(block, line=block.line + skipped)


def _walk(tokens: Sequence[Token]) -> Iterator[Block]:
    """Blocks by tokens: lists and quotes remember how deep they stand."""
    lists: list[str] = []
    quotes, rows, fresh = 0, list[list[str]](), False
    heading: Token | None = None
    for token in tokens:
        line = token.map[0] + 1 if token.map else 0
        if token.type in ("bullet_list_open", "ordered_list_open"):
            lists.append("")
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            lists.pop()
        elif token.type == "list_item_open":
            lists[-1], fresh = token.info, True
        elif token.type in ("blockquote_open", "blockquote_close"):
            quotes += 1 if token.type.endswith("open") else -1
        elif token.type in ("heading_open", "heading_close"):
            heading = token if token.type == "heading_open" else None
        elif token.type == "table_open":
            rows = [[]]
        elif token.type == "tr_open":
            rows.append([])
        elif token.type == "table_close":
            yield Block(Shape.TABLE, "", rows=tuple(tuple(row) for row in rows if row), line=line)
            rows = []
        elif token.type in ("fence", "code_block"):
            yield Block(Shape.PARAGRAPH, " ".join(token.content.split()), line=line)
        elif token.type == "inline":
            if rows:
                rows[-1].append(inline(token)[0])
                continue
            for words, anchor in paragraphs(token):
                yield _block(words, anchor, heading, lists, quotes, fresh, line)
                fresh = False


def _block(
    words: str, anchor: str, heading: Token | None, lists: list[str], quotes: int, fresh: bool, line: int
) -> Block:
    """The block of some words, by what they stand in."""
    if heading is not None:
        return Block(Shape.HEADING, words, int(heading.tag[1:]), anchor=anchor, line=line)
    shape, number, rest = shaped(words)
    if lists and lists[-1] and fresh and shape is Shape.PARAGRAPH:
        words = f"{lists[-1]}. {words}" if len(lists) == 1 else words
        shape, number, rest = shaped(words)
    if lists and not (shape is Shape.NUMBERED and len(lists) == 1) and shape is not Shape.EXAMPLE:
        return Block(Shape.ITEM if fresh else Shape.PARAGRAPH, words, len(lists) - 1, anchor=anchor, line=line)
    if quotes and shape is Shape.PARAGRAPH:
        return Block(Shape.NOTE, words, anchor=anchor, line=line)
    return Block(shape, rest, 0, number, anchor=anchor, line=line)


def paragraphs(token: Token) -> Iterator[tuple[str, str]]:
    """The words and the own ids of an inline token: one paragraph, or as many as begin on its lines.

    `You may:`, `a) keep it, or`, `b) pass it.` on three lines are three.
    """
    lines = written(token).split("\n")
    begins = [0, *sorted(starting_lines([line.strip() for line in lines])), len(lines)]
    for start, end in itertools.pairwise(begins):
        words, anchor = own_id(WIKI.sub(_wiki, " ".join(lines[start:end])))
        if words:
            yield words, anchor


def inline(token: Token) -> tuple[str, str]:
    """The words of an inline token without its marks, and the publisher's own id that stands in them."""
    return own_id(WIKI.sub(_wiki, written(token).replace("\n", " ")))


def written(token: Token) -> str:
    """The words of an inline token line by line, without its marks, pointers behind the words of links."""
    parts: list[str] = []
    links: list[str] = []
    for child in token.children or []:
        if child.type == "link_open":
            links.append(str(child.attrGet("href") or ""))
        elif child.type == "link_close":
            href = links.pop()
            parts.append(pointer(href))
        elif child.type in ("text", "code_inline", "text_special", "image", "html_inline"):
            parts.append(child.content.replace("\n", " "))
        elif child.type in ("softbreak", "hardbreak"):
            parts.append("\n")
    return "".join(parts)


def pointer(href: str) -> str:
    """What stands behind a link's words: the id on the same page that it leads to, nothing for any other."""
    return f"{{#{href[1:]}}}" if POINTED.match(href) else ""


def _wiki(found: re.Match[str]) -> str:
    """`[[rule:golden_rule]]`: a pointer where it stands behind a word, else the id's words with it."""
    name = found["id"]
    return f"{{#{name}}}" if found["word"] == "" else f"{found['word']}{name.replace('_', ' ')}{{#{name}}}"


def own_id(text: str) -> tuple[str, str]:
    """A text without the id that its publisher gave it, and that id: `Combat {#combat}` -> `("Combat", "combat")`."""
    anchor = ""
    if found := OWN_ID.search(text):
        anchor = found["brace"] or found["at"] or found["tag"]
        text = text[: found.start()] + " " + text[found.end() :]
    return " ".join(TAGS.sub("", text).split()), anchor
