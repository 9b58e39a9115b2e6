"""Script in documents, titles and words, in questions and facts: shown as text, with signal and without."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.served import Server, kept
from tests.service.conftest import ROOT
from tests.support.five import build

pytestmark = pytest.mark.browser

HIT = "<img src=x onerror=window.hit=1><script>window.hit=1</script>"
IN_TOML = HIT.replace('"', "'")


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A home whose only game holds script wherever its makers write words."""
    game = tmp_path / "corpus" / "tiny-game"
    game.mkdir(parents=True)
    source = ROOT / "tests" / "fixtures" / "tiny-game"
    wordings = [line for line in (source / "questions" / "train.jsonl").read_text().splitlines() if "check" not in line]
    (game / "questions").mkdir()
    (game / "questions" / "train.jsonl").write_text("\n".join(wordings))
    text = (source / "rules.txt").read_text("utf-8")
    (game / "rules.txt").write_text(text.replace("The youngest player", f"The {HIT} player"), "utf-8")
    toml = (source / "game.toml").read_text("utf-8")
    for said in ("Lighthouse Keepers", "Rules of Lighthouse Keepers", "The Headjudge developers", "lamp oil"):
        toml = toml.replace(f'"{said}"', f'"{said} {IN_TOML}"')
    (game / "game.toml").write_text(toml, "utf-8")
    build(tmp_path / "corpus", tmp_path / "home")
    return tmp_path / "home"


@pytest.mark.parametrize("signal", [True, False], ids=["with signal", "without"])
def test_script_in_a_document_is_words(browser: Browser, hostile: Path, signal: bool) -> None:
    server = Server(hostile)
    context = browser.new_context(base_url=server.address)
    page = context.new_page()
    page.goto("/")
    kept(page)
    context.set_offline(not signal)
    for address in (
        "/games",
        "/documents/tiny-game/rules",
        "/clauses/tiny-game/rules/setting-up.b3",
        "/?q=who+goes+first&game=tiny-game",
        f"/?q=oil+{quote(HIT)}",
        f"/?game={quote(HIT)}",
    ):
        page.goto(address)
        expect(page.locator("main")).to_be_visible()
        assert page.locator("main img:not([src^='/qr.svg?']), main script").count() == 0, address
        assert page.evaluate("window.hit") is None, address
    page.goto("/clauses/tiny-game/rules/setting-up.b3")
    expect(page.locator("article blockquote").first).to_contain_text(HIT)
    context.close()
    server.close()


def test_no_page_lets_script_in_even_where_markup_got_through(browser: Browser, hostile: Path) -> None:
    server = Server(hostile)
    context = browser.new_context(base_url=server.address)
    page = context.new_page()
    page.goto("/")
    blocked = """new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
        document.body.insertAdjacentHTML('beforeend', '<a id=bad onclick="window.hit=1">x</a>');
        document.getElementById('bad').click();
    })"""
    assert page.evaluate(blocked).startswith("script-src")
    assert page.evaluate("window.hit") is None
    context.close()
    server.close()
