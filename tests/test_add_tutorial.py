"""docs/add-a-game.md shows what the command prints, and every option it names is there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from ingest.formats import FORMATS
from ingest.formats.tree.entries import Mapped
from ingest.layouts import OVER_BLOCKS
from service.commands.games.add import add
from tests.test_add_command import headjudge

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\w*\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def typed(line: str) -> list[str]:
    """What a line of the page gives to the command, its files by their full paths."""
    return [str(ROOT / word) if "/" in word else word for word in shlex.split(line)[1:]]


def not_said(block: str, said: str) -> list[str]:
    """The parts of what the page shows that the command did not say."""
    shown = [part for line in block.splitlines() for part in line.split(" …,") if part.strip("… ")]
    return [part for part in shown if part.strip(" ,").removesuffix(", …") not in said]


def test_the_page_shows_what_the_command_prints(tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    assert not_said(BLOCKS[1], headjudge(tmp_path, *typed(BLOCKS[0]), "--dry-run")) == []


def test_the_page_shows_what_a_newer_file_changes(tmp_path: Path) -> None:
    added = next(at for at, block in enumerate(BLOCKS) if block.startswith("headjudge") and "--since" in block)
    first, *later = (typed(line) for line in (*BLOCKS[0].splitlines(), *BLOCKS[added].splitlines()))
    headjudge(tmp_path, *first, "--yes", "--no-build")
    *_, said = (headjudge(tmp_path, *words, "--yes", "--no-build") for words in later)
    assert not_said(BLOCKS[added + 1], said) == []


def test_every_option_on_the_page_is_one_of_the_command() -> None:
    known = {option for parameter in add.params for option in parameter.opts}
    assert set(re.findall(r"--[a-z][a-z-]+", PAGE)) <= known


@pytest.mark.parametrize("layout", sorted(OVER_BLOCKS))
def test_every_layout_over_blocks_is_on_the_page(layout: str) -> None:
    assert f"| `{layout}` |" in PAGE


def test_every_key_of_a_mapping_is_on_the_page() -> None:
    assert set(re.findall(r"^(\w+) = ", BLOCKS[2], re.MULTILINE)) == set(Mapped.__dataclass_fields__)


def test_every_format_is_on_the_page() -> None:
    table = PAGE[PAGE.index("| format |") : PAGE.index("A scanned PDF")].lower()
    assert [name for name in FORMATS if name not in table] == []
