"""The pages in a browser: typing, keys, copying, and what axe has to say."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.addresses import PAGES
from tests.browser.axe import in_both_schemes

pytestmark = pytest.mark.browser

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A fresh tab on the first page; an error in a script fails the test."""
    context = browser.new_context(base_url=address, permissions=["clipboard-read", "clipboard-write"])
    opened = context.new_page()
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda message: wrong.append(message.text) if "Content Security" in message.text else None)
    opened.goto("/")
    yield opened
    context.close()
    assert wrong == []


def test_the_answer_comes_while_typing_and_the_address_keeps_it(page: Page) -> None:
    page.locator("#q").type("does press make boost cheaper", delay=5)
    expect(page.locator(".citation blockquote").first).to_contain_text("press")
    assert "q=does+press" in page.url
    page.reload()
    expect(page.locator(".citation").first).to_be_visible()


def test_the_cursor_is_in_the_box_and_keys_move_between_citations(page: Page) -> None:
    expect(page.locator("#q")).to_be_focused()
    page.locator("#q").fill("does press make boost cheaper")
    expect(page.locator(".citation").first).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".citation").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".citation").nth(1)).to_be_focused()
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()


def test_a_new_question_begins_with_one_tap_and_the_game_stays_chosen(page: Page) -> None:
    page.goto(PAGES["answer"])
    page.get_by_role("link", name="New question").click()
    expect(page.locator("#q")).to_be_focused()
    expect(page.locator("#q")).to_have_value("")
    expect(page.locator("#game")).to_have_value("vs-system")
    expect(page.locator(".empty")).to_be_visible()
    expect(page.get_by_role("link", name="New question")).to_be_hidden()
    page.go_back()
    expect(page.locator("#q")).to_have_value("does press make boost cheaper")


