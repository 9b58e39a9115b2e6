"""A knowledge base that is open, its files held, and how many requests read it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from kb.errors import SnapshotError
from kb.home import FileSum
from kb.knowledge import KnowledgeBase
from kb.snapshots.locks import hold
from kb.snapshots.snapshot import current_version, open_current

if TYPE_CHECKING:
    from kb.rules.solve.forkserver import Nursery

TRIES = 5


@dataclass
class Opened:
    """A base that is open, how many requests read it, and the hold that keeps its files."""

    base: KnowledgeBase
    held: IO[bytes]
    wanted: str | None
    warm: bool = False
    readers: int = 0

    def close(self) -> None:
        """Give everything back."""
        self.base.close()
        self.held.close()


def open_held(
    home: Path | None, summed: Callable[[str], FileSum], check_limit_s: float | None, nursery: Nursery | None
) -> Opened:
    """The current snapshot, held, ready to answer by words. SnapshotError where there is none."""
    for left in reversed(range(TRIES)):
        wanted = current_version(home)
        try:
            snapshot = open_current(home, summed)
        except SnapshotError:
            if not left or current_version(home) == wanted:
                raise
            continue
        if held := hold(snapshot.folder):
            break
        snapshot.close()
    else:
        raise SnapshotError("the snapshots are replaced faster than they can be opened")
    base = KnowledgeBase(snapshot, False, check_limit_s, nursery)
    _ = base.retriever, base.terms, base.games, base.documents
    return Opened(base, held, wanted)
