"""The MCP server: tools that only read, over the same functions as every other face; clauses, cards and checks as
resources; prompts."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from mcp_types import ToolAnnotations

from service.mcp.calls import called
from service.mcp.patience import PATIENCE_S
from service.mcp.resources import add_prompts, add_resources
from service.mcp.stdio import Server
from service.mcp.tools import Tools
from service.server.snapshots.library import Library

READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
INSTRUCTIONS = """\
Rules of tabletop and card games, as clauses. `ask` first, with the player's question as it stands. Where it computed a
verdict, `states` is the ruling in a sentence: see that it answers what was asked, that the check's title asks the
same, and look at what was read and at `unread`; where a fact was read wrongly, correct it with `run_check`. Where it is
silent, take a check of `also` or of `list_checks`, see its facts there or with `show_check`, translate the story into
them (leave out what is not said) and call `run_check`. What is `withheld` is no answer. State a verdict only where one
was computed or a clause says it outright; where it depends, ask the player for the facts listed; where nothing settles
it, say so. Quote clauses in whole sentences with their id, and pass every quote through `verify_quote` first. Ids may
be given short; they come back full."""


def create_server(library: Library, patience_s: float = PATIENCE_S) -> Server:
    """The server over a library; nothing is opened before the first call, which waits `patience_s` for what is being
    loaded."""
    server = Server(
        "headjudge",
        title="Headjudge",
        instructions=INSTRUCTIONS,
        version=_version(),
        log_level="WARNING",
        subscriptions=False,
    )
    tools = Tools(library, patience_s)
    titles: dict[Callable[..., Any], str] = {
        tools.ask: "Ask a rules question",
        tools.search: "Search clauses",
        tools.show_clause: "Show a clause",
        tools.show_card: "Show a card",
        tools.list_games: "List games",
        tools.list_checks: "Find what can be computed",
        tools.show_check: "Show a check and its facts",
        tools.run_check: "Compute a ruling from facts",
        tools.verify_quote: "Verify a quote",
    }
    for tool, title in titles.items():
        server.add_tool(called(tool), title=title, annotations=READ_ONLY, structured_output=True)
    add_resources(server, library)
    add_prompts(server)
    games = server.resource("headjudge://games", name="games", title="The games", mime_type="application/json")
    games(lambda: tools.list_games().structured_content)
    return server


def _version() -> str:
    try:
        return version("headjudge")
    except PackageNotFoundError:
        return "0"
