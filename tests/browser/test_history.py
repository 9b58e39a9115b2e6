"""Each question that was asked is an entry of the browser's history, and stands among those asked before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser

FIRST = "/?q=may+my+keeper+light+the+lamp+on+the+top+floor+with+2+oil&game=tiny-game"
SECOND = "does press make boost cheaper"


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A fresh tab; an error in a script fails the test."""
    context = browser.new_context(base_url=address)
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    yield opened
    context.close()
    assert wrong == []


def test_back_and_forward_lead_from_question_to_question(page: Page) -> None:
    page.goto(FIRST)
    page.locator("#game").select_option("")
    page.locator("#q").fill("")
    page.locator("#q").press_sequentially(SECOND, delay=5)
    page.locator("#q").press("Enter")
    expect(page.locator("#answer .citation blockquote").first).to_contain_text("boost")
    assert "q=does+press" in page.url
    page.go_back()
    expect(page.locator("#q")).to_have_value("may my keeper light the lamp on the top floor with 2 oil")
    expect(page.locator(".outcome.yes .state")).to_have_text("Yes")
    page.go_forward()
    expect(page.locator("#q")).to_have_value(SECOND)
    expect(page.locator("#answer .citation blockquote").first).to_contain_text("boost")


def test_what_is_typed_in_one_go_is_one_entry(page: Page) -> None:
    page.goto("/")
    before = page.evaluate("history.length")
    page.locator("#q").press_sequentially("does press make boost cheaper for a character", delay=60)
    expect(page.locator("#answer .citation").first).to_be_visible()
    page.locator("#q").press("Enter")
    expect(page.locator("#answer .citation").first).to_be_visible()
    assert page.evaluate("history.length") == before + 1
    page.go_back()
    expect(page.locator(".empty")).to_be_visible()
    expect(page.locator("#q")).to_have_value("")


def test_a_word_or_two_wait_for_enter(page: Page) -> None:
    page.goto("/")
    page.locator("#q").press_sequentially("does press", delay=5)
    page.wait_for_timeout(600)
    expect(page.locator(".empty")).to_be_visible()
    page.locator("#q").press("Enter")
    expect(page.locator("#answer .outcome")).to_be_visible()


def test_questions_asked_before_stand_on_the_first_page_until_they_are_forgotten(page: Page) -> None:
    page.goto(FIRST)
    expect(page.locator(".outcome")).to_be_visible()
    page.goto("/")
    link = page.locator("#recent a")
    expect(link).to_have_text("may my keeper light the lamp on the top floor with 2 oil")
    page.reload()
    link.click()
    expect(page.locator(".outcome.yes .state")).to_have_text("Yes")
    page.goto("/")
    page.get_by_role("button", name="Forget these").click()
    expect(page.locator("#recent")).to_be_hidden()


def test_a_document_is_searched_in_its_own_page(page: Page) -> None:
    page.goto("/documents/vs-system/heralds-faq")
    every = page.locator(".text p[data-line]").count()
    page.locator("#filter").fill("boost cost")
    expect(page.locator("#filtered")).to_contain_text(f"of {every}")
    expect(page.locator(".text p[data-line]:visible").first).to_contain_text("boost")
    assert 0 < page.locator(".text p[data-line]:visible").count() < every


def test_the_clause_that_a_link_leads_to_is_marked(page: Page) -> None:
    page.goto("/clauses/vs-system/heralds-faq/3.b3")
    page.locator(".crumbs a").last.click()
    expect(page.locator("p:target")).to_contain_text("boost")
    assert page.evaluate("getComputedStyle(document.querySelector('p:target')).backgroundColor") != "rgba(0, 0, 0, 0)"
