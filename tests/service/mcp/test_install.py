"""`headjudge mcp --install`: writes one entry, keeps all the rest, asks first, and leaves what it cannot read."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from kb.errors import UsageError
from service.commands.cli import cli
from service.mcp.clients.install import CLIENTS, programs_folder

THEIRS = {"theme": "dark", "mcpServers": {"other": {"command": "other"}}}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home; what is worked on stands in a folder of it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("HEADJUDGE_HOME", str(tmp_path / "kb"))
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    return tmp_path


def install(name: str, *more: str, answer: str = "y\n") -> str:
    """What the command says; an error of ours is told by `main` in a sentence."""
    found = CliRunner().invoke(cli, ["mcp", "--install", name, *more], input=answer)
    assert found.exception is None or isinstance(found.exception, UsageError)
    return f"{found.output}{found.exception or ''}"


@pytest.mark.parametrize("name", CLIENTS)
def test_a_client_gets_one_entry_by_which_it_starts_headjudge(place: Path, name: str) -> None:
    assert "Written" in install(name)
    path = CLIENTS[name].place()
    text = path.read_text("utf-8")
    whole = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    entry = whole[CLIENTS[name].key]["headjudge"]
    assert Path(entry["command"]).is_absolute()
    assert (entry["args"], entry["env"]) == (["mcp"], {"HEADJUDGE_HOME": str(place / "kb")})
    assert "has Headjudge already" in install(name)
    assert path.read_text("utf-8") == text
    assert list((place / "project").iterdir()) == [], "the folder that one works in gets no file"


def test_what_stands_there_is_kept(place: Path) -> None:
    path = CLIENTS["cursor"].place()
    path.parent.mkdir()
    path.write_text(json.dumps(THEIRS), "utf-8")
    install("cursor", "--yes", answer="")
    found = json.loads(path.read_text("utf-8"))
    assert found["mcpServers"].pop("headjudge")
    assert found == THEIRS


def test_what_the_client_writes_while_one_is_asked_is_kept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = CLIENTS["claude-code"].place()
    path.write_text(json.dumps(THEIRS), "utf-8")

    def wanted(question: str) -> bool:
        path.write_text(json.dumps({**THEIRS, "theme": "light"}), "utf-8")
        return True

    monkeypatch.setattr(click, "confirm", wanted)
    install("claude-code")
    found = json.loads(path.read_text("utf-8"))
    assert found["mcpServers"].keys() == {"other", "headjudge"}
    assert found["theme"] == "light"


def test_what_stands_in_a_toml_file_is_kept_to_the_letter(place: Path) -> None:
    path = CLIENTS["codex"].place()
    path.parent.mkdir()
    path.write_text('model = "x"  # mine\n', "utf-8")
    install("codex")
    assert path.read_text("utf-8").startswith('model = "x"  # mine\n\n[mcp_servers.headjudge]\n')


@pytest.mark.parametrize(
    "text",
    [
        'mcp_servers = { other = { command = "other" } }\n',
        "mcp_servers = 3\n",
        "a = \n",
    ],
    ids=["inline", "a-number", "no-toml"],
)
def test_a_toml_file_that_no_table_can_be_added_to_is_left_as_it_is(place: Path, text: str) -> None:
    path = CLIENTS["codex"].place()
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    assert "left as it is" in install("codex", "--yes", answer="")
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize("name", ["cursor", "codex"])
def test_a_file_that_is_not_in_utf_8_is_left_as_it_is(place: Path, name: str) -> None:
    path = CLIENTS[name].place()
    path.parent.mkdir()
    path.write_bytes(b"# caf\xe9\n")
    assert "left as it is" in install(name, "--yes", answer="")
    assert path.read_bytes() == b"# caf\xe9\n"


@pytest.mark.skipif(os.name != "posix", reason="modes and links of POSIX")
def test_a_link_to_a_file_with_a_key_stays_one_and_the_file_its_owners_alone(place: Path) -> None:
    real = place / "dotfiles" / "mcp.json"
    real.parent.mkdir()
    real.write_text(json.dumps({"mcpServers": {"other": {"env": {"API_KEY": "secret"}}}}), "utf-8")
    real.chmod(0o600)
    path = CLIENTS["cursor"].place()
    path.parent.mkdir()
    path.symlink_to(real)
    assert "Written" in install("cursor", "--yes", answer="")
    assert path.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o600
    assert json.loads(real.read_text("utf-8"))["mcpServers"].keys() == {"other", "headjudge"}


def test_a_home_with_any_letters_is_toml_too(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADJUDGE_HOME", str(place / "Überraschung 🎲"))
    install("codex", "--yes", answer="")
    whole = tomllib.loads(CLIENTS["codex"].place().read_text("utf-8"))
    assert whole["mcp_servers"]["headjudge"]["env"] == {"HEADJUDGE_HOME": str(place / "Überraschung 🎲")}


def test_nothing_is_written_unless_it_is_wanted(place: Path) -> None:
    assert "gets:" in install("cursor", answer="n\n")
    assert not CLIENTS["cursor"].place().exists()


@pytest.mark.parametrize(
    "text",
    ["{ // a comment\n}", "[]", '{"mcpServers": []}', '{"mcpServers": 3}', '{"a": "\\ud800"}', "[" * 100_000],
    ids=["a-comment", "a-list", "servers-in-a-list", "a-number", "half-a-letter", "nested"],
)
def test_a_file_that_cannot_be_read_is_left_as_it_is(place: Path, text: str) -> None:
    path = CLIENTS["cursor"].place()
    path.parent.mkdir()
    path.write_text(text, "utf-8")
    assert "left as it is" in install("cursor")
    assert path.read_text("utf-8") == text


def test_a_client_that_is_not_known_is_told_which_are(place: Path) -> None:
    said = install("emacs")
    assert all(name in said for name in CLIENTS)
    assert all(name in install("list") for name in CLIENTS)


@pytest.mark.parametrize(
    ("platform", "environ", "end"),
    [
        ("darwin", {}, "Library/Application Support"),
        ("linux", {"XDG_CONFIG_HOME": "/x"}, "/x"),
        ("linux", {}, ".config"),
        ("win32", {"APPDATA": "/r"}, "/r"),
    ],
)
def test_programs_with_windows_are_found_where_each_system_keeps_them(
    platform: str, environ: dict[str, str], end: str
) -> None:
    assert programs_folder(platform, environ).as_posix().endswith(end)
