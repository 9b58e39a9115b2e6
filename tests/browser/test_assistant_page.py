"""A page where a language model is asked: clauses at once, the verdict in their place when it comes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, expect
from waitress.server import create_server

from service.server.app import create_app
from service.server.settings import Settings
from service.server.snapshots.library import Library
from tests.kb.answering.assisting.conftest import tiny_home
from tests.kb.answering.assisting.test_assisted import QUESTION, both
from tests.support.chat_server import ChatServer, Fault, Request, chat_server
from tests.support.ended import end

__all__ = ["tiny_home"]
pytestmark = pytest.mark.browser

ASKED = f"/?{urlencode({'q': QUESTION, 'game': 'tiny-game'})}"


@pytest.fixture
def served(tiny_home: Path) -> Iterator[tuple[str, ChatServer, threading.Event]]:
    """The address of a server, its model, and an event until which the model waits."""
    pytest.importorskip("openai")
    free = threading.Event()

    def held(request: Request) -> Any:
        free.wait(20)
        return both()(request)

    with chat_server(held) as model:
        library = Library(tiny_home)
        settings = Settings(rate_limit="off", assistant_url=model.url, assistant_model="scripted", assistant_timeout=20)
        server = create_server(create_app(library, settings=settings), host="127.0.0.1", port=0, threads=4)
        library.warm_up()
        threading.Thread(target=server.run, daemon=True).start()
        yield f"http://127.0.0.1:{server.effective_port}", model, free
        free.set()
        end(server)
        library.close()


def test_clauses_come_first_and_the_verdict_in_their_place(
    browser: Browser, served: tuple[str, ChatServer, threading.Event]
) -> None:
    address, _, free = served
    page = browser.new_page(base_url=address)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(ASKED)
    expect(page.locator("#answer .citation").first).to_be_visible()
    expect(page.get_by_text("Clauses first")).to_be_visible()
    free.set()
    expect(page.locator("#answer .outcome.answered .state")).to_have_text("Yes", timeout=15_000)
    expect(page.locator(".took")).to_contain_text("read by scripted")
    assert "reader=" not in page.url
    assert errors == []
    page.close()


def test_a_model_that_is_down_ends_in_what_words_read(
    browser: Browser, served: tuple[str, ChatServer, threading.Event]
) -> None:
    address, model, _ = served
    model.reply = lambda _: Fault(status=500)
    page = browser.new_page(base_url=address)
    page.goto(ASKED)
    expect(page.locator(".took")).to_contain_text("could not be reached", timeout=15_000)
    page.close()


def test_without_scripts_a_link_waits_for_the_verdict(
    browser: Browser, served: tuple[str, ChatServer, threading.Event]
) -> None:
    address, _, free = served
    free.set()
    context = browser.new_context(base_url=address, java_script_enabled=False)
    page = context.new_page()
    page.goto(ASKED)
    page.get_by_role("link", name="Wait for it").click()
    expect(page.locator("#answer .outcome.answered .state")).to_have_text("Yes")
    context.close()
