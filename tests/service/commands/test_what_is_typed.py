"""What somebody types that cannot be read is refused in a sentence, before anything is opened."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner, Result

from service.commands.ask import ask
from service.commands.search import search
from service.commands.show import show


def ran(command: click.Command, *words: str) -> Result:
    """A command that is refused."""
    found = CliRunner().invoke(command, list(words))
    assert found.exit_code == click.UsageError.exit_code, found.output
    return found


@pytest.mark.parametrize("day", ["soon", "29.08.2006", "2006-13-01"])
@pytest.mark.parametrize("command", [ask, show])
def test_a_day_is_shown_how_it_is_written(command: click.Command, day: str) -> None:
    said = ran(command, "press", "--as-of", day).output
    assert f"Invalid value for '--as-of': “{day}” is no day: one such as 2006-08-29 is expected" in said


@pytest.mark.parametrize("words", ["", "   ", "??", "… !"])
@pytest.mark.parametrize("command", [ask, search])
def test_what_has_no_word_is_no_question(command: click.Command, words: str) -> None:
    said = ran(command, words).output
    assert "there is no word in it: type it in quotation marks" in said
