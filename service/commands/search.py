"""`headjudge search`."""

from __future__ import annotations

import click

from kb.answering.ranking import rank
from service.commands.options import game_option, json_option, lexical_option, open_base, print_json, styled, worded
from service.show.naming import game_called
from service.show.serializing.present import hit_json


@click.command(epilog="Example: headjudge search boost cost --game vs-system --limit 3")
@click.argument("query", nargs=-1, required=True, callback=worded)
@game_option
@click.option("--limit", default=10, show_default=True, type=click.IntRange(1, 100), help="Hits at most.")
@lexical_option
@json_option
def search(query: tuple[str, ...], game: str | None, limit: int, lexical: bool, as_json: bool) -> None:
    """List the clauses nearest to some words, without judging whether they answer anything."""
    with open_base(lexical) as base:
        game = game_called(base, game)
        hits = rank(base, base.read(" ".join(query), game), game, limit).hits
        if as_json:
            print_json([hit_json(hit, base) for hit in hits])
            return
        for hit in hits:
            found = styled(hit.clause.id, bold=True)
            click.echo(f"{hit.score:.3f}  {found}  {' > '.join(hit.clause.headings)}")
            click.echo(f"       {hit.clause.plain[:160]}")
        if not hits:
            click.echo("nothing found")
