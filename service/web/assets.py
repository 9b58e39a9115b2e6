"""Static files with the digest of their content in the address, so that a copy is never stale."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from flask import url_for

STATIC = Path(__file__).parent / "static"


@cache
def digest(name: str) -> str:
    """The first 12 hexadecimal digits of a static file's sha256."""
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]


def asset(name: str) -> str:
    """The address of a static file: `/static/headjudge.css?v=…`."""
    return url_for("static", filename=name, v=digest(name))
