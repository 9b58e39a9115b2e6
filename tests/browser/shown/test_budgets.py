"""What a first visit may cost: little script, nothing that jumps or is too wide, an answer that is painted at once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.addresses import PAGES
from tests.browser.test_pages import PHONE

pytestmark = pytest.mark.browser

MOST_SCRIPT = 60_000
"""Bytes of script, unpacked, that a page runs on its first load; what the worker keeps for later comes behind it."""
MOST_SHIFT = 0.02
PAINTED_MS = 300
TRIES = 40
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => list.getEntries().forEach((each) => window.shifts.push(each.value)))
  .observe({ type: 'layout-shift', buffered: true });
"""
SCRIPT = "performance.getEntriesByType('resource').filter((each) => each.initiatorType === 'script')"
LONG = (
    "/?game=vs-system&q=my+opponent+has+two+characters+with+press+in+play+and+recruits+another+one+that+costs+four,"
    "+and+then+a+character+with+boost:+does+press+make+boost+cheaper+for+a+character+that+he+recruits+after+them"
)


def visited(browser: Browser, address: str, at: str) -> Page:
    """A page as a phone that was never here loads it."""
    context = browser.new_context(base_url=address, viewport=PHONE, service_workers="block")  # type: ignore[arg-type]
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(at, wait_until="networkidle")
    return page


@pytest.fixture(scope="module", params=PAGES)
def first_load(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    """Each kind of page on a phone that was never here."""
    page = visited(browser, address, PAGES[request.param])
    yield page
    page.context.close()


def test_a_first_load_runs_little_script_and_nothing_jumps(first_load: Page) -> None:
    assert 0 < first_load.evaluate(f"{SCRIPT}.reduce((sum, each) => sum + each.decodedBodySize, 0)") <= MOST_SCRIPT
    assert first_load.evaluate("window.shifts.reduce((sum, each) => sum + each, 0)") <= MOST_SHIFT


def test_nothing_is_wider_than_a_phone_and_buttons_fit_a_thumb(first_load: Page) -> None:
    assert first_load.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    tapped = "button:visible, input:visible, select:visible, textarea:visible, summary:visible"
    for box in (each.bounding_box() for each in first_load.locator(tapped).all()):
        assert box is not None
        assert box["height"] >= 44


def test_a_long_question_is_seen_whole_and_pushes_nothing_down_afterwards(browser: Browser, address: str) -> None:
    page = visited(browser, address, LONG)
    assert page.evaluate("window.shifts.reduce((sum, each) => sum + each, 0)") <= MOST_SHIFT
    box = page.locator("#q")
    assert box.evaluate("each => each.scrollWidth <= each.clientWidth")
    box.focus()
    assert box.evaluate("each => each.scrollHeight <= each.clientHeight + 1")
    page.context.close()


def test_enter_asks_and_a_line_is_broken_with_shift(browser: Browser, address: str) -> None:
    page = visited(browser, address, "/")
    box = page.locator("#q")
    box.fill("does press")
    box.press("Shift+Enter")
    assert box.input_value() == "does press\n"
    box.press_sequentially("make boost cheaper")
    box.press("Enter")
    page.locator("#answer .citation").first.wait_for()
    assert page.evaluate("new URLSearchParams(location.search).get('q')") == "does press\nmake boost cheaper"
    page.context.close()


@pytest.mark.alone
def test_the_first_answer_is_painted_at_once(browser: Browser, address: str) -> None:
    """The quickest of several visits counts: a machine that is busy with something else only adds."""
    took: list[float] = []
    while len(took) < TRIES and min(took, default=PAINTED_MS + 1) > PAINTED_MS:
        page = visited(browser, address, PAGES["verdict"])
        took.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        assert page.locator("#answer .state").is_visible()
        page.context.close()
    print(f"painted after {', '.join(f'{each:.0f}' for each in sorted(took))} ms")
    assert min(took) <= PAINTED_MS
