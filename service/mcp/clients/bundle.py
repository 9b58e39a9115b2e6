"""A bundle for clients that install servers from a file (`.mcpb`): a manifest, and what starts Headjudge.

`python -m service.mcp.clients.bundle headjudge.mcpb`. The bundle holds no rules and no models: it starts the
`headjudge` of this machine, whose place it asks for when it is installed.
"""

from __future__ import annotations

import asyncio
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

from service.mcp.server import create_server
from service.server.snapshots.library import Library

ENTRY = "server/main.py"
STARTER = '''"""Starts the Headjudge of this machine: `main.py /path/to/headjudge mcp`."""

import os
import sys

os.execv(sys.argv[1], sys.argv[1:])
'''
ABOUT = "Rules questions about tabletop and card games, answered with the exact clauses."


def manifest() -> dict[str, Any]:
    """The bundle's manifest, its tools and prompts as the server tells them."""
    server = create_server(Library())
    tools, prompts = asyncio.run(server.list_tools()), asyncio.run(server.list_prompts())
    return {
        "manifest_version": "0.2",
        "name": "headjudge",
        "display_name": "Headjudge",
        "version": server.version or "0",
        "description": ABOUT,
        "author": {"name": "Headjudge"},
        "license": "MIT",
        "server": {
            "type": "binary",
            "entry_point": ENTRY,
            "mcp_config": {"command": "${user_config.headjudge}", "args": ["mcp"]},
        },
        "user_config": {
            "headjudge": {
                "type": "file",
                "title": "Headjudge's command",
                "description": "The file .venv/bin/headjudge of where it is installed.",
                "required": True,
            }
        },
        "tools": [{"name": each.name, "description": each.title or each.name} for each in tools],
        "prompts_generated": bool(prompts),
    }


def write(path: Path) -> None:
    """Write the bundle."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        bundle.writestr("manifest.json", json.dumps(manifest(), indent=2))
        bundle.writestr(ENTRY, STARTER)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
