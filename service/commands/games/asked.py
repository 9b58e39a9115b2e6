"""What a curator is asked at the terminal, and the build behind an add."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import click

from kb.errors import Problem, SourceError, UsageError
from kb.paths import corpus_dir
from service.commands.games.build import build_again

Answer = TypeVar("Answer")


def at_terminal(ask: Callable[[], Answer]) -> Answer:
    """What somebody answers; UsageError, which names --yes, where there is nobody at a terminal."""
    try:
        return ask()
    except click.Abort:
        if sys.stdin.isatty():
            raise
        message = "nobody answers, as there is no terminal: give --yes to take what is proposed, or --dry-run to look"
        raise UsageError(message) from None


def agreed(what: str, build: bool) -> None:
    """Ask before something is written; click.Abort where it is declined."""
    question = f"{what} and build?" if build else f"{what}?"
    if not at_terminal(lambda: click.confirm(question, default=True)):
        raise click.Abort


@contextmanager
def corpus_made() -> Iterator[Path]:
    """The folder of games, made where it is not there, and taken away again where nothing came into it."""
    corpus = corpus_dir()
    if corpus.is_dir():
        yield corpus
        return
    try:
        corpus.mkdir(parents=True)
    except OSError as error:
        raise UsageError(f"there is no folder of games at {corpus}, and none can be made: {error.strerror}") from error
    click.echo(f"made the folder of games {corpus}")
    try:
        yield corpus
    except BaseException:
        if not any(corpus.iterdir()):
            corpus.rmdir()
        raise


def build_after(game: str, edition: str, sources: Path | None) -> str:
    """Build with what was just written of a game. Where other games alone keep it from being built, what is kept and
    how to mend them; else empty. Where it fails for another reason it is said that what was written is taken back."""
    try:
        build_again(edition, sources)
    except SourceError as error:
        if others := other_faults(game, error.problems):
            return _kept(game, others, error)
        click.echo(f"what was written of {game} is taken back, as it cannot be built:", err=True)
        raise
    except BaseException:
        click.echo(f"the build did not end: what was written of {game} is taken back", err=True)
        raise
    return ""


def other_faults(game: str, problems: list[Problem]) -> list[str]:
    """The other games whose faults these all are; none where one is the game's own, or is nobody's."""
    found = list(dict.fromkeys(each.place.file.partition("/")[0] for each in problems))
    known = all(name != game and (corpus_dir() / name / "game.toml").is_file() for name in found)
    return found if known else []


def _kept(game: str, others: list[str], error: SourceError) -> str:
    """What is said where other games are broken."""
    names = " and ".join(others)
    folders = " ".join(str(corpus_dir() / name) for name in others)
    return (
        f"{game} is written and kept, nothing is wrong with it; the build failed for {names}:\n{error}\n"
        f"mend that (headjudge lint {folders}) or move the folder out of {corpus_dir()}, then: headjudge build. "
        "Until then answers come from the last build."
    )
