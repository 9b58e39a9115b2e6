"""The command line as a user meets it: what it prints, and how it fails."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import click
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


def test_show_finds_a_number_or_a_term_without_its_game_where_one_clause_has_it(run: Run) -> None:
    assert run("show", "3.b4").out.startswith("vs-system/heralds-faq#3.b4\n")
    assert run("show", "3.b4", "--game", "tiny-game").err.startswith("headjudge: no clause or card")


@pytest.mark.parametrize(
    ("word", "titles"),
    [
        (("silver", "surfer"), ["Silver Surfer, Harbinger of Oblivion", "Silver Surfer, Righteous Protector"]),
        (("doom",), ["Arsenal of Doom", "Dr. Doom, Latverian Monarch", "Klaw, Sonic Construct"]),
        (("press",), ["Shatterax, Starforce"]),
    ],
)
def test_show_lists_the_cards_that_have_a_word(run: Run, word: tuple[str, ...], titles: list[str]) -> None:
    ran = run("show", *word)
    assert ran.status == 0
    assert all(title in ran.out for title in titles)
    assert ran.out.rstrip().endswith("cards: show one by its name")
    assert {each["title"] for each in json.loads(run("show", *word, "--json").out)} >= set(titles)


@pytest.mark.parametrize("name", ["VS System", "vs-system", "vs sytem"])
def test_a_game_is_understood_by_any_of_its_names(run: Run, name: str) -> None:
    assert "vs-system/heralds-faq#3.b3" in run("ask", "does press make boost cheaper", "--game", name).out
    assert "vs-system/" in run("search", "boost cost", "--game", name).out
    assert "vs-system/press-cost" in run("checks", name).out
    assert run("coverage", "--game", name).status == 0


def test_what_no_document_answers_ends_in_status_3(run: Run) -> None:
    ran = run("ask", "zzyzx qwrtp", "--game", "vs-system")
    assert ran.status == 3
    assert ran.out.startswith("NOT FOUND: ")
    assert run("ask", "does press make boost cheaper", "--game", "vs-system").status == 0


def test_words_of_the_restated_edition_stand_in_no_quotation_marks(run: Run, base: KnowledgeBase) -> None:
    out = run("ask", "does press make boost cheaper", "--game", "vs-system").out
    assert f"“{base.store.clause('vs-system/heralds-faq#3.b3').plain}”" not in out


@pytest.mark.parametrize("no_color", ["", "1"])
def test_a_terminal_has_colours_unless_it_wants_none(run: Run, monkeypatch: pytest.MonkeyPatch, no_color: str) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    asked = ("ask", "can an exhausted character attack", "--game", "vs-system")
    assert "\x1b[" not in run(*asked).out
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *_: False)
    monkeypatch.setattr("click._compat.should_strip_ansi", lambda *_: False)
    assert run(*asked).out.startswith("No: " if no_color else "\x1b[31m\x1b[1mNo\x1b[0m: ")


def test_an_assistant_with_nothing_built_is_told_what_to_do(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADJUDGE_HOME", str(tmp_path))
    ran = run("mcp")
    assert ran.status == 2
    assert "run headjudge build, then start this again" in ran.err


@pytest.mark.parametrize("wanted", [True, False])
def test_a_first_run_at_a_terminal_offers_to_build(
    run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: bool
) -> None:
    monkeypatch.setenv("HEADJUDGE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr("service.commands.cli.click.confirm", lambda *_, **__: wanted)

    @click.command()
    def build() -> None:
        shutil.copytree(home, tmp_path / "home", symlinks=True)

    monkeypatch.setattr("service.commands.games.build.build", build)
    ran = run("ask", "does press make boost cheaper", "--game", "vs-system")
    assert ran.status == (0 if wanted else 2)
    assert ("vs-system/heralds-faq#3.b3" in ran.out) is wanted


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
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


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (PermissionError(13, "Permission denied", "/root/rules"), "/root/rules: Permission denied"),
        (OSError(24, "Too many open files"), "Too many open files"),
        (UnicodeDecodeError("utf-8", b"ab\xff", 2, 3, "invalid start byte"), "not in UTF-8: byte 0xff at place 2"),
    ],
    ids=repr,
)
def test_a_file_that_cannot_be_read_is_one_sentence_whoever_reads_it(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    monkeypatch.setattr(cli, "main", Mock(side_effect=error))
    ran = run("lint", "/")
    assert (ran.status, ran.out) == (2, "")
    assert re.fullmatch(rf"headjudge: [^\n]*{re.escape(said)}\n", ran.err)


@pytest.mark.parametrize("fact", ["cost=²", "cost=--5", f"cost={'9' * 4_400}", f"cost={'[' * 1_500}", "=", "cost"])
def test_a_fact_that_cannot_be_read_is_one_sentence(run: Run, fact: str) -> None:
    ran = run("check", "vs-system/press-cost", "--fact", fact)
    assert ran.status == 2
    assert re.fullmatch(r"headjudge: the facts for vs-system/press-cost cannot be read: [^\n]{1,400}\n", ran.err)
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


LONG_RUN = ("add", "build", "diff", "eval", "fit", "learn", "lint", "mcp", "new-check", "pin", "serve", "test", "train")
"""What takes minutes, writes to games' folders, asks of a book that is not here, or goes on until it is stopped: of
these the options alone are read."""


def examples() -> list[list[str]]:
    """The example of each command's help, and of each command below it, as its arguments."""
    found: list[list[str]] = []
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        each = [command, *(command.commands.values() if isinstance(command, click.Group) else ())]
        typed = [re.split(r" \(|, then", str(one.epilog).partition("headjudge ")[2])[0] for one in each]
        found += [shlex.split(one) for one in typed]
    return found


@pytest.mark.parametrize("example", examples(), ids=" ".join)
def test_the_example_of_each_help_runs(
    run: Run, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "tests" / "fixtures" / "tiny-game", tmp_path / "corpus" / "tiny-game")
    monkeypatch.setenv("HEADJUDGE_CORPUS", str(tmp_path / "corpus"))
    monkeypatch.setattr("service.bots.discord.commands.send", lambda *_: 3)
    monkeypatch.setenv("DISCORD_TOKEN", "none")
    if example[0] in LONG_RUN:
        Path("rules.pdf").write_bytes(b"%PDF-1.4")
        Path("rulebooks").mkdir()
        Path("tests/questions/settled/practice").mkdir(parents=True)
        example = [each.replace("~", str(tmp_path)) for each in example]
        command = cli.get_command(click.Context(cli), example[0])
        while isinstance(command, click.Group):
            command = command.commands[example.pop(1)]
        assert command is not None
        assert command.make_context(example[0], example[1:])
        return
    if example[0] == "reports":
        base_facts = {"check": "tiny-game/light-lamp", "facts": {"oil": 2, "top_floor": True}, "asked": "light it?"}
        said = {"game": "tiny-game", "said": "Yes: it may.", "read_as": [], **base_facts}
        kept = {"at": "now", "question": "light it?", "should": "", "comment": "", "answers": [said]}
        (home / "reports.jsonl").write_text(json.dumps(kept) + "\n", "utf-8")
    ran = run(*example)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.strip()


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
    assert all(place.startswith("service.commands.") for place in COMMANDS.values())


def test_asking_from_a_shell_imports_neither_torch_nor_spacy(home: Path) -> None:
    code = (
        "import sys; from service.commands.cli import main; "
        "sys.argv = ['headjudge', 'ask', 'press', '--lexical']; main(); "
        "assert not {'torch', 'spacy', 'flask'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, cwd=ROOT)
