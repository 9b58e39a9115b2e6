"""Turn texts into vectors with what a snapshot holds: onnxruntime and tokenizers, never torch.

`encoder.json` in the encoder's folder says which kind it is and how it was made; ingest/encoding/export.py
writes it. Importing this module is cheap, the libraries load with the first text.
"""

from __future__ import annotations

import json
import os
import threading
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from kb.errors import SnapshotError
from kb.held import Alike, sum_of
from kb.home import file_sum
from kb.words.text import stem, words

Vectors = npt.NDArray[np.float32]
SETTINGS = "encoder.json"
MODEL = "model.onnx"
TOKENIZER = "tokenizer.json"
WORDS = "words.txt"
THREADS = 1


class Encoder(Protocol):
    """Whatever turns texts into L2-normalised float32 vectors of one dimension."""

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""

    def encode(self, texts: Sequence[str]) -> Vectors:
        """(n, dimension), a row for each text."""


@dataclass(frozen=True, slots=True)
class EncoderSettings:
    """How an encoder was made. `prompt` is put before every question, `sha256` is of the weights it was made from."""

    kind: str
    name: str
    dimension: int
    sha256: str = ""
    longest: int = 256
    prompt: str = ""
    inputs: tuple[str, ...] = ()

    def save(self, folder: Path) -> None:
        """Write encoder.json."""
        (folder / SETTINGS).write_text(json.dumps(asdict(self), indent=2) + "\n", "utf-8")

    @classmethod
    def read(cls, folder: Path) -> EncoderSettings:
        """The settings of an encoder's folder; SnapshotError where they cannot be read."""
        try:
            found = json.loads((folder / SETTINGS).read_text("utf-8"))
            return cls(**{**found, "inputs": tuple(found["inputs"])})
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise SnapshotError(f"{folder / SETTINGS} cannot be read: {error}") from error


@dataclass(frozen=True, slots=True)
class Tokens:
    """A text's vector (dimension), normalised; its tokens' (tokens, dimension), of which it is the mean; how each is
    written, and where it stands in the text. Without the signs of where the text starts and ends."""

    vector: Vectors
    vectors: Vectors
    written: list[str]
    spans: npt.NDArray[np.int64]


class OnnxEncoder:
    """An exported model, one text after the other.

    A batch would pad short texts to the longest. One at a time bounds memory, and a text's vector never depends on the
    texts beside it: the quantised model scales its activations by everything in a batch (cosine to itself down to 0.98,
    decision 0002). The one with whole weights may be given texts of one length `together`.
    """

    def __init__(self, folder: Path, settings: EncoderSettings) -> None:
        self.folder = folder
        self.settings = settings
        self.dimension = settings.dimension
        self._lock = threading.Lock()
        self._loaded: Loaded | None = None

    def encode(self, texts: Sequence[str]) -> Vectors:
        """(n, dimension); the first call loads the model."""
        loaded = self._opened()
        rows = [loaded.vector(self.settings.prompt + text) for text in texts]
        return np.concatenate(rows) if rows else np.empty((0, self.dimension), np.float32)

    def lengths(self, texts: Sequence[str]) -> list[int]:
        """How many tokens the graph gets of each text."""
        loaded = self._opened()
        return [loaded.length(self.settings.prompt + text) for text in texts]

    def together(self, texts: Sequence[str]) -> Vectors:
        """(n, dimension) of texts of one length, in one run: with whole weights two thirds of the time that they take
        by themselves, and the same vectors but for the last digit."""
        return self._opened().together([self.settings.prompt + text for text in texts])

    def tokens(self, text: str) -> Tokens:
        """A text and its tokens; of a graph that was exported with its tokens."""
        return self._opened().tokens(self.settings.prompt + text)

    def _opened(self) -> Loaded:
        """What the first call loads."""
        with self._lock:
            self._loaded = self._loaded or self._load()
            return self._loaded

    def _load(self) -> Loaded:
        """The model and its tokenizer; those of another encoder of the same files that is open."""
        os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")  # else it writes an id into the home folder
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.enable_cpu_mem_arena = False
        options.intra_op_num_threads = THREADS
        options.inter_op_num_threads = 1
        options.log_severity_level = 3

        def load() -> Loaded:
            session = onnxruntime.InferenceSession(
                str(self.folder / MODEL), options, providers=["CPUExecutionProvider"]
            )
            tokenizer = Tokenizer.from_file(str(self.folder / TOKENIZER))
            tokenizer.no_padding()
            tokenizer.enable_truncation(self.settings.longest)
            return Loaded(session, tokenizer, self.settings.inputs)

        try:
            files = file_sum(self.folder / MODEL), file_sum(self.folder / TOKENIZER)
            return _open.of((*files, self.settings), load)
        except Exception as error:  # both libraries raise bare or private classes of their own
            raise SnapshotError(f"the encoder in {self.folder} cannot be loaded: {error}") from error


