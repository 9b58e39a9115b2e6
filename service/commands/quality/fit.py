"""`headjudge fit`: weights fitted anew and printed, for somebody to write into kb/weights.toml."""

from __future__ import annotations

from pathlib import Path

import click

from kb.evaluation import calibration
from kb.evaluation.evaluate import judge
from kb.evaluation.fitting import alone, asserting, checks, ranking, settled, text
from kb.evaluation.questions import load_practice, load_questions
from kb.evaluation.sets import load_set
from kb.evaluation.training import training
from kb.paths import corpus_dir
from kb.retrieval.weights import use
from service.commands.options import open_base
from service.commands.quality.evaluate import counted, development

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.group(epilog="Example: headjudge fit ranking")
def fit() -> None:
    """Fit weights of kb/weights.toml anew and print them; none are written."""


@fit.command("ranking", epilog="Example: headjudge fit ranking")
def fit_ranking() -> None:
    """Fit those by which clauses are ranked and questions declined, on the tuning questions."""
    questions = development("tune")
    with open_base() as base:
        click.echo(ranking.fitted(judge(base, counted(questions))))


@fit.command("verdicts", epilog="Example: headjudge fit verdicts")
def fit_verdicts() -> None:
    """Fit those by which a check is chosen, then, with these, those by which its verdict is asserted."""
    tuning = [each for each in load_questions(corpus_dir()) if each.split == "tune"]
    with open_base() as base:
        asked = list({(each.game, each.text): each for each in training(base, corpus_dir())}.values())
        with asserting.left_out(base, asked) as parts:
            practice = asserting.practised(asked, parts, load_practice(corpus_dir()))
            fitted = checks.fit_check(checks.tried(base, [*tuning, *practice]))
            click.echo(checks.check_table(*fitted))
            use("check", fitted[0])
            found = asserting.given(base, [each for each in parts if each.kind == "gap"], practice)
    click.echo(asserting.asserting_table(*asserting.fit_asserting(found)))


@fit.command("text", epilog="Example: headjudge fit text")
def fit_text() -> None:
    """Fit those by which a game of text alone is ranked and declined."""
    questions = load_questions(corpus_dir())
    with open_base() as base:
        click.echo(alone.fit_alone(alone.found_alone(base, questions)) + "\n")
        click.echo(text.fit_text(text.told(base, questions, load_practice(corpus_dir()))))


@fit.command("settled", epilog="Example: headjudge fit settled tests/questions/settled/practice")
@click.argument("folder", type=FOLDER)
def fit_settled(folder: Path) -> None:
    """Fit those by which what nothing settles is told, by the questions with a key in a folder too."""
    with open_base() as base:
        click.echo(settled.fit_settled(settled.tried(base, load_questions(corpus_dir()), load_set(folder))))


@fit.command("calibration", epilog="Example: headjudge fit calibration tests/questions/settled/practice")
@click.argument("folders", type=FOLDER, nargs=-1, required=True)
def fit_calibration(folders: tuple[Path, ...]) -> None:
    """Put the probabilities of verdicts on the scale of how often they are right on the questions of folders."""
    asked = [each for folder in folders for each in load_set(folder) if not each.post]
    with open_base() as base:
        click.echo(calibration.scaled(calibration.given(base, counted(asked))))
