"""A game's folder: where each file stands, and what lint says of those that stand elsewhere."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest.building.pipeline import build
from ingest.encoding.encoders import HashingBuild
from ingest.games import parse_game
from ingest.lint.places import names_of, slug
from ingest.lint.validate import lint_game
from kb.errors import Problem
from kb.gamefolder import case_files, model_files, rule_texts
from kb.records import Clause, Kind
from kb.rules.model.loader import pin

TINY = Path(__file__).resolve().parents[2] / "fixtures" / "tiny-game"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A copy of the tiny game."""
    return Path(shutil.copytree(TINY, tmp_path / "corpus" / "tiny-game"))


def errors(game: Path) -> list[Problem]:
    return [each for each in lint_game(game).problems if each.severity == "error"]


def test_rules_and_cases_are_found_at_any_depth_and_hidden_ones_are_not(tmp_path: Path) -> None:
    for name in ("rules/b.md", "rules/a/c.md", "rules/a/c.cases.toml", "rules/.old/x.md", "rules/.d.md", "e.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    assert [path.relative_to(tmp_path).as_posix() for path in rule_texts(tmp_path)] == ["rules/a/c.md", "rules/b.md"]
    assert [path.name for path in case_files(tmp_path)] == ["c.cases.toml"]
    assert [path.name for path in model_files(tmp_path)] == ["c.md", "b.md", "c.cases.toml"]


@pytest.mark.slow
def test_the_snapshot_keeps_the_rule_model_and_no_questions(game: Path) -> None:
    with build(game.parent, home=game.parent.parent / "home", encoder=HashingBuild()) as snapshot:
        copied = snapshot.rules / "tiny-game"
        names = {path.relative_to(copied).as_posix() for path in copied.rglob("*.*") if path.is_file()}
    assert names == {path.relative_to(game).as_posix() for path in model_files(game)} | {"model.bin"}


def test_pin_writes_the_lock_in_the_order_of_the_document(game: Path) -> None:
    lock = game / "rules.lock"
    before = lock.read_text()
    lock.unlink()
    clauses = {clause.id: clause for _, parsed in parse_game(game) for clause in parsed.clauses}
    assert pin(game, clauses) == [f"tiny-game/rules#{path}" for path in ("the-night.b2", "ships.b2", "storms.p1")]
    assert lock.read_text() == before


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("facts.toml", "[fact]\nlamp = 3\n"),
        ("rules/ships.md", "## no.p9\n\n> nothing\n"),
        ("rules/ships.cases.toml", '[x]\ntitle = "x"\ncheck = "nothing"\nverdict = 1\n'),
        ("rules/ships.cases.toml", '[x]\ntitle = "x"\ncheck = "climb"\n'),
        ("rules/ships.cases.toml", "[[x]\n"),
        ("questions/train.jsonl", '{"id": "x", "ask": "y", "clauses": ["rules#no.p9"]}\n'),
        ("questions/train.jsonl", '{"id": "x", "ask": "y", "check": "light-lamp", "facts": {"oil": "much"}}\n'),
        ("questions/dev.jsonl", '{"id": "x", "ask": "y", "clauses": ["rules#ships.b2"]}\n'),
    ],
)
def test_a_problem_names_its_file(game: Path, file: str, text: str) -> None:
    (game / file).write_text(text)
    assert f"tiny-game/{file}" in {each.place.file for each in errors(game)}


@pytest.mark.parametrize(
    ("name", "now"),
    [
        ("storms.facts.toml", "facts.toml"),
        ("checks.toml", "rules/<section>.md"),
        ("weather/storms.checks.toml", "rules/<section>.md"),
        ("rules.rules.md", "rules/<section>.md"),
        ("rules.rules.lock.toml", "rules.lock"),
        ("more-8.samples.toml", "questions/train.jsonl"),
        ("wordings.toml", "questions/train.jsonl"),
        ("box.gaps.toml", "questions/train.jsonl"),
        ("practice.jsonl", "questions/train.jsonl"),
        ("questions.jsonl", "questions/dev.jsonl"),
        ("qrels.tsv", "questions/dev.jsonl"),
        ("cases/night.toml", "rules/<section>.cases.toml"),
    ],
)
def test_a_file_of_the_former_form_is_named_with_the_one_it_belongs_into(game: Path, name: str, now: str) -> None:
    (game / name).parent.mkdir(exist_ok=True)
    (game / name).write_text("")
    [problem] = errors(game)
    assert (problem.code, problem.place.file) == ("former-form", f"tiny-game/{name}")
    assert now in problem.expected


def test_lint_tells_which_other_files_nothing_reads(game: Path) -> None:
    unread = ["facts.tml", "rules/notes.txt", "questions/more.jsonl"]
    for name in (*unread, "README.md", ".swp"):
        (game / name).write_text("")
    found = [each for each in lint_game(game).problems if each.code == "unread-file"]
    assert sorted(each.place.file for each in found) == sorted(f"tiny-game/{name}" for name in unread)
    assert {each.severity for each in found} == {"warning"}


def test_a_line_that_nobody_can_read_is_refused(game: Path) -> None:
    path = game / "facts.toml"
    words = ", ".join(f'"storm {number}"' for number in range(50))
    path.write_text(path.read_text().replace('forms = ["storm"', f'forms = [{words}, "storm"'))
    [problem] = errors(game)
    long = path.read_text().splitlines().index(problem.place.text) + 1
    assert (problem.code, problem.place.line) == ("long-line", long)


@pytest.mark.parametrize("name", ["more", "storms-2", "second-round", "weather"])
def test_a_file_is_named_after_the_section_that_stands_in_it(game: Path, name: str) -> None:
    (game / "rules" / "storms.md").rename(game / "rules" / f"{name}.md")
    [problem] = errors(game)
    assert (problem.code, problem.place.file, problem.expected) == (
        "misplaced",
        f"tiny-game/rules/{name}.md",
        "storms.md",
    )


def test_a_file_without_clauses_is_not_named_by_a_number(game: Path) -> None:
    (game / "rules" / "general-2.md").write_text("# General\n")
    assert [each.code for each in errors(game)] == ["numbered-name"]


def test_cases_stand_beside_their_section(game: Path) -> None:
    (game / "rules" / "ships.cases.toml").rename(game / "rules" / "wrecks.cases.toml")
    assert [(each.code, each.place.file) for each in errors(game)] == [
        ("stray-cases", "tiny-game/rules/wrecks.cases.toml")
    ]


@pytest.mark.parametrize(
    ("path", "headings", "names"),
    [
        ("3.2.p1", ("RULES", "3. Press", "3.2 Errata to Fog"), ["errata-to-fog", "press", "rules"]),
        ("2.p1", ("GENERAL", "2. Cosmic: [cosmic text]"), ["cosmic-cosmic-text", "cosmic", "general"]),
        ("scenarios/bedlam/rules.b3", ("Scenarios", "BEDLAM!"), ["rules", "bedlam", "scenarios"]),
    ],
)
def test_which_names_fit_a_clause(path: str, headings: tuple[str, ...], names: list[str]) -> None:
    clause = Clause(f"g/d#{path}", "g", "g/d", headings, "x", Kind.RULE, 0, 1, "", 0)
    assert list(names_of(clause)) == names


def test_a_slug_is_made_of_letters_digits_and_hyphens() -> None:
    assert slug("Cosmic—Surge: Klaw's [text]") == "cosmic-surge-klaws-text"
