"""What axe finds on a page: https://github.com/dequelabs/axe-core."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def violations(page: Page) -> list[dict[str, Any]]:
    """Every rule that the page does not keep, with its places; where the others are kept is not gathered, which would
    take as long again."""
    found: list[dict[str, Any]] = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return found
