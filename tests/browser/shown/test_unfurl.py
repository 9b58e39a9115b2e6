"""An unfurled page in Chromium: no rule of its content policy is broken, and its picture is drawn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


def test_the_page_and_its_picture_are_shown(browser: Browser, address: str) -> None:
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto(f"{address}/clauses/vs-system/heralds-faq/3.b3")
    picture = page.locator('meta[property="og:image"]').get_attribute("content")
    linked = page.locator('link[rel="discord:component-embed"]').get_attribute("href")
    assert linked
    assert page.request.get(linked).json()["component"]["type"] == 17
    assert [each for each in said if "Content Security Policy" in each] == []
    assert picture
    page.goto(picture)
    assert page.evaluate("[document.images[0].naturalWidth, document.images[0].naturalHeight]") == [1200, 630]
    page.close()
