"""By what it is found that nothing has changed: digests over all that a game's check, and a whole build, is made from.

Where a file of a game is none that a build would read (a link, a device, one too large), or a publisher's file is
missing, there is no digest: such a game is looked at anew and its problems are told.
"""

from __future__ import annotations

import stat
import sys
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

from ingest.building.kept.cache import code_digest, program_files
from ingest.games import game_folders, load_game
from ingest.language.loaded import MODEL
from ingest.lint.plainfiles import MOST_FILES
from ingest.source import LARGEST_FILE
from ingest.spec import official_path
from kb.errors import SourceError
from kb.home import file_sum
from kb.records import digest

LIBRARIES = ("clingo", "pydantic", "spacy", MODEL)
BUILD_LIBRARIES = (*LIBRARIES, "faiss-cpu", "numpy", "onnx", "scikit-learn", "sentence-transformers", "torch")


def game_digest(folder: Path, edition: str, sources: Path | None, asked: bool) -> str:
    """Of all that one game's check depends on: its files and the publishers', the names of the other games, the
    program. `asked` says whether its labelled questions are looked at. Empty where there is none."""
    own = sums_of(folder)
    beside = _beside(folder.parent)
    published = _published(folder, edition, sources)
    if own is None or published is None:
        return ""
    return digest(repr([code_digest(), *_versions(LIBRARIES), edition, asked, own, beside, published]))


def build_digest(corpus: Path, edition: str, sources: Path | None, encoder: str) -> str:
    """Of all that a snapshot of every game of a folder is made from; `encoder` is the encoder's sha256. Empty where
    there is none."""
    found: list[object] = [_program_sum(), *_versions(BUILD_LIBRARIES), edition, encoder, _beside(corpus)]
    for folder in game_folders(corpus):
        own, published = sums_of(folder), _published(folder, edition, sources)
        if own is None or published is None:
            return ""
        found.append([folder.name, own, published])
    return digest(repr(found))


def sums_of(folder: Path) -> list[tuple[str, str]] | None:
    """Name and sha256 of every file of a game's folder, hidden ones aside; None where one is not plain."""
    found = sorted(folder.rglob("*"))
    if len(found) > MOST_FILES:
        return None
    sums = []
    for path in found:
        name = path.relative_to(folder)
        if any(part.startswith(".") for part in name.parts):
            continue
        status = path.lstat()
        if stat.S_ISREG(status.st_mode) and status.st_size <= LARGEST_FILE:
            sums.append((name.as_posix(), file_sum(path).sha256))
        elif not stat.S_ISDIR(status.st_mode):
            return None
    return sums


def _beside(corpus: Path) -> list[tuple[str, str]]:
    """What a game's check reads outside of its folder: the other games' names, and what the games share."""
    paths = sorted((*corpus.glob("*/game.toml"), *corpus.glob("*.toml")))
    return [(path.relative_to(corpus).as_posix(), file_sum(path).sha256) for path in paths if path.is_file()]


def _published(folder: Path, edition: str, sources: Path | None) -> list[str] | None:
    """The sums of the publishers' files that the official edition is read from; None where one is missing."""
    if edition != "official" or sources is None:
        return []
    try:
        paths = [official_path(each, sources) for each in load_game(folder).documents]
        return [file_sum(path).sha256 for path in paths if path is not None]
    except (OSError, SourceError):
        return None


def _versions(libraries: tuple[str, ...]) -> list[str]:
    return [sys.version, *(f"{name} {version(name)}" for name in libraries)]


@lru_cache(maxsize=1)
def _program_sum() -> str:
    """Over every file of what builds, with what was learned."""
    return digest(repr([file_sum(path).sha256 for path in program_files()]))
