"""The bot of docs/chat-bot.py, with disnake in discord.py's place and a served knowledge base."""

from __future__ import annotations

import asyncio
import importlib.util
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import disnake
import pytest
from apiflask import APIFlask
from waitress.server import create_server

from tests.support.ended import end

BOT = Path(__file__).resolve().parents[3] / "docs" / "chat-bot.py"


@pytest.fixture
def bot(app: APIFlask, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    server = create_server(app, host="127.0.0.1", port=0, threads=2)
    threading.Thread(target=server.run, daemon=True).start()
    monkeypatch.setenv("HEADJUDGE_URL", f"http://127.0.0.1:{server.effective_port}")
    monkeypatch.setitem(sys.modules, "discord", disnake)
    loop = asyncio.new_event_loop()  # which a client asks for, though another test may have closed the thread's own
    asyncio.set_event_loop(loop)
    spec = importlib.util.spec_from_file_location("chat_bot", BOT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    end(server)
    loop.close()
    asyncio.set_event_loop(None)


def test_the_bot_relays_a_ruling(bot: ModuleType) -> None:
    told = bot.ruling("can a stunned character attack in vs system?")
    assert told.startswith("**")
    assert "vs-system/heralds-faq#" in told
    assert len(told) <= 2000


def test_the_bot_posts_a_hostile_question_back_without_a_mention(bot: ModuleType) -> None:
    assert "@everyone" not in bot.ruling("@everyone zzyzx <@1>")


def test_the_bot_is_short_enough_to_copy() -> None:
    lines = [line for line in BOT.read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) <= 30
