"""An assistant that models a game's rules: what it reads, what it may write, and what is refused."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from mcp import Client

from ingest.adding.curate import INSTRUCTIONS, Curator
from kb.errors import SourceError, UsageError
from service.mcp.curating import TITLES, create_curator
from tests.ingest.adding.test_new_check import RULES
from tests.support.harbour_versions import add_version

pytestmark = pytest.mark.slow


@pytest.fixture
def curator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Curator:
    """The curator of a game of text alone."""
    (tmp_path / "corpus").mkdir()
    add_version(tmp_path, "harbour-rules.txt", RULES)
    monkeypatch.setenv("HEADJUDGE_CORPUS", str(tmp_path / "corpus"))
    return Curator("harbour")


@pytest.mark.model
def test_a_clause_is_modelled_from_its_draft_to_its_pin(curator: Curator) -> None:
    assert [each["clause"] for each in curator.not_modelled()["next"]][1] == "harbour/rules#101.1"
    assert curator.read_clause("101.1")["sentences"][0]["limit"] == "at most three crates"
    draft = curator.draft("101.1")
    text = f"# Boats\n\n{draft['section']}"
    refused = curator.write_file(draft["file"], text)
    assert not refused["written"], "the facts that it needs are not there"
    assert refused["problems"]
    assert curator.read_file(draft["file"])["text"] == ""
    assert curator.write_files({draft["file"]: text, "facts.toml": draft["facts"]})["written"]
    assert curator.run_cases() == {"passed": 2, "failed": []}
    assert curator.pin("101.1") == {"pinned": ["101.1"]}
    assert list(curator.not_modelled()["drafts"]) == ["harbour/rules#101.1"]
    confirmed = text.replace("status: draft: of headjudge new-check", "status: partly: of headjudge new-check")
    assert curator.write_file(draft["file"], confirmed)["written"]
    assert curator.lint() == {"errors": 0, "problems": []}
    assert list(curator.not_modelled()["partly"]) == ["harbour/rules#101.1"]


@pytest.mark.parametrize("file", ["game.toml", "rules.txt", "rules/x.py", "rules.lock", "questions/train.jsonl"])
def test_no_other_file_is_written(file: str, curator: Curator) -> None:
    with pytest.raises(UsageError, match="is no file of the rule model"):
        curator.write_file(file, "x")


@pytest.mark.parametrize("file", ["../other/facts.toml", "/etc/facts.toml", "rules/../../facts.toml", "rules/a\0.md"])
def test_nothing_outside_of_the_folder_is_written(file: str, curator: Curator) -> None:
    with pytest.raises(SourceError, match="leads out of the game's folder"):
        curator.write_file(file, "x")


def test_another_games_clause_is_refused(curator: Curator) -> None:
    with pytest.raises(UsageError, match="is of another game"):
        curator.read_clause("vs-system/heralds-faq#5.p2")


def test_the_tools_are_served(curator: Curator) -> None:
    server = create_curator({each: getattr(curator, each) for each in TITLES}, "harbour", INSTRUCTIONS)

    async def use() -> None:
        async with Client(server, read_timeout_seconds=60) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(tools) == set(TITLES)
            assert [name for name, tool in tools.items() if not tool.annotations.read_only_hint] == [
                "write_file",
                "write_files",
                "pin",
            ]
            found = await client.call_tool("lint", {})
            assert found.structured_content == {"errors": 0, "problems": []}
            refused = await client.call_tool("write_file", {"file": "game.toml", "text": "x"})
            assert refused.is_error

    asyncio.run(use())
