"""A client that openapi-python-client generates from /openapi.json, against a served knowledge base.

The generator pins libraries of its own, so it is no dependency: `make test` installs it into a folder of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from waitress.server import create_server

from tests.support.ended import end

OWN = Path(__file__).resolve().parents[3] / ".venv-client" / "bin"
GENERATOR = shutil.which("openapi-python-client", path=f"{OWN}{os.pathsep}{os.environ.get('PATH', '')}")
CALLS = "generated_headjudge.api.api."


@pytest.fixture
def generated(
    client: FlaskClient, app: APIFlask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, Any]]:
    """The generated client and where it calls, as the arguments of each of its calls."""
    if GENERATOR is None:
        pytest.skip("openapi-python-client is not installed: make test does it")
    written = tmp_path / "openapi.json"
    written.write_text(json.dumps(client.get("/openapi.json").get_json()), "utf-8")
    into = tmp_path / "generated_headjudge"
    options = ["generate", "--path", str(written), "--meta", "none", "--output-path", str(into)]
    subprocess.run([GENERATOR, *options], check=True, capture_output=True)
    monkeypatch.syspath_prepend(str(tmp_path))
    server = create_server(app, host="127.0.0.1", port=0, threads=2)
    threading.Thread(target=server.run, daemon=True).start()
    made = import_module("generated_headjudge.client").Client(base_url=f"http://127.0.0.1:{server.effective_port}")
    yield {"client": made}
    end(server)
    for name in [each for each in sys.modules if each.startswith("generated_headjudge")]:
        del sys.modules[name]


@pytest.mark.slow
def test_a_generated_client_asks_computes_and_reads(generated: dict[str, Any]) -> None:
    asked = import_module(f"{CALLS}get_api_ask").sync(
        q="can an exhausted character attack?", game="vs-system", **generated
    )
    assert (asked.outcome, asked.verdict.value, asked.check.asserted) == ("answered", False, True)
    body = import_module("generated_headjudge.models").PostApiRunCheckBody.from_dict({"exhausted": True})
    run = import_module(f"{CALLS}post_api_run_check").sync("vs-system", "attack-able", body=body, **generated)
    assert (run.status, run.verdict.value) == ("answered", False)
    clause = import_module(f"{CALLS}get_api_clause").sync(run.citations[0], **generated)
    assert clause.clause == run.citations[0]
    cards = import_module(f"{CALLS}get_api_cards").sync("time gem", **generated)
    assert cards.cards[0].title.startswith("Time Gem")


@pytest.mark.slow
def test_a_generated_client_asks_a_story_and_is_told_problems(generated: dict[str, Any]) -> None:
    models, ask = import_module("generated_headjudge.models"), import_module(f"{CALLS}post_api_ask_story")
    told = {"story": "We play VS System.", "questions": ["Can an exhausted character attack?", "Can it ready?"]}
    found = ask.sync(body=models.PostApiAskStoryStory.from_dict(told), **generated)
    assert len(found.answers) == 2
    wrong = ask.sync(body=models.PostApiAskStoryStory.from_dict({"questions": []}), **generated)
    assert (type(wrong).__name__, wrong.status) == ("Problem", 422)
