"""Text of others made safe to show: no mention, link, emoji or markup in it comes out active.

`neutral(text, form)` is for one line of plain, text-only places (`text`) and of the three markups that chats use.
What would be read as a mention or a link is broken by a word joiner, which no reader sees; markup is escaped.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

Form = Literal["text", "markdown", "discord", "slack"]
FORMS: tuple[Form, ...] = ("text", "markdown", "discord", "slack")

JOINER = "\u2060"
KEPT = "\u200c\u200d"
DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
BROKEN = re.compile(
    r"""
    (?=[@＠:.。．｡\#<]) (?:                  # at any other sign nothing else is tried
    (?P<mention>[@＠])                      # @everyone, user@host
    | (?P<scheme>:)(?=//)                   # https://
    | (?P<named>(?<=mailto):|(?<=tel):|(?<=javascript):|(?<=data):)
    | (?P<domain>(?<=\w)[.。．｡])(?=[^\W\d_]{2})      # example.com
    | (?P<reference>\#)(?=\w)               # #123, #channel
    | (?P<emoji>:)(?=[\w+-]+:)              # :name:
    | (?P<tag><)(?=[@\#:/!a-z])             # <@1>, <t:0>, <b>
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
MARKUP = {
    "discord": re.compile(r"([\\`*_~|<>\[\]#])"),
    "markdown": re.compile(r"([\\`*_~|<>\[\]#&$^=!])"),
}
PLAIN_ID = re.compile(r"[\w/#.-]+")
ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
ALIKE = str.maketrans({"*": "∗", "_": "＿", "~": "∼", "`": "ˋ"})


def clean(text: str) -> str:
    """One line: control, direction and other unseen characters dropped, white space folded."""
    spaced = " ".join(text.split())
    if spaced.isprintable():  # nearly every text: nothing in it is of a category that is dropped
        return spaced
    return "".join(each for each in spaced if each in KEPT or unicodedata.category(each) not in DROPPED)


def neutral(text: str, form: Form) -> str:
    """The text for a place of this form, nothing in it active."""
    broken = BROKEN.sub(rf"\g<0>{JOINER}", clean(text))
    if form == "slack":
        return broken.translate(ENTITIES).translate(ALIKE)
    return MARKUP[form].sub(r"\\\1", broken) if form in MARKUP else broken


def bold(text: str, form: Form) -> str:
    """Text that is neutral already, in bold where the form has bold."""
    mark = {"text": "", "markdown": "**", "discord": "**", "slack": "*"}[form]
    return f"{mark}{text}{mark}"


def code(identifier: str, form: Form) -> str:
    """An id of ours, to be copied: nothing joined into it; as code where the form has that, so that it stays text."""
    if not PLAIN_ID.fullmatch(identifier):
        return neutral(identifier, form)
    return identifier if form == "text" else f"`{identifier}`"


def link(address: str, form: Form) -> str:
    """An address of ours as a link, without a preview where that can be said."""
    return address if form == "text" else f"<{address}>"


def length(text: str) -> int:
    """How long chats take a text to be, at most: in UTF-16 units, of which an emoji has two."""
    return len(text) + sum(each > "\uffff" for each in text)
