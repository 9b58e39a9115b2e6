"""Reads a document in a process of its own: a file that makes a library crash, run on or eat memory ends that process.

The process is given so much time and memory; what it read, or what is wrong, comes back as JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ingest.formats.block import Block, Converted, Loss, Shape
from ingest.formats.limits import failed
from kb.children import surroundings
from kb.errors import Place, Problem, SourceError

SECONDS = 240
MEMORY = 2 * 1024 * 1024 * 1024


def convert_guarded(path: Path, mapping: Path | None = None, seconds: int = SECONDS) -> Converted:
    """A document's file as blocks, as `ingest.formats.convert` reads it.

    Raises SourceError for what that refuses, and where it takes more than its time or memory, or crashes.
    """
    command = [sys.executable, "-m", "ingest.formats.guarded", str(path.absolute())]
    command += [str(mapping.absolute())] if mapping else []
    try:
        ran = subprocess.run(
            command,
            env=surroundings(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise failed(
            path, "too-long", f"could not be read in {seconds} seconds", "a smaller or simpler file"
        ) from error
    try:
        found = json.loads(ran.stdout)
    except ValueError as error:
        ended = f"the reader ended with {ran.returncode}"
        raise failed(path, "unreadable", f"{ended}: too much memory, or a broken file", "a whole file") from error
    if "problems" in found:
        raise SourceError(
            [
                Problem(each["code"], each["message"], Place(**each["place"]), each["expected"])
                for each in found["problems"]
            ]
        )
    return _read(found)


def _read(found: dict[str, Any]) -> Converted:
    """The blocks that the process wrote."""
    blocks = [
        Block(**{**each, "shape": Shape(each["shape"]), "rows": tuple(tuple(row) for row in each["rows"])})
        for each in found["blocks"]
    ]
    return Converted(found["format"], tuple(blocks), found["title"], tuple(Loss(**each) for each in found["losses"]))


def _limited() -> None:
    """Give this process its memory and time, where the system can."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; the time is limited all the same
        return
    for limit, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, SECONDS)):
        hard = resource.getrlimit(limit)[1]
        within = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(limit, (within, hard))


def main(arguments: list[str]) -> None:
    """Convert one file and write what came of it."""
    from ingest.formats import convert

    _limited()
    path = Path(arguments[0])
    try:
        try:
            result = asdict(convert(path, Path(arguments[1]) if len(arguments) > 1 else None))
        except MemoryError as error:
            raise failed(path, "too-large", "takes too much memory to read", "a smaller file") from error
    except SourceError as error:
        result = {"problems": [asdict(problem) for problem in error.problems]}
    sys.stdout.write(json.dumps(result))


if __name__ == "__main__":
    main(sys.argv[1:])
