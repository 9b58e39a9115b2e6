"""The protocol's own client, in both kinds of protocol versions, and what starts a server for it."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp_types.version import LATEST_HANDSHAKE_VERSION, LATEST_MODERN_VERSION

ROOT = Path(__file__).resolve().parents[3]
Modes = pytest.mark.parametrize(
    ("mode", "version"),
    [("legacy", LATEST_HANDSHAKE_VERSION), ("auto", LATEST_MODERN_VERSION)],
    ids=["legacy", "modern"],
)


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
