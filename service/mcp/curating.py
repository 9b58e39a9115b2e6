"""The MCP server that lets an assistant model one game's rules; unlike the other, its tools write.

The tools themselves belong to `ingest`, which only commands import: they are handed over by the one that starts this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mcp_types import ToolAnnotations

from service.mcp.calls import called
from service.mcp.stdio import Server

READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
WRITES = ToolAnnotations(read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False)
TITLES = {
    "read_clause": "Read a clause",
    "not_modelled": "List what is not modelled",
    "draft": "Draft a check",
    "read_file": "Read a file of the rules",
    "write_file": "Write a file of the rules",
    "write_files": "Write several files of the rules",
    "lint": "Check the game",
    "run_cases": "Run the cases",
    "pin": "Pin a clause",
}
WRITING = frozenset(("write_file", "write_files", "pin"))


def create_curator(tools: Mapping[str, Callable[..., Any]], game: str, instructions: str) -> Server:
    """The server over a curator's tools by name."""
    title = f"Headjudge: rules of {game}"
    server = Server(
        "headjudge-curator", title=title, instructions=instructions, log_level="WARNING", subscriptions=False
    )
    for name, shown in TITLES.items():
        noted = WRITES if name in WRITING else READS
        server.add_tool(called(tools[name]), title=shown, annotations=noted, structured_output=True)
    return server
