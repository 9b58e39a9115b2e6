"""The words of an entry without its marks: emphasis, HTML, and codes that name another rule."""

from __future__ import annotations

import re

CODE = re.compile(r"`(?:(?P<kind>[A-Za-z_-]+):)?(?P<target>[^`]*)`")
NUMBER = re.compile(r"(?P<number>[0-9]+(?:\.[0-9]+)*[a-z]?)\.?$")
EMPHASIS = re.compile(r"(?<![\w*])(?P<marks>\*{1,3}|_{1,2})(?=\S)(?P<words>.+?)(?<=\S)(?P=marks)(?![\w*])", re.DOTALL)
LINK = re.compile(r"\[(?P<words>[^\[\]]+)\]\(#(?P<id>[\w.:-]{1,100})\)")
TAG = re.compile(r"</?[a-zA-Z][^<>]{0,200}>")
RULES = frozenset(("rule", "section", "law", "ref", "see"))


def words_of(text: str) -> str:
    """A text's words; a code that names a rule is said in words, so that it can be read and followed.

    >>> words_of("You **rule** it _(see `rule:2.1`)_. `board:cats$7.2`")
    'You rule it (see rule 2.1). (rule 7.2)'
    """
    said = LINK.sub(lambda found: found["words"] + f"{{#{found['id']}}}", CODE.sub(_code, text))
    for _ in range(3):
        said = EMPHASIS.sub(lambda found: found["words"], said)
    return " ".join(TAG.sub("", said).replace("**", "").split())


def _code(found: re.Match[str]) -> str:
    """What a code says: a rule's number as `rule 2.1`, in brackets where it stands in none; else its last word."""
    last = re.split(r"[$#/]", found["target"])[-1]
    number = NUMBER.search(last)
    if number is None or not found["kind"]:
        return last
    before = found.string[: found.start()]
    inside = before.count("(") > before.count(")") or found["kind"].lower() in RULES
    said = f"rule {number['number']}"
    return said if inside else f" ({said})"
