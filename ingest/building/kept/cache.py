"""What builds reuse, below HEADJUDGE_HOME/cache: vectors, exported encoders, what spaCy read, checked rule models.

Every entry is found by a digest of all that it was made from, so nothing has to be invalidated; an
entry that cannot be read is made anew. Deleting the folder costs time and nothing else.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any
from zipfile import BadZipFile

import numpy as np

from kb.errors import SnapshotError
from kb.files.whole import write_whole
from kb.home import home_dir
from kb.records import digest
from kb.retrieval.embedding.encoder import EncoderSettings, Vectors
from kb.snapshots.snapshot import file_sums

LARGEST = 200_000
SUMS = "sums.json"
PACKAGES, SOURCE = ("ingest", "kb"), (".py", ".toml", ".txt")
LEFT_OUT = frozenset(("__pycache__", "_corpus"))
Embed = Callable[[list[str]], Vectors]


def cache_dir(home: Path | None = None) -> Path:
    """The cache's folder."""
    return home_dir(home) / "cache"


@lru_cache(maxsize=1)
def code_digest() -> str:
    """sha256 over the source of everything that reads documents, with the lists of English that it reads by: results of
    changed code are never reused."""
    found = hashlib.sha256()
    for path in program_files():
        if path.suffix in SOURCE:
            found.update(path.read_bytes())
    return found.hexdigest()


def program_files() -> list[Path]:
    """Every file of what builds, its data among them; the games of an installed package are none of it."""
    root = Path(__file__).resolve().parents[3]
    found = (path for package in PACKAGES for path in (root / package).rglob("*") if path.is_file())
    return sorted(path for path in found if not LEFT_OUT.intersection(path.relative_to(root).parts))


def cached_vectors(
    texts: Sequence[str],
    encoder: str,
    embed: Embed,
    home: Path | None = None,
    given: Mapping[str, Vectors] = MappingProxyType({}),
) -> tuple[Vectors, int]:
    """The texts' vectors by one encoder (its sha256), and how many had to be embedded now; those that are `given`, by
    the text's digest, go before those that are kept."""
    path = cache_dir(home) / "vectors" / f"{encoder[:16]}.npz"
    digests = [digest(text) for text in texts]
    known = read_vectors(path) | {each: given[each].astype(np.float32) for each in digests if each in given}
    new = {each: text for each, text in zip(digests, texts, strict=True) if each not in known}
    if new:
        found = dict(zip(new, embed(list(new.values())), strict=True))
        used = found | {each: known[each] for each in digests if each in known}
        others = [each for each in known if each not in used][: max(0, LARGEST - len(used))]
        known = used | {each: known[each] for each in others}
        write_vectors(path, known)
    return np.stack([known[each] for each in digests]), len(new)


def read_vectors(path: Path) -> dict[str, Vectors]:
    """Vectors by the digest of the text; none where the file is missing or damaged."""
    try:
        with np.load(path, allow_pickle=False) as held:
            return dict(zip(held["digests"].tolist(), held["vectors"], strict=True))
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return {}


def write_vectors(path: Path, known: dict[str, Vectors]) -> None:
    """Keep vectors by the digest of the text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=path.parent) as stream:
        np.savez(stream, digests=np.array(list(known)), vectors=np.stack(list(known.values())))
        stream.seek(0)
        write_whole(path, stream.read(), flushed=False)


def cached_encoder(
    encoder: str, code: Path, export: Callable[[Path], EncoderSettings], home: Path | None = None
) -> Path:
    """A folder with the exported encoder of these weights (`encoder`, a sha256) by this exporting `code`."""
    made_by = hashlib.sha256(code.read_bytes()).hexdigest()
    folder = cache_dir(home) / "encoders" / f"{encoder[:16]}-{made_by[:8]}"
    if not whole_folder(folder):
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=".", dir=folder.parent))
        try:
            export(aside)
            sums = {name: each.sha256 for name, each in file_sums(aside).items()}
            (aside / SUMS).write_text(json.dumps(sums, indent=2), "utf-8")
            aside.rename(folder)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    return folder


def whole_folder(folder: Path) -> bool:
    """True where a folder's files are those that its sums.json names."""
    try:
        sums = json.loads((folder / SUMS).read_text("utf-8"))
        EncoderSettings.read(folder)
    except (OSError, ValueError, SnapshotError):
        return False
    found = {name: each.sha256 for name, each in file_sums(folder).items() if name != SUMS}
    return bool(found == sums)


def cached_json(key: str, make: Callable[[], Any], home: Path | None = None) -> Any:
    """A JSON value by the digest of what it is made from."""
    path = cache_dir(home) / "language" / f"{key[:32]}.json"
    content = read_summed(path)
    if content is not None:
        return json.loads(content)
    found = make()
    write_summed(path, json.dumps(found, ensure_ascii=False).encode())
    return found


def read_summed(path: Path) -> bytes | None:
    """What was kept in a file with its own sum, for one bit changes a word; None where it is missing or damaged."""
    try:
        summed, _, content = path.read_bytes().partition(b"\n")
    except OSError:
        return None
    return content if hashlib.sha256(content).hexdigest().encode() == summed else None


def write_summed(path: Path, content: bytes) -> None:
    """Keep bytes in a file with their sum."""
    write_whole(path, hashlib.sha256(content).hexdigest().encode() + b"\n" + content, flushed=False)
