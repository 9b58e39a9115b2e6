"""`headjudge disagreements`."""

from __future__ import annotations

from typing import Any

import click

from service.commands.options import json_option, print_json


@click.command(epilog="Example: headjudge disagreements --game vs-system")
@click.option("--game", metavar="GAME", help="Only this game's.")
@json_option
def disagreements(game: str | None, as_json: bool) -> None:
    """List the questions at which the computed verdict and the clauses by themselves differ, for curators.

    One of the two is wrong: a fact, a rule, or the language model. Questions are stored there and nowhere else.
    """
    from kb.answering.assisting.disagreements import Disagreements
    from kb.home import home_dir

    found = [each for each in Disagreements(home_dir()).cases() if game in (None, each.get("game"))]
    if as_json:
        return print_json(found)
    for each in found:
        click.echo(case_text(each) + "\n")
    click.echo(f"{len(found)} questions" if found else "no disagreements: there is no language model, or all agreed")
    return None


def case_text(case: dict[str, Any]) -> str:
    """A case for a terminal: the question, what each way makes of it, and how to run the check again."""
    said = case.get("said") or {}
    facts = "; ".join(f"{name}={value} (“{said.get(name, '')}”)" for name, value in (case.get("facts") or {}).items())
    return "\n".join(
        [
            f"{case.get('at')} {case.get('game')} {case.get('model')}, knowledge base {case.get('kb')}",
            f"  {case.get('asked') or case.get('question')}",
            f"  computed: {_word(case.get('computed'))} by {case.get('check')} from {facts or 'no facts'}",
            f"  clauses by themselves: {_word(case.get('clauses_say'))} ({', '.join(case.get('clauses') or ())})",
        ]
    )


def _word(value: object) -> str:
    """A verdict in a word; nothing said is nothing settled."""
    if value is None:
        return "not settled"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
