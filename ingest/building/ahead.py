"""spaCy reads in a process of its own while the games are checked: that takes as long, and the third of a gigabyte that
it needs is free again before texts are embedded.

What is read goes to the cache of the home folder, where the build finds it; a process that fails changes nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ingest.games import game_folders, load_game, parse_game
from ingest.language.reading import read_language
from ingest.terms import game_terms
from kb.children import surroundings
from kb.errors import HeadjudgeError
from kb.home import home_dir

COMMAND = "import sys; sys.modules['torch'] = None; from ingest.building.ahead import read_all; read_all(*sys.argv[1:])"
"""spaCy would import torch, which its small model does not use: two seconds, and half of the memory."""


@contextmanager
def reading_ahead(
    corpus: Path, edition: str, sources: Path | None, home: Path | None, begin: bool
) -> Iterator[Callable[[], object]]:
    """Begin to read every game of a folder, where `begin` says so and there is a second processor; what is given waits
    for its end. It is stopped where whoever began it fails."""
    if not begin or (os.cpu_count() or 1) < 2:
        yield lambda: None
        return
    told = [str(corpus.resolve()), edition, str(sources.resolve()) if sources else "", str(home_dir(home).resolve())]
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *told],
        env=surroundings(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process.wait
    finally:
        process.kill()
        process.wait()


def read_all(corpus: str, edition: str, sources: str, home: str) -> None:
    """Read every game's clauses into the cache; what is wrong with a game is told by its check."""
    for folder in game_folders(Path(corpus)):
        with suppress(HeadjudgeError):
            documents = tuple(parsed for _, parsed in parse_game(folder, edition, Path(sources) if sources else None))
            clauses = [clause for parsed in documents for clause in parsed.clauses]
            read_language(clauses, game_terms(load_game(folder), documents), Path(home))
