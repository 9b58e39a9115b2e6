"""Settings: defaults, then the file, then the environment; what does not fit is refused by name, without its value."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest

from kb.errors import UsageError
from service.server.assistants import assistant_of
from service.server.settings import Settings, load_settings

ROOT = Path(__file__).resolve().parents[3]


def test_the_environment_wins_over_the_file_and_the_file_over_the_default(tmp_path: Path) -> None:
    (tmp_path / "headjudge.toml").write_text('port = 8000\nthreads = 3\nrate_limit = "5/second"\n')
    found = load_settings({"HEADJUDGE_HOME": str(tmp_path), "HEADJUDGE_PORT": "9000", "HEADJUDGE_LOG_QUESTIONS": "on"})
    assert (found.port, found.threads, found.rate_limit, found.log_questions) == (9000, 3, "5/second", True)
    assert found.host == Settings().host


def test_a_file_elsewhere_is_named_by_the_environment_or_the_caller(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("threads = 2\n")
    assert load_settings({"HEADJUDGE_SETTINGS": str(path)}).threads == 2
    assert load_settings({}, path).threads == 2
    assert load_settings({"HEADJUDGE_HOME": str(tmp_path)}).threads == Settings().threads


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({"HEADJUDGE_PORT": "many"}, "port is no whole number"),
        ({"HEADJUDGE_PORT": "70000"}, "port is too great; expected: 65535 or less"),
        ({"HEADJUDGE_RATE_LIMIT": "a lot"}, "rate_limit does not fit: limits such as 20/second"),
        ({"HEADJUDGE_ADMIN_TOKEN": "swordfish"}, "admin_token does not fit: at least 16 characters"),
        ({"HEADJUDGE_SETTINGS": "/nowhere/at/all.toml"}, "all.toml cannot be read"),
        ({"HEADJUDGE_READER": "oracle"}, "reader is none of its values; expected: .*auto"),
        ({"HEADJUDGE_READER": "assistant"}, "the reader is the assistant: it needs an assistant_url"),
        ({"HEADJUDGE_ASSISTANT_URL": "localhost:8080"}, "assistant_url does not fit: .*http://"),
        ({"HEADJUDGE_ASSISTANT_TIMEOUT": "0"}, "assistant_timeout is too small; expected: more than 0"),
    ],
)
def test_what_does_not_fit_is_named(environ: dict[str, str], said: str) -> None:
    with pytest.raises(UsageError, match=said) as raised:
        load_settings({"HEADJUDGE_HOME": "/nowhere/at/all", **environ})
    assert "swordfish" not in str(raised.value)


@pytest.mark.parametrize(
    ("content", "said"), [("prot = 1\n", "prot: there is no such setting; there are host, port"), ("port =", "read")]
)
def test_a_file_with_an_unknown_name_or_none_at_all_is_refused(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "headjudge.toml").write_text(content)
    with pytest.raises(UsageError, match=said):
        load_settings({"HEADJUDGE_HOME": str(tmp_path)})


@pytest.mark.parametrize(
    ("reader", "url", "there"),
    [
        ("auto", "", False),
        ("auto", "http://127.0.0.1:9/v1", True),
        ("words", "http://127.0.0.1:9/v1", False),
        ("assistant", "http://127.0.0.1:9/v1", True),
    ],
)
def test_a_language_model_is_asked_only_where_it_has_an_address(
    reader: Literal["auto", "words", "assistant"], url: str, there: bool, tmp_path: Path
) -> None:
    found = assistant_of(Settings(reader=reader, assistant_url=url, assistant_model="m", threads=8), tmp_path)
    assert (found is not None) is there
    assert found is None or (found.model, found.timeout_s) == ("m", 8.0)


def test_the_key_is_not_in_what_settings_print() -> None:
    assert "sk-hidden" not in repr(Settings(assistant_url="http://127.0.0.1:9/v1", assistant_key="sk-hidden"))


@pytest.mark.slow
def test_nothing_of_a_language_model_is_loaded_where_none_is_configured() -> None:
    code = (
        "import sys; import service.commands.ask, service.server.app, kb.answering.rulings; "
        "print([name for name in sys.modules if name.startswith(('openai', 'kb.answering.assisting'))])"
    )
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "[]"
