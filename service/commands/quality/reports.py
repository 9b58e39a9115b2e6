"""`headjudge reports`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from kb.errors import UsageError
from service.commands.options import json_option, print_json

verdict_option = click.option("--verdict", metavar="VALUE", help="What it comes to: yes, no, a number, a text.")
part_option = click.option("--part", default=1, show_default=True, help="Of a post that asks several: which answer.")


@click.group(invoke_without_command=True, epilog="Example: headjudge reports")
@json_option
@click.pass_context
def reports(context: click.Context, as_json: bool) -> None:
    """List the rulings that visitors of the pages reported as wrong; make a case or a question of one."""
    from service.reports import store

    if context.invoked_subcommand is not None:
        return
    found = store.reports()
    if as_json:
        print_json(found)
    elif found:
        click.echo("\n\n".join(report_text(each) for each in found))
    else:
        click.echo("no reports")


@reports.command("case", epilog="Example: headjudge reports case 1 --verdict no")
@click.argument("number", type=int)
@verdict_option
@click.option("--status", type=click.Choice(["depends", "undetermined"]), help="What it is, where it has no verdict.")
@click.option("--fact", "written", multiple=True, metavar="NAME=VALUE", help="A fact as it should have been read.")
@click.option("--without", multiple=True, metavar="NAME", help="A fact that should not have been read.")
@part_option
def case(
    number: int, verdict: str | None, status: str | None, written: tuple[str, ...], without: tuple[str, ...], part: int
) -> None:
    """Make a report a case of its check, with the facts that were read; `headjudge test` fails until it is right."""
    from service.reports.curated import add_case, answer_of, expected
    from service.reports.store import report_numbered

    report = report_numbered(number)
    if (verdict is None) is (status is None):
        raise UsageError("what should it come to? give --verdict, or --status where it has none")
    said = answer_of(report, part)
    kind, facts = _facts(str(said["check"]), said["facts"], written, without)
    outcome = {"verdict": expected(verdict, kind)} if verdict is not None else {"status": status}
    path = add_case(_folder(said["game"]), report, part, facts, outcome)
    click.echo(f"{path}: a case more. Run it: headjudge test {said['game']}")


@reports.command("question", epilog="Example: headjudge reports question 1 --verdict no")
@click.argument("number", type=int)
@verdict_option
@click.option("--clause", "clauses", multiple=True, metavar="DOCUMENT#PATH", help="A clause that answers it.")
@click.option("--nothing", is_flag=True, help="No document answers it.")
@part_option
def question(number: int, verdict: str | None, clauses: tuple[str, ...], nothing: bool, part: int) -> None:
    """Write a report as a question that its game is measured by: `headjudge eval` counts it until it is right."""
    from service.reports.curated import add_question, answer_of, expected
    from service.reports.store import report_numbered

    report = report_numbered(number)
    known: dict[str, Any] = {"clauses": clauses, "verdict": expected(verdict) if verdict is not None else None}
    if nothing:
        known |= {"outcome": "not_found", "nature": "near-miss"}
    elif clauses and verdict is None:
        known["outcome"] = "cited"
    game = answer_of(report, part)["game"]
    path = add_question(_folder(game), report, part, known)
    click.echo(f"{path}: a question more. Measure it: headjudge eval --misses")


def _facts(
    identifier: str, read: dict[str, Any], written: tuple[str, ...], without: tuple[str, ...]
) -> tuple[str, dict[str, Any]]:
    """The kind of a check, and the facts that were read, corrected."""
    from kb.rules.stated import parse_facts
    from service.commands.options import open_base

    if not identifier:
        return "", {}
    with open_base(lexical=True) as base:
        check = base.checks.check(identifier)
        stated = parse_facts(check, base.checks.model(check.game).schema.facts, written)
    return check.kind, {name: value for name, value in {**read, **stated}.items() if name not in without}


def _folder(game: str) -> Path:
    """The folder of a game; UsageError where it is not among those of the corpus."""
    from kb.paths import corpus_dir

    if not game:
        raise UsageError("the report names no game: its question was not answered from one")
    folder = corpus_dir() / game
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}: set HEADJUDGE_CORPUS to the folder of games")
    return folder


def report_text(report: dict[str, Any]) -> str:
    """A report for a terminal: what was asked, answered and said against it, and what to do with it."""
    dated = f" (as of {report['as_of']})" if report.get("as_of") else ""
    lines = [f"{report['number']}. {report['at']}  {report['question'] or report['page']}{dated}"]
    for part, each in enumerate(report["answers"], 1):
        which = f"part {part}, " if len(report["answers"]) > 1 else ""
        lines.append(f"   {which}{each['game'] or 'no game'}: {each['said']}")
        lines += [f"   read as: {'; '.join(each['read_as'])}"] if each["read_as"] else []
        lines += [f"   by {each['check']}"] if each["check"] else []
    lines += [f"   should be: {report['should']}"] if report["should"] else []
    lines += [f"   because: {report['comment']}"] if report["comment"] else []
    return "\n".join(lines)
