"""The command line as a user meets it: what it prints, and how it fails."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kb.knowledge import KnowledgeBase
from service.commands.cli import COMMANDS, cli, main
from tests.service.spoken_samples import POST

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def use_sample(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command reads the sample's home folder; no publishers' files are set."""
    monkeypatch.setenv("HEADJUDGE_HOME", str(home))
    monkeypatch.delenv("HEADJUDGE_SOURCES", raising=False)


class Ran:
    """What a command printed and its exit status."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
        monkeypatch.setattr(sys, "argv", ["headjudge", *arguments])
        self.status = 0
        try:
            main()
        except SystemExit as stopped:
            self.status = int(stopped.code or 0)
        self.out, self.err = capsys.readouterr()


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """`run("ask", "…")` runs a command in this process."""
    return lambda *arguments: Ran(monkeypatch, capsys, *arguments)


def test_ask_prints_the_clause_with_its_number_words_date_and_authority(run: Run, base: KnowledgeBase) -> None:
    ran = run("ask", "does", "press", "make", "boost", "cheaper", "--game", "vs-system")
    assert ran.status == 0
    assert "vs-system/heralds-faq#3.b3" in ran.out
    assert base.store.clause("vs-system/heralds-faq#3.b3").plain in ran.out
    assert "2006-09-23, restated edition" in ran.out


def test_json_is_the_contract(run: Run) -> None:
    body = json.loads(run("ask", "lamp oil", "--json").out)
    assert {"outcome", "verdict", "citations", "check", "kb"} <= set(body)
    hits = json.loads(run("search", "lamp oil", "--limit", "2", "--json").out)
    assert [hit["rank"] for hit in hits] == [1, 2]


def test_a_post_is_answered_question_by_question(run: Run) -> None:
    lines = run("ask", POST, "--game", "vs-system").out.splitlines()
    asked = [line for line in lines if line.startswith("“")]
    assert asked[0] == "“Can an exhausted character attack?”"
    assert asked[1:] == ["“Can an exhausted character attack a zeppelin?”", "“And what does rule 4.1 say about it?”"]
    assert lines[1].startswith("No: ")
    assert any(line.startswith("NOT UNDERSTOOD: I did not understand “zeppelin”") for line in lines)
    assert [each["asked"] for each in json.loads(run("ask", POST, "--json").out)["parts"]] == [
        line.strip("“”") for line in asked
    ]


def test_words_alone_find_too(run: Run) -> None:
    assert "tiny-game/rules#" in run("search", "lamp", "oil", "--lexical").out.splitlines()[0]


def test_show_gives_a_clause_or_a_card(run: Run) -> None:
    assert run("show", "vs-system/heralds-faq#3.b4").out.startswith("vs-system/heralds-faq#3.b4\n")
    assert run("show", "ego").out.startswith("Ego the Living Planet\nLocation, cost 2")
    assert json.loads(run("show", "ego", "--json").out)["cost"] == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("show", "silver", "surfer"), "name one of them"),
        (("show", "zzyzx"), "no clause or card is called 'zzyzx'"),
        (("ask", "press", "--game", "chess"), "the games are tiny-game, vs-system"),
        (("ask", "press", "--limit", "0"), "0 is not in the range"),
        (("ask",), "Missing argument"),
        (("build", "--edition", "official"), "give --sources DIR"),
        (("nothing",), "No such command"),
    ],
)
def test_a_mistake_is_one_sentence_and_status_2(run: Run, arguments: tuple[str, ...], said: str) -> None:
    ran = run(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_without_a_knowledge_base_the_next_command_is_named(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HEADJUDGE_HOME", str(tmp_path))
    ran = run("ask", "press")
    assert ran.status == 2
    assert "headjudge build" in ran.err


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_helps_with_an_example(run: Run, command: str) -> None:
    ran = run(command, "--help")
    assert ran.status == 0
    assert "Example: headjudge" in " ".join(ran.out.split())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_lines_for_the_shell(run: Run, shell: str) -> None:
    assert "_HEADJUDGE_COMPLETE" in run("completion", shell).out


def test_lint_names_the_place_and_exits_with_1(run: Run) -> None:
    ran = run("lint", str(ROOT / "tests" / "fixtures" / "invalid-duplicate-id"))
    assert ran.status == 1
    assert ":" in ran.out.splitlines()[0]
    assert ran.out.rstrip().endswith("warnings")


def test_the_commands_named_are_the_commands_there_are() -> None:
    from click import Context

    assert all(cli.get_command(Context(cli), name) for name in COMMANDS)


def test_asking_from_a_shell_imports_neither_torch_nor_spacy(home: Path) -> None:
    code = (
        "import sys; from service.commands.cli import main; "
        "sys.argv = ['headjudge', 'ask', 'press', '--lexical']; main(); "
        "assert not {'torch', 'spacy', 'flask'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, cwd=ROOT)
