"""The digests of the clauses that a game's rules rest on, in `rules.lock`: one that changed is looked at again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kb.files.toml import bounded_table
from kb.files.whole import write_whole
from kb.gamefolder import LOCK

HEADER = (
    "# Written by `headjudge pin`: the digest that each quoted clause had when its rules were last read against it.\n"
)


def read_lock(folder: Path) -> dict[str, str]:
    """Digest by the clause's path (`document#path` in a further document); nothing where there is no lock, or none that
    can be read."""
    try:
        table = bounded_table((folder / LOCK).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(path): str(digest) for path, digest in table.items()}


def write_lock(folder: Path, digests: Mapping[str, str]) -> list[str]:
    """Write the digests in the order given; the paths whose digest is new or changed."""
    before = read_lock(folder)
    text = HEADER + "".join(f'"{path}" = "{digest}"\n' for path, digest in digests.items())
    target = folder / LOCK
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        write_whole(target, text.encode())
    return [path for path, digest in digests.items() if before.get(path) != digest]
