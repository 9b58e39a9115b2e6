"""`headjudge add` of another version of a document, or of its day: said, shown, kept beside the others, built."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import click

from ingest.adding.folder import Added, changed
from ingest.adding.known import known_file, put_day
from ingest.adding.newer import Newer, put
from ingest.games import load_game
from ingest.lint.validate import lint_game
from ingest.spec import DocumentSpec, VersionSpec
from kb.errors import SourceError, UsageError
from kb.misfits import day_of
from kb.paths import corpus_dir
from kb.versions.counts import change_line, summary
from service.commands.games.asked import agreed, build_after
from service.commands.games.shown import doubts
from service.commands.show import counts_from

CHANGES = 20


def add_version(newer: Newer, game: str, yes: bool, dry_run: bool, build: tuple[str, Path | None] | None) -> None:
    """Show what a version changes, put it among those of its document, and build."""
    click.echo(_shown_version(newer, game))
    if newer.added.errors:
        raise SourceError(newer.added.errors)
    if dry_run:
        return
    if not yes:
        agreed(f"Keep it among the versions of {game}/{newer.spec.id}", build is not None)
    _changed(game, lambda made: put(made, newer), build)
    click.echo(f"next: headjudge diff {game}" if build is not None else "next: headjudge build")


def add_day(folder: Path, added: Added, since: str, dry_run: bool, build: tuple[str, Path | None] | None) -> bool:
    """Whether a file is a document of a game already, or a version of one: then it is in force from `since`."""
    found, day = known_file(load_game(folder), added), day_of(since).isoformat()
    if found is None:
        return False
    if found.since == day:
        raise UsageError(f"{found.game} has this file already, as {found.spec.id}, in force from {day}")
    before = found.since or "a day that was not known"
    click.echo(f"{found.id} has this file already, in force from {before}: it is in force from {day} now")
    if not dry_run:
        _changed(found.game, lambda made: put_day(made, found, day), build)
        click.echo("next: headjudge build" if build is None else f"next: headjudge diff {found.game}")
    return True


def _changed(game: str, change: Callable[[Path], None], build: tuple[str, Path | None] | None) -> None:
    """Change a game's folder and build; UsageError where other games keep it from being built."""
    fault = ""
    with changed(corpus_dir(), game, change) as made:
        click.echo(f"wrote {made}")
        for problem in (each for each in lint_game(made).problems if each.code == "stale"):
            click.echo(str(problem))
        fault = build_after(game, *build) if build is not None else ""
    if fault:
        raise UsageError(fault)


def _shown_version(newer: Newer, game: str) -> str:
    """What a curator looks at before a version is added."""
    spec, added = newer.spec, newer.added
    original = added.spec.original
    place = "a newer version" if newer.latest else "an earlier version"
    lines = [
        f"{original.file if original else ''}: read as {added.converted.format}, layout {added.spec.layout}",
        f"{game}/{spec.id} is known, {_counts(spec)}; this is {place}, {_counts(added.spec)}. All versions are kept.",
    ]
    if newer.latest and newer.day > date.today().isoformat():
        lines.append(f"{newer.day} lies ahead: until then the version before it answers")
    if not (spec.effective or spec.published):
        file = spec.original.file if spec.original else "FILE"
        lines += [f"to date the known one: headjudge add {file} --game {game} --since DAY"]
    lines += [summary(newer.changes), *(f"  {change_line(each)}" for each in newer.changes[:CHANGES])]
    more = len(newer.changes) - CHANGES
    return "\n".join([*lines, *([f"  … and {more} more"] if more > 0 else []), *doubts(added)])


def _counts(spec: DocumentSpec | VersionSpec) -> str:
    return counts_from(spec.effective, spec.published) or "in force from a day that it does not say"
