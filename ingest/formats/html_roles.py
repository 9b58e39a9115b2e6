"""What the parts of a page are for, by their elements and roles, not by their words: rules, or what stands around them.

Navigation, footers, dialogs, small forms, and notices with a button of their own stand around the rules. So does a
page's header but for its title, an aside that stands beside the article, and, where a page says which is its main part,
all that stands outside of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

SILENT = frozenset("script style noscript template svg iframe head object canvas select textarea input".split())
"""Elements whose words nobody is shown as text."""
BLOCKS = frozenset(
    "p div section article main body html ul ol li table blockquote aside dl dt dd pre figure figcaption center "
    "h1 h2 h3 h4 h5 h6 tr td th thead tbody tfoot hr details summary address fieldset header footer nav form dialog "
    "search hgroup".split()
)
HEADINGS = "h1, h2, h3, h4, h5, h6"
AROUND = {"nav": "navigation", "search": "navigation", "footer": "page footer", "dialog": "dialogs"}
ROLES = {
    "navigation": "navigation",
    "search": "navigation",
    "contentinfo": "page footer",
    "dialog": "dialogs",
    "alertdialog": "dialogs",
}
FORMS, ASIDES, HEADER = "forms and notices with buttons", "asides", "page header"
OUTSIDE = "words outside of the page's main part"
ARTICLES = frozenset("article section main".split())
CONTENT = ARTICLES | frozenset("details li table dl dd".split())
ASKING = frozenset("q question".split())
CLASS_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
SMALL = 400
"""Characters of a form or a notice: a page whose whole text stands in a form is none."""
MOST_NOTICES = 2
"""More blocks with buttons than that are rules, each with a button to copy or to vote."""


def role(node: Any) -> str:
    """The role that an element is given, in small letters."""
    return str((node.attributes or {}).get("role") or "").strip().lower()


def words(node: Any) -> str:
    """The words of an element, those of scripts and pictures left out."""
    texts = (each for each in node.traverse(include_text=True) if str(each.tag) == "-text")
    return " ".join(" ".join(str(each.text_content or "") for each in texts if _shown(each)).split())


def _shown(text: Any) -> bool:
    return str(text.parent.tag) not in SILENT


def above(node: Any) -> Iterator[str]:
    """The names of the elements around one, from the nearest."""
    parent = node.parent
    while parent is not None:
        yield str(parent.tag)
        parent = parent.parent


def discloses(node: Any) -> bool:
    """Whether a button opens and shuts what stands below it, so that its words are a heading."""
    attributes = node.attributes or {}
    return str(node.tag) == "button" and bool({"aria-expanded", "aria-controls"} & set(attributes))


def asks(node: Any) -> bool:
    """Whether an element is marked as a question, by its class or by schema.org, and is nothing but one."""
    attributes = node.attributes or {}
    marked = attributes.get("itemprop") == "name" and _in_question(node)
    named = attributes.get("class") and ASKING & {each.lower() for each in CLASS_WORD.findall(attributes["class"])}
    if not (marked or named) or any(str(each.tag) in BLOCKS for each in node.traverse() if each.mem_id != node.mem_id):
        return False
    return words(node).endswith("?")


def _in_question(node: Any) -> bool:
    parent = node.parent
    while parent is not None:
        if str((parent.attributes or {}).get("itemtype") or "").rstrip("/").endswith("schema.org/Question"):
            return True
        parent = parent.parent
    return False


class Page:
    """What is known of a whole page before it is read: its main part, its notices, whether its header is its title."""

    def __init__(self, body: Any) -> None:
        self._body = body
        self._main = _main(body)
        titles = [each for each in body.css("h1") if not self._outside_content(each)]
        self._titled = bool(titles)
        self._articles = body.css_first("main, article, [role=main]") is not None
        self._notices = {each.mem_id for each in _notices(body)}

    def left_out(self, node: Any) -> str:
        """Why a block stands around the rules; empty where it is of them."""
        tag, given = str(node.tag), role(node)
        if found := ROLES.get(given) or AROUND.get(tag):
            return found
        if node.mem_id in self._notices or ((tag == "form" or given == "form") and _small_form(node)):
            return FORMS
        if (tag == "aside" or given == "complementary") and self._articles and ARTICLES.isdisjoint(above(node)):
            return ASIDES
        if self.is_header(node):
            return HEADER
        if self._main is not None and not self._around_main(node):
            return OUTSIDE
        return ""

    def is_header(self, node: Any) -> bool:
        """Whether a block is the header of the page, or of the article that is all of it."""
        if role(node) == "banner":
            return True
        return str(node.tag) == "header" and (ARTICLES.isdisjoint(above(node)) or node.css_first("h1") is not None)

    def titles(self, node: Any) -> list[Any]:
        """The headings that are kept of a block that is left out: of the header where no other title stands."""
        if not self.is_header(node):
            return [] if self._titled else list(node.css("h1"))
        inside = any(tag in ARTICLES for tag in above(node))
        return list(node.css("h1") or node.css(HEADINGS)) if inside or not self._titled else []

    def _outside_content(self, node: Any) -> bool:
        """Whether a heading stands in a page's header, or outside of its main part."""
        if self._main is not None:
            return not _within(node, self._main)
        return "header" in list(above(node)) and ARTICLES.isdisjoint(above(node))

    def _around_main(self, node: Any) -> bool:
        """Whether a block is the main part, stands in it or around it."""
        return _within(node, self._main) or _within(self._main, node)


def _within(node: Any, other: Any) -> bool:
    while node is not None:
        if node.mem_id == other.mem_id:
            return True
        node = node.parent
    return False


def _main(body: Any) -> Any:
    """The one main part of a page; None where it names none, several, or one that holds less than half of its words."""
    found = body.css("main, [role=main]")
    if len(found) != 1:
        return None
    around = sum(len(words(each)) for each in body.css("nav, footer"))
    return found[0] if 2 * len(words(found[0])) >= len(words(body)) - around else None


def _small_form(node: Any) -> bool:
    return node.css_first(f"{HEADINGS}, table, main, article") is None and len(words(node)) <= SMALL


def _notices(body: Any) -> list[Any]:
    """The blocks outside of articles that hold a few words and a button: consent, newsletters, polls."""
    found: dict[int, Any] = {}
    for control in body.css("button, input, select, textarea"):
        hidden = (control.attributes or {}).get("type") == "hidden"
        block = control.parent
        while block is not None and str(block.tag) not in BLOCKS:
            block = block.parent
        if hidden or discloses(control) or block is None or str(block.tag) in ("body", "html"):
            continue
        if CONTENT.isdisjoint((str(block.tag), *above(block))) and block.css_first(HEADINGS) is None:
            found[block.mem_id] = block
    noticed = [each for each in found.values() if 0 < len(words(each)) <= SMALL]
    return noticed if len(noticed) <= MOST_NOTICES else []
