"""`headjudge add`: from a file to a game, shown before it is written, taken back where it fails."""

from __future__ import annotations

import os
import tomllib
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

from ingest.adding.folder import game_id, read_document, written
from ingest.adding.gametoml import document_toml
from ingest.games import load_game, parse_game
from ingest.lint.validate import lint_game
from ingest.terms import game_terms
from kb.errors import SourceError, UsageError
from service.commands.games.add import add
from tests.support.harbour import FOLDER
from tests.test_add_a_game import headjudge as headjudge_itself
from tests.test_add_a_game import run_here as run

headjudge = partial(headjudge_itself, runs=run)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with an empty corpus."""
    (tmp_path / "corpus").mkdir()
    return tmp_path


@pytest.mark.model
@pytest.mark.parametrize("name", ["numbered.pdf", "headed.md"])
def test_a_file_is_added_built_and_asked_by_one_command(name: str, place: Path) -> None:
    said = headjudge_itself(place, "add", str(FOLDER / name), "--game", "harbour", "--yes")
    assert "structure: " in said
    assert "built 2" in said
    assert "official edition" in said
    assert "next: headjudge ask" in said


def test_what_would_be_added_is_shown_and_nothing_written(place: Path) -> None:
    said = headjudge(place, "add", str(FOLDER / "numbered.pdf"), "--dry-run")
    assert "numbered.pdf: read as pdf" in said
    assert "layout numbered-rules: 8 of 15 blocks begin with a number such as 100.1" in said
    assert "#100.1a.e1  [example]" in said
    assert "left out: credits, 2, from “Credits”" in said
    assert list(place.rglob("*")) == [place / "corpus"]


def test_a_game_of_ones_own_document_lints_and_names_its_file(place: Path) -> None:
    said = headjudge(place, "add", str(FOLDER / "numbered.docx"), "--game", "harbour", "--yes", "--no-build")
    assert f"wrote {Path('corpus') / 'harbour'}" in said
    folder = place / "corpus" / "harbour"
    assert not lint_game(folder).failed
    game = load_game(folder)
    [spec] = game.documents
    assert (game.title, spec.title) == ("Lantern Harbour", "Rules")
    assert spec.original is not None
    assert (spec.edition, spec.original.file, spec.original.format) == ("official", "numbered.docx", "docx")
    for edition in ("restated", "official"):
        [(_, parsed)] = parse_game(folder, edition)
        assert parsed.document.edition == "official"
    assert {term.name for term in game_terms(load_game(folder), [parsed])} == {"Crate", "Quay, Pier"}
    assert "*" in (folder / ".gitignore").read_text("utf-8").splitlines()


@pytest.mark.slow
def test_a_second_document_joins_its_game(place: Path) -> None:
    headjudge(place, "add", str(FOLDER / "numbered.txt"), "--game", "harbour", "--yes", "--no-build")
    again = run(place, "add", str(FOLDER / "numbered.txt"), "--game", "harbour", "--yes", "--no-build")
    assert (again.returncode, "has this file already" in again.stderr) == (2, True)
    taken = run(place, "add", str(FOLDER / "headed.md"), "--game", "harbour", "--yes", "--no-build")
    assert (taken.returncode, "--document" in taken.stderr) == (2, True)
    headjudge(place, "add", str(FOLDER / "headed.md"), "--game", "harbour", "--document", "faq", "--yes", "--no-build")
    assert [each.id for each in load_game(place / "corpus" / "harbour").documents] == ["rules", "faq"]


@pytest.mark.parametrize("name", ["missing.pdf", "broken.pdf"])
def test_a_file_that_cannot_be_read_is_one_message(name: str, place: Path) -> None:
    (place / "broken.pdf").write_bytes(b"%PDF-1.4\nnothing")
    ran = run(place, "add", name, "--yes")
    assert (ran.returncode, ran.stderr.count(name) >= 1, "Traceback" in ran.stderr) == (2, True, False)
    assert list((place / "corpus").iterdir()) == []


def test_a_folder_is_taken_back_where_the_build_fails(place: Path) -> None:
    found = read_document(FOLDER / "headed.md", "harbour")
    with pytest.raises(SystemExit), written(place / "corpus", "harbour", "Harbour", [found]):
        raise SystemExit(1)
    assert list((place / "corpus").iterdir()) == []


@pytest.mark.slow
def test_titles_that_are_no_toml_and_no_ids_do_no_harm(place: Path) -> None:
    found = read_document(FOLDER / "headed.md", "harbour", title='A "quoted"\n[[documents]] \\ \x7f title')
    assert tomllib.loads(document_toml(found.spec))["documents"][0]["title"] == found.spec.title
    assert (game_id("Ünï/../ code"), game_id("…")) == ("n-code", "game")
    for wrong in ("../evil", "A B", "/etc"):
        ran = run(place, "add", str(FOLDER / "headed.md"), "--game", wrong, "--yes", "--no-build")
        assert (ran.returncode, "is no id" in ran.stderr) == (2, True)


def test_a_title_that_is_taken_is_refused_before_anything_is_shown(place: Path) -> None:
    headjudge(place, "add", str(FOLDER / "numbered.txt"), "--game", "harbour", "--yes", "--no-build")
    ran = run(place, "add", str(FOLDER / "headed.md"), "--game", "quay", "--yes", "--no-build")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "harbour is called 'Lantern Harbour'" in ran.stderr
    assert "--game harbour, or give this one another name with --title" in ran.stderr
    same = run(place, "add", str(FOLDER / "numbered.txt"), "--game", "quay", "--yes", "--no-build")
    assert "harbour has this file already, as harbour/rules: ask it with --game harbour" in same.stderr
    named = headjudge(
        place, "add", str(FOLDER / "numbered.txt"), "--game", "quay", "--title", "Quay", "--yes", "--no-build"
    )
    assert "note: this very file is harbour/rules already" in named


def test_an_add_that_fails_for_another_games_fault_says_so_and_is_kept(place: Path) -> None:
    headjudge(place, "add", str(FOLDER / "numbered.txt"), "--game", "harbour", "--yes", "--no-build")
    broken = place / "corpus" / "harbour" / "rules.txt"
    broken.write_text("- name: x\n  text: y\n- name: z\n  text: a\n", "utf-8")
    ran = run(place, "add", str(FOLDER / "headed.md"), "--game", "quay", "--title", "Quay", "--yes")
    assert ran.returncode == 2
    assert "quay is written and kept, nothing is wrong with it; the build failed for harbour" in ran.stderr
    assert f"headjudge lint {Path('corpus') / 'harbour'}" in ran.stderr
    assert (place / "corpus" / "quay" / "game.toml").is_file()


@pytest.mark.parametrize(("words", "asked"), [((), " and build?"), (("--no-build",), "?")])
def test_where_nobody_answers_the_option_for_that_is_named(words: tuple[str, ...], asked: str, place: Path) -> None:
    ran = run(place, "add", str(FOLDER / "headed.md"), "--game", "harbour", "--layout", "headed", *words)
    assert (ran.returncode, "give --yes" in ran.stderr) == (2, True)
    assert f"Write {Path('corpus') / 'harbour'}{asked}" in ran.stdout


def test_the_folder_of_games_is_made_and_stays_only_with_a_game(tmp_path: Path) -> None:
    said = headjudge(tmp_path, "add", str(FOLDER / "headed.md"), "--game", "harbour", "--yes", "--no-build")
    assert "made the folder of games corpus" in said
    assert (tmp_path / "corpus" / "harbour" / "game.toml").is_file()


@pytest.mark.parametrize(
    ("line", "said", "written"),
    [
        ("Version 1.2, in force from 1 March 2025.", "in force from 2025-03-01, from “Version 1.2", ("", "2025-03-01")),
        ("Version 1.2, published 1 March 2025.", "published 2025-03-01, from “Version 1.2", ("2025-03-01", "")),
    ],
)
def test_the_line_of_version_and_day_is_no_rule_and_the_day_is_what_it_says(
    line: str, said: str, written: tuple[str, str], place: Path
) -> None:
    file = place / "rules.md"
    file.write_text(f"# Harbour Rules\n\n{line}\n\n## Boats\n\nA boat carries at most three crates.\n", "utf-8")
    shown = headjudge(place, "add", str(file), "--game", "harbour", "--yes", "--no-build")
    assert said in shown
    assert f"left out: the line of its version and day, 1, from “{line}”" in shown
    [spec] = load_game(place / "corpus" / "harbour").documents
    assert (spec.published, spec.effective) == written
    [(_, parsed)] = parse_game(place / "corpus" / "harbour", "official")
    assert [each.plain for each in parsed.clauses] == ["A boat carries at most three crates."]


def test_where_no_day_is_read_it_is_said_and_one_can_be_given_later(place: Path) -> None:
    file = str(FOLDER / "headed.md")
    said = headjudge(place, "add", file, "--game", "harbour", "--yes", "--no-build")
    assert "in force from: no day is read in it" in said
    assert "headjudge add FILE --game harbour --since DAY" in said
    later = headjudge(place, "add", file, "--game", "harbour", "--since", "2025-03-01", "--yes", "--no-build")
    assert "harbour/rules has this file already, in force from a day that was not known" in later
    [spec] = load_game(place / "corpus" / "harbour").documents
    assert (spec.effective, spec.versions) == ("2025-03-01", ())


def test_an_open_order_of_day_and_month_is_told_and_not_guessed(place: Path) -> None:
    (place / "rules.txt").write_text("HARBOUR\n\nEffective from: 01.05.2026\n\n1.1 A boat carries crates.\n", "utf-8")
    said = headjudge(place, "add", "rules.txt", "--game", "harbour", "--yes", "--no-build")
    assert "“Effective from: 01.05.2026” can be 2026-01-05 or 2026-05-01; say which with --since DAY" in said
    assert load_game(place / "corpus" / "harbour").documents[0].effective == ""


def test_somebody_at_a_terminal_is_asked_which_day_is_meant(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADJUDGE_CORPUS", str(place / "corpus"))
    file = place / "rules.txt"
    file.write_text("HARBOUR\n\nEffective from: 01.05.2026\n\n1.1 A boat carries crates.\n", "utf-8")
    words = [str(file), "--game", "harbour", "--layout", "numbered-rules", "--no-build"]
    ran = CliRunner().invoke(add, words, input="2026-05-01\ny\n", catch_exceptions=False)
    assert "Which day is meant by “Effective from: 01.05.2026”? (2026-01-05, 2026-05-01)" in ran.output
    assert load_game(place / "corpus" / "harbour").documents[0].effective == "2026-05-01"


def test_there_must_be_a_folder_of_games(tmp_path: Path) -> None:
    found = read_document(FOLDER / "headed.md", "harbour")
    with pytest.raises(UsageError, match="HEADJUDGE_CORPUS"), written(tmp_path / "none", "harbour", "x", [found]):
        pass


OUTSIDE = {
    "absolute": "/etc/hostname",
    "above": "../secret.txt",
    "above-from-below": "below/../../secret.txt",
    "device": "/dev/zero",
    "link": "link.txt",
    "link-to-a-folder": "below/secret.txt",
    "folder": "texts",
    "windows": "..\\\\secret.txt",
}


@pytest.mark.parametrize("field", ["file", "official"])
@pytest.mark.parametrize("name", sorted(OUTSIDE))
def test_a_game_reads_no_file_outside_of_its_folder(name: str, field: str, tmp_path: Path) -> None:
    folder = tmp_path / "sly"
    (folder / "texts").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("<b>Secret</b>: a word.\n", "utf-8")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "below").symlink_to(tmp_path)
    (folder / "rules.txt").write_text("<b>Boats</b>: three crates.\n", "utf-8")
    file = OUTSIDE[name] if field == "file" else "rules.txt"
    official = f'[documents.official]\nfile = "{OUTSIDE[name]}"\nsha256 = "{"0" * 64}"\n' if field == "official" else ""
    (folder / "game.toml").write_text(
        f'id = "sly"\ntitle = "Sly"\n[[documents]]\nid = "rules"\ntitle = "Rules"\nlayout = "bold-headings"\n'
        f'file = "{file}"\n{official}',
        "utf-8",
    )
    with pytest.raises(SourceError) as refused:
        parse_game(folder, "official" if field == "official" else "restated", folder)
    assert {problem.code for problem in refused.value.problems} == {"outside-file"}
    assert "Secret" not in str(refused.value)


def test_a_link_among_a_games_files_is_an_error(tmp_path: Path) -> None:
    folder = tmp_path / "harbour"
    with written(tmp_path, "harbour", "Harbour", [read_document(FOLDER / "headed.md", "harbour")]):
        pass
    (folder / "rules").mkdir()
    (folder / "rules" / "boats.md").symlink_to("/etc/hostname")
    assert "outside-file" in {problem.code for problem in lint_game(folder).problems}


def test_a_huge_file_among_a_games_files_is_an_error_and_is_not_read(tmp_path: Path) -> None:
    folder = tmp_path / "harbour"
    with written(tmp_path, "harbour", "Harbour", [read_document(FOLDER / "headed.md", "harbour")]):
        pass
    with (folder / "README.md").open("wb") as stream:
        os.truncate(stream.fileno(), 1024**3)
    assert "too-large" in {problem.code for problem in lint_game(folder).problems}


@pytest.mark.parametrize(("name", "what"), [("tree.yaml", "YAML"), ("entries.json", "JSON"), ("headed.md", "Markdown")])
def test_a_text_of_another_form_does_not_pass_for_rules(name: str, what: str, tmp_path: Path) -> None:
    folder = tmp_path / "sly"
    folder.mkdir()
    (folder / "rules.txt").write_bytes((FOLDER / name).read_bytes())
    (folder / "game.toml").write_text(
        'id = "sly"\ntitle = "Sly"\n[[documents]]\nid = "rules"\ntitle = "Rules"\nlayout = "bare-headings"\n'
        'file = "rules.txt"\n',
        "utf-8",
    )
    problems = [problem for problem in lint_game(folder).problems if problem.severity == "error"]
    assert [(problem.code, problem.message) for problem in problems if problem.code == "looks-like"] == [
        ("looks-like", f"this looks like {what}")
    ]
