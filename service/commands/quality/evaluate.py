"""`headjudge eval`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import click
from click.core import ParameterSource
from rich.console import Console
from rich.progress import track

from kb.errors import UsageError
from kb.evaluation.assisted import Recorded, assisted_table, judge_recorded, load_replies, prompts
from kb.evaluation.evaluate import judge
from kb.evaluation.questions import LabelledQuestion, load_questions
from kb.evaluation.rehearsal import listed_slips, rehearsal_table, rehearse
from kb.evaluation.scores import listed_misses, score_table, scores
from kb.evaluation.sets import listed_set, load_set, score_set, sealed, set_table
from kb.evaluation.training import training
from kb.evaluation.variants import ask_variants, listed_changes, variants_table
from kb.files.jsonlines import json_line
from kb.gamefolder import DEV, TEST
from kb.paths import corpus_dir
from service.commands.options import json_option, open_base, print_json

T = TypeVar("T")

SEALED = "sealed"
TOGETHER = {
    "--samples": {"--game", "--misses"},
    "--variants": {"--split", "--misses"},
    "--set": {"--misses", "--reader", "--ask-to", "--answers"},
    "--markdown": {"--split", "--misses"},
    "--json": {"--split"},
    "--ask-to": {"--reader", "--split", "--set"},
    "--answers": {"--reader", "--split", "--set", "--misses"},
}
"""The options that each of these goes with; `--reader` counts where it is the assistant."""


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
@click.option(
    "--reader",
    type=click.Choice(["words", "assistant"]),
    default="words",
    show_default=True,
    help="With assistant: a language model, by --ask-to or --answers.",
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
@click.pass_context
def evaluate(
    context: click.Context,
    split: str,
    misses: bool,
    samples: bool,
    variants: bool,
    folder: Path | None,
    game: str | None,
    markdown: bool,
    reader: str,  # noqa: ARG001
    ask_to: Path | None,
    answers: Path | None,
    as_json: bool,
) -> None:
    """Score retrieval, verdicts and abstention on the development questions."""
    require_fitting(given(context))
    if samples:
        return _samples(game, misses)
    if folder is not None:
        return _set(folder, misses, ask_to, answers)
    if split == SEALED and misses:
        raise UsageError("the sealed questions' misses are not listed, or they would measure nothing")
    questions = development(split)
    if variants:
        return _variants(questions, misses)
    if ask_to is not None:
        return _prompts([(each.id, each.question) for each in questions], ask_to)
    if answers is not None:
        return _assistant(questions, answers, misses)
    with open_base() as base:
        judged = judge(base, counted(questions))
    if as_json:
        return print_json(scores(judged))
    click.echo(score_table(scores(judged), markdown))
    if misses:
        click.echo(listed_misses(judged))
    return None


def given(context: click.Context) -> set[str]:
    """The options that were typed, `--reader` only where it is the assistant."""
    typed = {each for each in context.params if context.get_parameter_source(each) is ParameterSource.COMMANDLINE}
    options = {each.opts[0] for each in context.command.params if each.name in typed}
    return options if context.params["reader"] == "assistant" else options - {"--reader"}


def require_fitting(options: set[str]) -> None:
    """UsageError where one of the options has no meaning beside the others."""
    for option, others in TOGETHER.items():
        if option in options and (unfit := options - others - {option}):
            raise UsageError(f"{option} does not go with {sorted(unfit)[0]}: it goes with {', '.join(sorted(others))}")
    if "--game" in options and "--samples" not in options:
        raise UsageError("--game goes with --samples")
    replies = options & {"--ask-to", "--answers"}
    if "--reader" in options and len(replies) != 1:
        raise UsageError("--reader assistant needs either --ask-to or --answers, each with a file")
    if replies and "--reader" not in options:
        raise UsageError(f"{replies.pop()} goes with --reader assistant")


def development(split: str) -> list[LabelledQuestion]:
    """The questions of a part of those by which games are measured; UsageError where there are none."""
    kept = load_questions(corpus_dir(), TEST if split == SEALED else DEV)
    questions = [each for each in kept if split in ("all", SEALED, each.split)]
    if not questions:
        raise UsageError(f"no development questions in {corpus_dir()}")
    return questions


def counted(questions: Sequence[T]) -> Iterable[T]:
    """Questions with a bar that shows how many were asked."""
    return track(questions, "questions", console=Console(stderr=True), transient=True)


def _assistant(questions: Sequence[LabelledQuestion], answers: Path, misses: bool) -> None:
    """Score a language model's replies."""
    with open_base() as base:
        judged = judge_recorded(base, counted(questions), load_replies(answers))
    click.echo("\n\n".join([score_table(scores(judged)), assisted_table(judged)]))
    if misses:
        click.echo(listed_misses(judged))


def _prompts(questions: Sequence[tuple[str, str]], file: Path) -> None:
    """Write what a language model is asked of questions, each an id and its words."""
    with open_base() as base:
        lines = prompts(base, counted(questions))
    file.write_text("".join(map(json_line, lines)), "utf-8")
    click.echo(f"{len(lines)} prompts for {len(questions)} questions in {file}")


def _set(folder: Path, misses: bool, ask_to: Path | None, answers: Path | None) -> None:
    """Score the questions of a folder, or write a language model's prompts for them."""
    questions = load_set(folder)
    if sealed(folder) and misses:
        raise UsageError(f"{folder} is sealed: its misses are not listed, or it would measure nothing")
    if ask_to is not None:
        return _prompts([(each.id, each.ask) for each in questions], ask_to)
    model = Recorded(load_replies(answers)) if answers is not None else None
    with open_base() as base:
        scored = list(score_set(base, counted(questions), model.of if model is not None else lambda _: None))
    click.echo(set_table(scored))
    if misses:
        click.echo(listed_set(scored))
    return None


def _samples(game: str | None, misses: bool) -> None:
    """Ask every sample without itself."""
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


def _variants(questions: Sequence[LabelledQuestion], misses: bool) -> None:
    """Ask the questions that are answered rightly in other forms and numbers."""
    with open_base() as base:
        asked = ask_variants(base, questions)
    click.echo(variants_table(asked))
    if misses:
        click.echo(listed_changes(asked))
