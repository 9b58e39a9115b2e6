"""What builds reuse: found by a digest of what it was made from, made anew where it is damaged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ingest.building.kept import cache
from ingest.building.kept.cache import cached_encoder, cached_json, cached_vectors, read_vectors
from kb.records import digest
from kb.retrieval.embedding.encoder import EncoderSettings, HashingEncoder, Vectors


class Counting:
    """Embeds and remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: list[str]) -> Vectors:
        self.asked += texts
        return HashingEncoder(8).encode(texts)


def test_only_new_texts_are_embedded(tmp_path: Path) -> None:
    embed = Counting()
    first, made = cached_vectors(["one", "two", "one"], "e" * 64, embed, tmp_path)
    assert (made, embed.asked) == (2, ["one", "two"])
    again, made = cached_vectors(["three", "two"], "e" * 64, embed, tmp_path)
    assert (made, embed.asked) == (1, ["one", "two", "three"])
    assert np.array_equal(again[1], first[1])
    assert cached_vectors(["one", "two"], "e" * 64, embed, tmp_path)[1] == 0


def test_what_is_given_is_not_embedded(tmp_path: Path) -> None:
    embed = Counting()
    given = {digest("one"): np.full(8, 0.5, dtype=np.float16)}
    vectors, made = cached_vectors(["one", "two"], "e" * 64, embed, tmp_path, given)
    assert (made, embed.asked) == (1, ["two"])
    assert vectors[0].tolist() == [0.5] * 8
    assert vectors.dtype == np.float32


def test_another_encoder_embeds_anew(tmp_path: Path) -> None:
    embed = Counting()
    cached_vectors(["one"], "e" * 64, embed, tmp_path)
    assert cached_vectors(["one"], "f" * 64, embed, tmp_path)[1] == 1


def test_damaged_vectors_are_embedded_anew(tmp_path: Path) -> None:
    embed = Counting()
    cached_vectors(["one"], "e" * 64, embed, tmp_path)
    [path] = (tmp_path / "cache" / "vectors").iterdir()
    path.write_bytes(path.read_bytes()[:100])
    assert read_vectors(path) == {}
    assert cached_vectors(["one"], "e" * 64, embed, tmp_path)[1] == 1


def test_the_oldest_unused_vectors_go_when_there_are_too_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LARGEST", 3)
    cached_vectors(["one", "two"], "e" * 64, Counting(), tmp_path)
    cached_vectors(["three", "four"], "e" * 64, Counting(), tmp_path)
    [path] = (tmp_path / "cache" / "vectors").iterdir()
    assert set(read_vectors(path)) == {digest(text) for text in ("three", "four", "one")}


def test_json_is_made_once_and_again_where_it_is_damaged(tmp_path: Path) -> None:
    made: list[int] = []

    def make() -> list[int]:
        made.append(1)
        return made

    assert cached_json("a" * 64, make, tmp_path) == [1]
    assert cached_json("a" * 64, make, tmp_path) == [1]
    assert cached_json("b" * 64, make, tmp_path) == [1, 1]
    [path] = (tmp_path / "cache" / "language").glob("a*.json")
    path.write_text("[1", "utf-8")
    assert cached_json("a" * 64, make, tmp_path) == [1, 1, 1]
    assert cached_json("a" * 64, make, tmp_path) == [1, 1, 1]


def test_json_of_which_one_bit_was_changed_is_made_again(tmp_path: Path) -> None:
    read = {"lamp": ["light", "lit"], "words": [1, 20, 300]}
    cached_json("a" * 64, lambda: read, tmp_path)
    [path] = (tmp_path / "cache" / "language").iterdir()
    whole = path.read_bytes()
    for bit in range(0, 8 * len(whole), 7):
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        path.write_bytes(changed)
        assert cached_json("a" * 64, lambda: read, tmp_path) == read
        assert path.read_bytes() == whole


def test_an_exported_encoder_is_made_again_where_a_file_or_the_code_changed(tmp_path: Path) -> None:
    exported: list[Path] = []
    code = tmp_path / "export.py"
    code.write_text("one")

    def export(folder: Path) -> EncoderSettings:
        exported.append(folder)
        (folder / "model.onnx").write_bytes(b"model")
        settings = EncoderSettings("onnx", "m", 8)
        settings.save(folder)
        return settings

    folder = cached_encoder("e" * 64, code, export, tmp_path)
    assert (cached_encoder("e" * 64, code, export, tmp_path), len(exported)) == (folder, 1)
    (folder / "model.onnx").write_bytes(b"other")
    assert cached_encoder("e" * 64, code, export, tmp_path) == folder
    assert (folder / "model.onnx").read_bytes() == b"model"
    code.write_text("two")
    assert cached_encoder("e" * 64, code, export, tmp_path) != folder
    assert len(exported) == 3


def test_a_failed_export_leaves_nothing(tmp_path: Path) -> None:
    def export(folder: Path) -> EncoderSettings:
        (folder / "half").write_text("written")
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        cached_encoder("e" * 64, Path(__file__), export, tmp_path)
    assert list((tmp_path / "cache" / "encoders").iterdir()) == []
