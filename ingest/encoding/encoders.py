"""The encoders that a build can use: each embeds passages and writes what questions are encoded with."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np

from ingest.building.cache import SUMS, cached_encoder
from ingest.building.processors import processors
from ingest.encoding import export
from ingest.encoding.embed import SETTING, EncoderSource, Step, chosen_encoder
from ingest.encoding.export import WHOLE
from kb.records import digest
from kb.retrieval.encoder import EncoderSettings, HashingEncoder, Vectors, open_encoder

HASHING = "hashing"
SHARE = 32
"""So many texts a thread takes at a time."""


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
        """Each text by itself, as many at a time as there are processors; the shortest first, as progress is told."""
        folder = self._exported(home) / WHOLE
        encoder = open_encoder(folder)
        vectors = np.zeros((len(texts), encoder.dimension), np.float32)
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        shares = [order[start : start + SHARE] for start in range(0, len(order), SHARE)]
        encoder.encode([])  # loads it, once for all threads
        with ThreadPoolExecutor(processors()) as pool:
            for done, (share, found) in enumerate(
                zip(shares, pool.map(encoder.encode, _chosen(texts, shares)), strict=True)
            ):
                vectors[share] = found
                step(min((done + 1) * SHARE, len(texts)))
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


def _chosen(texts: Sequence[str], shares: Sequence[Sequence[int]]) -> Iterator[list[str]]:
    """The texts of each share."""
    return ([texts[at] for at in share] for share in shares)


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
