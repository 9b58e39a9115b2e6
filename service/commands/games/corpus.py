"""`headjudge lint`, `test` and `pin`: what a curator of a game's folder runs."""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median

import click

from ingest.games import game_folder, game_folders, parse_game
from ingest.lint.places import mentions
from ingest.lint.validate import Report, errors, lint_game, with_misread
from kb.errors import UsageError
from kb.paths import corpus_dir
from service.commands.games.options import edition_option, require_sources, sources_option
from service.commands.options import json_option, print_json


@click.command(epilog="Example: headjudge lint corpus/tiny-game")
@click.argument("games", nargs=-1)
@edition_option
@sources_option
@click.option(
    "--samples", is_flag=True, help="Also read every sample, and warn of those that end otherwise than stated."
)
@click.option("--files", is_flag=True, help="Also say in how many files a clause is spoken of.")
@json_option
def lint(games: tuple[str, ...], edition: str, sources: Path | None, samples: bool, files: bool, as_json: bool) -> None:
    """Check games, each named by its id or its folder (all of the corpus where none is); exit status 1 where there are
    errors."""
    require_sources(edition, sources)
    chosen = [_named(each) for each in games] or game_folders(corpus_dir())
    if not chosen:
        raise UsageError(f"no folder with a game.toml in {corpus_dir()}")
    reports = [lint_game(folder, edition, sources) for folder in chosen]
    if samples:
        reports = [with_misread(report, folder) for report, folder in zip(reports, chosen, strict=True)]
    if as_json:
        print_json([_json(report) for report in reports])
    else:
        click.echo("\n".join([_text(reports), *([_files(chosen)] if files else [])]))
    sys.exit(1 if errors(reports) else 0)


@click.command("test", epilog="Example: headjudge test vs-system")
@click.argument("games", nargs=-1)
def run_cases(games: tuple[str, ...]) -> None:
    """Run the cases of games (all of the corpus where none is named); exit status 1 where one comes out otherwise."""
    from ingest.lint.cases import try_cases

    failed = 0
    for folder in [game_folder(name) for name in games] or game_folders(corpus_dir()):
        passed, wrong = 0, 0
        for tried in try_cases(folder):
            if tried.wrong:
                click.echo(str(tried))
            passed, wrong = passed + (not tried.wrong), wrong + bool(tried.wrong)
        click.echo(f"{folder.name}: {passed} of {passed + wrong} cases passed")
        failed += wrong
    sys.exit(1 if failed else 0)


@click.command(epilog="Example: headjudge pin vs-system")
@click.argument("games", nargs=-1, required=True)
def pin(games: tuple[str, ...]) -> None:
    """Record that a game's rules were read against its clauses as these are now; lint reports those that change."""
    from kb.rules.model.loader import pin as record

    for name in games:
        folder = game_folder(name)
        clauses = {clause.id: clause for _, parsed in parse_game(folder) for clause in parsed.clauses}
        changed = record(folder, clauses)
        click.echo("\n".join([f"pinned {each}" for each in changed]) or f"{name}: nothing has changed")


def _named(game: str) -> Path:
    """The folder of a game: where it lies, one without a game.toml too, or the game's of that id."""
    return Path(game) if Path(game).is_dir() else game_folder(game)


def _files(folders: list[Path]) -> str:
    """In how many files of its rule model each game speaks of a clause."""
    lines = []
    for folder in folders:
        clauses = [clause for _, parsed in parse_game(folder) for clause in parsed.clauses]
        counts = [len(files) for files in mentions(folder, clauses).values()]
        if counts:
            lines.append(f"{folder.name}: a clause changes in at most {max(counts)} files (median {median(counts):g})")
    return "\n".join(lines)


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
    return "\n".join([*lines, f"{_counted(errors(reports), 'error')}, {_counted(warnings, 'warning')}"])


def _counted(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"


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
