"""`headjudge build`, `lint`, `pin` and `train`."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ingest.games import EDITIONS, game_folders, parse_game
from ingest.validate import Report, errors, lint_game, with_misread
from kb.errors import UsageError
from kb.paths import corpus_dir

edition_option = click.option(
    "--edition", type=click.Choice(EDITIONS), default="restated", show_default=True, help="Whose words to read."
)
sources_option = click.option(
    "--sources",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    envvar="HEADJUDGE_SOURCES",
    help="The folder with the publishers' files, for the official edition.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")

TELLING = 20


def _require_sources(edition: str, sources: Path | None) -> None:
    if edition == "official" and sources is None:
        raise UsageError("the official edition is read from the publishers' files: give --sources DIR")


@click.command(epilog="Example: headjudge build --edition official --sources ~/rulebooks")
@edition_option
@sources_option
@json_option
def build(edition: str, sources: Path | None, as_json: bool) -> None:
    """Read the games' documents and build the knowledge base; a failed build leaves the last one in use."""
    from ingest.pipeline import build as build_snapshot

    _require_sources(edition, sources)
    console = Console(stderr=True)
    columns = (TextColumn("{task.description:<12}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as bars:
        tasks: dict[str, int] = {}

        def progress(stage: str, done: int, total: int) -> None:
            task = tasks.setdefault(stage, len(tasks))
            if task == len(bars.tasks):
                bars.add_task(stage, total=total)
            bars.update(bars.tasks[task].id, completed=done, total=total)

        built = build_snapshot(corpus_dir(), edition=edition, sources=sources, progress=progress)
    if as_json:
        click.echo(json.dumps({"version": built.version, "edition": edition, "counts": dict(built.counts)}))
        return
    counts = ", ".join(f"{number} {name}" for name, number in built.counts.items())
    click.echo(f"built {built.version} ({edition} edition): {counts}")
    click.echo('next: headjudge ask "your question", or headjudge serve')


@click.command(epilog="Example: headjudge lint corpus/tiny-game")
@click.argument("folders", nargs=-1, type=click.Path(exists=True, file_okay=False, path_type=Path))
@edition_option
@sources_option
@click.option(
    "--samples", is_flag=True, help="Also read every sample, and warn of those that end otherwise than stated."
)
@json_option
def lint(folders: tuple[Path, ...], edition: str, sources: Path | None, samples: bool, as_json: bool) -> None:
    """Check games' folders (all of the corpus where none is named); exit status 1 where there are errors."""
    _require_sources(edition, sources)
    chosen = list(folders) or game_folders(corpus_dir())
    if not chosen:
        raise UsageError(f"no folder with a game.toml in {corpus_dir()}")
    reports = [lint_game(folder, edition, sources) for folder in chosen]
    if samples:
        reports = [with_misread(report, folder) for report, folder in zip(reports, chosen, strict=True)]
    click.echo(json.dumps([_json(report) for report in reports], indent=2) if as_json else _text(reports))
    sys.exit(1 if errors(reports) else 0)


@click.command(epilog="Example: headjudge pin vs-system")
@click.argument("games", nargs=-1, required=True)
def pin(games: tuple[str, ...]) -> None:
    """Record that a game's rules were read against its clauses as these are now; lint reports those that change."""
    from kb.rules.model.loader import pin as record

    for name in games:
        folder = Path(name) if Path(name).is_dir() else corpus_dir() / name
        if not (folder / "game.toml").is_file():
            known = ", ".join(each.name for each in game_folders(corpus_dir()))
            raise UsageError(f"there is no game {name!r}: the games are {known}")
        clauses = {clause.id: clause for _, parsed in parse_game(folder) for clause in parsed.clauses}
        changed = record(folder, clauses)
        click.echo("\n".join([f"pinned {each}" for each in changed]) or f"{name}: nothing has changed")


@click.command(epilog="Example: headjudge train --out kb/adapter.safetensors, then headjudge build")
@click.option("--steps", type=click.IntRange(min=1), default=450, show_default=True, help="How long to learn.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file to write.")
def train(steps: int, out: Path) -> None:
    """Teach the packaged encoder anew which questions ask for the same, from the knowledge base as it is built.

    Takes five to ten minutes. The file that the program uses is kb/adapter.safetensors; each knowledge base built with
    another one embeds all its passages anew.
    """
    from ingest.adapter import save
    from ingest.embed import packaged_encoder
    from ingest.train import answered, groups, learn
    from kb.knowledge import KnowledgeBase

    if not out.parent.is_dir():
        raise UsageError(f"there is no folder {out.parent} to write {out.name} into")
    with KnowledgeBase.open() as base:
        known, version = groups(base.store.passages(), partial(answered, base.checks)), base.version
    columns = (TextColumn("{task.description:<12}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bars:
        task = bars.add_task("learning", total=steps)
        losses: list[float] = []

        def step(loss: float) -> None:
            losses.append(loss)
            bars.advance(task)

        save(learn(packaged_encoder(), known, steps, step), out)
    last = losses[-TELLING:]
    click.echo(f"learned from {len(known)} groups of snapshot {version}: loss {sum(last) / len(last):.3f} at the end")
    click.echo(f"wrote {out}; next: headjudge build")


def _text(reports: list[Report]) -> str:
    lines = [str(problem) for report in reports for problem in report.problems]
    for report in reports:
        for covered in report.coverage:
            roles = ", ".join(f"{role} {count}" for role, count in covered.roles.items())
            lines.append(
                f"{covered.document} ({covered.edition}): {covered.share:.2%} of {covered.characters} characters, "
                f"{covered.clauses} clauses; {roles}"
            )
            lines += [f"    noise, {count} characters: {reason}" for reason, count in covered.noise.items()]
    warnings = sum(len(report.problems) for report in reports) - errors(reports)
    return "\n".join([*lines, f"{errors(reports)} errors, {warnings} warnings"])


def _json(report: Report) -> dict[str, object]:
    return {
        "game": report.game,
        "problems": [
            {
                "code": problem.code,
                "severity": problem.severity,
                "message": problem.message,
                "file": problem.place.file,
                "line": problem.place.line,
                "column": problem.place.column,
                "expected": problem.expected,
            }
            for problem in report.problems
        ],
        "coverage": [
            {
                "document": covered.document,
                "edition": covered.edition,
                "characters": covered.characters,
                "uncovered": covered.uncovered,
                "share": covered.share,
                "clauses": covered.clauses,
                "roles": dict(covered.roles),
                "noise": dict(covered.noise),
            }
            for covered in report.coverage
        ],
    }
