"""`headjudge diff`."""

from __future__ import annotations

import click

from kb.records.versions import Change, What
from kb.versions.counts import change_line
from kb.versions.marked import Stretch
from kb.versions.moves import move_lines
from service.commands.options import json_option, open_base, print_json, styled
from service.show.naming import game_called
from service.show.serializing.changes import Between, between_json, compared, words_of

COLORS = {"old": "red", "new": "green"}
MARKS = {"old": "[-{}-]", "new": "{{+{}+}}", "same": "{}"}


@click.command(epilog="Example: headjudge diff magic 2025-11-14 2026-01-16")
@click.argument("game")
@click.argument("old", default="")
@click.argument("new", default="")
@click.option("--document", metavar="ID", default="", help="Only this document of the game.")
@json_option
def diff(game: str, old: str, new: str, document: str, as_json: bool) -> None:
    """Say which clauses a newer version of a document added, removed, changed, renumbered or moved.

    OLD and NEW are days on which a version was in force; left out, the last two versions are compared.
    """
    with open_base(lexical=True) as base:
        found = compared(base, game_called(base, game) or game, old, new, document)
        if as_json:
            print_json([between_json(each) for each in found])
        else:
            click.echo("\n\n".join(between_text(each) for each in found))


def between_text(found: Between) -> str:
    """Two versions compared, for a terminal."""
    head = styled(f"{found.timeline.document.id}: {found.old.name} → {found.new.name}", bold=True)
    changed = (line for each in found.changes for line in ("", *change_text(each)))
    moved = [f"moved, in the same words: {len(found.moves)}"] if found.moves else []
    return "\n".join([head, found.summary, *moved, *changed, *([""] if moved else []), *move_lines(found.moves)])


def change_text(change: Change) -> list[str]:
    """One change: what it is, and its words with what differs marked."""
    words = words_of(change) if change.what is not What.RENUMBERED or change.reworded else ()
    return [styled(change_line(change), bold=True), *([f"  {marked(words)}"] if words else [])]


def marked(words: tuple[Stretch, ...]) -> str:
    """Words with what was taken away in red and in [-…-], what came in green and in {+…+}."""
    return " ".join(styled(MARKS[each.kind].format(each.text), fg=COLORS.get(each.kind)) for each in words)
