"""docs/architecture.md names every module that a question passes, and none that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
ROOMS = ("kb/question", "kb/retrieval", "kb/readers", "kb/answering")
NAMED = set(re.findall(r"`([a-z_/]+)`", PAGE))


def modules(room: str) -> list[str]:
    return sorted(path.stem for path in (ROOT / room).rglob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("room", ROOMS)
def test_every_module_of_a_questions_way_is_on_the_page(room: str) -> None:
    assert [name for name in modules(room) if name not in NAMED] == []


def test_every_folder_and_file_on_the_page_is_there() -> None:
    told = re.findall(r"`((?:kb|ingest|service|docs|tests|corpus)/[\w/.-]+)`", PAGE)
    there = [path for path in told if (ROOT / path).exists() or (ROOT / f"{path}.py").exists()]
    assert there == told
