"""Keeps the current knowledge base open for a server, and swaps to a new snapshot between requests."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kb.knowledge import KnowledgeBase
from kb.snapshot import current_version

LOOK_EVERY_S = 1.0


class Library:
    """One open knowledge base, shared by threads; a superseded one is closed when its last reader leaves."""

    def __init__(self, home: Path | None = None, use_dense: bool = True) -> None:
        self.home = home
        self.use_dense = use_dense
        self._lock = threading.Lock()
        self._base: KnowledgeBase | None = None
        self._readers: dict[int, int] = {}
        self._looked = 0.0
        self.warm = False

    @contextmanager
    def reading(self) -> Iterator[KnowledgeBase]:
        """The knowledge base for one request; the same one to its end, whatever is published meanwhile."""
        with self._lock:
            base = self._current()
            self._readers[id(base)] = self._readers.get(id(base), 0) + 1
        try:
            yield base
        finally:
            with self._lock:
                self._readers[id(base)] -= 1
                if base is not self._base and not self._readers[id(base)]:
                    del self._readers[id(base)]
                    base.close()

    def _current(self) -> KnowledgeBase:
        """The open base, replaced first where a newer snapshot is current; looks at most once a second."""
        now = time.monotonic()
        if self._base is not None and now - self._looked < LOOK_EVERY_S:
            return self._base
        self._looked = now
        if self._base is not None and current_version(self.home) == self._base.version:
            return self._base
        old, self._base = self._base, KnowledgeBase.open(self.home, self.use_dense)
        if old is not None and not self._readers.get(id(old)):
            self._readers.pop(id(old), None)
            old.close()
        return self._base

    def warm_up(self) -> None:
        """Load what the first question would otherwise wait for: word lists, encoder, vectors, rules, their worker."""
        with self.reading() as base:
            base.retriever.search(base.read("warm up"))
            _ = base.detector.games
            for game in base.checks.games:
                base.checks.model(game)
            base.checks.worker.start()
        self.warm = True

    def warm_up_behind(self) -> None:
        """Warm up in a thread of its own, so that the server answers at once."""
        threading.Thread(target=self.warm_up, name="headjudge-warm-up", daemon=True).start()

    def close(self) -> None:
        """Close the open base."""
        with self._lock:
            if self._base is not None:
                self._base.close()
                self._base = None
