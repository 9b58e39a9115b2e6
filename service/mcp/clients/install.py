"""Writes Headjudge into an assistant's own configuration: beside what stands there, and only what is asked for.

Each client keeps its servers in a file of its own. What is not JSON (or TOML) as it is expected is left as it is, for a
file that we cannot read we cannot write.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kb.errors import UsageError

NAME = "headjudge"
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Client:
    """A client: its title, where its configuration is, and under which key of it servers stand; `typed` where each says
    how it is spoken to."""

    title: str
    place: Callable[[], Path]
    key: str = "mcpServers"
    typed: bool = False


def desktop_folder(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> Path:
    """Where Claude Desktop keeps its configuration on this system."""
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Claude"
    if platform == "win32":
        return Path(environ.get("APPDATA", str(Path.home() / "AppData" / "Roaming"))) / "Claude"
    return Path(environ.get("XDG_CONFIG_HOME", str(Path.home() / ".config"))) / "Claude"


CLIENTS: dict[str, Client] = {
    "claude-desktop": Client("Claude Desktop", lambda: desktop_folder() / "claude_desktop_config.json"),
    "claude-code": Client("Claude Code, in this folder", lambda: Path.cwd() / ".mcp.json", typed=True),
    "cursor": Client("Cursor", lambda: Path.home() / ".cursor" / "mcp.json"),
    "vscode": Client("VS Code, in this folder", lambda: Path.cwd() / ".vscode" / "mcp.json", "servers", typed=True),
    "codex": Client("Codex", lambda: Path.home() / ".codex" / "config.toml", "mcp_servers"),
}


@dataclass(frozen=True, slots=True)
class Change:
    """What is to be written: the file, its text now and then, empty for none, and the lines that are new in it."""

    path: Path
    before: str
    after: str
    added: str

    @property
    def needed(self) -> bool:
        """Whether anything is to be written at all."""
        return self.before != self.after

    def write(self) -> None:
        """Write it: the whole file or nothing of it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_name(f"{self.path.name}.headjudge")
        new.write_text(self.after, "utf-8")
        new.replace(self.path)


def entry(typed: bool = False, environ: Mapping[str, str] = os.environ) -> Json:
    """How a client starts Headjudge: by its full path, for programs with windows do not know a shell's; in the same
    home."""
    found: Json = {"type": "stdio"} if typed else {}
    found |= {"command": shutil.which(NAME) or str(Path(sys.argv[0]).resolve()), "args": ["mcp"]}
    home = environ.get("HEADJUDGE_HOME")
    return found | ({"env": {"HEADJUDGE_HOME": str(Path(home).resolve())}} if home else {})


def change(name: str, environ: Mapping[str, str] = os.environ) -> Change:
    """What is to be written for a client; UsageError for one that is not known, or whose file cannot be read."""
    if name not in CLIENTS:
        raise UsageError(f"there is no client {name!r}: the clients are {', '.join(CLIENTS)}")
    client = CLIENTS[name]
    path = client.place()
    before = path.read_text("utf-8") if path.exists() else ""
    own = entry(client.typed, environ)
    return _toml(path, before, client.key, own) if path.suffix == ".toml" else _json(path, before, client.key, own)


def _json(path: Path, before: str, key: str, own: Json) -> Change:
    """Our entry among the servers of a JSON file; everything else stays, in its order."""
    try:
        whole = json.loads(before) if before.strip() else {}
    except ValueError as error:
        raise UsageError(f"{path} is no JSON that can be read ({error}): it was left as it is") from error
    servers = whole.get(key, {}) if isinstance(whole, dict) else None
    if not isinstance(servers, dict):
        raise UsageError(f"{path} has no object {key!r} to write into: it was left as it is")
    added = json.dumps({NAME: own}, indent=2, ensure_ascii=False)
    if servers.get(NAME) == own:
        return Change(path, before, before, added)
    after = json.dumps({**whole, key: {**servers, NAME: own}}, indent=2, ensure_ascii=False) + "\n"
    return Change(path, before, after, added)


def _toml(path: Path, before: str, key: str, own: Json) -> Change:
    """Our table at the end of a TOML file; one that is there already is left as it is."""
    try:
        known = tomllib.loads(before).get(key, {})
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is no TOML that can be read ({error}): it was left as it is") from error
    lines = [f"[{key}.{NAME}]", f"command = {json.dumps(own['command'])}", f"args = {json.dumps(own['args'])}"]
    if "env" in own:
        lines += [f"[{key}.{NAME}.env]", *(f"{name} = {json.dumps(value)}" for name, value in own["env"].items())]
    added = "\n".join(lines)
    if NAME in known:
        return Change(path, before, before, added)
    gap = "\n" if before and not before.endswith("\n") else ""
    return Change(path, before, f"{before}{gap}{chr(10) if before.strip() else ''}{added}\n", added)
