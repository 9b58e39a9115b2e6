"""`headjudge learn` and `train`."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from kb.errors import UsageError
from kb.paths import corpus_dir
from service.commands.games.options import bars

TELLING = 20


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
    losses: list[float] = []
    with bars() as progress:

        def step(loss: float) -> None:
            losses.append(loss)
            progress("learning", len(losses), steps)

        save(learn(packaged_encoder(), known, steps, step), out)
    last = losses[-TELLING:]
    click.echo(f"learned from {len(known)} groups of snapshot {version}: loss {sum(last) / len(last):.3f} at the end")
    click.echo(f"wrote {out}; next: headjudge build")
