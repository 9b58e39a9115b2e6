"""Where the games' folders are."""

from __future__ import annotations

import os
from pathlib import Path


def corpus_dir() -> Path:
    """The folder of games: HEADJUDGE_CORPUS, else the checkout's corpus/, else the one in the wheel."""
    if chosen := os.environ.get("HEADJUDGE_CORPUS"):
        return Path(chosen)
    package = Path(__file__).resolve().parent
    checkout = package.parent / "corpus"
    return checkout if checkout.is_dir() else package / "_corpus"