class Loaded:
    """A model and its tokenizer in memory, for several threads."""

    def __init__(self, session: Any, tokenizer: Any, inputs: Sequence[str]) -> None:
        self._session, self._tokenizer, self._inputs = session, tokenizer, inputs

    def vector(self, text: str) -> Vectors:
        """(1, dimension)."""
        return self.together([text])

    def together(self, texts: Sequence[str]) -> Vectors:
        """(n, dimension), of texts of one length."""
        vectors: Vectors = normalised(self._run([self._encoded(text) for text in texts])[0])
        return vectors

    def length(self, text: str) -> int:
        """How many tokens a text has, with the signs of where it starts and ends."""
        return len(self._encoded(text).ids)

    def tokens(self, text: str) -> Tokens:
        """A text and its tokens."""
        encoding = self._encoded(text)
        vector, tokens = self._run([encoding])
        inner = [at for at, special in enumerate(encoding.special_tokens_mask) if not special]
        spans = np.array([encoding.offsets[at] for at in inner], dtype=np.int64).reshape(-1, 2)
        return Tokens(normalised(vector)[0], tokens[0][inner], [encoding.tokens[at] for at in inner], spans)

    def _encoded(self, text: str) -> Any:
        """The text in tokens."""
        return self._tokenizer.encode(text.encode("utf-8", "replace").decode())

    def _run(self, encodings: Sequence[Any]) -> list[Any]:
        """All that the graph makes of texts of one length."""
        columns = {
            "input_ids": [each.ids for each in encodings],
            "attention_mask": [each.attention_mask for each in encodings],
            "token_type_ids": [each.type_ids for each in encodings],
        }
        feed = {name: np.array(columns[name], dtype=np.int64) for name in self._inputs}
        return list(self._session.run(None, feed))


_open = Alike[Loaded]()


class HashingEncoder:
    """A tiny encoder without a model: the same vector for the same words on every machine; for tests.

    Each stem adds a sign to the place that its CRC-32 names, so that texts that share words are near.
    """

    def __init__(self, dimension: int = 64) -> None:
        self.dimension = dimension

    def encode(self, texts: Sequence[str]) -> Vectors:
        """(n, dimension)."""
        vectors = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            for word in words(text) or [""]:
                mark = zlib.crc32(stem(word).encode())
                vectors[row, mark % self.dimension] += 1.0 if mark & 0x8000_0000 else -1.0
        return normalised(vectors)


def normalised(vectors: Vectors) -> Vectors:
    """The vectors scaled to length 1; a zero vector becomes the first axis."""
    vectors = np.asarray(vectors, dtype=np.float32).copy()
    vectors[~vectors.any(axis=1), 0] = 1.0
    lengths: Vectors = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / lengths


def open_encoder(folder: Path) -> Encoder:
    """The encoder of a folder, as its encoder.json says; its files are loaded with the first text."""
    settings = EncoderSettings.read(folder)
    if settings.kind == "onnx":
        return OnnxEncoder(folder, settings)
    if settings.kind == "hashing":
        return HashingEncoder(settings.dimension)
    raise SnapshotError(f"{folder / SETTINGS} names an unknown kind of encoder, {settings.kind!r}")


class KnownWords:
    """Words in texts, one for each two letters that words begin with: a set of them takes ten times the memory."""

    def __init__(self, words: Iterable[str]) -> None:
        begun: dict[str, list[str]] = {}
        for word in filter(None, words):
            begun.setdefault(word[:2], [""]).append(word)
        self._texts = {first: "\n".join([*own, ""]) for first, own in begun.items()}

    def __contains__(self, word: str) -> bool:
        return bool(word) and f"\n{word}\n" in self._texts.get(word[:2], "")


def known_words(folder: Path) -> KnownWords:
    """The whole words of the encoder's vocabulary, lower case: ordinary words of its language; none without a list."""
    path = folder / WORDS
    content = path.read_bytes() if path.exists() else b""
    return _words.of(sum_of(content), lambda: KnownWords(content.decode("utf-8").split("\n")))


_words = Alike[KnownWords]()
