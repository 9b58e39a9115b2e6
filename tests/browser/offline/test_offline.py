"""Without signal: the same addresses answered by the service worker from the games kept on the device."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from kb.words.text import stem, words
from tests.browser.axe import in_both_schemes
from tests.browser.conftest import CHROMIUM
from tests.browser.served import Server, kept
from tests.service.conftest import ROOT
from tests.support.five import build, five_home

pytestmark = pytest.mark.browser

SAME = (
    "/clauses/vs-system/heralds-faq/3.b3",
    "/clauses/vs-system/heralds-faq/ego-the-living-planet.text1",
    "/cards/vs-system/ego-the-living-planet",
    "/documents/vs-system/heralds-faq",
)
PAGES = {
    "home": "/",
    "answer": "/?q=does+press+make+boost+cheaper&game=vs-system",
    "nothing found": "/?q=zzyzx+qwrtp",
    "clause": SAME[0],
    "ruled clause": SAME[1],
    "card": SAME[2],
    "document": SAME[3],
    "games": "/games",
    "checks": "/checks",
    "check": "/checks/tiny-game/light-lamp?oil=2",
    "missing": "/coverage",
}
QUESTIONS = (
    "can I pull a large enemy", "how much fame do 3 injuries cost", "does press make boost cheaper",
    "how does the ambush keyword work", "can a character with flight shift",
)  # fmt: skip


@pytest.fixture(scope="module")
def server(home: Path) -> Iterator[Server]:
    """A server over the sample."""
    started = Server(home)
    yield started
    started.close()


@pytest.fixture
def device(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """A browser that visited once, with signal; an error in a script fails the test."""
    context = browser.new_context(base_url=server.address)
    wrong: list[str] = []
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    page = context.new_page()
    page.goto("/")
    assert "2 games" in kept(page)
    page.close()
    yield context
    server.mode = "up"
    context.close()
    assert wrong == []


def test_a_question_with_typing_errors_finds_its_clause_without_signal(device: BrowserContext) -> None:
    device.set_offline(True)
    page = device.new_page()
    page.goto("/")
    expect(page.locator("#signal")).to_be_visible()
    expect(page.locator(".empty a").first).to_be_visible()
    page.locator("#q").fill("dose pres make bost cheeper")
    expect(page.locator(".citation h3").first).to_contain_text("Press")
    expect(page.locator(".citation mark").first).to_be_visible()
    expect(page.locator("#signal")).to_be_visible()
    assert "q=dose+pres" in page.url


@pytest.mark.parametrize("address", SAME)
def test_an_address_quotes_the_same_words_without_signal(device: BrowserContext, address: str) -> None:
    page = device.new_page()
    words_of = """[...document.querySelectorAll('h1, blockquote, .neighbour, .text p')]
        .map((each) => each.textContent.replace(/\\s+/g, ' ').trim())"""
    ids = "[...document.querySelectorAll('section[id]')].map((each) => each.id)"
    page.goto(address)
    online = (page.evaluate(words_of), page.evaluate(ids))
    assert online[0]
    device.set_offline(True)
    page.goto(address)
    expect(page.locator("#signal")).to_be_visible()
    assert (page.evaluate(words_of), page.evaluate(ids)) == online


def test_an_address_of_a_day_says_without_signal_that_it_shows_today(device: BrowserContext) -> None:
    device.set_offline(True)
    page = device.new_page()
    page.goto(f"{PAGES['clause']}?as_of=2006-10-01")
    expect(page.locator(".as-of")).to_have_text("Without signal: as it stands now, not as of the day that was asked.")
    page.goto("/games/vs-system")
    expect(page.locator("main h2")).to_have_count(1)


def test_a_check_says_that_it_needs_the_engine_and_shows_its_clauses(device: BrowserContext) -> None:
    device.set_offline(True)
    page = device.new_page()
    page.goto(PAGES["check"])
    expect(page.locator("#result .state")).to_have_text("Needs the server")
    expect(page.locator(".citation blockquote").first).not_to_be_empty()
    assert page.evaluate("fetch('/api/v1/games').then((reply) => reply.status)") == 503


def test_pages_without_signal_speak_the_language_that_was_chosen(device: BrowserContext) -> None:
    page = device.new_page()
    page.goto("/?lang=de")
    expect(page.locator("#kept")).not_to_be_empty(timeout=15_000)
    device.set_offline(True)
    page.goto("/?q=does+press+make+boost+cheaper")
    expect(page.locator("#answer .state")).to_have_text("Nach den Wörtern gefunden")
    assert page.evaluate("document.documentElement.lang") == "de"
    assert page.locator(".citation blockquote").first.get_attribute("lang") == "en"
    page.get_by_role("link", name="Français").click()
    expect(page.locator("#answer .state")).to_have_text("Trouvé d’après les mots")
    expect(page.locator("#q")).to_have_value("does press make boost cheaper")
    page.goto("/games")
    expect(page.locator("h1")).to_have_text("Jeux")
    page.goto(PAGES["check"])
    expect(page.locator("#result .state")).to_have_text("A besoin du serveur")
    page.goto("/?lang=en")
    expect(page.locator("h1")).to_have_text("Ask a rules question")


@pytest.mark.parametrize("mode", ["down", "slow"])
def test_a_server_that_does_not_answer_counts_as_no_signal(device: BrowserContext, server: Server, mode: str) -> None:
    server.mode = mode
    page = device.new_page()
    page.goto(SAME[0], timeout=7_000)
    expect(page.locator("#signal")).to_be_visible()
    expect(page.locator("article.citation blockquote")).to_contain_text("boost")
    server.mode = "up"
    deadline = time.monotonic() + 20
    while page.locator("#signal").is_visible() and time.monotonic() < deadline:
        page.goto(SAME[0])
    expect(page.locator("#signal")).to_be_hidden()


def test_what_is_asked_without_signal_comes_back_as_text(device: BrowserContext) -> None:
    device.set_offline(True)
    page = device.new_page()
    page.goto("/?q=%22%3E%3Cimg+src%3Dx+onerror%3Dalert(1)%3E+press+%25MAIN%25+%24%26")
    expect(page.locator("#q")).to_have_value('"><img src=x onerror=alert(1)> press %MAIN% $&')
    assert page.locator("img").count() == 0
    assert page.locator("main").count() == 1


def test_axe_finds_nothing_without_signal_and_nothing_is_wider_than_a_phone(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.address, viewport={"width": 360, "height": 740}, bypass_csp=True)
    page = context.new_page()
    page.goto("/")
    kept(page)
    context.set_offline(True)
    for name, address in PAGES.items():
        page.goto(address)
        expect(page.locator("#signal")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, name
        assert (name, in_both_schemes(page)) == (name, [])
    context.close()


def test_stems_are_those_of_the_server(browser: Browser, server: Server) -> None:
    written = sorted({word for path in (ROOT / "corpus").glob("*/*.txt") for word in words(path.read_text("utf-8"))})
    context = browser.new_context(base_url=server.address, bypass_csp=True)
    page = context.new_page()
    page.goto("/")
    page.add_script_tag(path=ROOT / "service" / "web" / "static" / "offline" / "text.js")
    found = page.evaluate("(words) => words.map(self.Headjudge.stem)", written)
    context.close()
    assert len(written) > 1000
    assert dict(zip(written, found, strict=True)) == {word: stem(word) for word in written}


def test_a_new_version_takes_the_place_of_the_kept_one(browser: Browser, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    shutil.copytree(ROOT / "tests" / "fixtures" / "tiny-game", corpus / "tiny-game")
    first = build(corpus, tmp_path / "home")
    server = Server(tmp_path / "home")
    context = browser.new_context(base_url=server.address)
    page = context.new_page()
    page.goto("/")
    kept(page)
    held = "caches.keys().then((names) => names.filter((name) => name.startsWith('headjudge-games-')))"
    assert page.evaluate(held) == [f"headjudge-games-{first}"]
    second = build(corpus, tmp_path / "home")
    version = page.locator("meta[name=headjudge-version]")
    deadline = time.monotonic() + 20
    while version.get_attribute("content") != second and time.monotonic() < deadline:
        time.sleep(0.3)
        page.goto("/")
    kept(page)
    assert page.evaluate(held) == [f"headjudge-games-{second}"]
    server.mode = "down"
    page.goto("/")
    expect(version).to_have_attribute("content", second)
    context.close()
    server.close()


@pytest.mark.alone
def test_five_games_start_within_a_second_and_are_searched_within_a_fifth(browser: Browser, tmp_path: Path) -> None:
    server = Server(five_home())
    start = {"executable_path": CHROMIUM, "args": ["--no-sandbox"], "base_url": server.address}
    launch = browser.browser_type.launch_persistent_context
    context = launch(str(tmp_path / "profile"), **start)
    context.pages[0].goto("/")
    assert "5 games" in kept(context.pages[0])
    context.close()
    server.close()
    context = launch(str(tmp_path / "profile"), **start)
    page = context.pages[0]
    page.goto("/")
    expect(page.locator("#signal")).to_be_visible()
    timing = page.evaluate("performance.getEntriesByType('navigation')[0].toJSON()")
    asked = """async (question) => { const begun = performance.now();
        const text = await (await fetch('/?q=' + encodeURIComponent(question))).text();
        return [performance.now() - begun, text.includes('class="citation"')]; }"""
    taken = [min(page.evaluate(asked, question) for _ in range(3)) for question in QUESTIONS]
    context.close()
    print(json.dumps({"cold_ms": timing["domContentLoadedEventEnd"], "search_ms": [round(ms) for ms, _ in taken]}))
    assert timing["domContentLoadedEventEnd"] < 1000
    assert all(found for _, found in taken)
    assert max(ms for ms, _ in taken) < 200
