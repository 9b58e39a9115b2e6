"""The made-up game Tiny Duel, to be changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.kb.rules.conftest import TINY
from tests.kb.rules.model.changing import FACTS

ASKS = """
[fact.asks]
value = "may|need_not"
sentence = "it is about whether one {1} strike"
named = true
default = "may"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of Tiny Duel with a fact that tells what was asked; the fixture has none."""
    target = tmp_path / "tiny-duel"
    shutil.copytree(TINY, target)
    with (target / FACTS).open("a", encoding="utf-8") as facts:
        facts.write(ASKS)
    return target
