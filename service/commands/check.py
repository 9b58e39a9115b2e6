"""`headjudge check`, `headjudge checks` and `headjudge coverage`."""

from __future__ import annotations

import click

from kb.answering.today import run_today, stale_today
from kb.errors import UsageError
from kb.records.checks import Check
from kb.records.results import CheckResult, Status
from kb.rules.model.coverage import DocumentCoverage, coverage, coverage_json
from kb.rules.prove.render import mermaid
from kb.rules.prove.steps import proof_text
from kb.rules.stated import parse_facts
from kb.versions.pinned import stale_note
from service.commands.options import game_option, json_option, open_base, print_json, styled
from service.show.naming import game_called
from service.show.serializing.present import check_json, check_list_json

VERDICT_COLORS: dict[object, str] = {True: "green", False: "red"}
STATUS_COLORS = {Status.DEPENDS: "yellow", Status.UNDETERMINED: "yellow", Status.CONTRADICTION: "yellow"}


@click.command(epilog="Example: headjudge check vs-system/press-cost --fact cost=4 --fact press=2")
@click.argument("identifier", metavar="CHECK")
@click.option("--fact", "written", multiple=True, metavar="NAME=VALUE", help="A fact; may be given several times.")
@click.option("--mermaid", "as_graph", is_flag=True, help="Print the proof as a Mermaid graph.")
@json_option
def check(identifier: str, written: tuple[str, ...], as_graph: bool, as_json: bool) -> None:
    """Compute a ruling from facts, with its proof; without facts it says what it needs to know."""
    with open_base(lexical=True) as base:
        known = base.checks.check(identifier)
        facts = parse_facts(known, base.checks.model(known.game).schema.facts, written)
        result = run_today(base, identifier, facts)
        if as_json:
            print_json(check_json(result, stale_today(base, result)))
        elif as_graph and result.told_proof:
            click.echo(mermaid(result.told_proof))
        else:
            click.echo(result_text(known, result))
            if stale := stale_today(base, result):
                click.echo(f"\n{stale_note(stale)}")


def result_text(known: Check, result: CheckResult) -> str:
    """A result for a terminal: verdict, proof, what was assumed, what to ask."""
    color = STATUS_COLORS.get(result.status) or VERDICT_COLORS.get(result.verdict.value if result.verdict else None)
    lines = [f"{styled(str(result.status).upper(), bold=True, fg=color)}: {result.summary}", f"  {known.title}"]
    if result.told_proof and result.status is not Status.TIMEOUT:
        lines += ["", proof_text(result.told_proof)]
    if result.told:
        lines += ["", "Assumed:", *(f"  {each.fact}: {each.sentence}" for each in result.told)]
    if result.ask:
        asked = [f"  --fact {each.fact}=…   {each.question} ({each.why})" for each in result.ask]
        lines += ["", "To know more, say:", *asked]
    if result.citations:
        lines += ["", f"Clauses: {', '.join(result.citations)}"]
    return "\n".join(lines)


@click.command(epilog="Example: headjudge checks vs-system")
@click.argument("game", required=False)
@json_option
def checks(game: str | None, as_json: bool) -> None:
    """List the checks that there are, with the facts that each takes."""
    with open_base(lexical=True) as base:
        found = base.checks.checks(game_called(base, game))
        if as_json:
            print_json([check_list_json(each, base.checks.model(each.game).schema) for each in found])
            return
        for each in found:
            click.echo(f"{each.full_id}  {each.title}")
            click.echo(f"    {', '.join(slot.name for slot in each.slots) or 'no facts'}")
        if not found:
            click.echo("no checks")


@click.command("coverage", epilog="Example: headjudge coverage --game vs-system")
@game_option
@click.option("--clauses", is_flag=True, help="List every clause with its status and reason.")
@json_option
def coverage_command(game: str | None, clauses: bool, as_json: bool) -> None:
    """Say how much of each document can be computed, and why the rest cannot."""
    with open_base(lexical=True) as base:
        game = game_called(base, game)
        found = [each for name in ([game] if game else base.checks.games) for each in coverage(base.checks.model(name))]
        if not found:
            named = f" of {game}" if game else ""
            raise UsageError(f"what was built last has no rules{named}: new ones are in it after headjudge build")
        if as_json:
            print_json([coverage_json(each) for each in found])
        else:
            click.echo(coverage_text(found, clauses))


def coverage_text(found: list[DocumentCoverage], clauses: bool) -> str:
    """The coverage for a terminal."""
    lines = []
    for each in found:
        statuses = ", ".join(f"{name} {count}" for name, count in each.statuses)
        lines.append(f"{each.document}: {each.done} of {each.total} statements, {each.share:.0%}; clauses: {statuses}")
        if clauses:
            lines += [f"    {one.clause}  {one.status}  {one.reason}".rstrip() for one in each.entries]
    done, total = sum(each.done for each in found), sum(each.total for each in found)
    return "\n".join([*lines, f"all: {done} of {total} statements, {done / max(total, 1):.0%}"])
