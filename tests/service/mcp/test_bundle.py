"""The bundle that clients install: its manifest names every tool, and its starter starts what it is given."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import zipfile
from pathlib import Path

from service.mcp.clients.bundle import ENTRY, write
from service.mcp.server import create_server
from service.server.snapshots.library import Library


def test_a_bundle_starts_headjudge_and_names_its_tools(tmp_path: Path) -> None:
    write(tmp_path / "headjudge.mcpb")
    with zipfile.ZipFile(tmp_path / "headjudge.mcpb") as bundle:
        manifest = json.loads(bundle.read("manifest.json"))
        bundle.extractall(tmp_path)
    assert {"manifest_version", "name", "version", "description", "author", "server"} <= set(manifest)
    named = [each["name"] for each in manifest["tools"]]
    assert named == [each.name for each in asyncio.run(create_server(Library()).list_tools())]
    assert manifest["server"]["entry_point"] == ENTRY
    started = [sys.executable, str(tmp_path / ENTRY), sys.executable, "-c", "print('started')"]
    assert subprocess.run(started, check=True, capture_output=True, text=True).stdout == "started\n"
