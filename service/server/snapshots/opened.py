"""A knowledge base that is open, its files held, and how many requests read it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING

from kb.errors import HeadjudgeError, SnapshotError, SourceError
from kb.home import MANIFEST, FileSum, current_version
from kb.knowledge import KnowledgeBase
from kb.snapshots.locks import hold
from kb.snapshots.snapshot import Snapshot, first_usable

if TYPE_CHECKING:
    from kb.rules.process.forkserver import Nursery
    from kb.rules.process.worker import Worker

TRIES = 5
AGAIN_S = 30.0


@dataclass
class Opened:
    """A base that is open, how many requests read it and threads warm it, why it could not be warmed, and the hold that
    keeps its files."""

    base: KnowledgeBase
    held: IO[bytes]
    wanted: str | None
    warm: bool = False
    unwarmed: str = ""
    readers: int = 0
    warming: int = 0

    @property
    def in_use(self) -> bool:
        """Whether it may not be closed yet."""
        return bool(self.readers or self.warming)

    @property
    def built(self) -> float:
        """When its snapshot was built, in seconds since 1970."""
        return datetime.fromisoformat(self.base.snapshot.manifest.created).timestamp()

    def is_old(self, home: Path | None) -> bool:
        """Whether another snapshot is to be served than what was current when it was opened, or its files have gone."""
        try:
            return current_version(home) != self.wanted or self.gone
        except (OSError, ValueError):
            return False

    @property
    def gone(self) -> bool:
        """Whether its files were deleted, or moved away."""
        return not (self.base.snapshot.folder / MANIFEST).exists()

    def close(self) -> None:
        """Give everything back."""
        self.base.close()
        self.held.close()


def told(error: Exception) -> str:
    """What the log says of an error: its message where that is ours or the system's, else its kind alone."""
    return str(error) if isinstance(error, (HeadjudgeError, OSError)) else type(error).__name__


class Refusal:
    """Why a snapshot cannot be served. Looked at once in AGAIN_S, by one of those who ask: all its files are summed."""

    def __init__(self) -> None:
        self._said: tuple[Path, float, str] | None = None
        self._looking = threading.Lock()

    def of(self, folder: Path) -> str:
        """The reason; empty where it could be served now."""
        known = self._said
        if known and known[0] == folder and time.monotonic() - known[1] < AGAIN_S:
            return known[2]
        if not self._looking.acquire(blocking=False):
            return known[2] if known and known[0] == folder else f"snapshot {folder.name} is looked at"
        try:
            require_usable(folder)
            said = ""
        except SnapshotError as error:
            said = str(error)
        finally:
            self._looking.release()
        self._said = (folder, time.monotonic(), said)
        return said


_unreadable: dict[Path, str] = {}
"""Why the rules of a snapshot's folder cannot be read: neither it nor this program changes while it runs, and to find
out takes seconds."""


def require_usable(folder: Path) -> None:
    """SnapshotError where a snapshot cannot be served."""
    based(Snapshot.open(folder)).close()


def based(
    snapshot: Snapshot,
    check_limit_s: float | None = None,
    nursery: Nursery | None = None,
    worker: Worker | None = None,
) -> KnowledgeBase:
    """The base of an open snapshot, for answers by words. SnapshotError where another version of the program built the
    rules of one of its games in a form that this one does not read: no check of that game could be run."""
    base = KnowledgeBase(snapshot, False, check_limit_s, nursery, worker)
    try:
        if known := _unreadable.get(snapshot.folder):
            raise SnapshotError(known)
        base.checks.require()
    except SnapshotError as error:
        if isinstance(error.__cause__, SourceError):  # a database that cannot be reached may come back
            _unreadable[snapshot.folder] = str(error)
        base.close()
        raise
    return base


def open_held(
    home: Path | None,
    summed: Callable[[str], FileSum],
    check_limit_s: float | None,
    nursery: Nursery | None,
    worker: Worker | None = None,
) -> Opened:
    """The current snapshot, held, ready to answer by words; its checks are run by `worker`, where one runs already.
    SnapshotError where there is none."""

    def opening(folder: Path) -> KnowledgeBase:
        return based(Snapshot.open(folder, summed=summed), check_limit_s, nursery, worker)

    for left in reversed(range(TRIES)):
        wanted = current_version(home)
        try:
            base = first_usable(home, opening)
        except SnapshotError:
            if not left or current_version(home) == wanted:
                raise
            continue
        if held := hold(base.snapshot.folder):
            break
        base.close()
    else:
        raise SnapshotError("the snapshots are replaced faster than they can be opened")
    _ = base.retriever, base.terms, base.games, base.documents
    return Opened(base, held, wanted)
