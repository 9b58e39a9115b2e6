"""`headjudge build` and `train`, and the options that commands over games share."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ingest.building.progress import Progress as Step
from ingest.games import EDITIONS
from kb.errors import UsageError
from kb.paths import corpus_dir

if TYPE_CHECKING:
    from kb.snapshots.snapshot import Snapshot

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


def require_sources(edition: str, sources: Path | None) -> None:
    """UsageError where the official edition is asked for without the folder that it is read from."""
    if edition == "official" and sources is None:
        raise UsageError("the official edition is read from the publishers' files: give --sources DIR")


@click.command(epilog="Example: headjudge build --edition official --sources ~/rulebooks")
@edition_option
@sources_option
@click.option("--again", is_flag=True, help="Build also where nothing has changed since the last time.")
@click.option("--parts", is_flag=True, help="Take games from the queue in the database of HEADJUDGE_STORE.")
@json_option
def build(edition: str, sources: Path | None, again: bool, parts: bool, as_json: bool) -> None:
    """Read the games' documents and build the knowledge base; a failed build leaves the last one in use."""
    require_sources(edition, sources)
    whole = in_parts if parts else partial(built, again=again)
    snapshot, new = whole(corpus_dir(), edition, sources)
    if as_json:
        told = {"version": snapshot.version, "edition": edition, "counts": dict(snapshot.counts), "new": new}
        click.echo(json.dumps(told))
        return
    counts = ", ".join(f"{number} {name}" for name, number in snapshot.counts.items())
    done = "built" if new else "nothing has changed since"
    click.echo(f"{done} {snapshot.version} ({edition} edition): {counts}")
    click.echo('next: headjudge ask "your question", or headjudge serve')


def built(corpus: Path, edition: str, sources: Path | None, again: bool = False) -> tuple[Snapshot, bool]:
    """The snapshot of the games of a folder, and whether it is new: built and published, a bar for each stage shown
    meanwhile, unless nothing has changed since the current one was built, or it is to be built `again`."""
    from ingest.building.digests import build_digest
    from ingest.building.unchanged import unchanged
    from ingest.encoding.encoders import build_encoder

    encoder = build_encoder()
    made_from = build_digest(corpus, edition, sources, encoder.sha256)
    if not again and (found := unchanged(made_from)) is not None:
        return found, False
    from ingest.building.pipeline import build as build_snapshot

    with bars() as progress:
        return build_snapshot(corpus, edition, sources, None, progress, encoder, made_from, beside=True), True


def in_parts(corpus: Path, edition: str, sources: Path | None) -> tuple[Snapshot, bool]:
    """The snapshot of the games of a folder that several machines build together, and True; what is wrong with a game
    that stays as it was is printed."""
    from ingest.building.parts import build_in_parts
    from ingest.encoding.encoders import build_encoder

    with bars() as progress:
        snapshot, wrong = build_in_parts(corpus, build_encoder(), edition, sources, None, progress)
    for game, said in wrong.items():
        click.echo(f"{game} stays as it was, for it is broken:\n{said}", err=True)
    return snapshot, True


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


@click.command(epilog="Example: headjudge learn --out ingest/learning/games, then headjudge build")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), required=True, help="Where to write.")
def learn(out: Path) -> None:
    """Learn anew from every game's labelled questions, for the packaged encoder; takes minutes, or seconds where rules
    alone have changed.

    A build that finds what its questions teach in ingest/learning/games need not embed them all. After a change to a
    game's questions or its checks' wordings a build learns by itself, and keeps it for the next one.
    """
    from ingest.building.pipeline import learned_from

    out.mkdir(parents=True, exist_ok=True)
    with bars() as progress:
        for path in learned_from(corpus_dir(), out, progress):
            click.echo(f"wrote {path}, {path.stat().st_size / 1e6:.1f} MB")
    click.echo("next: headjudge build")


@click.command(epilog="Example: headjudge train --out kb/adapter.safetensors, then headjudge build")
@click.option("--steps", type=click.IntRange(min=1), default=450, show_default=True, help="How long to learn.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The file to write.")
def train(steps: int, out: Path) -> None:
    """Teach the packaged encoder anew which questions ask for the same, from the knowledge base as it is built.

    Takes five to ten minutes. The file that the program uses is kb/adapter.safetensors; each knowledge base built with
    another one embeds all its passages anew.
    """
    from ingest.encoding.embed import packaged_encoder
    from ingest.learning.adapter import save
    from ingest.learning.encoder import answered, groups, learn
    from ingest.learning.gaps import QUESTIONS
    from kb.evaluation.training import training
    from kb.knowledge import KnowledgeBase

    if not out.parent.is_dir():
        raise UsageError(f"there is no folder {out.parent} to write {out.name} into")
    with KnowledgeBase.open() as base:
        read = [each for each in base.store.passages() if each.kind not in QUESTIONS]
        known = groups([*read, *training(base, corpus_dir())], partial(answered, base.checks))
        version = base.version
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
