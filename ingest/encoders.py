"""The encoders that a build can use: each embeds passages and writes what questions are encoded with."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ingest import export
from ingest.cache import SUMS, cached_encoder
from ingest.embed import SETTING, EncoderSource, Step, chosen_encoder, embed
from kb.records import digest
from kb.retrieval.encoder import EncoderSettings, HashingEncoder, Vectors

HASHING = "hashing"


class BuildEncoder(Protocol):
    """An encoder as a build sees it; `sha256` stands for everything that shapes its vectors."""

    @property
    def sha256(self) -> str:
        """By this the vectors are kept."""

    def embed(self, texts: Sequence[str], step: Step) -> Vectors:
        """The passages' vectors; `step` is told how many are done."""

    def write(self, folder: Path, home: Path | None) -> EncoderSettings:
        """Write the questions' encoder into a snapshot's folder."""


@dataclass(frozen=True, slots=True)
class TransformerEncoder:
    """A sentence-transformers model: passages in full precision, questions by its exported 8-bit graph."""

    source: EncoderSource

    @property
    def sha256(self) -> str:
        """Of the model's folder."""
        return self.source.sha256

    def embed(self, texts: Sequence[str], step: Step) -> Vectors:
        """By sentence-transformers."""
        return embed(self.source, texts, step)

    def write(self, folder: Path, home: Path | None) -> EncoderSettings:
        """The exported model, exported now unless these weights were before."""
        exported = cached_encoder(
            self.source.sha256, Path(export.__file__), lambda aside: export.export(self.source, aside), home
        )
        shutil.copytree(exported, folder, ignore=shutil.ignore_patterns(SUMS), dirs_exist_ok=True)
        return EncoderSettings.read(folder)


@dataclass(frozen=True, slots=True)
class HashingBuild:
    """The encoder of tests, which needs no model: HEADJUDGE_ENCODER=hashing."""

    dimension: int = 64

    @property
    def sha256(self) -> str:
        """Of its kind and dimension."""
        return digest(f"{HASHING} {self.dimension}")

    def embed(self, texts: Sequence[str], step: Step) -> Vectors:
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
