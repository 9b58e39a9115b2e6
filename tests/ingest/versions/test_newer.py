"""A newer file of a known document becomes its version; what differs is told, and what is not one is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.games import known_documents, load_game
from ingest.lint.validate import lint_game
from kb.errors import UsageError
from kb.records.versions import What
from tests.support.harbour_versions import EARLIER, LATER, add_version, make_corpus, pinned

pytestmark = pytest.mark.slow

HEADED = """\
# Harbour Guide

In force from {day}.

## Boats

{boats}

## Lanterns

A lantern burns until the morning comes.

It lights its own pier and the two piers beside it.
"""
BOATS = "A boat carries crates.\n\nA boat leaves when it is full.\n\nEvery crate counts one point."


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A game with two versions of its rules; what was said of the second."""
    place = tmp_path_factory.mktemp("versions")
    return place / "corpus" / "harbour", make_corpus(place)


def test_a_newer_file_is_said_to_be_one_with_what_it_changes(harbour: tuple[Path, str]) -> None:
    said = harbour[1]
    assert "harbour/rules is known, in force from 2025-03-01; this is a newer version" in said
    assert "rules: 1 changed, 1 added, 1 removed, 1 renumbered" in said
    assert "renumbered 200.2 → 200.3" in said
    assert "removed 101.1b" in said


