"""`headjudge new-check`."""

from __future__ import annotations

import click

from ingest.adding.folder import changed
from ingest.adding.new_check import clause_of, drafted, facts_text, rules_file, write
from ingest.games import game_folder
from ingest.lint.cases import try_cases
from kb.gamefolder import FACTS
from kb.paths import corpus_dir


@click.command("new-check", epilog="Example: headjudge new-check lantern-harbour/rules#101.1")
@click.argument("clause")
@click.option("--dry-run", is_flag=True, help="Print it and write nothing.")
def new_check(clause: str, dry_run: bool) -> None:
    """Draft a check of a clause: the facts that its words name, a rule, the check, two cases. It lints and its cases
    pass; what it means is for you to say."""
    game = clause.partition("/")[0]
    folder = game_folder(game)
    found, documents = clause_of(folder, clause)
    draft = drafted(folder, found, documents)
    path = rules_file(folder, found)
    click.echo(f"{folder.name}/{path.relative_to(folder).as_posix()} gets:\n\n{draft.section}")
    if draft.facts:
        click.echo(f"{folder.name}/{FACTS} gets:\n\n{facts_text(draft.facts)}")
    if dry_run:
        return
    with changed(
        corpus_dir(), folder.name, lambda made: write(made, path.relative_to(folder), draft, found, documents)
    ):
        wrong = [each for each in try_cases(folder) if each.wrong and each.case.check == draft.check]
    for each in wrong:
        click.echo(str(each))
    click.echo(f"written: it lints, and {'its cases come out otherwise' if wrong else 'its two cases pass'}")
    if draft.amount:
        click.echo(
            f"it names an amount, “{draft.amount}”: how much it is, a check of kind number says (docs/rules.md, Checks)"
        )
    click.echo(f"next: read it against the clause, change what is not so, then headjudge test {game}")
    click.echo(
        "it answers nobody while it is a draft: confirm it by `%@ status: modelled` (or `partly: why`), then build"
    )
