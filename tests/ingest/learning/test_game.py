"""What a game's questions teach: exemplars, words, lessons; and where it is kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ingest.building.kept.checked import check_game
from ingest.building.passages import Wording
from ingest.building.pipeline import wordings_of
from ingest.encoding.embed import chosen_encoder
from ingest.games import game_folders, parse_game
from ingest.learning import game as learning
from ingest.learning.game import Taught, digest_of, known_whole, renewed, taught, teach, teaches_the_same, write_taught
from kb.errors import SnapshotError
from kb.gamefolder import question_file
from kb.retrieval.embedding.encoder import HashingEncoder, Vectors
from tests.conftest import CORPUS, shared

STEP, TURN = "tea/rules#steps.p1", "tea/rules#turns.p1"
WORDINGS = (
    Wording(STEP, "how far may I step", "tea/step-far"),
    Wording(STEP, "how far may I step now", "tea/step-far", '{"facts": {}, "opposite": false}'),
    Wording(TURN, "whose turn is next"),
    Wording(TURN, "who takes the next turn"),
    Wording(TURN, "what does the box cost", states='{"lacks": "the price"}', kind="gap"),
)


class Counting:
    """Embeds and counts how often it was asked to."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, texts: list[str]) -> Vectors:
        self.asked += 1
        return HashingEncoder(16).encode(texts)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game's folder with a file of questions."""
    place = tmp_path / "tea"
    question_file(place, "train").parent.mkdir(parents=True)
    question_file(place, "train").write_text("")
    return place


def test_of_many_questions_every_check_clause_and_gap_has_an_exemplar_and_the_words_of_all_are_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(learning, "FEW", 0)
    found = teach(WORDINGS, HashingEncoder(16).encode([each.question for each in WORDINGS]))
    asked = {(each.check, each.clause, each.kind) for each in found.exemplars}
    assert asked == {("tea/step-far", STEP, "wording"), ("", TURN, "wording"), ("", TURN, "gap")}
    assert found.heard == {STEP: "far how i may now step", TURN: "is next takes the turn who whose"}


def test_of_few_questions_each_stands_for_itself() -> None:
    found = teach(WORDINGS, HashingEncoder(16).encode([each.question for each in WORDINGS]))
    assert found.exemplars == WORDINGS


def test_it_is_kept_whole_in_a_file(tmp_path: Path, folder: Path) -> None:
    vectors = HashingEncoder(16).encode([each.question for each in WORDINGS])
    path = write_taught(tmp_path, folder, WORDINGS, vectors, "e" * 64)
    known, again = teach(WORDINGS, vectors), Taught.open(path)
    assert (again.exemplars, again.heard, again.encoder) == (known.exemplars, known.heard, "e" * 64)
    model = again.lessons["clauses"]
    assert model.scores("whose turn", vectors[0]) == known.lessons["clauses"].scores("whose turn", vectors[0])


def test_a_second_build_learns_nothing_anew_and_another_question_does(tmp_path: Path, folder: Path) -> None:
    embed = Counting()
    for wordings in (WORDINGS, WORDINGS, WORDINGS[:-1]):
        taught(folder, wordings, "e" * 64, embed, tmp_path / "home")
    assert embed.asked == 2
    assert len(list((tmp_path / "home" / "cache" / "learned").iterdir())) == 2


def test_a_damaged_file_is_learned_anew(tmp_path: Path, folder: Path) -> None:
    embed = Counting()
    taught(folder, WORDINGS, "e" * 64, embed, tmp_path / "home")
    [path] = (tmp_path / "home" / "cache" / "learned").iterdir()
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(SnapshotError, match="holds nothing learned"):
        Taught.open(path)
    assert taught(folder, WORDINGS, "e" * 64, embed, tmp_path / "home").heard
    assert embed.asked == 2


def test_a_folder_without_its_questions_is_taught_what_the_same_game_was(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "rules.lock").write_text("steps.p1 = 1\n")
    vectors = HashingEncoder(16).encode([each.question for each in WORDINGS])
    path = write_taught(tmp_path, folder, WORDINGS, vectors, "e" * 64)
    monkeypatch.setattr(learning, "shipped", lambda game: path)
    question_file(folder, "train").unlink()
    embed = Counting()
    assert taught(folder, (), "e" * 64, embed, tmp_path / "home").exemplars == WORDINGS
    (folder / "rules.lock").write_text("steps.p1 = 2\n")
    assert taught(folder, (), "e" * 64, embed, tmp_path / "home").exemplars == ()


def taught_by(folder: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a folder's questions teach, as if it were shipped."""
    path = write_taught(out, folder, WORDINGS, HashingEncoder(16).encode([each.question for each in WORDINGS]), "e")
    monkeypatch.setattr(learning, "shipped", lambda game: path)
    return path


def test_questions_without_an_error_when_they_were_learned_from_are_known_until_they_or_the_rules_change(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taught_by(folder, tmp_path, monkeypatch)
    assert known_whole(folder)
    question_file(folder, "train").write_text("{}\n")
    assert not known_whole(folder)
    question_file(folder, "train").write_text("")
    (folder / "facts.toml").write_text("")
    assert not known_whole(folder)


def test_where_rules_alone_have_changed_what_is_shipped_is_renewed(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = taught_by(folder, tmp_path, monkeypatch)
    (folder / "facts.toml").write_text("")
    assert not known_whole(folder)
    assert teaches_the_same(folder, WORDINGS, "e")
    assert not teaches_the_same(folder, WORDINGS[1:], "e")
    before = Taught.open(path)
    renewed(tmp_path, folder)
    assert known_whole(folder)
    assert Taught.open(path).exemplars == before.exemplars


def test_exemplars_bring_their_vectors(tmp_path: Path, folder: Path) -> None:
    vectors = HashingEncoder(16).encode([each.question for each in WORDINGS])
    found = Taught.open(write_taught(tmp_path, folder, WORDINGS, vectors, "e" * 64))
    places = [[each.question for each in WORDINGS].index(each.question) for each in found.exemplars]
    assert np.allclose(found.vectors, vectors[places], atol=1e-3)


def test_a_game_without_questions_teaches_nothing() -> None:
    found = teach((), np.empty((0, 0), dtype=np.float32))
    assert (found.exemplars, found.heard, found.lessons, found.vectors.size) == ((), {}, {}, 0)


@pytest.mark.model
@pytest.mark.slow
@pytest.mark.parametrize("game", [folder.name for folder in game_folders(CORPUS)])
def test_what_is_shipped_was_learned_from_the_questions_that_are_there(game: str) -> None:
    """Else every build would learn anew, for minutes: run `headjudge learn --out ingest/learning/games`."""
    folder = CORPUS / game
    model, errors = check_game(folder, "restated", None, shared())
    assert errors == []
    wordings = wordings_of(folder, model, [parsed for _, parsed in parse_game(folder)])
    path = learning.shipped(game)
    assert path is not None
    assert Taught.open(path).digest == digest_of(wordings, chosen_encoder().sha256)
    assert known_whole(folder)
