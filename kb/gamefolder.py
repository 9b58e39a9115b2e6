"""The files of a game's folder: those beside its game.toml, and those in its folders of themes, one level deep.

A theme folder (`cards-a-d/`, `movement/`) is for the reader alone: its files are read as if they stood in the
game's folder. `cases/` is no theme, its files are scenarios.
"""

from __future__ import annotations

from pathlib import Path

CASES = "cases"
FACTS, CHECKS, RULE_TEXTS, LOCKS = "*facts.toml", "*checks.toml", "*.rules.md", "*.rules.lock.toml"


def game_files(folder: Path, pattern: str) -> list[Path]:
    """The files of a game whose names fit `pattern`, in the order of their names, then of their folders: a file that
    keeps its name keeps its place wherever it is moved to."""
    found = (path for place in (folder, *theme_folders(folder)) for path in place.glob(pattern) if path.is_file())
    return sorted(found, key=lambda path: (path.name, path.parent))


def theme_folders(folder: Path) -> list[Path]:
    """The theme folders of a game, in order; hidden ones are left out."""
    found = (path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else ()
    return sorted(path for path in found if path.name != CASES and not path.name.startswith("."))


def case_files(folder: Path) -> list[Path]:
    """The files of a game's scenarios, in order."""
    return sorted((folder / CASES).glob("*.toml"))


def file_name(folder: Path, path: Path) -> str:
    """A file's name as problems tell it: `game/theme/part.checks.toml`."""
    return f"{folder.name}/{path.relative_to(folder).as_posix()}"
