"""An anchor of game.toml: a line's number, or an expression that is searched in lines."""

from __future__ import annotations

import re

Anchor = int | re.Pattern[str]


def shown(anchor: Anchor) -> str:
    """An anchor as a message names it."""
    return f"line {anchor}" if isinstance(anchor, int) else f"/{anchor.pattern}/"
