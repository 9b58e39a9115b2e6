"""`headjudge eval`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import track

from kb.errors import UsageError
from kb.gamefolder import DEV, TEST
from kb.paths import corpus_dir
from service.commands.options import json_option, open_base, print_json

if TYPE_CHECKING:
    from kb.evaluation.questions import Question


SEALED = "sealed"


@click.command("eval", epilog="Example: headjudge eval --split test --markdown")
@click.option("--split", type=click.Choice(["test", "tune", "all", SEALED]), default="test", show_default=True)
@click.option(
    "--misses",
    is_flag=True,
    help="List every question whose first clause is wrong, or that was wrongly declined or answered.",
)
@click.option(
    "--samples", is_flag=True, help="Instead, ask every sample of corpus/*/questions/train.jsonl, each without itself."
)
@click.option("--variants", is_flag=True, help="Instead, ask those answered rightly again in other forms and numbers.")
@click.option(
    "--set",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Instead, score the questions with a key in this folder, tests/questions/operators/practice for example.",
)
@click.option("--game", metavar="GAME", help="With --samples: only this game's.")
@click.option("--markdown", is_flag=True, help="Print the table as Markdown, as the README has it.")
@click.option("--fit", is_flag=True, help="Fit the weights of ranking and declining and print them; none are written.")
@click.option("--fit-verdicts", is_flag=True, help="Fit those of choosing a check and asserting its verdict.")
@click.option("--fit-text", is_flag=True, help="Fit those by which a game of text alone is ranked and declined.")
@click.option(
    "--calibrate",
    "calibrated",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    multiple=True,
    help="Put the probabilities of verdicts on the scale of how often they are right on these sets.",
)
@click.option(
    "--fit-settled",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Fit those by which what nothing settles is told, by the set in this folder too.",
)
@click.option(
    "--reader",
    type=click.Choice(["words", "assistant"]),
    default="words",
    show_default=True,
    help="With assistant: a language model, by --ask-to and --answers.",
)
@click.option(
    "--ask-to",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write what a language model is to be asked, a prompt a line, and score nothing.",
)
@click.option(
    "--answers",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help='Score what it replied, a line of {"id", "answer"} each.',
)
@json_option
def evaluate(
    split: str,
    misses: bool,
    samples: bool,
    variants: bool,
    folder: Path | None,
    game: str | None,
    markdown: bool,
    fit: bool,
    fit_verdicts: bool,
    fit_text: bool,
    calibrated: tuple[Path, ...],
    fit_settled: Path | None,
    reader: str,
    ask_to: Path | None,
    answers: Path | None,
    as_json: bool,
) -> None:
    """Score retrieval, verdicts and abstention on the development questions."""
    if samples:
        return _samples(game, misses)
    if reader == "assistant" and (ask_to is None) is (answers is None):
        raise UsageError("--reader assistant needs either --ask-to or --answers, each with a file")
    if folder:
        return _set(folder, misses, ask_to, answers)
    if fit_verdicts:
        return _fit_verdicts()
    if fit_text:
        return _fit_text()
    if fit_settled:
        return _fit_settled(fit_settled)
    if calibrated:
        return _calibrate(calibrated)
    from kb.evaluation.evaluate import judge
    from kb.evaluation.fitting.ranking import fitted
    from kb.evaluation.questions import load_questions
    from kb.evaluation.scores import listed_misses, score_table, scores

    wanted = "tune" if fit else split
    if wanted == SEALED and misses:
        raise UsageError("the sealed questions' misses are not listed, or they would measure nothing")
    kept = load_questions(corpus_dir(), TEST if wanted == SEALED else DEV)
    questions = [each for each in kept if wanted in ("all", SEALED, each.split)]
    if not questions:
        raise UsageError(f"no development questions in {corpus_dir()}")
    if variants:
        return _variants(questions, misses)
    if reader == "assistant":
        return _assistant(questions, ask_to, answers, misses)
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
    return None


def _assistant(questions: Sequence[Question], ask_to: Path | None, answers: Path | None, misses: bool) -> None:
    """Write a language model's prompts, or score its replies."""
    from kb.evaluation.assisted import assisted_table, judge_recorded, load_replies
    from kb.evaluation.scores import listed_misses, score_table, scores

    if ask_to is not None:
        return _prompts([(each.id, each.question) for each in questions], ask_to)
    assert answers is not None
    with open_base() as base:
        counted = track(questions, "questions", console=Console(stderr=True), transient=True)
        judged = judge_recorded(base, counted, load_replies(answers))
    click.echo("\n\n".join([score_table(scores(judged)), assisted_table(judged)]))
    if misses:
        click.echo(listed_misses(judged))
    return None