def test_a_version_whose_day_lies_ahead_is_said_to_wait_for_it(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    add_version(tmp_path, "harbour-one.txt", EARLIER)
    said = add_version(tmp_path, "harbour-two.txt", LATER.replace("2026-02-01", "2099-01-01"))
    assert "2099-01-01 lies ahead: until then the version before it answers" in said


def test_both_versions_are_kept_and_lint_accepts_them(harbour: tuple[Path, str]) -> None:
    folder = harbour[0]
    [spec] = load_game(folder).documents
    assert [(each.file, each.effective) for each in spec.versions] == [("rules.2025-03-01.txt", "2025-03-01")]
    assert (spec.file, spec.effective) == ("rules.txt", "2026-02-01")
    assert "at most four crates" in (folder / "rules.txt").read_text("utf-8")
    assert "at most three crates" in (folder / "rules.2025-03-01.txt").read_text("utf-8")
    assert not lint_game(folder).failed


def test_lint_says_which_rules_are_to_be_read_again_and_why(harbour: tuple[Path, str]) -> None:
    [stale] = [each for each in lint_game(harbour[0]).problems if each.code == "stale"]
    assert stale.severity == "warning"
    assert "read before 2026-02-01" in stale.message
    assert "[-three-] {+four+}" in stale.message
    assert (stale.place.file, '"101.1"' in stale.place.text) == ("harbour/rules.lock", True)


def test_rules_on_a_clause_that_is_gone_are_an_error(tmp_path: Path) -> None:
    make_corpus(tmp_path)
    folder = tmp_path / "corpus" / "harbour"
    text = (folder / "rules" / "boats.md").read_text("utf-8")
    gone = text.replace("101.1 Crates", "101.1b Leaving").replace("at most three crates", "without crates may leave")
    later = (folder / "rules.txt").read_text("utf-8")
    (folder / "rules.txt").write_text((folder / "rules.2025-03-01.txt").read_text("utf-8"), "utf-8")
    (folder / "rules" / "boats.md").write_text(
        gone.replace("A boat without crates may leave.", "A boat without crates may leave at once.")
        .replace('cites = ["101.1"]', 'cites = ["101.1b"]'), "utf-8",
    )  # fmt: skip
    pinned(tmp_path)
    (folder / "rules.txt").write_text(later, "utf-8")
    found = {each.severity for each in lint_game(folder).problems if each.code == "stale"}
    assert found == {"error"}


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        (LATER.replace("2026-02-01", "2025-03-01"), (), "in force from 2025-03-01 already"),
        (LATER.replace("These rules are in force from 2026-02-01.", "New rules."), (), "give --since DAY"),
        (EARLIER, (), "has this file already, as rules"),
        ("# Other\n\nNothing of it is the same.\n\n## Any\n\nAt all.\n", (), "has a document 'rules' already"),
        (LATER, ("--since", "tomorrow"), "is no day"),
    ],
)
def test_what_is_no_newer_version_is_refused(text: str, words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    add_version(tmp_path, "harbour-one.txt", EARLIER)
    before = {path: path.read_bytes() for path in (tmp_path / "corpus").rglob("*") if path.is_file()}
    with pytest.raises(UsageError, match=said):
        add_version(tmp_path, "harbour-two.txt", text, *words)
    assert {path: path.read_bytes() for path in (tmp_path / "corpus").rglob("*") if path.is_file()} == before


def test_an_earlier_version_goes_before_and_takes_no_id_away(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    add_version(tmp_path, "harbour-now.md", HEADED.format(day="2026-02-01", boats=BOATS))
    folder = tmp_path / "corpus" / "harbour"
    ids = {clause.plain: clause.id for known in known_documents(folder) for clause in known.parsed.clauses}
    earlier = HEADED.format(day="2025-02-01", boats=f"Boats are ships.\n\n{BOATS}")
    said = add_version(tmp_path, "harbour-old.md", earlier)
    assert "an earlier version" in said
    [known] = known_documents(folder)
    assert {clause.plain: clause.id for clause in known.parsed.clauses} == ids
    assert known.timeline is not None
    assert [each.name for each in known.timeline.versions] == ["2025-02-01", "2026-02-01"]


def test_ids_stay_where_a_paragraph_is_put_before(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    add_version(tmp_path, "harbour-old.md", HEADED.format(day="2025-02-01", boats=BOATS))
    folder = tmp_path / "corpus" / "harbour"
    before = {clause.plain: clause.id for known in known_documents(folder) for clause in known.parsed.clauses}
    newer = BOATS.replace("counts one point", "counts two points")
    add_version(tmp_path, "harbour-new.md", HEADED.format(day="2026-02-01", boats=f"Boats are ships.\n\n{newer}"))
    [known] = known_documents(folder)
    after = {clause.plain: clause.id for clause in known.parsed.clauses}
    assert after["A boat carries crates."] == before["A boat carries crates."] == "harbour/rules#boats.p1"
    assert after["Boats are ships."] == "harbour/rules#boats.p4"
    assert after["Every crate counts two points."] == before["Every crate counts one point."]
    assert known.timeline is not None
    changes = [(each.what, each.clause.path) for each in known.timeline.versions[-1].changes]
    assert (What.ADDED, "boats.p4") in changes
    assert (What.CHANGED, "boats.p3") in changes
    assert not [each for each in changes if each[0] in (What.REMOVED, What.RENUMBERED)]


def test_what_else_stands_in_game_toml_stays(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    add_version(tmp_path, "harbour-one.txt", EARLIER)
    toml = tmp_path / "corpus" / "harbour" / "game.toml"
    own = '\n[documents.options]\nnoise = []\n\n# Nicknames\n[glossary]\nboat = { forms = ["ship"] }\n'
    toml.write_text(toml.read_text("utf-8") + own, "utf-8")
    add_version(tmp_path, "harbour-two.txt", LATER)
    text = toml.read_text("utf-8")
    assert text.endswith('# Nicknames\n[glossary]\nboat = { forms = ["ship"] }\n')
    assert "[documents.options]\nnoise = []\n" in text
    assert load_game(toml.parent).documents[0].options == {"noise": []}


def test_an_undated_first_version_can_be_dated_later_too(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    first, second = EARLIER.partition("\n\n")[2], LATER
    add_version(tmp_path, "rules-2025.txt", first)
    said = add_version(tmp_path, "rules-2026.txt", second)
    assert "to date the known one: headjudge add rules-2025.txt --game harbour --since DAY" in said
    add_version(tmp_path, "rules-2025.txt", first, "--since", "2025-03-01")
    [spec] = load_game(tmp_path / "corpus" / "harbour").documents
    assert [(each.file, each.since) for each in spec.versions] == [("rules.2025-03-01.txt", "2025-03-01")]
    assert spec.effective == "2026-02-01"
    assert (tmp_path / "corpus" / "harbour" / "rules.2025-03-01.txt").is_file()
