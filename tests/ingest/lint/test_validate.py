"""`headjudge lint`: every problem of a game's folder, each with its place and what was expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.lint.validate import Report, lint_game
from kb.errors import Place, Problem

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"


def lint(name: str, edition: str = "restated") -> Report:
    folder = FIXTURES / f"invalid-{name}"
    return lint_game(folder, edition, folder)


@pytest.mark.parametrize(
    ("name", "code", "place"),
    [
        ("unknown-layout", "unknown-layout", "invalid-unknown-layout/game.toml:7:11"),
        ("bad-toml", "bad-toml", "invalid-bad-toml/game.toml:2:"),
        ("not-utf8", "not-utf8", "invalid-not-utf8/rules.txt:3:10"),
        ("empty-file", "empty-file", "invalid-empty-file/rules.txt"),
        ("missing-file", "missing-file", "invalid-missing-file/game.toml:8:9"),
        ("duplicate-id", "duplicate-id", "invalid-duplicate-id/rules.txt:"),
        ("unknown-key", "bad-game", "invalid-unknown-key/game.toml:9:1"),
    ],
)
def test_a_broken_folder_is_told_what_is_wrong_and_where(name: str, code: str, place: str) -> None:
    found = [problem for problem in lint(name).problems if problem.code == code]
    assert found, [str(problem) for problem in lint(name).problems]
    assert str(found[0].place).startswith(place)
    assert found[0].expected or found[0].message


def test_an_option_that_does_not_fit_is_told_alone_at_its_line_and_nothing_that_follows_from_it() -> None:
    [problem] = lint("empty-option").problems
    assert str(problem.place) == "invalid-empty-option/game.toml:14:1"
    assert problem.message == "documents.options.cards.types is empty"
    assert problem.expected.startswith("at least 1 entry; see ")


def test_an_official_file_of_another_content_is_refused() -> None:
    [problem] = lint("wrong-sha256", "official").problems
    assert (problem.code, problem.expected) == ("wrong-sha256", "0" * 64)


def test_every_dangling_reference_is_listed_not_only_the_first() -> None:
    problems = lint("dangling-reference").problems
    messages = [problem.message for problem in problems if problem.code == "dangling"]
    wanted = ["9.p9", "'nothing'", "8.p8", "7.p7"]
    assert len(messages) == len(wanted)
    for message, part in zip(messages, wanted, strict=True):
        assert part in message
    assert [str(each.place) for each in problems if each.code == "bad-question"] == [
        "invalid-dangling-reference/questions/dev.jsonl:2:1"
    ]


def test_a_line_of_ten_million_characters_is_refused_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "invalid-long-line"
    folder.mkdir()
    toml = (FIXTURES / "invalid-empty-file" / "game.toml").read_text().replace("empty-file", "long-line")
    (folder / "game.toml").write_text(toml)
    (folder / "rules.txt").write_text("x" * 10_000_000)
    [problem] = lint_game(folder).problems
    assert (problem.code, problem.place.line) == ("long-line", 1)
    assert len(str(problem)) < 500


def test_a_problem_prints_its_line_with_a_caret() -> None:
    problem = Problem("code", "is wrong", Place("game.toml", 7, 11, 'layout = "origami"'), "a known layout")
    assert str(problem).splitlines() == [
        "game.toml:7:11: error [code] is wrong",
        '    layout = "origami"',
        "              ^",
        "    expected: a known layout",
    ]


def test_coverage_accounts_for_every_character() -> None:
    report = lint("dangling-reference")
    [covered] = report.coverage
    assert covered.uncovered == 0
    assert sum(covered.roles.values()) == covered.characters
    assert covered.share == 1.0
