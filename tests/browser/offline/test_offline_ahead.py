"""Without signal a device shows what is in force on the day of its copy; that is fetched anew when a version's day
comes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from service.web.device.packed import engine_json
from service.web.device.pinned import HOW
from tests.browser.served import Server, kept
from tests.support.harbour_versions import built, make_corpus, pinned, read_against_the_later

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BEFORE, COME = date(2025, 12, 1), date(2026, 2, 1)
CLAUSE, CHECK = "/clauses/harbour/rules/101.1", "/checks/harbour/room?crates=3"
BECOMES = """async (text) => {
    while (!(await caches.match('/offline.json').then((kept) => kept.json())).held.endsWith(text))
        await new Promise((done) => setTimeout(done, 100)); }"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server over the harbour in two versions, its rules read against the second."""
    place: Path = tmp_path_factory.mktemp("early")
    make_corpus(place)
    read_against_the_later(place)
    pinned(place)
    started = Server(built(place))
    yield started
    started.close()


@pytest.fixture
def device(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """A browser in which an error in a script fails the test."""
    context = browser.new_context(base_url=server.address)
    wrong: list[str] = []
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    yield context
    context.close()
    assert wrong == []


def without_signal(page: Page, address: str) -> None:
    """Show a page from what is kept."""
    page.context.set_offline(True)
    page.goto(address)
    expect(page.locator("#signal")).to_be_visible()


def with_signal(page: Page, day: str) -> None:
    """Visit the server; done when the copy of that day is kept."""
    page.context.set_offline(False)
    page.goto("/games")
    kept(page)
    page.evaluate(BECOMES, day)


def test_a_copy_shows_the_version_in_force_and_the_next_one_once_its_day_has_come(
    device: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.answering.past.today", lambda: BEFORE)
    page = device.new_page()
    with_signal(page, "2025-03-01")
    without_signal(page, CLAUSE)
    expect(page.locator("article blockquote").first).to_have_text("A boat carries at most three crates.")
    monkeypatch.setattr("kb.answering.past.today", lambda: COME)
    with_signal(page, "2026-02-01")
    without_signal(page, CLAUSE)
    expect(page.locator("article blockquote").first).to_have_text("A boat carries at most four crates.")


@pytest.mark.skipif(engine_json() is None, reason=f"Python for browsers was not fetched: {HOW} (needs npm)")
def test_a_check_whose_rules_are_not_in_force_yet_is_withheld_until_their_day(
    device: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.answering.past.today", lambda: BEFORE)
    page = device.new_page()
    with_signal(page, "2025-03-01")
    button = page.locator("button.for-event[data-game=harbour]")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true", timeout=60_000)
    without_signal(page, CHECK)
    expect(page.locator("#result .state")).to_have_text("That is not in force yet", timeout=60_000)
    expect(page.locator("#result .summary")).to_contain_text("harbour/room are in force from 2026-02-01: until then")
    monkeypatch.setattr("kb.answering.past.today", lambda: COME)
    with_signal(page, "2026-02-01")
    without_signal(page, CHECK)
    expect(page.locator("#result .state")).to_have_text("Yes", timeout=60_000)
