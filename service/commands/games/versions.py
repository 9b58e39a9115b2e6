"""`headjudge add` of another version of a document: said, shown, kept beside the others, built."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import click

from ingest.adding.folder import changed
from ingest.adding.newer import Newer, put
from ingest.lint.validate import lint_game
from kb.errors import SourceError, UsageError
from kb.paths import corpus_dir
from kb.versions.counts import change_line, summary
from service.commands.games.build import build_again

CHANGES = 20


def day_of(written: str) -> str:
    """A day as it is written; UsageError where there is no such day."""
    try:
        return date.fromisoformat(written).isoformat()
    except ValueError:
        raise UsageError(f"{written!r} is no day: write it as 2026-01-16") from None


def add_version(newer: Newer, game: str, yes: bool, dry_run: bool, build: tuple[str, Path | None] | None) -> None:
    """Show what a version changes, put it among those of its document, and build."""
    click.echo(_shown_version(newer, game))
    if newer.added.errors:
        raise SourceError(newer.added.errors)
    if dry_run:
        return
    if not yes and not click.confirm(f"Keep it among the versions of {game}/{newer.spec.id} and build?", default=True):
        raise click.Abort
    with changed(corpus_dir(), game, lambda made: put(made, newer)) as made:
        click.echo(f"wrote {made}")
        for problem in (each for each in lint_game(made).problems if each.code == "stale"):
            click.echo(str(problem))
        if build is not None:
            build_again(*build)
    click.echo(f"next: headjudge diff {game}" if build is not None else "next: headjudge build")


def _shown_version(newer: Newer, game: str) -> str:
    """What a curator looks at before a version is added."""
    spec, added, day = newer.spec, newer.added, newer.added.spec.effective
    original = added.spec.original
    known = f"in force from {spec.effective or spec.published or 'a day that it does not say'}"
    place = "a newer version, in force" if newer.latest else "an earlier version, in force"
    lines = [
        f"{original.file if original else ''}: read as {added.converted.format}, layout {added.spec.layout}",
        f"{game}/{spec.id} is known, {known}; this is {place} from {day}. All versions are kept.",
        summary(newer.changes),
        *(f"  {change_line(each)}" for each in newer.changes[:CHANGES]),
    ]
    more = len(newer.changes) - CHANGES
    return "\n".join([*lines, *([f"  … and {more} more"] if more > 0 else [])])
