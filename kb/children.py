"""Processes of Python that the program starts beside itself.

Python puts the folder that one stands in first among those it imports from, for `-m` and `-c`: a `json.py` beside a
downloaded rulebook would be run. Every process of ours is started with what stands here, so that none looks there.
"""

from __future__ import annotations

import os
from multiprocessing import get_context
from multiprocessing.context import SpawnContext
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""Where kb, ingest and service stand."""
SAFE = "PYTHONSAFEPATH"
"""What has Python leave the current folder out; whatever the process starts in its turn has it too."""


def surroundings() -> dict[str, str]:
    """The environment of a process of Python that imports what this one would, and nothing from the folder that it is
    started in."""
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    paths = [str(ROOT), *filter(None, given)]  # an empty one would stand for the current folder
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), SAFE: "1"}


def spawning() -> SpawnContext:
    """How multiprocessing starts processes, which have this one's environment, as safely."""
    os.environ[SAFE] = "1"
    return get_context("spawn")
