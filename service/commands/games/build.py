"""`headjudge build`."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kb.paths import corpus_dir
from service.commands.games.options import bars, edition_option, require_sources, sources_option
from service.commands.options import json_option

if TYPE_CHECKING:
    from kb.snapshots.snapshot import Snapshot


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
    from ingest.building.kept.digests import build_digest
    from ingest.building.kept.unchanged import unchanged
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


def build_again(edition: str, sources: Path | None) -> None:
    """Build what is asked, with the games as they are now; the other games in this edition."""
    snapshot, _ = built(corpus_dir(), edition, sources)
    click.echo(f"built {snapshot.version}")
    snapshot.close()