def test_on_a_phone_the_keyboard_leaves_when_the_question_is_asked(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, viewport=PHONE, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    small = context.new_page()
    small.goto("/")
    small.locator("#q").fill("does press make boost cheaper")
    small.locator("#q").press("Enter")
    expect(small.locator("#answer .citation").first).to_be_visible()
    expect(small.locator("#q")).not_to_be_focused()
    context.close()


def test_what_was_asked_before_names_its_game(page: Page) -> None:
    page.goto(PAGES["answer"])
    page.goto("/")
    expect(page.locator("#recent li")).to_contain_text("does press make boost cheaper VS System")


def test_copy_takes_the_words_with_their_source(page: Page) -> None:
    page.goto(PAGES["answer"])
    page.locator(".citation button.copy").first.click()
    expect(page.locator(".citation button.copy").first).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "(vs-system/heralds-faq#3." in copied
    assert page.locator(".citation blockquote").first.inner_text().split("\n")[0] in copied


def test_a_changed_fact_changes_the_verdict_at_once_and_the_address_keeps_it(page: Page) -> None:
    page.goto(PAGES["check"])
    expect(page.locator("#result .state")).to_have_text("It depends")
    page.locator("#fact-top_floor").select_option("yes")
    expect(page.locator("#result .state")).to_have_text("Yes")
    page.locator("#fact-oil").fill("0")
    expect(page.locator("#result .state")).to_have_text("No")
    assert "oil=0" in page.url
    page.reload()
    expect(page.locator("#result .state")).to_have_text("No")
    page.locator("#result .proof > summary").click()
    expect(page.locator(".proof li").first).to_be_visible()


def test_an_answer_leads_to_its_check_with_the_facts_filled_in(page: Page) -> None:
    page.goto(PAGES["verdict"])
    expect(page.locator(".outcome .state")).to_have_text("Yes")
    page.get_by_role("link", name="Change the facts").click()
    expect(page.locator("#fact-oil")).to_have_value("2")
    expect(page.locator("#fact-top_floor")).to_have_value("yes")


def test_what_a_question_leaves_open_is_answered_with_one_tap(page: Page) -> None:
    page.goto(PAGES["depends"])
    expect(page.locator(".outcome .state")).to_have_text("It depends")
    yes = page.locator(".ask-back a.answer", has_text="Yes").first
    expect(yes).to_contain_text("→ Yes")
    yes.click()
    expect(page.locator("#answer .outcome.yes .state")).to_have_text("Yes")
    expect(page.locator("#q")).to_have_value("can my keeper light the lamp with 2 oil")
    assert "f.top_floor=yes" in page.url
    page.reload()
    expect(page.locator("#answer .outcome.yes .state")).to_have_text("Yes")
    page.go_back()
    expect(page.locator(".outcome .state")).to_have_text("It depends")


def test_a_tap_on_a_check_fills_the_form(page: Page) -> None:
    page.goto(PAGES["check"])
    page.locator("#result a.answer", has_text="no").click()
    expect(page.locator("#result .state")).to_have_text("No")
    expect(page.locator("#fact-top_floor")).to_have_value("no")


def test_a_named_thing_gets_its_own_fields_while_typing(page: Page) -> None:
    page.goto("/checks/vs-system/recruits-total")
    names = page.locator("#fact-recruits")
    names.press_sequentially("Thor")
    expect(page.locator("#fact-recruits\\.Thor\\.cost_of")).to_be_visible()
    names.press_sequentially(", Loki")
    expect(page.locator("#fact-recruits\\.Loki\\.cost_of")).to_be_visible()
    expect(names).to_be_focused()
    expect(names).to_have_value("Thor, Loki")


HELD = """
const fetched = window.fetch;
window.held = [];
window.fetch = async (address, ...more) => {
  if (String(address).endsWith("recruits=Th")) await new Promise((go) => window.held.push(go));
  return fetched(address, ...more);
};
"""


def test_a_late_reply_undoes_no_letter_typed_since(page: Page) -> None:
    page.add_init_script(HELD)
    page.goto("/checks/vs-system/recruits-total")
    names = page.locator("#fact-recruits")
    names.press_sequentially("Th")
    for _ in range(500):
        if page.evaluate("window.held.length"):
            break
        page.wait_for_timeout(20)
    names.press_sequentially("o")
    page.evaluate("window.held.forEach((go) => go())")
    page.wait_for_timeout(100)
    expect(names).to_have_value("Tho")
    expect(page.locator("#fact-recruits\\.Tho\\.cost_of")).to_be_visible()


def test_the_answer_is_copied_as_text_for_a_chat_and_printed_as_a_card(page: Page) -> None:
    page.goto(PAGES["verdict"])
    page.locator("#share summary").click()
    page.get_by_role("button", name="Copy text").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()").split("\n")
    assert copied[0] == "may my keeper light the lamp on the top floor with 2 oil"
    assert copied[1].startswith("Yes. ")
    assert "tiny-game/rules#the-night.b2, " in copied[2]
    assert copied[-1].startswith("Link: http")
    page.goto(copied[-1].removeprefix("Link: "))
    expect(page.locator(".outcome .state")).to_have_text("Yes")
    page.goto(PAGES["verdict"])
    page.emulate_media(media="print")
    expect(page.locator(".printed-question")).to_be_visible()
    expect(page.locator(".outcome .state")).to_be_visible()
    expect(page.locator("form.ask")).to_be_hidden()
    expect(page.locator("#share")).to_be_hidden()


def test_c_copies_the_citation_in_focus(page: Page) -> None:
    page.goto(PAGES["answer"])
    page.locator(".citation").nth(1).focus()
    page.keyboard.press("c")
    expect(page.locator("button.copy", has_text="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert page.locator(".citation").nth(1).locator("code").first.inner_text() in copied


def test_c_without_a_citation_in_focus_copies_the_whole_answer(page: Page) -> None:
    page.goto(PAGES["verdict"])
    page.locator(".state").click()
    page.keyboard.press("c")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith("may my keeper light the lamp")


def test_the_list_of_checks_is_narrowed_while_typing(page: Page) -> None:
    page.goto("/checks")
    page.keyboard.press("/")
    page.keyboard.type("light lamp")
    expect(page.locator("[data-filter] li:visible")).to_have_count(1)
    expect(page.locator("[data-filter] li:visible")).to_contain_text("light the lamp")


@pytest.mark.parametrize("name", ["clause", "card", "answer", "verdict"])
def test_an_address_shows_the_same_again(page: Page, name: str) -> None:
    shown = "[...document.querySelectorAll('.state, .summary, blockquote')].map((each) => each.textContent)"
    page.goto(PAGES[name])
    first = page.evaluate(shown)
    assert first
    page.goto(page.url)
    assert page.evaluate(shown) == first


def test_the_contents_stay_in_sight_while_a_document_is_read(page: Page) -> None:
    page.set_viewport_size({"width": 1200, "height": 800})
    page.goto(PAGES["document"])
    page.evaluate("scrollTo(0, 3000)")
    box = page.locator(".toc").bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 50
    expect(page.locator(".toc a").first).to_be_visible()


def test_without_javascript_a_question_is_answered(browser: Browser, address: str) -> None:
    context = browser.new_context(base_url=address, java_script_enabled=False)
    plain = context.new_page()
    plain.goto("/")
    plain.locator("#q").fill("does press make boost cheaper")
    plain.locator("button[type=submit]").click()
    expect(plain.locator(".citation").first).to_be_visible()
    context.close()


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_in_the_light_nor_in_the_dark(browser: Browser, address: str, name: str) -> None:
    context = browser.new_context(base_url=address, bypass_csp=True)
    opened = context.new_page()
    opened.goto(PAGES[name])
    assert in_both_schemes(opened) == []
    context.close()
