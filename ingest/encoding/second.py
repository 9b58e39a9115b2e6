"""Writes what games of text alone are searched by a second time; what it is for: kb/retrieval/second.py.

Each clause goes through the encoder once for its tokens, each passage once for its vector. Tokens are turned into the
SHORT directions in which those of all clauses differ most and kept in bytes, 160 each. All by the graph in 8 bit, as
questions, which takes less than half as long (docs/experiments.md).
"""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ingest.building.cache import SUMS, cache_dir, cached_encoder, cached_vectors, read_summed, write_summed
from ingest.building.processors import processors
from ingest.encoding import export
from ingest.encoding.embed import EncoderSource
from ingest.encoding.export import WHOLE
from kb.records import Clause, Passage, digest
from kb.retrieval.encoder import WORDS, OnnxEncoder, Vectors, open_encoder
from kb.retrieval.index import EXACT
from kb.retrieval.second import ARRAYS

OWN = ("clause", "sentence", "power")
SHORT = 160
SAMPLED = 300
"""The tokens of so many clauses are looked at for the directions in which they differ."""
LARGEST = 127


def text_alone(passages: Sequence[Passage]) -> tuple[Passage, ...]:
    """The own passages of games that have fewer players' questions than clauses; none where there are so many passages
    that not all are compared."""
    games = {each.game for each in passages}
    clauses = {game: len({each.clause for each in passages if each.game == game}) for game in games}
    asked = {game: sum(each.kind == "wording" for each in passages if each.game == game) for game in games}
    alone = {game for game in games if asked[game] < clauses[game] or not asked[game]}
    return tuple(each for each in passages if each.game in alone and each.kind in OWN) if len(passages) <= EXACT else ()


def write_second(
    folder: Path, source: EncoderSource, passages: Sequence[Passage], clauses: Mapping[str, Clause], home: Path | None
) -> None:
    """Write the encoder and the arrays for these passages and their clauses into a folder."""
    exported = cached_encoder(
        source.sha256, Path(export.__file__), lambda aside: export.export_apart(source, aside), home
    )
    shutil.copytree(exported, folder, ignore=shutil.ignore_patterns(SUMS, WHOLE), dirs_exist_ok=True)
    (folder / WORDS).unlink()
    encoder = open_encoder(exported)
    assert isinstance(encoder, OnnxEncoder)
    vectors, _ = cached_vectors([each.text for each in passages], f"8bit{source.sha256}", _each(encoder), home)
    named = list(dict.fromkeys(each.clause for each in passages))
    starts, tokens, basis, scale = _tokens([opened(clauses[name]) for name in named], encoder, source.sha256, home)
    np.savez(
        folder / ARRAYS, rows=np.array([each.number for each in passages], dtype=np.int64),
        vectors=vectors.astype(np.float16), clauses=np.array(named, dtype=str), starts=starts, tokens=tokens,
        basis=basis, scale=np.float32(scale),
    )  # fmt: skip


def opened(clause: Clause) -> str:
    """A clause as its words are read: opened by its own heading, or its card."""
    heading = clause.subject or "".join(clause.headings[-1:])
    return f"{heading}: {clause.plain}" if heading else clause.plain


def _each(encoder: OnnxEncoder) -> Callable[[list[str]], Vectors]:
    """Embeds texts, as many at a time as there are processors."""

    def embed(texts: list[str]) -> Vectors:
        with ThreadPoolExecutor(processors()) as pool:
            return np.concatenate(list(pool.map(lambda text: encoder.encode([text]), texts)))

    return embed


Tokens = tuple[npt.NDArray[np.int64], npt.NDArray[np.int8], npt.NDArray[np.float16], float]


def _tokens(texts: Sequence[str], encoder: OnnxEncoder, sha256: str, home: Path | None) -> Tokens:
    """Where each text's tokens start, all of them in bytes, the basis that they are turned into, what a byte stands
    for; kept by what they are made from."""
    path = cache_dir(home) / "tokens" / f"{digest(repr((sha256, SHORT, SAMPLED, texts)))[:32]}.npz"
    if (content := read_summed(path)) is not None:
        with np.load(io.BytesIO(content)) as held:
            return held["starts"], held["tokens"], held["basis"], float(held["scale"])
    sample = texts[:: max(1, len(texts) // SAMPLED)]
    with ThreadPoolExecutor(processors()) as pool:
        basis = directions(np.concatenate(list(pool.map(lambda text: encoder.tokens(text)[1], sample))))
        short = list(pool.map(lambda text: (encoder.tokens(text)[1] @ basis).astype(np.float16), texts))
    starts = np.cumsum([0, *map(len, short)])
    scale = max(float(np.abs(each).max(initial=0.0)) for each in short) / LARGEST or 1.0
    tokens = np.concatenate([np.rint(each.astype(np.float32) / scale).astype(np.int8) for each in short])
    kept = io.BytesIO()
    np.savez(kept, starts=starts, tokens=tokens, basis=basis.astype(np.float16), scale=np.float32(scale))
    write_summed(path, kept.getvalue())
    return starts, tokens, basis.astype(np.float16), scale


def directions(vectors: Vectors, count: int = SHORT) -> Vectors:
    """(dimension, count): the directions that hold most of these vectors' inner products (Eckart and Young 1936)."""
    _, basis = np.linalg.eigh(np.asarray(vectors.T @ vectors, dtype=np.float64))
    found: Vectors = np.ascontiguousarray(basis[:, ::-1][:, :count], dtype=np.float32)
    return found
