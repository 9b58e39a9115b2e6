"""Rebuilds in a process of their own: `headjudge build`, one at a time, so that the server keeps answering.

How the last one went stands in the home folder, for all processes that serve it and after a restart; a lock there,
which dies with its process, tells whether one runs. It is tried in turns, so that nobody's try is taken for a build.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from kb.children import surroundings
from kb.errors import SnapshotError
from kb.files.whole import write_whole
from kb.home import home_dir

COMMAND = (sys.executable, "-c", "from service.commands.cli import main; main()", "build")
KEPT = 2_000
NICENESS = 10
STATE = "rebuild.json"
TURN_S = 5.0
"""How long a turn is waited for; it lasts no longer than a few small files take to be read and written."""
UNKNOWN: dict[str, Any] = {"state": "idle", "started": None, "ended": None, "said": ""}

logger = logging.getLogger("headjudge")


class Rebuild:
    """Starts builds and tells how the last one went."""

    def __init__(self, home: Path | None = None, command: Sequence[str] = COMMAND) -> None:
        self.home, self.command = home, tuple(command)
        self.file = home_dir(home) / STATE

    def start(self) -> bool:
        """Start a build behind; False where one is running, of whichever process. SnapshotError where the home folder
        cannot be written."""
        lock = self._lock()
        try:
            with self._turn():
                lock.acquire()
                self._say("running", started=_now())
        except Timeout:
            return False
        except OSError as error:
            lock.release()
            raise SnapshotError(f"{self.file.parent} cannot be written: {error.strerror}") from error
        threading.Thread(target=self._run, args=(lock,), name="headjudge-rebuild", daemon=True).start()
        return True

    def status(self) -> dict[str, Any]:
        """State, times, and the last lines that the command printed."""
        said = self._said()
        if said["state"] != "running":
            return said
        try:
            with self._turn(), self._lock():
                said = self._said()  # it may have ended since
        except (Timeout, OSError):
            return said
        if said["state"] == "running":
            said |= {"state": "failed", "said": "the process that ran it has ended"}
        return said

    def _said(self) -> dict[str, Any]:
        """What was written down last."""
        try:
            said = {**UNKNOWN, **json.loads(self.file.read_text("utf-8"))}
        except (OSError, ValueError, TypeError):
            said = UNKNOWN
        return {name: said[name] for name in UNKNOWN}

    def _lock(self) -> FileLock:
        """What a build holds while it runs."""
        return FileLock(self.file.with_suffix(".lock"), timeout=0, thread_local=False)

    def _turn(self) -> FileLock:
        """What is held while the lock is tried or given back."""
        return FileLock(self.file.with_suffix(".turn"), timeout=TURN_S, poll_interval=0.01, thread_local=False)

    def _say(self, state: str, **told: str) -> None:
        """Write down how it goes, whole or not at all."""
        write_whole(self.file, json.dumps({**UNKNOWN, "state": state, **told}).encode())

    def _run(self, lock: FileLock) -> None:
        started = str(self._said()["started"])
        state, said = self._built()
        try:
            with self._turn():
                self._say(state, started=started, ended=_now(), said=said.strip()[-KEPT:])
                lock.release()
        except (Timeout, OSError) as error:
            logger.error("how the rebuild went cannot be written: %s", error.strerror or error)
        finally:
            lock.release()

    def _built(self) -> tuple[str, str]:
        """Run the command; how it ended and what it printed."""
        home = {} if self.home is None else {"HEADJUDGE_HOME": str(self.home)}
        nice = ("nice", "-n", str(NICENESS)) if os.name == "posix" else ()
        try:
            ran = subprocess.run(
                [*nice, *self.command],
                env={**surroundings(), **home},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
            )
        except OSError as error:
            return "failed", str(error)
        return ("done" if ran.returncode == 0 else "failed"), ran.stdout.decode("utf-8", "replace")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
