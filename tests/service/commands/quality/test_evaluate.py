"""`headjudge eval` and `fit`: which options go together, and what each way of scoring prints."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from kb.errors import UsageError
from kb.evaluation.questions import LabelledQuestion
from kb.knowledge import KnowledgeBase
from service.commands.cli import cli
from service.commands.quality import evaluate as command
from service.commands.quality.evaluate import TOGETHER, evaluate, require_fitting
from service.commands.quality.fit import fit

CLAUSE = {"tiny-game/rules#the-night.b2": 2}
ASKED = LabelledQuestion(
    "one", "tiny-game", "Tiny game: may the lamp be lit?", "player", True, "answerable", CLAUSE, {}
)


def run(*words: str) -> Result:
    """What `headjudge eval` says; an error of the user's making is raised."""
    return CliRunner().invoke(evaluate, list(words), catch_exceptions=False)


@pytest.fixture
def opened(base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    """One development question, asked of the sample."""
    monkeypatch.setattr(command, "open_base", lambda: nullcontext(base))
    monkeypatch.setattr(command, "load_questions", lambda *_: [ASKED])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--samples --json", "--samples does not go with --json: it goes with --game, --misses"),
        ("--samples --split all", "--samples does not go with --split"),
        ("--samples --variants", "--samples does not go with --variants"),
        ("--set . --markdown", "--set does not go with --markdown"),
        ("--set . --split sealed", "--set does not go with --split"),
        ("--variants --json", "--variants does not go with --json"),
        ("--markdown --json", "--markdown does not go with --json"),
        ("--json --misses", "--json does not go with --misses"),
        ("--reader assistant --ask-to new --misses", "--ask-to does not go with --misses"),
        ("--reader assistant --ask-to new --json", "--json does not go with"),
        ("--game tiny-game", "--game goes with --samples"),
        ("--ask-to new", "--ask-to goes with --reader assistant"),
        ("--reader assistant", "needs either --ask-to or --answers"),
        ("--split sealed --misses", "the sealed questions' misses are not listed"),
    ],
)
def test_options_that_do_not_go_together_are_refused(words: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        run(*words.split())


@pytest.mark.parametrize(
    "words",
    [
        set(),
        {"--split", "--misses", "--markdown"},
        {"--split", "--json"},
        {"--samples", "--game", "--misses"},
        {"--variants", "--split", "--misses"},
        {"--set", "--misses"},
        {"--reader", "--ask-to", "--split"},
        {"--reader", "--answers", "--set", "--misses"},
    ],
    ids=lambda words: " ".join(sorted(words)) or "none",
)
def test_options_that_go_together_are_taken(words: set[str]) -> None:
    require_fitting(words)


def test_what_goes_with_an_option_is_an_option() -> None:
    known = {each.opts[0] for each in evaluate.params}
    assert {*TOGETHER, *(other for others in TOGETHER.values() for other in others)} <= known


def test_the_reader_that_is_the_default_goes_with_all(opened: None) -> None:
    assert json.loads(run("--reader", "words", "--json").stdout)["questions"] == 1


def test_prompts_of_the_development_questions_are_written(opened: None, tmp_path: Path) -> None:
    said = run("--reader", "assistant", "--ask-to", str(tmp_path / "prompts")).stdout
    assert said == f"2 prompts for 1 questions in {tmp_path / 'prompts'}\n"
    assert all(set(json.loads(line)) == {"id", "messages", "schema"} for line in (tmp_path / "prompts").open())


def test_replies_are_scored(opened: None, tmp_path: Path) -> None:
    (tmp_path / "replies").write_text("")
    assert run("--reader", "assistant", "--answers", str(tmp_path / "replies")).exit_code == 0


def test_no_option_of_eval_fits_weights() -> None:
    assert not [each for each in evaluate.params if "fit" in (each.name or "") or "calibrate" in (each.name or "")]


def test_fit_has_a_command_for_each_table_of_weights() -> None:
    assert isinstance(cli.get_command(click.Context(cli), "fit"), click.Group)
    assert set(fit.commands) == {"ranking", "verdicts", "text", "settled", "calibration"}


@pytest.mark.parametrize("name", ["settled", "calibration"])
def test_fit_by_a_set_needs_its_folder(name: str) -> None:
    found = CliRunner().invoke(fit, [name])
    assert (found.exit_code, "Missing argument" in found.stderr) == (2, True)
