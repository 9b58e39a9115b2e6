"""Snapshots that several machines share through PostgreSQL (HEADJUDGE_STORE); without it all stays in the home folder.

A build brings its finished, verified folder into the database and publishes it, both in one transaction. Each machine
that serves keeps a folder of what is published: all files but records, words and vectors, which are read in the
database. So whatever works with a snapshot's folder, and with `current`, works with these too.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from kb.errors import SnapshotError
from kb.home import MANIFEST, FileSum, current_version, file_sum, home_dir, snapshots_dir, store_address
from kb.snapshots.parts import POINTER, STORE, VECTORS, require_postgres, write_pointer
from kb.snapshots.publish import KEPT, make_current, prune, publish
from kb.snapshots.snapshot import LAYOUT, Manifest, Snapshot, versions

FETCHING = ".fetching"
LOCK = "fetch.lock"
IN_DATABASE = frozenset({STORE, VECTORS})


def published(folder: Path, home: Path | None = None) -> Snapshot:
    """Publish a finished, verified build where it is served from: the database where there is one, else the home
    folder. SnapshotError where there is a snapshot of the same version already."""
    address = store_address()
    if not address:
        return publish(folder, home)
    version = bring(address, folder)
    catch_up(home)
    return Snapshot.open(snapshots_dir(home) / version)


def bring(address: str, folder: Path) -> str:
    """Bring a finished snapshot into the database and publish it, in one transaction; the version."""
    require_postgres(address)
    from kb.retrieval.embedding.index import read_vectors
    from kb.store.postgres.published import add, make_published, publishing
    from kb.store.postgres.published import prune as prune_shared
    from kb.store.postgres.vectors import is_large

    manifest = Snapshot.open(folder).manifest
    vectors = read_vectors(folder / VECTORS)
    left = IN_DATABASE | {LAYOUT} if is_large(len(vectors)) else IN_DATABASE
    files = {name: folder / name for name in manifest.files if name not in left}
    said = (folder / MANIFEST).read_text("utf-8")
    with publishing(address) as connection:
        add(connection, manifest.version, said, files, folder / STORE, vectors)
        make_published(connection, manifest.version)
        prune_shared(connection, KEPT)
    return manifest.version


def go_to(version: str, home: Path | None = None) -> None:
    """Make a version that is there the one in use, on every machine that shares it."""
    if address := store_address():
        require_postgres(address)
        from kb.store.postgres.published import make_published, publishing

        with publishing(address) as connection:
            make_published(connection, version)
        catch_up(home)
    else:
        make_current(version, home)


def catch_up(home: Path | None = None) -> bool:
    """Have what the database publishes in the home folder, and current there; whether it was not before.

    Does nothing where no database is named, or it has published nothing. SnapshotError where it cannot be read.
    """
    address = store_address()
    if not address:
        return False
    require_postgres(address)
    from filelock import FileLock

    from kb.store.postgres.connections import connect
    from kb.store.postgres.published import published_version, shared

    with connect(address) as connection:
        version = published_version(connection)
        if version is None or (_is_there(version, home) and current_version(home) == version):
            return False
        try:
            snapshots_dir(home).mkdir(parents=True, exist_ok=True)
            with FileLock(home_dir(home) / LOCK):
                if not _is_there(version, home):
                    found = shared(connection, version)
                    _fetch(found.manifest, found.schema, found.files, _reader(connection), home)
                make_current(version, home)
                prune(home)
        except OSError as error:
            raise SnapshotError(f"{home_dir(home)} cannot be written: {error}") from error
    return True


def watch(home: Path | None, stop: threading.Event, look: Callable[[], object]) -> None:
    """Catch up whenever a snapshot is published, and `look` then and each second, until `stop`; returns at once where
    no database is named."""
    if address := store_address():
        require_postgres(address)
        from kb.store.postgres.published import listen

        listen(address, stop, lambda: catch_up(home), look)


def _is_there(version: str, home: Path | None) -> bool:
    return (snapshots_dir(home) / version / MANIFEST).exists()


def _reader(connection: object) -> Callable[[str], bytes]:
    from kb.store.postgres.published import content

    return lambda sum_: content(connection, sum_)  # type: ignore[arg-type]


def _fetch(said: str, schema: str, files: Mapping[str, str], read: Callable[[str], bytes], home: Path | None) -> None:
    """Make the folder of a snapshot: what an earlier one here has alike is linked, the rest is read; `said` is its
    manifest. All is read where what was linked is damaged."""
    for left_over in snapshots_dir(home).glob(f"{FETCHING}*"):
        shutil.rmtree(left_over, ignore_errors=True)
    aside = snapshots_dir(home) / f"{FETCHING}-{os.getpid()}"
    for known in (_known(home), {}):
        shutil.rmtree(aside, ignore_errors=True)
        _fill(aside, files, known, read)
        write_pointer(aside, schema)
        (aside / MANIFEST).write_text(said, "utf-8")
        manifest = Manifest.read(aside)
        sums = {name: each for name, each in manifest.files.items() if name in files}
        replace(manifest, files={**sums, POINTER: file_sum(aside / POINTER)}).save(aside)
        try:
            Snapshot.open(aside).close()
        except SnapshotError:
            if not known:
                shutil.rmtree(aside, ignore_errors=True)
                raise
            continue
        break
    target = snapshots_dir(home) / manifest.version
    shutil.rmtree(target, ignore_errors=True)
    aside.rename(target)


def _fill(aside: Path, files: Mapping[str, str], known: Mapping[str, Path], read: Callable[[str], bytes]) -> None:
    for name, sum_ in files.items():
        path = aside / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if sum_ in known:
            _link(known[sum_], path)
        else:
            path.write_bytes(read(sum_))


def _link(source: Path, path: Path) -> None:
    """The same file under another name; a copy where the file system has no such names."""
    try:
        os.link(source, path)
    except OSError:
        shutil.copyfile(source, path)


def _known(home: Path | None) -> dict[str, Path]:
    """The files of the newest snapshot that is here, by the sums that its manifest says."""
    for version in versions(home):
        folder = snapshots_dir(home) / version
        try:
            files: Mapping[str, FileSum] = Manifest.read(folder).files
        except SnapshotError:
            continue
        return {each.sha256: folder / name for name, each in files.items() if (folder / name).is_file()}
    return {}
