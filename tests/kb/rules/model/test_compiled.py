"""A rule model's file is used only as this program wrote it, and holds nothing but records of a rule model."""

from __future__ import annotations

import pickle
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import kb.rules.model.compiled
from kb.errors import SnapshotError, SourceError
from kb.gamefolder import FACTS
from kb.rules.checks import Checks
from kb.rules.model.compiled import COMPILED, program_digest, read_compiled, write_compiled
from kb.rules.model.rulemodel import RuleModel
from kb.rules.solve.run import run_check


def test_a_model_comes_back_and_its_checks_say_the_same(tiny: RuleModel, tmp_path: Path) -> None:
    write_compiled(tiny, tmp_path)
    found = read_compiled(tmp_path)
    assert found is not None
    assert (found.version, found.rules, found.checks, found.demands) == (
        tiny.version,
        tiny.rules,
        tiny.checks,
        tiny.demands,
    )
    assert {check: run_check(found, check, {}) for check in found.checks} == {
        check: run_check(tiny, check, {}) for check in tiny.checks
    }


def test_a_result_that_was_packed_leaves_nothing_behind(tiny: RuleModel) -> None:
    """A server packs every result that it computes, each with sentences of its own."""
    check = next(iter(tiny.checks))
    result = replace(run_check(tiny, check, {}), summary="".join(["Yes: ", "nobody has said this before"]))
    before = sys.getrefcount(result.summary)
    written = pickle.dumps(result)
    after = sys.getrefcount(result.summary)
    assert after == before
    assert pickle.loads(written) == result


def test_without_a_file_there_is_no_model(tmp_path: Path) -> None:
    assert read_compiled(tmp_path) is None


def test_a_model_that_another_program_wrote_is_not_used(
    tiny: RuleModel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_compiled(tiny, tmp_path)
    monkeypatch.setattr(kb.rules.model.compiled, "program_digest", lambda: b"another program, 32 bytes long...")
    assert read_compiled(tmp_path) is None


class Harm:
    """What would run code where it is read."""

    def __reduce__(self) -> tuple[object, ...]:
        return (Path.touch, (Path("harmed"),))


@pytest.mark.parametrize(
    "content",
    [
        pickle.dumps(Harm()),
        b"ckb.errors\ndataclass\n.",
        pickle.dumps({"rules": ()}),
        b"",
        b"\x80\x05damaged",
    ],
)
def test_what_is_no_model_is_refused_and_runs_nothing(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / COMPILED).write_bytes(program_digest() + content)
    assert read_compiled(tmp_path) is None
    assert not (tmp_path / "harmed").exists()


def test_rules_that_this_version_cannot_read_say_which_command_helps(tmp_path: Path) -> None:
    """A build reads all rules that it publishes: those that cannot be read any more are of another version."""
    game = tmp_path / "tiny-game"
    shutil.copytree(Path(__file__).parents[3] / "fixtures" / "tiny-game", game)
    (game / FACTS).write_text("[fact]\nlate = { of_another_version = true }\n", "utf-8")
    checks = Checks.of(tmp_path, lambda _: [], lambda: (), quotes=True)
    with pytest.raises(SourceError, match="of_another_version"):
        checks.model("tiny-game")
    (game / COMPILED).write_bytes(b"of another version")
    with pytest.raises(SnapshotError, match="run headjudge build"):
        checks.model("tiny-game")
