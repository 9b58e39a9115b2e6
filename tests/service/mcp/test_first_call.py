"""The first call of a process is answered like every other: it waits until what finds by meaning is loaded."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from kb.errors import SnapshotError
from kb.knowledge import KnowledgeBase
from service.mcp.patience import PATIENCE_S, Patience
from service.mcp.tools import Tools
from service.server.snapshots.library import Library
from tests.service.mcp.clients import started

ASKED = {"question": "can an exhausted character attack?", "game": "vs-system"}
SLOW_S = 1.0


@pytest.fixture
def cold(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    """A library that nobody has warmed, and whose encoder takes a while to load."""
    load = KnowledgeBase.add_dense

    def slow(base: KnowledgeBase) -> None:
        time.sleep(SLOW_S)
        load(base)

    monkeypatch.setattr(KnowledgeBase, "add_dense", slow)
    library = Library(home)
    yield library
    library.close()


@pytest.fixture
def never_warm(cold: Library, monkeypatch: pytest.MonkeyPatch) -> Library:
    """One that is not warmed at all."""
    monkeypatch.setattr(cold, "warm_up_behind", lambda: None)
    return cold


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("ask", ASKED), ("list_checks", {"words": ASKED["question"]}), ("search", {"query": "lamp oil"})],
)
def test_the_first_call_says_what_a_later_one_says(cold: Library, tool: str, arguments: dict[str, str]) -> None:
    tools = Tools(cold)
    first = getattr(tools, tool)(**arguments).structured_content
    assert cold.warm
    assert "by_words_alone" not in first
    assert first == getattr(tools, tool)(**arguments).structured_content


def test_an_encoder_that_cannot_be_loaded_is_not_waited_for(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(base: KnowledgeBase) -> None:
        raise SnapshotError("the encoder cannot be read")

    monkeypatch.setattr(KnowledgeBase, "add_dense", broken)
    library = Library(home)
    began = time.monotonic()
    told = Tools(library).ask(**ASKED).structured_content
    assert time.monotonic() - began < PATIENCE_S / 2
    assert told is not None
    assert (told["by_words_alone"], told["outcome"]) == (True, "cited")
    library.close()


def test_a_check_is_computed_before_all_is_loaded(cold: Library) -> None:
    cold.warm_up_behind()
    found = Tools(cold).run_check("vs-system/attack-able", {"stunned": True}).structured_content
    assert found is not None
    assert found["verdict"] == {"kind": "yes_no", "value": False}
    assert not cold.warm


def test_what_is_said_by_words_alone_says_so(never_warm: Library) -> None:
    tools = Tools(never_warm, patience_s=0.1)
    for told in (tools.ask(**ASKED), tools.search("lamp oil"), tools.list_checks(ASKED["question"])):
        assert told.structured_content is not None
        assert told.structured_content["by_words_alone"] is True


def test_a_library_that_never_gets_warm_is_waited_for_once(never_warm: Library) -> None:
    patience = Patience(never_warm, 0.3)
    waited = []
    for _ in range(2):
        before = time.monotonic()
        patience.wait()
        waited.append(time.monotonic() - before)
    assert waited[0] >= 0.3 > waited[1]


@pytest.mark.slow
def test_the_first_call_of_a_process_says_what_a_later_one_says(home: Path) -> None:
    server = started(home)

    async def asked() -> list[Any]:
        async with Client(server, read_timeout_seconds=60) as client:
            return [(await client.call_tool("ask", ASKED)).content[0].text for _ in range(2)]  # type: ignore[union-attr]

    first, second = anyio.run(asked)
    assert json.loads(first)["verdict"] == {"kind": "yes_no", "value": False}
    assert first == second
