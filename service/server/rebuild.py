"""Rebuilds in a process of their own: `headjudge build`, one at a time, so that the server keeps answering."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

COMMAND = (sys.executable, "-c", "from service.commands.cli import main; main()", "build")
KEPT = 2_000
NICENESS = 10


class Rebuild:
    """Starts builds and remembers how the last one went."""

    def __init__(self, home: Path | None = None, command: Sequence[str] = COMMAND) -> None:
        self.home, self.command = home, tuple(command)
        self._lock = threading.Lock()
        self._state = "idle"
        self._started = self._ended = ""
        self._said = ""

    def start(self) -> bool:
        """Start a build behind; False where one is running."""
        with self._lock:
            if self._state == "running":
                return False
            self._state, self._started, self._ended, self._said = "running", _now(), "", ""
        threading.Thread(target=self._run, name="headjudge-rebuild", daemon=True).start()
        return True

    def status(self) -> dict[str, Any]:
        """State, times, and the last lines that the command printed."""
        with self._lock:
            return {
                "state": self._state,
                "started": self._started or None,
                "ended": self._ended or None,
                "said": self._said,
            }

    def _run(self) -> None:
        home = {} if self.home is None else {"HEADJUDGE_HOME": str(self.home)}
        paths = os.pathsep.join([str(Path(__file__).resolve().parents[2]), os.environ.get("PYTHONPATH", "")])
        nice = ("nice", "-n", str(NICENESS)) if os.name == "posix" else ()
        try:
            ran = subprocess.run(
                [*nice, *self.command],
                env={**os.environ, **home, "PYTHONPATH": paths.rstrip(os.pathsep)},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
            )
            state, said = ("done" if ran.returncode == 0 else "failed"), ran.stdout.decode("utf-8", "replace")
        except OSError as error:
            state, said = "failed", str(error)
        with self._lock:
            self._state, self._ended, self._said = state, _now(), said.strip()[-KEPT:]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
