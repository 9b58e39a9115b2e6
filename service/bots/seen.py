"""Signatures that were taken already, known to every process of a home folder and after a restart too: one empty file
for each, made only where there is none; to every server that shares a database too (kb/store/postgres/together.py)."""

from __future__ import annotations

import hashlib
import logging
import os
import threading
import time
from contextlib import suppress
from pathlib import Path

from kb.errors import SnapshotError
from kb.home import store_address

FOLDER = "seen"
CLEARED_EVERY_S = 60.0

logger = logging.getLogger("headjudge")


class SeenFiles:
    """Files named after signatures, for as long as those are fresh. Where they cannot be written, a process knows its
    own only, and says so once; so does a home where the database that servers share cannot be."""

    def __init__(self, home: Path, fresh_s: float) -> None:
        self.folder, self.fresh_s = home / FOLDER, fresh_s
        self._lock = threading.Lock()
        self._cleared, self._said = float("-inf"), False

    def add(self, signature: str) -> bool:
        """Whether a signature is new, to all of them."""
        name = hashlib.sha256(signature.encode("utf-8", "replace")).hexdigest()
        return self._new_here(name) and self._new_to_all(name)

    def _new_to_all(self, name: str) -> bool:
        """Whether it is new to all servers that share a database; true where there is none."""
        address = store_address()
        if not address:
            return True
        from kb.store.postgres.together import together

        try:
            return together(address).take(name, self.fresh_s)
        except SnapshotError as error:
            return self._alone("each server", str(error))

    def _new_here(self, name: str) -> bool:
        self._clear()
        path = self.folder / name
        try:
            os.makedirs(self.folder, exist_ok=True)
        except OSError as error:
            return self._alone("each process", error.strerror)
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        except FileExistsError:
            return False
        except OSError as error:
            return self._alone("each process", error.strerror)
        return True

    def _alone(self, who: str, why: str | None) -> bool:
        """New as far as this process can tell; said once."""
        if not self._said:
            self._said = True
            logger.warning("chats' signatures are remembered by %s alone: %s", who, why)
        return True

    def _clear(self) -> None:
        """Forget those that are no longer fresh, now and then."""
        with self._lock:
            now = time.monotonic()
            if now - self._cleared < CLEARED_EVERY_S:
                return
            self._cleared = now
        before = time.time() - self.fresh_s
        with suppress(OSError):
            for each in os.scandir(self.folder):
                with suppress(OSError):
                    if each.stat().st_mtime < before:
                        os.unlink(each.path)
