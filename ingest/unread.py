"""What lint finds in a game's folder that nothing reads: a misspelt ending, a folder too deep, a lock without rules."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from ingest.samples import PATTERN
from ingest.spec import GameSpec
from kb.errors import Place, Problem
from kb.gamefolder import CASES, CHECKS, FACTS, LOCKS, RULE_TEXTS, case_files, file_name, game_files

OWN = ("game.toml", "questions.jsonl", "practice.jsonl", "qrels.tsv")
PATTERNS = (FACTS, CHECKS, RULE_TEXTS, LOCKS, PATTERN, "*wordings.toml", "*gaps.toml", "README.md")
EXPECTED = f"{', '.join(PATTERNS)} here or in one folder below, {CASES}/*.toml, or a document of game.toml"


def unread_files(folder: Path, game: GameSpec) -> Iterator[Problem]:
    """A warning for each file of a game's folder, hidden ones aside, that no part of the program reads."""
    named = {each.file for each in game.documents} | {each.official.file for each in game.documents if each.official}
    read = {folder / name for name in (*OWN, *named)} | {*case_files(folder)}
    read |= {path for pattern in PATTERNS for path in game_files(folder, pattern)}
    for path in sorted(folder.rglob("*")):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not hidden and (path not in read or _without_rules(path)):
            place = Place(file_name(folder, path), 0)
            yield Problem("unread-file", f"nothing reads {path.name} at this place", place, EXPECTED, "warning")


def _without_rules(path: Path) -> bool:
    rules = path.with_name(path.name.removesuffix(".lock.toml") + ".md")
    return fnmatchcase(path.name, LOCKS) and not rules.is_file()
