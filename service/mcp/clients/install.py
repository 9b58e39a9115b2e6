"""Writes Headjudge into an assistant's own configuration: beside what stands there, and only what is asked for.

Each client keeps its servers in a file of its own, the user's: it has them in every folder, and no project of anybody's
gets a file. What is not JSON (or TOML) as it is expected is left as it is, for a
file that we cannot read we cannot write. TOML is read again before it is written: it holds what it held and our entry.
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
from kb.files.toml import toml_value
from kb.files.whole import write_whole

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


def programs_folder(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> Path:
    """Where programs with windows keep a user's configuration on this system."""
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    if platform == "win32":
        return Path(environ.get("APPDATA", str(Path.home() / "AppData" / "Roaming")))
    return Path(environ.get("XDG_CONFIG_HOME", str(Path.home() / ".config")))


CLIENTS: dict[str, Client] = {
    "claude-desktop": Client("Claude Desktop", lambda: programs_folder() / "Claude" / "claude_desktop_config.json"),
    "claude-code": Client("Claude Code", lambda: Path.home() / ".claude.json", typed=True),
    "cursor": Client("Cursor", lambda: Path.home() / ".cursor" / "mcp.json"),
    "vscode": Client("VS Code", lambda: programs_folder() / "Code" / "User" / "mcp.json", "servers", typed=True),
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
        """Write it: the whole file or nothing of it, for those alone who may read it now. UsageError where it cannot be
        written."""
        try:
            write_whole(self.path, self.after.encode())
        except OSError as error:
            raise UsageError(f"{self.path} cannot be written ({error}): it was left as it is") from error


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
    own = entry(client.typed, environ)
    try:
        before = path.read_bytes().decode() if path.exists() else ""
        return _toml(path, before, client.key, own) if path.suffix == ".toml" else _json(path, before, client.key, own)
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{path} cannot be read ({error}): it was left as it is") from error


def _json(path: Path, before: str, key: str, own: Json) -> Change:
    """Our entry among the servers of a JSON file; everything else stays, in its order. ValueError where it is none."""
    whole = json.loads(before) if before.strip() else {}
    servers = _servers(path, whole, key)
    added = json.dumps({NAME: own}, indent=2, ensure_ascii=False)
    if servers.get(NAME) == own:
        return Change(path, before, before, added)
    after = json.dumps({**whole, key: {**servers, NAME: own}}, indent=2, ensure_ascii=False) + "\n"
    after.encode()  # a ValueError where a text of theirs has half a letter
    return Change(path, before, after, added)


def _toml(path: Path, before: str, key: str, own: Json) -> Change:
    """Our table at the end of a TOML file; one that is there already is left as it is. ValueError where it is none;
    UsageError where no table can be put behind the servers that it has."""
    whole = tomllib.loads(before)
    servers = _servers(path, whole, key)
    added = _table(f"{key}.{NAME}", own)
    if NAME in servers:
        return Change(path, before, before, added)
    gap = "\n" if before and not before.endswith("\n") else ""
    after = f"{before}{gap}{chr(10) if before.strip() else ''}{added}\n"
    if _read(after) != {**whole, key: {**servers, NAME: own}}:
        raise UsageError(
            f"{path} has {key!r} in a form that no table can be added to: it was left as it is. "
            f"Add this to it yourself:\n{added}"
        )
    return Change(path, before, after, added)


def _table(name: str, fields: Json) -> str:
    """A table of TOML with those in it behind it."""
    inner = {each: value for each, value in fields.items() if isinstance(value, dict)}
    lines = [f"{each} = {toml_value(value)}" for each, value in fields.items() if each not in inner]
    return "\n".join([f"[{name}]", *lines, *(_table(f"{name}.{each}", value) for each, value in inner.items())])


def _read(text: str) -> Json | None:
    """What a TOML text holds; None where it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _servers(path: Path, whole: object, key: str) -> Json:
    """The servers of a configuration; UsageError where there is something else in their place."""
    servers = whole.get(key, {}) if isinstance(whole, dict) else None
    if not isinstance(servers, dict):
        raise UsageError(f"{path} has no object {key!r} to write into: it was left as it is")
    return servers
