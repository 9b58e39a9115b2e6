"""What is learned from samples: which check a question's words and meaning speak for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kb.errors import SnapshotError
from kb.retrieval.classifying.learned import Learned, grams
from kb.retrieval.classifying.learning import learn

SAMPLES = {
    "keeps": ("does he keep the bonus", "is the bonus kept for the turn", "does the flagged hero keep 2 points"),
    "loses": ("does he lose the bonus", "is the bonus lost for the turn", "does the flagged hero lose 3 points"),
    "moves": ("how far does he move", "may he move 4 areas", "is he moved away"),
}
TEXTS = [text for texts in SAMPLES.values() for text in texts]
CHECKS = [check for check, texts in SAMPLES.items() for _ in texts]
ALIKE = np.full((len(TEXTS), 4), 0.5, dtype=np.float32)


def test_grams_are_stems_and_pairs_with_numbers_alike() -> None:
    assert grams("Moves 12 areas") == ["mov", "#", "area", "mov #", "# area"]


@pytest.mark.parametrize(
    ("question", "check"),
    [("will she lose 7 points", "loses"), ("will she keep 7 points", "keeps"), ("how far is that move", "moves")],
)
def test_words_tell_checks_apart_whose_samples_mean_nearly_the_same(question: str, check: str) -> None:
    model = learn(TEXTS, ALIKE, CHECKS)
    assert model is not None
    scores = model.scores(question, ALIKE[0])
    assert max(scores, key=lambda name: scores[name]) == check


def test_it_is_kept_in_a_file_and_read_again(tmp_path: Path) -> None:
    model = learn(TEXTS, ALIKE, CHECKS)
    assert model is not None
    model.save(tmp_path / "game.npz")
    again = Learned.open(tmp_path / "game.npz")
    assert again is not None
    assert again.scores("lose it?", ALIKE[0]) == model.scores("lose it?", ALIKE[0])


def test_a_word_longer_than_all_that_are_known_is_not_taken_for_its_beginning() -> None:
    model = learn(TEXTS, ALIKE, CHECKS)
    assert model is not None
    longest = max(model.grams.tolist(), key=len).decode()
    assert model.scores(f"{longest}qq", ALIKE[0]) == model.scores(f"{longest.split()[0]} zq", ALIKE[0])
    assert model.scores(f"{longest}qq", ALIKE[0]) != model.scores(longest, ALIKE[0])


def test_a_file_whose_grams_are_not_sorted_is_refused(tmp_path: Path) -> None:
    model = learn(TEXTS, ALIKE, CHECKS)
    assert model is not None
    Learned(**{**vars(model), "grams": model.grams[::-1]}).save(tmp_path / "game.npz")
    with pytest.raises(SnapshotError, match="grams are not sorted"):
        Learned.open(tmp_path / "game.npz")


def test_two_checks_share_one_score_of_either_sign() -> None:
    model = learn(TEXTS[:6], ALIKE[:6], CHECKS[:6])
    assert model is not None
    scores = model.scores("does he lose it", ALIKE[0])
    assert scores["loses"] == pytest.approx(-scores["keeps"], abs=1e-3)
    assert scores["loses"] > 0


def test_one_check_alone_teaches_nothing() -> None:
    assert learn(TEXTS[:3], ALIKE[:3], CHECKS[:3]) is None


def test_a_missing_file_is_none_and_a_damaged_one_an_error(tmp_path: Path) -> None:
    assert Learned.open(tmp_path / "none.npz") is None
    (tmp_path / "bad.npz").write_bytes(b"not a model")
    with pytest.raises(SnapshotError, match=r"bad\.npz cannot be read"):
        Learned.open(tmp_path / "bad.npz")
