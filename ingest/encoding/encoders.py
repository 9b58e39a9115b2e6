"""The encoders that a build can use: each embeds passages and writes what questions are encoded with."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Protocol

import numpy as np

from ingest.building.kept.cache import SUMS, cached_encoder
from ingest.building.processors import processors
from ingest.encoding import export
from ingest.encoding.embed import SETTING, EncoderSource, Step, chosen_encoder
from ingest.encoding.export import WHOLE
from kb.records import digest
from kb.retrieval.embedding.encoder import EncoderSettings, HashingEncoder, OnnxEncoder, Vectors, open_encoder

HASHING = "hashing"
TOGETHER = 512
"""So many tokens go through the graph at a time: more would outgrow the processor's cache."""


class BuildEncoder(Protocol):
    """An encoder as a build sees it; `sha256` stands for everything that shapes its vectors."""

    @property
    def sha256(self) -> str:
        """By this the vectors are kept."""

    def embed(self, texts: Sequence[str], step: Step, home: Path | None = None) -> Vectors:
        """The passages' vectors; `step` is told how many are done. What it needs for that is kept below `home`."""

    def write(self, folder: Path, home: Path | None) -> EncoderSettings:
        """Write the questions' encoder into a snapshot's folder."""


@dataclass(frozen=True, slots=True)
class TransformerEncoder:
    """A sentence-transformers model, exported: passages by its graph in full precision, questions by that in 8 bit."""

    source: EncoderSource

    @property
    def sha256(self) -> str:
        """Of the model's folder."""
        return self.source.sha256

    def embed(self, texts: Sequence[str], step: Step, home: Path | None = None) -> Vectors:
        """Texts of as many tokens together, so that none is padded, as many shares at a time as there are processors;
        the shortest first, as progress is told."""
        encoder = open_encoder(self._exported(home) / WHOLE)
        assert isinstance(encoder, OnnxEncoder)
        vectors = np.zeros((len(texts), encoder.dimension), np.float32)
        done = 0
        alike = list(shares(encoder.lengths(texts)))  # loads it, once for all threads
        with ThreadPoolExecutor(processors()) as pool:
            found = pool.map(encoder.together, ([texts[at] for at in share] for share in alike))
            for share, own in zip(alike, found, strict=True):
                vectors[share] = own
                done += len(share)
                step(done)
        return vectors

    def write(self, folder: Path, home: Path | None) -> EncoderSettings:
        """The exported model."""
        shutil.copytree(self._exported(home), folder, ignore=shutil.ignore_patterns(SUMS, WHOLE), dirs_exist_ok=True)
        return EncoderSettings.read(folder)

    def _exported(self, home: Path | None) -> Path:
        """The folder of the exported model; it is exported now unless these weights were before."""
        return cached_encoder(
            self.source.sha256, Path(export.__file__), lambda aside: export.export_apart(self.source, aside), home
        )


def shares(lengths: Sequence[int], most: int = TOGETHER) -> Iterator[list[int]]:
    """The places of texts of the same number of tokens, the shortest first, `most` tokens together or a single text."""
    for length, of in groupby(sorted(range(len(lengths)), key=lambda at: lengths[at]), key=lambda at: lengths[at]):
        places = list(of)
        width = max(1, most // max(1, length))
        yield from (places[start : start + width] for start in range(0, len(places), width))


@dataclass(frozen=True, slots=True)
class HashingBuild:
    """The encoder of tests, which needs no model: HEADJUDGE_ENCODER=hashing."""

    dimension: int = 64

    @property
    def sha256(self) -> str:
        """Of its kind and dimension."""
        return digest(f"{HASHING} {self.dimension}")

    def embed(self, texts: Sequence[str], step: Step, home: Path | None = None) -> Vectors:
        """All at once."""
        vectors = HashingEncoder(self.dimension).encode(texts)
        step(len(texts))
        return vectors

    def write(self, folder: Path, home: Path | None) -> EncoderSettings:
        """Settings alone."""
        folder.mkdir(parents=True, exist_ok=True)
        settings = EncoderSettings(kind=HASHING, name=HASHING, dimension=self.dimension)
        settings.save(folder)
        return settings


def build_encoder() -> BuildEncoder:
    """The encoder that HEADJUDGE_ENCODER says, a sentence-transformers folder or `hashing`, else the packaged one."""
    return HashingBuild() if os.environ.get(SETTING) == HASHING else TransformerEncoder(chosen_encoder())
