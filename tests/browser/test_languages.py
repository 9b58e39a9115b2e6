"""The pages in other languages in a browser: what axe says, nothing wider than a phone, the script's words."""

from __future__ import annotations

import pypdfium2
import pytest
from playwright.sync_api import Browser, expect

from tests.browser.addresses import PAGES
from tests.browser.axe import violations
from tests.browser.test_pages import PHONE

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_every_page_is_accessible_and_fits_a_phone(browser: Browser, address: str, language: str) -> None:
    context = browser.new_context(
        base_url=address,
        viewport=PHONE,  # type: ignore[arg-type]
        locale=f"{language}-{language.upper()}",
        bypass_csp=True,
        service_workers="block",
    )
    page, wrong = context.new_page(), []
    for name, at in PAGES.items():
        page.goto(at)
        assert page.evaluate("document.documentElement.lang") == language
        if page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]:
            wrong.append((name, "wider than a phone"))
        found = violations(page)
        wrong += [(name, each["id"], each["nodes"][0]["html"]) for each in found]
    context.close()
    assert wrong == []


def test_a_language_is_chosen_in_the_footer_and_stays(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, locale="en-GB", service_workers="block")
    page = context.new_page()
    page.goto("/")
    page.locator("#q").press_sequentially("does press make boost cheaper", delay=5)
    expect(page.locator(".citation").first).to_be_visible()
    page.get_by_role("link", name="Deutsch").click()
    expect(page.locator("#q")).to_have_value("does press make boost cheaper")
    expect(page.get_by_role("button", name="Fragen")).to_be_visible()
    page.locator("#q").fill("does press make boost cheaper today")
    page.locator("#q").press("Enter")  # what was filled in before the page's script ran asks nothing by itself
    page.wait_for_url("**today**")  # else the answer to the words before is kept
    expect(page.locator("#answer .citation").first).to_be_visible()
    page.locator("#share summary").click()
    keep = page.get_by_role("button", name="Fürs Turnier merken")
    keep.click()
    expect(page.get_by_role("button", name="Gemerkt: wieder entfernen")).to_be_visible()
    page.goto("/games")
    expect(page.locator("h1")).to_have_text("Spiele")
    context.close()


def test_a_code_stands_under_the_answer_and_on_paper(browser: Browser, address: str) -> None:
    page = browser.new_page(base_url=address)
    page.goto(PAGES["verdict"])
    page.locator("#share summary").click()
    picture = page.locator(".qr img")
    picture.scroll_into_view_if_needed()
    expect(picture).to_be_visible()
    picture.evaluate("image => image.decode()")  # waits for it, and fails where it is no picture
    page.reload()
    document = pypdfium2.PdfDocument(page.pdf(format="A4"))
    drawn = sum(sum(1 for _ in document[at].get_objects()) for at in range(len(document)))
    code = sum(
        each.type == pypdfium2.raw.FPDF_PAGEOBJ_PATH
        for at in range(len(document))
        for each in document[at].get_objects()
    )
    document.close()
    page.close()
    assert drawn > code > 0


def test_side_by_side_works_without_a_script(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    page.goto(PAGES["verdict"])
    page.get_by_role("link", name="Side by side with another question").click()
    page.locator("[name='b.q']").fill("can my keeper light the lamp with 2 oil")
    page.locator("#b button[type=submit]").click()
    expect(page.locator("#a .state")).to_have_text("Yes")
    expect(page.locator("#b .state")).to_have_text("It depends")
    page.locator("#b a.answer", has_text="No").first.click()
    expect(page.locator("#a .state")).to_have_text("Yes")
    expect(page.locator("#b .state")).to_have_text("No")
    context.close()
