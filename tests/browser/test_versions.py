"""Versions in time in a browser: what changed, a clause's history, a day in the past, what is to be read again."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from waitress.server import create_server

from service.server.app import create_app
from service.server.snapshots.library import Library
from tests.support.ended import end
from tests.support.harbour_versions import build_versions

pytestmark = pytest.mark.browser

CRATES = "how many crates does a boat carry?"


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server over a game with two versions of its rules."""
    library = Library(build_versions(tmp_path_factory.mktemp("in-time")))
    library.warm_up()
    server = create_server(create_app(library), host="127.0.0.1", port=0, threads=4)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.effective_port}"
    end(server)
    library.close()


@pytest.fixture
def page(browser: Browser, harbour: str) -> Iterator[Page]:
    """A phone's page on that server."""
    context = browser.new_context(base_url=harbour, viewport={"width": 390, "height": 844}, locale="en")
    yield context.new_page()
    context.close()


def test_two_versions_are_compared_with_the_words_marked(page: Page) -> None:
    page.goto("/games")
    page.get_by_role("link", name="What changed between versions").click()
    changed = page.locator("article.change.changed", has_text="101.1")
    expect(changed.locator("del")).to_have_text("three")
    expect(changed.locator("ins")).to_have_text("four")
    expect(page.locator("article.change.renumbered")).to_contain_text("200.3 ← 200.2")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("article.change")).to_have_count(5)


def test_a_clauses_page_has_its_history_and_one_that_is_gone_says_so(page: Page) -> None:
    page.goto("/clauses/harbour/rules/101.1")
    history = page.locator("ul.history li")
    expect(history).to_have_count(2)
    expect(history.nth(1)).to_contain_text("2026-02-01")
    expect(history.nth(1).locator("del")).to_have_text("three")
    expect(history.nth(1).locator("del")).to_have_css("display", "inline")
    page.get_by_role("link", name="All that changed in this document").click()
    page.locator("article.change.removed a").first.click()
    expect(page.get_by_text("No longer in force")).to_be_visible()
    expect(page.locator("blockquote")).to_have_text("A boat without crates may leave at once.")


def test_a_day_in_the_past_is_answered_with_its_words(page: Page) -> None:
    page.goto("/")
    page.get_by_role("searchbox").or_(page.locator("#q")).first.fill(CRATES)
    page.get_by_text("As it stood on a day").click()
    page.get_by_label("Day").fill("2025-06-01")
    page.get_by_role("button", name="Ask").click()
    expect(page.locator(".as-of")).to_contain_text("As it stood on 2025-06-01")
    expect(page.locator("article.citation blockquote").first).to_contain_text("three crates")
    page.get_by_role("link", name="As it stands now").click()
    expect(page.locator("article.citation blockquote").first).to_contain_text("four crates")


def test_the_link_of_a_citation_leads_to_its_words_of_the_day_and_on_to_today(page: Page) -> None:
    page.goto("/?q=200.2&game=harbour&as_of=2025-06-01")
    page.locator("article.citation .source a").first.click()
    expect(page.locator(".as-of")).to_contain_text("As it stood on 2025-06-01")
    expect(page.locator("article.citation blockquote").first).to_contain_text("Nobody may light a lantern twice")
    expect(page.get_by_text("It is numbered 200.3 now.")).to_be_visible()
    page.locator("p.neighbour a").first.click()
    expect(page.locator(".as-of")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="As it stands now").click()
    expect(page).to_have_url(re.compile(r"/clauses/harbour/rules/200\.3$"))
    expect(page.locator("article.citation blockquote").first).to_contain_text("Nobody may light a lantern twice")


def test_a_ruling_on_a_changed_clause_is_marked(page: Page) -> None:
    page.goto("/?q=I+have+2+crates,+can+I+load+one+more+crate%3F&game=harbour")
    stale = page.locator("details.stale").first
    expect(stale).to_contain_text("101.1 has changed on 2026-02-01")
    stale.locator("summary").click()
    expect(stale.locator("ins")).to_have_text("four")
    page.goto("/checks/harbour/room?crates=2")
    expect(page.locator("details.stale")).to_have_count(1)
    page.goto("/checks/harbour/light?oil=1")
    expect(page.locator("details.stale")).to_have_count(0)
