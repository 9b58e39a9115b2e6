"""Options that several subcommands share."""

from __future__ import annotations

import os
import re
from datetime import date
from typing import Any

import click

from kb.errors import DayError
from kb.knowledge import KnowledgeBase
from kb.misfits import day_of


class DayType(click.ParamType[date]):
    """A day of an option, written as 2006-08-29."""

    name = "day"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """The day; fails where it is none."""
        try:
            return value if isinstance(value, date) else day_of(str(value).strip())
        except DayError as error:
            self.fail(str(error), param, ctx)


DAY = DayType()
WORD = re.compile(r"\w")


def worded(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> tuple[str, ...]:
    """The words of an argument; refused where they are none."""
    if not any(map(WORD.search, value)):
        said = f'there is no word in it: type it in quotation marks, headjudge {ctx.command.name} "how many cards?"'
        raise click.BadParameter(said, ctx, param)
    return value


game_option = click.option("--game", metavar="GAME", help="Only this game's documents: its id or its name.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
lexical_option = click.option("--lexical", is_flag=True, help="Search by words alone, without the encoder.")


def json_text(value: Any) -> str:
    """A value as indented JSON, other scripts as they are."""
    import json

    return json.dumps(value, ensure_ascii=False, indent=2)


def print_json(value: Any) -> None:
    """Print a value as indented JSON."""
    click.echo(json_text(value))


def styled(text: str, **style: Any) -> str:
    """A text in colour or bold; plain where NO_COLOR is set, and by `click.echo` where no terminal reads it."""
    return text if os.environ.get("NO_COLOR") else click.style(text, **style)


def open_base(lexical: bool = False) -> KnowledgeBase:
    """The current knowledge base."""
    return KnowledgeBase.open(use_dense=not lexical)
