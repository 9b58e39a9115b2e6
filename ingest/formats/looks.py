"""What a text looks like that was meant to be something else: YAML, JSON, HTML or Markdown."""

from __future__ import annotations

import re

KEY = re.compile(r"\s*(?:- +)*[A-Za-z_][\w -]{0,40}:(?:\s|$)")
JSON_KEY = re.compile(r'[{,]\s*"[^"]{1,60}"\s*:')
TAG = re.compile(r"<(?:!doctype html|html|head|body|div|h[1-6]|p|ul|ol|table)\b[^>]*>", re.IGNORECASE)
ATX = re.compile(r"#{1,6} +\S")
SETEXT = re.compile(r"(?:={3,}|-{3,})\s*$")
LINK = re.compile(r"\[[^\]]+\]\([^)]+\)")
FEW = 3


def looks_like(text: str) -> str:
    """`json`, `yaml`, `html` or `markdown` where a text is clearly one of them, else empty.

    >>> looks_like('- name: Setup\\n  text: Deal five cards.\\n- name: Turn\\n  text: Draw.')
    'yaml'
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return ""
    if text.lstrip()[:1] in "[{" and len(JSON_KEY.findall(text[:20_000])) >= 2:
        return "json"
    if len(TAG.findall(text[:20_000])) >= FEW:
        return "html"
    keys = sum(bool(KEY.match(line)) for line in lines)
    items = sum(line.lstrip().startswith("- ") and bool(KEY.match(line)) for line in lines)
    if keys > 0.5 * len(lines) and (items >= 2 or KEY.match(lines[0])) and keys >= FEW:
        return "yaml"
    heads = sum(bool(ATX.match(line)) for line in lines)
    under = sum(bool(SETEXT.match(line)) for line in lines[1:])
    marked = heads + under + len(LINK.findall(text[:50_000])) // 3
    return "markdown" if marked >= FEW and heads + under >= 2 else ""
