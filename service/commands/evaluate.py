"""`headjudge eval`."""

from __future__ import annotations

import click
from rich.console import Console
from rich.progress import track

from kb.errors import UsageError
from kb.paths import corpus_dir
from service.commands.options import json_option, open_base, print_json


@click.command("eval", epilog="Example: headjudge eval --split test --markdown")
@click.option("--split", type=click.Choice(["test", "tune", "all"]), default="test", show_default=True)
@click.option(
    "--misses",
    is_flag=True,
    help="List every question whose first clause is wrong, or that was wrongly declined or answered.",
)
@click.option("--markdown", is_flag=True, help="Print the table as Markdown, as the README has it.")
@click.option("--fit", is_flag=True, help="Fit the weights on the tuning split and print them; nothing is written.")
@json_option
def evaluate(split: str, misses: bool, markdown: bool, fit: bool, as_json: bool) -> None:
    """Score retrieval and abstention on the development questions."""
    from service.evaluate import judge
    from service.fit import fitted
    from service.questions import load_questions
    from service.scores import listed_misses, score_table, scores

    wanted = "tune" if fit else split
    questions = [each for each in load_questions(corpus_dir()) if wanted in ("all", each.split)]
    if not questions:
        raise UsageError(f"no development questions in {corpus_dir()}")
    with open_base() as base:
        console = Console(stderr=True)
        judged = judge(base, track(questions, "questions", console=console, transient=True))
        if fit:
            click.echo(fitted(judged, base))
        elif as_json:
            print_json(scores(judged))
        else:
            click.echo(score_table(scores(judged), markdown))
        if misses:
            click.echo(listed_misses(judged))
