"""Encoders: normalised vectors, the same on every machine, without torch."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kb.errors import SnapshotError
from kb.retrieval.embedding.encoder import EncoderSettings, HashingEncoder, known_words, normalised, open_encoder


def test_texts_that_share_words_are_near() -> None:
    rule, alike, other = HashingEncoder().encode(["a knight may jump", "Knights jumping", "the king is in check"])
    assert rule @ alike > 0.5 > rule @ other


def test_vectors_are_normalised_and_repeatable() -> None:
    texts = ["a knight may jump", "", "\x00 \ud800 ☃", "word " * 5000]
    vectors = HashingEncoder(16).encode(texts)
    assert vectors.shape == (4, 16)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-6)
    assert np.array_equal(vectors, HashingEncoder(16).encode(texts))
    assert HashingEncoder(16).encode([]).shape == (0, 16)


def test_a_zero_vector_becomes_an_axis() -> None:
    assert normalised(np.zeros((1, 3), np.float32)).tolist() == [[1.0, 0.0, 0.0]]


def test_settings_come_back_from_their_folder(tmp_path: Path) -> None:
    settings = EncoderSettings("hashing", "tiny", 8, prompt="query: ", inputs=("input_ids",))
    settings.save(tmp_path)
    assert EncoderSettings.read(tmp_path) == settings
    assert open_encoder(tmp_path).dimension == 8


@pytest.mark.parametrize(
    ("content", "said"),
    [("{", "cannot be read"), ('{"kind": "hashing"}', "cannot be read"), (None, "cannot be read")],
    ids=["no JSON", "fields missing", "no file"],
)
def test_damaged_settings_are_refused(tmp_path: Path, content: str | None, said: str) -> None:
    if content is not None:
        (tmp_path / "encoder.json").write_text(content, "utf-8")
    with pytest.raises(SnapshotError, match=said):
        open_encoder(tmp_path)


def test_an_unknown_kind_is_refused(tmp_path: Path) -> None:
    EncoderSettings("magic", "m", 8).save(tmp_path)
    with pytest.raises(SnapshotError, match="unknown kind of encoder, 'magic'"):
        open_encoder(tmp_path)


def test_a_model_that_cannot_be_loaded_is_named(tmp_path: Path) -> None:
    EncoderSettings("onnx", "m", 8, inputs=("input_ids",)).save(tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"no model")
    with pytest.raises(SnapshotError, match="cannot be loaded"):
        open_encoder(tmp_path).encode(["text"])


def test_the_words_of_an_encoder_are_ordinary_words(tmp_path: Path) -> None:
    assert "rain" not in known_words(tmp_path)
    (tmp_path / "words.txt").write_text("rain\nweather\n", "utf-8")
    known = known_words(tmp_path)
    assert [each for each in ("rain", "weather", "rai", "", "ain") if each in known] == ["rain", "weather"]


def test_importing_the_encoder_loads_no_library() -> None:
    code = (
        "import sys, kb.retrieval.embedding.encoder; "
        "print(sorted({'torch', 'onnxruntime', 'tokenizers', 'transformers'} & {*sys.modules}))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
