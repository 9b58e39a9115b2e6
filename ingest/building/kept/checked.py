"""Each game's rule model, checked before a build: kept with the home's cache as long as nothing of it has changed.

To check a game takes seconds, most of it for its rules. Only a game without an error is kept, so that what is
wrong with another is told at each build.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ingest.building.kept.cache import cache_dir, read_summed, write_summed
from ingest.building.kept.digests import game_digest
from ingest.building.progress import Progress
from ingest.learning.game import known_whole
from ingest.lint.validate import lint_game
from kb.errors import Problem, SourceError
from kb.rules.model.compiled import from_bytes, to_bytes
from kb.rules.model.rulemodel import RuleModel

KEPT = 40
"""Models in the cache; each has some megabytes."""


def check_games(
    folders: Sequence[Path], edition: str, sources: Path | None, progress: Progress, home: Path | None = None
) -> list[RuleModel | None]:
    """Each game's rule model; SourceError with every error that `headjudge lint` finds in any game. Labelled questions
    that were without an error when they were learned from are not looked at again, nor is a game that is kept."""
    problems: list[Problem] = []
    models: list[RuleModel | None] = []
    for done, folder in enumerate(folders):
        progress("check", done, len(folders))
        model, met = check_game(folder, edition, sources, home)
        models.append(model)
        problems += met
    if problems:
        raise SourceError(problems)
    progress("check", len(folders), len(folders))
    return models


def check_game(
    folder: Path, edition: str, sources: Path | None, home: Path | None
) -> tuple[RuleModel | None, list[Problem]]:
    """One game's rule model without drafts, and its errors; where it is as it was before, the model kept then."""
    asked = not known_whole(folder)
    key = game_digest(folder, edition, sources, asked)
    path = cache_dir(home) / "checked" / f"{folder.name}-{key[:32]}.bin"
    if key and (kept := read_summed(path)) is not None:
        return from_bytes(kept), []
    report = lint_game(folder, edition, sources, samples=asked)
    errors = [each for each in report.problems if each.severity == "error"]
    if errors or report.model is None:
        return report.model, errors
    written = to_bytes(report.model.confirmed)
    if key and key == game_digest(folder, edition, sources, asked):  # nobody has changed it meanwhile
        write_summed(path, written)
        _prune(path.parent)
    return from_bytes(written), []


def _prune(folder: Path) -> None:
    """Remove all but the newest models."""
    for old in sorted(folder.glob("*.bin"), key=lambda each: each.stat().st_mtime)[:-KEPT]:
        old.unlink(missing_ok=True)
