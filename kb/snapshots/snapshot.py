"""Snapshots: folders that hold a whole knowledge base, published by one atomic rename, never changed after.

    HEADJUDGE_HOME/              default: the platform's user data folder
        current                  one line: the version in use
        snapshots/<version>/     manifest.json  kb.db  vectors.faiss  lexicon.json  words.json  layout.npz
                                  encoder/  second/ (where a game is of text alone)
                                  rules/<game>/  learned/<game>/<lesson>.npz  versions/<game>/<document>.json
        cache/                   what builds reuse

A snapshot whose files do not match its manifest is never used: the newest earlier one that is whole, or where there is
none the newest later one, takes its place, and the damaged file is named in a warning.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeVar

from kb.errors import SnapshotError
from kb.home import MANIFEST, RULES, FileSum, current_version, file_sum, home_dir, snapshots_dir
from kb.retrieval.classifying.learned import Learned
from kb.retrieval.embedding.encoder import Encoder, known_words, open_encoder
from kb.retrieval.embedding.index import VectorIndex
from kb.retrieval.embedding.second import Second
from kb.snapshots.parts import VECTORS, open_store
from kb.store.near import Near
from kb.store.port import RecordStore
from kb.store.schema import schema_digest
from kb.versions.stored import read_timeline
from kb.versions.timeline import Timeline

ENCODER = "encoder"
SECOND = "second"
LEARNED = "learned"
LEXICON = "lexicon.json"
WORDS = "words.json"
LAYOUT = "layout.npz"
SUM = "sum"
"""The key of a manifest's own sum in its file."""

logger = logging.getLogger("headjudge")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a snapshot holds and what it was made from; `schema` must be this program's. `made_from` is a digest of all
    that went into it, empty where it is not known."""

    version: str
    edition: str
    schema: str
    created: str
    program: str
    encoder: Mapping[str, Any]
    counts: Mapping[str, int]
    documents: Mapping[str, str]
    files: Mapping[str, FileSum] = field(default_factory=dict)
    made_from: str = ""

    def save(self, folder: Path) -> None:
        """Write manifest.json, with the sum of what it says."""
        told = {**asdict(self), SUM: _sum(asdict(self))}
        (folder / MANIFEST).write_text(json.dumps(told, indent=2, ensure_ascii=False) + "\n", "utf-8")

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """The manifest of a snapshot's folder; SnapshotError where it is missing or damaged."""
        try:
            found = json.loads((folder / MANIFEST).read_text("utf-8"))
            if found.pop(SUM, None) not in (None, _sum(found)):  # snapshots of before have none
                raise SnapshotError(f"snapshot {folder.name} is damaged: {MANIFEST} does not match its sum")
            return cls(**{**found, "files": {name: FileSum(**each) for name, each in found["files"].items()}})
        except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
            raise SnapshotError(f"snapshot {folder.name} is damaged: {MANIFEST} cannot be read ({error})") from error


def _sum(told: Mapping[str, Any]) -> str:
    """The sum of what a manifest says, however it is laid out."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def file_sums(folder: Path) -> dict[str, FileSum]:
    """Every file below a folder but its manifest, by its path with forward slashes."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST)
    return {path.relative_to(folder).as_posix(): file_sum(path) for path in paths}


def damaged_files(folder: Path, manifest: Manifest, summed: Callable[[str], FileSum] = file_sum) -> Iterator[str]:
    """What does not match the manifest, one phrase a file."""
    for name, known in manifest.files.items():
        path = f"{folder}/{name}"  # a Path for each of hundreds of files takes as long as reading them
        try:
            found = summed(path)
            if found.size != known.size:
                yield f"{name} has {found.size} bytes instead of {known.size}"
            elif found.sha256 != known.sha256:
                yield f"{name} does not match its sha256"
        except OSError as error:
            yield f"{name} cannot be read ({error.strerror})"


