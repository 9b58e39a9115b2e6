"""Options that commands over games share, and the bars that they show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ingest.building.progress import Progress as Step
from ingest.games import EDITIONS
from kb.errors import UsageError

edition_option = click.option(
    "--edition", type=click.Choice(EDITIONS), default="restated", show_default=True, help="Whose words to read."
)
sources_option = click.option(
    "--sources",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    envvar="HEADJUDGE_SOURCES",
    help="The folder with the publishers' files, for the official edition.",
)


def require_sources(edition: str, sources: Path | None) -> None:
    """UsageError where the official edition is asked for without the folder that it is read from."""
    if edition == "official" and sources is None:
        raise UsageError("the official edition is read from the publishers' files: give --sources DIR")


@contextmanager
def bars() -> Iterator[Step]:
    """A bar for each stage on the terminal, moved by what is told of it."""
    columns = (TextColumn("{task.description:<12}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as shown:
        tasks: dict[str, int] = {}

        def progress(stage: str, done: int, total: int) -> None:
            task = tasks.setdefault(stage, len(tasks))
            if task == len(shown.tasks):
                shown.add_task(stage, total=total)
            shown.update(shown.tasks[task].id, completed=done, total=total)

        yield progress
