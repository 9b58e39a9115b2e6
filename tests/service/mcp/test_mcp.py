"""The protocol's own client, in process, over HTTP and over standard input, in both kinds of protocol versions."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from kb.knowledge import KnowledgeBase
from service.mcp.calls import called
from service.mcp.server import create_server
from service.mcp.stdio import Server
from service.server.snapshots.library import Library
from tests.service.mcp.clients import Modes, run, started
from tests.service.spoken_samples import POST

CLAUSE = "vs-system/heralds-faq#3.b3"
CALLS: dict[str, dict[str, Any]] = {
    "ask": {"question": "can a stunned character attack?", "game": "VS System"},
    "search": {"query": "lamp oil", "limit": 3},
    "show_clause": {"clause": CLAUSE},
    "show_card": {"name": "ego"},
    "list_games": {},
    "list_checks": {"game": "vs-system", "words": "can a stunned character attack?", "limit": None},
    "show_check": {"check": "attack-able"},
    "run_check": {"check": "vs-system/attack-able", "facts": {"stunned": True}, "proof": True},
    "verify_quote": {"quote": "There is no such sentence."},
}


async def call_all(client: Client) -> None:
    """Every tool once, its output by its own schema."""
    tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(tools) == set(CALLS)
    for name, arguments in CALLS.items():
        result = await client.call_tool(name, arguments)
        assert not result.is_error, (name, result.content)
        jsonschema.validate(result.structured_content, tools[name].output_schema)
        text = result.content[0].text  # type: ignore[union-attr]
        assert json.loads(text) == result.structured_content
        nulls = {key: arguments.get(key) for key in tools[name].input_schema["properties"]}
        assert not (await client.call_tool(name, nulls)).is_error, f"{name} takes no null for what is left out"


@Modes
def test_every_tool_answers_in_process(library: Library, mode: str, version: str) -> None:
    async def use(client: Client) -> None:
        assert client.protocol_version == version
        assert "verify_quote" in (client.instructions or "")
        await call_all(client)

    run(create_server(library), mode, use)


@Modes
def test_every_tool_answers_over_http(address: str, mode: str, version: str) -> None:
    async def use(client: Client) -> None:
        assert client.protocol_version == version
        await call_all(client)

    run(address, mode, use)


@pytest.mark.slow
@Modes
def test_every_tool_answers_over_standard_input(home: Path, mode: str, version: str) -> None:
    server = started(home)

    async def use(client: Client) -> None:
        assert client.protocol_version == version
        await call_all(client)

    run(server, mode, use)


@Modes
def test_tools_only_read_and_say_so(library: Library, mode: str, version: str) -> None:
    async def use(client: Client) -> None:
        for tool in (await client.list_tools()).tools:
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint
            assert not tool.annotations.destructive_hint
            assert tool.title
            assert tool.description
            jsonschema.Draft202012Validator.check_schema(tool.input_schema)
            jsonschema.Draft202012Validator.check_schema(tool.output_schema)

    run(create_server(library), mode, use)


@Modes
def test_clauses_are_resources(library: Library, base: KnowledgeBase, mode: str, version: str) -> None:
    async def use(client: Client) -> None:
        templates = (await client.list_resource_templates()).resource_templates
        assert {each.uri_template for each in templates} == {
            "headjudge://clause/{game}/{document}/{+path}",
            "headjudge://card/{game}/{name}",
            "headjudge://check/{game}/{name}",
        }
        for clause in (*base.store.clauses("tiny-game"), base.store.clause(CLAUSE)):
            found = await client.read_resource(f"headjudge://clause/{clause.id.replace('#', '/')}")
            assert found.contents[0].text.startswith(clause.plain)  # type: ignore[union-attr]
        card = await client.read_resource("headjudge://card/vs-system/time-gem-infinity-gem")
        assert json.loads(card.contents[0].text)["title"].startswith("Time Gem")  # type: ignore[union-attr]
        check = await client.read_resource("headjudge://check/vs-system/attack-able")
        assert "stunned" in json.loads(check.contents[0].text)["fact_schema"]["properties"]  # type: ignore[union-attr]
        for wrong in ("clause/vs-system/heralds-faq/99", "card/vs-system/zzyzx", "check/vs-system/zzyzx"):
            with pytest.raises(MCPError, match="there is no"):
                await client.read_resource(f"headjudge://{wrong}")
        [games] = (await client.list_resources()).resources
        read = await client.read_resource(games.uri)
        assert "vs-system" in read.contents[0].text  # type: ignore[union-attr]

    run(create_server(library), mode, use)


@Modes
def test_prompts_say_how_the_tools_are_used(library: Library, mode: str, version: str) -> None:
    async def use(client: Client) -> None:
        assert {each.name for each in (await client.list_prompts()).prompts} == {"ruling", "verify-ruling"}
        found = await client.get_prompt("ruling", {"question": "May he attack?", "game": "vs-system"})
        text = found.messages[0].content.text  # type: ignore[union-attr]
        assert "May he attack?" in text
        for tool in ("ask", "list_checks", "show_check", "run_check", "verify_quote"):
            assert f"`{tool}`" in text

    run(create_server(library), mode, use)


def test_a_story_becomes_facts_and_a_proven_verdict(library: Library) -> None:
    async def use(client: Client) -> None:
        told = {"words": "my guy is stunned, can he attack?", "game": "vs-system"}
        listed = (await client.call_tool("list_checks", told)).structured_content
        assert listed is not None
        [check] = [each for each in listed["checks"] if each["id"] == "vs-system/attack-able"]
        shown = (await client.call_tool("show_check", {"check": check["id"]})).structured_content
        facts = {"stunned": True}
        assert shown is not None
        jsonschema.validate(facts, shown["fact_schema"])
        asked = {"check": check["id"], "facts": facts, "proof": True}
        result = (await client.call_tool("run_check", asked)).structured_content
        assert result is not None
        assert (result["status"], result["verdict"]) == ("answered", {"kind": "yes_no", "value": False})
        quotes = [(step["quote"], step["clause"]) for step in result["proof"] if "quote" in step]
        assert quotes
        for quote, clause in quotes:
            verified = await client.call_tool("verify_quote", {"quote": quote, "clause": clause})
            assert verified.structured_content is not None
            assert verified.structured_content["verified"] is True

    run(create_server(library), "auto", use)


def test_a_post_is_answered_question_by_question(library: Library) -> None:
    async def use(client: Client) -> None:
        found = (await client.call_tool("ask", {"question": POST, "game": "vs-system"})).structured_content
        assert found is not None
        unknown = found["parts"][1]  # it holds a word that no rule knows
        assert unknown["outcome"] in ("not_understood", "not_found", "cited")
        assert unknown["verdict"] is None
        assert found["verdict"] is None, "each part has its own"
        assert found["parts"][0]["verdict"] == {"kind": "yes_no", "value": False}
        assert found["parts"][0]["asked"] == "Can an exhausted character attack?"
        alone = (await client.call_tool("ask", {"question": "gem"})).structured_content
        assert alone is not None
        assert "parts" not in alone
        assert len(alone["cards"]) > 1

    run(create_server(library), "auto", use)


def test_a_long_call_reports_its_progress() -> None:
    told: list[float] = []

    def slow(seconds: float) -> str:
        """Take a while."""
        time.sleep(seconds)
        return "done"

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        told.append(progress)

    server = Server("slow")
    server.add_tool(called(slow, every_s=0.05))

    async def use(client: Client) -> None:
        result = await client.call_tool("slow", {"seconds": 0.5}, progress_callback=heard)
        assert result.content[0].text == "done"  # type: ignore[union-attr]

    run(server, "auto", use)
    assert told == sorted(told)
    assert len(told) >= 2