class Snapshot:
    """One version of the knowledge base; its parts are opened when first used. Close it when done."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest

    @classmethod
    def open(cls, folder: Path, summed: Callable[[str], FileSum] = file_sum) -> Snapshot:
        """The snapshot in a folder; SnapshotError naming what is damaged or made by another version."""
        manifest = Manifest.read(folder)
        if manifest.schema != schema_digest():
            raise SnapshotError(f"snapshot {folder.name} was made by another version of Headjudge: run headjudge build")
        if damage := list(damaged_files(folder, manifest, summed)):
            raise SnapshotError(f"snapshot {folder.name} is damaged: {', '.join(damage)}")
        return cls(folder, manifest)

    @property
    def version(self) -> str:
        """Time of the build and the beginning of the content's digest."""
        return self.manifest.version

    @property
    def edition(self) -> str:
        """restated or official."""
        return self.manifest.edition

    @property
    def counts(self) -> Mapping[str, int]:
        """How many records of each kind it holds."""
        return self.manifest.counts

    @property
    def rules(self) -> Path:
        """The folder of the games' rule models."""
        return self.folder / RULES

    @cached_property
    def store(self) -> RecordStore:
        """The records."""
        return open_store(self.folder)

    @cached_property
    def index(self) -> Near:
        """The passages' vectors."""
        kept = self.store.vectors
        return VectorIndex.open(self.folder / VECTORS) if kept is None else kept

    @cached_property
    def encoder(self) -> Encoder:
        """The encoder for questions."""
        return open_encoder(self.folder / ENCODER)

    @cached_property
    def second(self) -> Second | None:
        """What games of text alone are searched by beside that; None where there are none."""
        folder = self.folder / SECOND
        return Second(folder) if folder.is_dir() else None

    @cached_property
    def knows_word(self) -> Callable[[str], bool]:
        """Tells whether a word (lower case) is an ordinary one: whole in the encoder's vocabulary."""
        return known_words(self.folder / ENCODER).__contains__

    def learned(self, game: str, what: str) -> Learned | None:
        """What was learned from a game's samples: which of its `checks` or `clauses` is asked for, what is told of the
        checks' `facts`; or from those of all games, "", whether a question falls into the `gaps` of their documents.
        None where they are too few."""
        return Learned.open(self.folder / LEARNED / game / f"{what}.npz")

    def timeline(self, document: str) -> Timeline | None:
        """A document's versions, None where it has only one; read from the file each time."""
        return read_timeline(self.folder, document)

    def close(self) -> None:
        """Give the files back."""
        if "store" in self.__dict__:
            self.store.close()

    def __enter__(self) -> Snapshot:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def versions(home: Path | None = None) -> tuple[str, ...]:
    """The versions that are there, newest first; folders of unfinished builds begin with a full stop."""
    folder = snapshots_dir(home)
    if not folder.is_dir():
        return ()
    found = (each.name for each in folder.iterdir() if each.is_dir() and not each.name.startswith("."))
    return tuple(sorted(found, reverse=True))


def open_current(home: Path | None = None, summed: Callable[[str], FileSum] = file_sum) -> Snapshot:
    """The current snapshot, or another one in its place, as `first_usable` chooses it."""
    return first_usable(home, partial(Snapshot.open, summed=summed))


def first_usable(home: Path | None, opening: Callable[[Path], T]) -> T:
    """What `opening` makes of the current snapshot's folder, or of the newest earlier one where it raises
    SnapshotError, else of the newest later one, with a warning that says why. SnapshotError where none can be used.
    """
    wanted = current_version(home)
    if wanted is None:
        raise SnapshotError(f"there is no knowledge base in {home_dir(home)}: run headjudge build")
    reasons: list[str] = []
    others = sorted(versions(home), key=lambda each: each > wanted)  # they come newest first
    for version in dict.fromkeys((wanted, *others)):
        try:
            found = opening(snapshots_dir(home) / version)
        except SnapshotError as error:
            reasons.append(str(error))
            continue
        if reasons:
            logger.warning("%s; using snapshot %s instead: run headjudge build", "; ".join(reasons), version)
        return found
    raise SnapshotError(f"{'; '.join(reasons)}; no other snapshot is whole: run headjudge build")
