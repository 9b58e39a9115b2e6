"""A game's files may stand in folders of themes: the game stays the same, and problems name the folder."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ingest.encoders import HashingBuild
from ingest.pipeline import build
from ingest.samples import load_samples
from ingest.validate import lint_game
from ingest.wordings import load_wordings
from kb.errors import SourceError
from kb.gamefolder import game_files
from kb.knowledge import KnowledgeBase
from kb.rules.model.loader import pin
from service.web.clausepage import written

TINY = Path(__file__).resolve().parents[1] / "fixtures" / "tiny-game"
LAMP = 'light-lamp = [{ ask = "oil is 0, lamp?", facts = { oil = 0 } }]\n'
MOVED = {
    "facts.toml": "keepers/facts.toml",
    "checks.toml": "keepers/lamp.checks.toml",
    "lamp.samples.toml": "keepers/lamp.samples.toml",
    "box.gaps.toml": "weather/box.gaps.toml",
    "wordings.toml": "weather/wordings.toml",
    "rules.rules.md": "weather/rules.rules.md",
    "rules.rules.lock.toml": "weather/rules.rules.lock.toml",
}


def flat_game(corpus: Path) -> Path:
    """The tiny game with samples and gaps, all in one folder."""
    folder = Path(shutil.copytree(TINY, corpus / "tiny-game"))
    (folder / "lamp.samples.toml").write_text(LAMP)
    (folder / "box.gaps.toml").write_text('[[gap]]\nclause = "storms.p1"\nlacks = "a price"\nquestions = ["cost?"]\n')
    return folder


@pytest.fixture
def flat(tmp_path: Path) -> Path:
    return flat_game(tmp_path / "flat")


@pytest.fixture
def themed(tmp_path: Path) -> Path:
    """The same game with every file of MOVED in a theme folder."""
    folder = flat_game(tmp_path / "themed")
    for before, after in MOVED.items():
        (folder / after).parent.mkdir(exist_ok=True)
        (folder / before).rename(folder / after)
    return folder


def test_files_are_in_the_order_of_their_names_wherever_they_stand(tmp_path: Path) -> None:
    for name in ("b.facts.toml", "x/c.facts.toml", "y/a.facts.toml", "x/a.facts.toml", "cases/z.facts.toml",
                 ".hidden/h.facts.toml", "x/deep/d.facts.toml", "x/a.checks.toml"):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    found = [path.relative_to(tmp_path).as_posix() for path in game_files(tmp_path, "*facts.toml")]
    assert found == ["x/a.facts.toml", "y/a.facts.toml", "b.facts.toml", "x/c.facts.toml"]


def test_a_game_in_themes_has_the_passages_and_the_model_of_the_flat_one(flat: Path, themed: Path) -> None:
    found = []
    for folder in (flat, themed):
        home = folder.parent / "home"
        build(folder.parent, home=home, encoder=HashingBuild()).close()
        with KnowledgeBase.open(home) as base:
            model = base.checks.model("tiny-game")
            passages = [(each.text, each.kind, each.clause, each.states) for each in base.store.passages()]
            rules = [(rule.id, rule.sentence) for rule in model.rules]
            entries = [(each.clause, each.status, each.done, each.total) for each in model.entries]
            shown = {
                clause: [each.code for each in rules] for clause, rules in written(base, "tiny-game").rules.items()
            }
            found.append((passages, rules, entries, shown, list(model.checks), list(model.schema.facts)))
    assert found[0] == found[1]
    assert any(each[1] == "gap" for each in found[1][0])
    assert any(code for codes in found[1][3].values() for code in codes)


def test_the_snapshot_keeps_the_theme_folders(themed: Path) -> None:
    with build(themed.parent, home=themed.parent / "home", encoder=HashingBuild()) as snapshot:
        copied = snapshot.rules / "tiny-game"
        names = {path.relative_to(copied).as_posix() for path in copied.rglob("*.*") if path.is_file()}
    assert names >= {
        "keepers/facts.toml",
        "weather/rules.rules.md",
        "weather/rules.rules.lock.toml",
        "cases/night.toml",
    }
    assert not any("samples" in name or "gaps" in name for name in names)


def test_pin_writes_the_lock_beside_its_rules(themed: Path) -> None:
    lock = themed / "weather" / "rules.rules.lock.toml"
    before = lock.read_text()
    lock.unlink()
    with build(themed.parent, home=themed.parent / "home", encoder=HashingBuild()) as snapshot:
        clauses = {clause.id: clause for clause in snapshot.store.clauses("tiny-game")}
    assert pin(themed, clauses) == [f"tiny-game/rules#{path}" for path in ("ships.b2", "storms.p1", "the-night.b2")]
    assert lock.read_text() == before
    assert not (themed / lock.name).exists()


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("keepers/facts.toml", "[[fact]]\nname = 3\n"),
        ("keepers/lamp.checks.toml", "[[check]\n"),
        ("keepers/lamp.samples.toml", 'light-lamp = [{ ask = "x", facts = { oil = "much" } }]\n'),
        ("weather/box.gaps.toml", '[[gap]]\nclause = "no.p9"\nlacks = "x"\nquestions = ["y"]\n'),
        ("weather/wordings.toml", '[[wording]]\nclause = "no.p9"\nquestions = ["y"]\n'),
        ("weather/rules.rules.md", "## no.p9\n\n> nothing\n"),
        ("cases/night.toml", '[[case]]\nid = "x"\ntitle = "x"\ncheck = "nothing"\nexpect = { status = "answered" }\n'),
    ],
)
def test_a_problem_names_the_file_with_its_folder(themed: Path, file: str, text: str) -> None:
    (themed / file).write_text(text)
    errors = [each for each in lint_game(themed).problems if each.severity == "error"]
    assert f"tiny-game/{file}" in {each.place.file for each in errors}


def test_broken_files_of_themes_stop_with_their_folder(themed: Path) -> None:
    for file in ("keepers/lamp.samples.toml", "weather/wordings.toml"):
        (themed / file).write_text("[[\n")
    with pytest.raises(SourceError, match=r"tiny-game/keepers/lamp\.samples\.toml:"):
        load_samples(themed)
    with pytest.raises(SourceError, match=r"tiny-game/weather/wordings\.toml:"):
        load_wordings(themed, "tiny-game", "tiny-game/rules")


def test_lint_tells_which_files_nothing_reads(themed: Path) -> None:
    assert [each for each in lint_game(themed).problems if each.code == "unread-file"] == []
    unread = ("lamp.fact.toml", "keepers/old.rules.lock.toml", "keepers/rules.txt", "keepers/deep/facts.toml")
    for name in (*unread, "keepers/README.md", ".swp"):
        (themed / name).parent.mkdir(exist_ok=True)
        (themed / name).write_text("")
    found = [each for each in lint_game(themed).problems if each.code == "unread-file"]
    assert sorted(each.place.file for each in found) == sorted(f"tiny-game/{name}" for name in unread)
    assert {each.severity for each in found} == {"warning"}
    assert all("*facts.toml" in each.expected for each in found)
