"""What does not fit is refused in a sentence: arguments, lines that are no message, facts that are too large."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import jsonrpc_message_adapter
from pydantic import ValidationError

from service.mcp.server import create_server
from service.mcp.stdio import refusal
from service.server.snapshots.library import Library
from tests.service.mcp.clients import ROOT, run


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
