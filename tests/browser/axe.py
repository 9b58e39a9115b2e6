"""What axe finds on a page: https://github.com/dequelabs/axe-core."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""The rules that look at colours: no other finds in the dark what it does not find in the light."""


def violations(page: Page, **options: object) -> list[dict[str, Any]]:
    """Every rule that the page does not keep, with its places; where the others are kept is not gathered, which would
    take as long again."""
    asked = {"resultTypes": ["violations"], **options}
    found: list[dict[str, Any]] = Axe().run(page, options=asked).response["violations"]
    return found


def in_both_schemes(page: Page) -> list[tuple[str, str, str]]:
    """Scheme, rule and first place of whatever is not kept on a page in the light and in the dark; it is left in the
    light."""
    found = []
    for scheme, options in (("light", {}), ("dark", {"runOnly": COLOURS})):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert page.evaluate("scheme => matchMedia(`(prefers-color-scheme: ${scheme})`).matches", scheme)
        found += [(scheme, each["id"], each["nodes"][0]["html"]) for each in violations(page, **options)]
    page.emulate_media(color_scheme="light")
    return found
