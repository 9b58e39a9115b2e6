"""The protocol's own client, in process, over HTTP and over standard input, in both kinds of protocol versions."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from apiflask import APIFlask
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp_types import jsonrpc_message_adapter
from mcp_types.version import LATEST_HANDSHAKE_VERSION, LATEST_MODERN_VERSION
from pydantic import ValidationError
from waitress.server import create_server as create_http

from kb.knowledge import KnowledgeBase
from service.mcp.calls import called
from service.mcp.server import create_server
from service.mcp.stdio import Server, refusal
from service.server.snapshots.library import Library
from tests.service.spoken_samples import POST
from tests.support.ended import end

ROOT = Path(__file__).resolve().parents[3]
CLAUSE = "vs-system/heralds-faq#3.b3"
Modes = pytest.mark.parametrize(
    ("mode", "version"),
    [("legacy", LATEST_HANDSHAKE_VERSION), ("auto", LATEST_MODERN_VERSION)],
    ids=["legacy", "modern"],
)
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


@pytest.fixture(scope="module")
def library(home: Path) -> Iterator[Library]:
    opened = Library(home)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def address(app: APIFlask) -> Iterator[str]:
    server = create_http(app, host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=server.run, daemon=True).start()
    yield f"http://127.0.0.1:{server.effective_port}/mcp"
    end(server)


def started(home: Path) -> StdioServerParameters:
    """What starts `headjudge mcp` over a home folder."""
    command = "import sys; sys.argv = ['headjudge', 'mcp']; from service.commands.cli import main; main()"
    surroundings = {**os.environ, "HEADJUDGE_HOME": str(home), "PYTHONPATH": str(ROOT)}
    return StdioServerParameters(command=sys.executable, args=["-c", command], env=surroundings)


def run(server: Any, mode: str, use: Callable[[Client], Awaitable[None]]) -> None:
    """Connect a client, use it, leave."""

    async def connected() -> None:
        async with Client(server, mode=mode, read_timeout_seconds=60) as client:
            await use(client)

    asyncio.run(connected())


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


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("ask", {"question": "press", "game": "chess"}, "there is no game 'chess'"),
        ("ask", {"question": ""}, "at least 1"),
        ("ask", {"q": "press"}, "`question` is missing; expected: a value; it takes no `q`, but question, game"),
        ("ask", {"question": "press", "as_of": "soon"}, "`as_of` is no day; expected: one such as 2006-08-29"),
        ("ask", {"question": "press", "limit": 99}, "`limit` is too great; expected: 50 or less"),
        ("run_check", {"check": "attack-able", "facts": [1]}, "`facts` is no table of names and values"),
        ("run_check", {"check": "attack-able", "facts": {"tired": True}}, "stunned: Is the character stunned?"),
        ("run_check", {"check": "attack-able", "facts_list": [{"tired": True}]}, "none of the sets can be read"),
        ("run_check", {"check": "press-cost", "game": "tiny-game"}, "another game has: vs-system/press-cost"),
        ("show_clause", {"clause": "p1"}, "several clauses end in 'p1'"),
        ("ask", {"question": "a" * 2_001}, "at most 2000"),
        ("show_clause", {"clause": "vs-system/heralds-faq#99"}, "there is no clause"),
        ("show_card", {"name": "zzyzx qwrtp"}, "there is no card"),
        ("run_check", {"check": "vs-system/attack-able", "facts": {"stunned": 0}}, "cannot be read"),
        ("run_check", {"check": "vs-system/nothing", "facts": {}}, "there is no check 'vs-system/nothing'"),
        ("run_check", {"check": "attack-able", "facts": {"a": 1}, "facts_list": [{}]}, "not both"),
        ("show_check", {"check": "attack-abel"}, "try vs-system/attack-able"),
        ("verify_quote", {"quote": "x", "clause": "vs-system/heralds-faq#99"}, "there is no clause"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(
    library: Library, tool: str, arguments: dict[str, Any], said: str
) -> None:
    async def use(client: Client) -> None:
        result = await client.call_tool(tool, arguments)
        assert result.is_error
        assert said in result.content[0].text  # type: ignore[union-attr]
        assert "Traceback" not in result.content[0].text  # type: ignore[union-attr]
        assert "pydantic" not in result.content[0].text  # type: ignore[union-attr]

    run(create_server(library), "auto", use)


@pytest.mark.parametrize(
    ("line", "code", "identifier"),
    [
        ("{bad", -32700, None),
        ("[]", -32600, None),
        ('{"jsonrpc": "2.0", "id": 7}', -32600, 7),
        ('{"jsonrpc": "1.0", "id": "x", "method": "ping"}', -32600, "x"),
    ],
)
def test_a_line_that_is_no_message_is_told_so(line: str, code: int, identifier: object) -> None:
    with pytest.raises(ValidationError) as caught:
        jsonrpc_message_adapter.validate_json(line, by_name=False)
    told = refusal(caught.value)
    assert (told.error.code, told.id) == (code, identifier)


@pytest.mark.slow
def test_standard_input_answers_each_malformed_line_and_goes_on(home: Path) -> None:
    lines = ["{bad", '{"jsonrpc": "2.0", "id": 7}', '{"jsonrpc": "2.0", "id": 8, "method": "ping"}']
    command = "import sys; sys.argv = ['headjudge', 'mcp']; from service.commands.cli import main; main()"
    surroundings = {**os.environ, "HEADJUDGE_HOME": str(home), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", command], env=surroundings, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as served:
        assert served.stdin is not None
        assert served.stdout is not None
        told = []
        for line in lines:
            served.stdin.write(f"{line}\n")
            served.stdin.flush()
            told.append(json.loads(served.stdout.readline()))
        served.stdin.close()
    assert [each["id"] for each in told] == [None, 7, 8]
    assert [each.get("error", {}).get("code") for each in told[:2]] == [-32700, -32600]


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


def test_every_text_that_a_tool_takes_has_a_longest_length(library: Library) -> None:
    listed = asyncio.run(create_server(library).list_tools())
    unbounded = [
        f"{tool.name} {name}"
        for tool in listed
        for name, argument in tool.input_schema["properties"].items()
        for kind in argument.get("anyOf", [argument])
        if kind.get("type") == "string" and "maxLength" not in kind and kind.get("format") != "date"
    ]
    assert unbounded == []


LONG, DEEP = {"names": ["x" * 100] * 1_000}, {"a": json.loads("[" * 25 + "]" * 25)}


@pytest.mark.parametrize("facts", [LONG, DEEP], ids=["long", "deep"])
def test_facts_are_no_larger_than_a_body_may_be(library: Library, facts: dict[str, Any]) -> None:
    async def call() -> Any:
        async with Client(create_server(library)) as client:
            return await client.call_tool("run_check", {"check": "vs-system/attack-able", "facts": facts})

    found = asyncio.run(call())
    assert found.is_error
    assert "nested more than" in str(found.content) or "longer than" in str(found.content)
