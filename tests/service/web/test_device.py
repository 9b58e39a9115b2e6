"""What a device fetches to compute: modules that need Python alone, rules, Python itself, and what it may do there."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from kb.knowledge import KnowledgeBase
from kb.records.ahead import Ahead
from service.show.serializing.present import check_json
from service.web.device import fetch, packed, pinned
from service.web.device.packed import modules, packed_rules, program, program_name
from service.web.device.pinned import FILES, VERSION

ALONE = """
import sys
sys.path.insert(0, sys.argv[1])
from service.web.device import computed
computed.keep("tiny-game", open(sys.argv[2], "rb").read())
print(computed.run("tiny-game/light-lamp", sys.argv[3]))
print(computed.page("tiny-game/light-lamp", '[["oil", "2"], ["nonsense", "1"]]'))
"""


def test_what_runs_on_a_device_needs_nothing_but_python(base: KnowledgeBase, tmp_path: Path) -> None:
    facts = {"oil": 2}
    (tmp_path / "program.zip").write_bytes(program())
    shutil.unpack_archive(tmp_path / "program.zip", tmp_path / "program")
    (tmp_path / "rules").write_bytes(gzip.decompress(packed_rules(base.checks.model("tiny-game"), Ahead())))
    told = [str(tmp_path / "program"), str(tmp_path / "rules"), json.dumps(facts)]
    ran = subprocess.run([sys.executable, "-I", "-S", "-c", ALONE, *told], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    found, page = (json.loads(line) for line in ran.stdout.splitlines())
    assert found == json.loads(json.dumps(check_json(base.checks.run_here("tiny-game/light-lamp", facts))))
    assert [each["value"] for each in page["fields"] if each["name"] == "oil"] == ["2"]
    assert (page["unknown"], page["status"]) == (["nonsense"], found["status"])


def test_the_program_is_the_same_bytes_each_time_and_holds_no_server(client: FlaskClient) -> None:
    first, name = program(), program_name()
    program.cache_clear()
    assert program() == first
    assert not any("engine.py" in each or "server/" in each or "knowledge" in each for each in modules())
    assert client.get(f"/offline/program/{name}").data == first
    assert client.get("/offline/program/0123456789ab.zip").status_code == 404


def test_only_the_worker_that_computes_may_compile(client: FlaskClient) -> None:
    assert "wasm-unsafe-eval" in client.get("/offline/engine.js").headers["Content-Security-Policy"]
    assert "unsafe-eval" not in client.get("/checks").headers["Content-Security-Policy"]


def test_the_rules_of_a_game_are_sent_zipped_and_of_another_not_found(client: FlaskClient) -> None:
    reply = client.get("/offline/tiny-game.rules", headers={"Accept-Encoding": "gzip"})
    assert (reply.status_code, reply.headers["Content-Encoding"]) == (200, "gzip")
    assert client.get("/offline/chess.rules").status_code == 404


def test_without_python_for_browsers_the_games_page_says_so_and_how_it_comes(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(packed, "folder", lambda: tmp_path)
    packed.python_bytes.cache_clear()
    try:
        told = client.get("/games").text
        listed = client.get("/offline.json").json
    finally:
        packed.python_bytes.cache_clear()
    assert pinned.HOW in told
    assert "for-event" not in told
    assert listed is not None
    assert listed["engine"] is None


def test_files_of_python_are_sent_as_they_are_kept(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("service.web.device.routes.folder", lambda: tmp_path)
    for name in FILES:
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(name.encode()))
    wasm = client.get(f"/offline/python/{VERSION}/pyodide.asm.wasm", headers={"Accept-Encoding": "gzip"})
    assert (wasm.mimetype, gzip.decompress(wasm.data)) == ("application/wasm", b"pyodide.asm.wasm")
    assert client.get(f"/offline/python/{VERSION}/pyodide.js").data == b"pyodide.js"
    assert client.get(f"/offline/python/{VERSION}/secret.txt").status_code == 404
    assert client.get("/offline/python/0.1/pyodide.js").status_code == 404


def test_a_package_with_other_bytes_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = tmp_path / "pyodide.tgz"
    package.write_bytes(b"something else")
    monkeypatch.setattr(fetch, "folder", lambda: tmp_path / "pyodide")
    monkeypatch.setattr(fetch, "fetched", lambda _: package)
    monkeypatch.setattr(fetch.shutil, "which", lambda _: "npm")
    assert fetch.main() == 1
    assert "could not be fetched whole" in capsys.readouterr().err
    assert not (tmp_path / "pyodide").exists()


def test_where_npm_is_missing_one_sentence_says_what_devices_cannot_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fetch, "folder", lambda: tmp_path / "pyodide")
    monkeypatch.setattr(fetch.shutil, "which", lambda _: None)
    assert fetch.main() == 1
    assert "npm is missing" in capsys.readouterr().err