def _prompts(questions: Sequence[tuple[str, str]], file: Path) -> None:
    """Write what a language model is asked of questions, each an id and its words."""
    import json

    from kb.evaluation.assisted import prompts

    with open_base() as base:
        lines = prompts(base, track(questions, "questions", console=Console(stderr=True), transient=True))
    file.write_text("".join(f"{json.dumps(each, ensure_ascii=False)}\n" for each in lines), "utf-8")
    click.echo(f"{len(lines)} prompts for {len(questions)} questions in {file}")


def _set(folder: Path, misses: bool, ask_to: Path | None, answers: Path | None) -> None:
    from kb.evaluation.assisted import Recorded, load_replies
    from kb.evaluation.sets import listed_set, load_set, score_set, sealed, set_table

    questions = load_set(folder)
    if sealed(folder) and misses:
        raise UsageError(f"{folder} is sealed: its misses are not listed, or it would measure nothing")
    if ask_to is not None:
        return _prompts([(each.id, each.ask) for each in questions], ask_to)
    model = Recorded(load_replies(answers)) if answers is not None else None
    with open_base() as base:
        console = Console(stderr=True)
        counted = track(questions, "questions", console=console, transient=True)
        scored = list(score_set(base, counted, model.of if model is not None else lambda _: None))
    click.echo(set_table(scored))
    if misses:
        click.echo(listed_set(scored))
    return None


def _samples(game: str | None, misses: bool) -> None:
    from kb.evaluation.rehearsal import listed_slips, rehearsal_table, rehearse
    from kb.evaluation.training import training

    with open_base() as base:
        if game:
            base.require_game(game)
        known = [each for each in training(base, corpus_dir()) if game in (None, each.game)]
        rehearsed = rehearse(base, known)
    if not rehearsed:
        raise UsageError("no samples: write some into corpus/<game>/questions/train.jsonl and build")
    click.echo(rehearsal_table(rehearsed))
    if misses:
        click.echo(listed_slips(rehearsed))


def _fit_verdicts() -> None:
    """Fit the weights by which a check is chosen, then, with these, those by which its verdict is asserted."""
    from kb.evaluation.fitting.asserting import asserting_table, fit_asserting, given, left_out, practised
    from kb.evaluation.fitting.checks import check_table, fit_check, tried
    from kb.evaluation.questions import load_practice, load_questions
    from kb.evaluation.training import training
    from kb.retrieval.weights import use

    development = [each for each in load_questions(corpus_dir()) if each.split == "tune"]
    with open_base() as base:
        asked = list({(each.game, each.text): each for each in training(base, corpus_dir())}.values())
        with left_out(base, asked) as parts:
            practice = practised(asked, parts, load_practice(corpus_dir()))
            fitted = fit_check(tried(base, [*development, *practice]))
            click.echo(check_table(*fitted))
            use("check", fitted[0])
            found = given(base, [each for each in parts if each.kind == "gap"], practice)
    click.echo(asserting_table(*fit_asserting(found)))


def _fit_text() -> None:
    from kb.evaluation.fitting.alone import fit_alone, found_alone
    from kb.evaluation.fitting.text import fit_text, told
    from kb.evaluation.questions import load_practice, load_questions

    with open_base() as base:
        click.echo(fit_alone(found_alone(base, load_questions(corpus_dir()))) + "\n")
        click.echo(fit_text(told(base, load_questions(corpus_dir()), load_practice(corpus_dir()))))


def _fit_settled(folder: Path) -> None:
    from kb.evaluation.fitting.settled import fit_settled, tried
    from kb.evaluation.questions import load_questions
    from kb.evaluation.sets import load_set

    with open_base() as base:
        click.echo(fit_settled(tried(base, load_questions(corpus_dir()), load_set(folder))))


def _calibrate(folders: Sequence[Path]) -> None:
    from kb.evaluation.calibration import given, scaled
    from kb.evaluation.sets import load_set

    asked = [each for folder in folders for each in load_set(folder) if not each.post]
    with open_base() as base:
        click.echo(scaled(given(base, track(asked, "questions", console=Console(stderr=True), transient=True))))


def _variants(questions: Sequence[Question], misses: bool) -> None:
    from kb.evaluation.variants import ask_variants, listed_changes, variants_table

    with open_base() as base:
        asked = ask_variants(base, questions)
    click.echo(variants_table(asked))
    if misses:
        click.echo(listed_changes(asked))
