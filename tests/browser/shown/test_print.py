"""What comes out of the printer: the PDF's text holds verdict, reason, clause, source and link."""

from __future__ import annotations

from urllib.parse import unquote

import pypdfium2
import pytest
from playwright.sync_api import Browser, expect

pytestmark = pytest.mark.browser

PRINTED = {
    "verdict": (
        "/?q=may+my+keeper+light+the+lamp+on+the+top+floor+with+2+oil&game=tiny-game",
        ("may my keeper light the lamp", "Yes", "tiny-game/rules#the-night.b2", "Rules of Lighthouse Keepers"),
    ),
    "cited": (
        "/?q=each+player+takes+3+oil+and+never+holds+more+than+5+oil&game=tiny-game",
        ("The rules say", "tiny-game/rules#setting-up.b2", "published 2026-01-01"),
    ),
    "depends": (
        "/?q=can+my+keeper+light+the+lamp+with+2+oil&game=tiny-game",
        ("It depends", "top floor", "tiny-game/rules#the-night.b2"),
    ),
    "check": (
        "/checks/tiny-game/light-lamp?oil=2&top_floor=yes",
        ("Yes", "tiny-game/rules#the-night.b2", "Rules of Lighthouse Keepers"),
    ),
}


def printed(browser: Browser, address: str, page_address: str) -> str:
    """The text of a page's PDF, white space folded."""
    page = browser.new_page(base_url=address)
    page.goto(page_address)
    document = pypdfium2.PdfDocument(page.pdf(format="A4"))
    page.close()
    text = " ".join(document[at].get_textpage().get_text_range() for at in range(len(document)))
    document.close()
    return " ".join(text.replace("\ufffe", "").split())


@pytest.mark.parametrize("name", PRINTED)
def test_a_printed_answer_holds_verdict_reason_clause_source_and_link(
    browser: Browser, address: str, name: str
) -> None:
    at, wanted = PRINTED[name]
    text = printed(browser, address, at)
    page = browser.new_page(base_url=address)
    page.goto(at)
    reason = page.locator(".outcome .summary, .outcome .question, .citation blockquote").first.inner_text()
    clause = page.locator(".citation blockquote.print-only, .citation blockquote").first.text_content() or ""
    page.close()
    squeezed = text.replace(" ", "")
    for words in (*wanted, reason, clause, f"{address}{at.partition('&')[0]}"):
        assert "".join(words.split()) in squeezed or "".join(unquote(words).split()) in squeezed, words
    assert "Print or pass on" not in text
    assert "Report" not in text


def test_a_verdict_with_its_code_is_printed_on_one_page(browser: Browser, address: str) -> None:
    page = browser.new_page(base_url=address)
    page.goto(PRINTED["verdict"][0], wait_until="networkidle")
    document = pypdfium2.PdfDocument(page.pdf(format="A4"))
    assert len(document) == 1
    document.close()
    page.close()


def test_rulings_that_were_kept_are_printed_as_a_booklet(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address)
    page = context.new_page()
    for name in ("verdict", "cited"):
        page.goto(PRINTED[name][0])
        page.locator("#share summary").click()
        page.get_by_role("button", name="Keep for an event").click()
        expect(page.get_by_role("button", name="Kept: take it out")).to_be_visible()
    page.goto("/booklet")
    expect(page.locator("#booklet > section")).to_have_count(2)
    document = pypdfium2.PdfDocument(page.pdf(format="A4"))
    text = "".join(document[at].get_textpage().get_text_range() for at in range(len(document)))
    document.close()
    squeezed = "".join(text.replace("\ufffe", "").split())
    for name in ("verdict", "cited"):
        at, wanted = PRINTED[name]
        assert all("".join(words.split()) in squeezed for words in (*wanted, f"{address}{at.partition('&')[0]}")), name
    assert "Takeout" not in squeezed
    page.locator("#booklet button", has_text="Take out").first.click()
    page.reload()
    expect(page.locator("#booklet > section")).to_have_count(1)
    context.close()
