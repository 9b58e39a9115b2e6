"""What one pass of an encoder tells of a clause: its passage's vector, those of its parts, and its tokens, kept short.

A sentence's vector is the mean of its own tokens in the pass of the whole clause (Günther and others 2024, late
chunking), so that nothing goes through the encoder twice. The tokens that are kept are those of the headings and of the
words, each turned into SHORT directions and in bytes. Every clause's look is kept by what it was made from, with the
directions: a build looks at what it does not know, at all anew where that is most.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ingest.building.kept.cache import cache_dir, read_summed, write_summed
from ingest.building.processors import processors
from kb.records import digest
from kb.retrieval.embedding.encoder import OnnxEncoder, Tokens, Vectors, normalised

SHORT = 160
SAMPLED = 300
"""The tokens of so many clauses are looked at for the directions in which they differ."""
LARGEST = 127
Bytes = npt.NDArray[np.int8]
Look = tuple[npt.NDArray[np.float16], Bytes]
"""(1 + parts, dimension): the passage's vector and its parts'; (tokens, SHORT): its tokens."""


@dataclass(frozen=True, slots=True)
class EmbeddedText:
    """What is embedded of a clause: `text`, in which its headings begin at `headings` and its words at `words`; and
    the texts of its parts, which open as it does."""

    text: str
    headings: int
    words: int
    parts: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """By this its look is kept."""
        return digest(repr((self.text, self.headings, self.words, self.parts)))


@dataclass(frozen=True, slots=True)
class Short:
    """How tokens are kept: `basis` (dimension, SHORT), and what a byte stands for."""

    basis: Vectors
    scale: float

    @classmethod
    def of(cls, vectors: Vectors) -> Short:
        """The directions that hold most of these tokens' inner products."""
        basis = directions(vectors)
        return cls(basis, float(np.abs(vectors @ basis).max(initial=0.0)) / LARGEST or 1.0)

    def __call__(self, vectors: Vectors) -> Bytes:
        """Tokens (n, dimension) in bytes (n, SHORT)."""
        found: Bytes = np.clip(np.rint(vectors @ self.basis / self.scale), -LARGEST, LARGEST).astype(np.int8)
        return found


def looks(
    told: Sequence[EmbeddedText], encoder: OnnxEncoder, sha256: str, home: Path | None
) -> tuple[list[Look], Short]:
    """Each clause's look, and how its tokens are kept; as many at a time as there are processors."""
    made_by = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    path = cache_dir(home) / "looks" / f"{sha256[:16]}-{made_by[:8]}"
    known, short = _read(path)
    new = {each.key: each for each in told if each.key not in known}
    with ThreadPoolExecutor(processors()) as pool:
        if short is None or 2 * len(new) > len(told):
            new = {each.key: each for each in told}
            sample = told[:: max(1, len(told) // SAMPLED)]
            short = Short.of(
                np.concatenate(list(pool.map(lambda each: _telling(each, encoder.tokens(each.text)), sample)))
            )
        if new:
            known |= zip(new, pool.map(lambda each: look(each, encoder, short), new.values()), strict=True)
            _write(path, {each.key: known[each.key] for each in told}, short)
    return [known[each.key] for each in told], short


def look(told: EmbeddedText, encoder: OnnxEncoder, short: Short) -> Look:
    """One pass of the encoder; a part that it does not see whole, as where the clause is too long, by itself."""
    read = encoder.tokens(told.text)
    starts, ends = read.spans.T
    vectors, at = [read.vector], told.words
    for part in told.parts:
        words = part[told.words :]
        at = max(told.text.find(words, at), told.text.find(words, told.words))
        own = (starts >= at) & (ends <= at + len(words))
        whole = at >= 0 and own.any() and ends[-1] >= at + len(words)
        vectors.append(read.vectors[own].mean(axis=0) if whole else encoder.tokens(part).vector)
        at = max(at + 1, told.words)
    return normalised(np.array(vectors)).astype(np.float16), short(_telling(told, read))


def _telling(told: EmbeddedText, read: Tokens) -> Vectors:
    """The tokens of the headings and of the words."""
    return normalised(read.vectors[read.spans[:, 0] >= told.headings])


def directions(vectors: Vectors, count: int = SHORT) -> Vectors:
    """(dimension, count): the directions that hold most of these vectors' inner products (Eckart and Young 1936)."""
    _, basis = np.linalg.eigh(np.asarray(vectors.T @ vectors, dtype=np.float64))
    found: Vectors = np.ascontiguousarray(basis[:, ::-1][:, :count], dtype=np.float32)
    return found


def _read(path: Path) -> tuple[dict[str, Look], Short | None]:
    """The looks that were kept, and how."""
    content = read_summed(path)
    if content is None:
        return {}, None
    with np.load(io.BytesIO(content), allow_pickle=False) as held:
        each = zip(np.split(held["vectors"], held["parts"]), np.split(held["tokens"], held["ends"]), strict=True)
        return dict(zip(held["keys"].tolist(), each, strict=True)), Short(held["basis"], float(held["scale"]))


def _write(path: Path, known: Mapping[str, Look], short: Short) -> None:
    """Keep looks by their clauses' keys."""
    vectors, tokens = zip(*known.values(), strict=True)
    kept = io.BytesIO()
    np.savez(
        kept, keys=np.array(list(known)), vectors=np.concatenate(vectors), tokens=np.concatenate(tokens),
        parts=np.cumsum([len(each) for each in vectors])[:-1], ends=np.cumsum([len(each) for each in tokens])[:-1],
        basis=short.basis, scale=short.scale,
    )  # fmt: skip
    write_summed(path, kept.getvalue())
