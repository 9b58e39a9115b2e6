"""docs/architecture.md names every folder, and every module of the rooms that it says, in the room's section, and none
that is not there; no page, and no module's text, points to a file that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
MEASURED = ROOT / "docs" / "experiments.md"
ROOMS = ("kb/question", "kb/retrieval", "kb/readers", "kb/answering")
PACKAGES = [path.parent for top in ("kb", "ingest", "service") for path in sorted((ROOT / top).rglob("__init__.py"))]
PATH = re.compile(r"(?<![\w/.<>-])(?:kb|ingest|service|docs|tests|deploy)/[\w/.-]*\w(?![\w*<{/…])")
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), ROOT / "corpus" / "README.md"]
TEXTS = [path for room in ("kb", "ingest", "service") for path in (ROOT / room).rglob("*.*")]
POINTING = sorted([*PAGES, *(path for path in TEXTS if path.suffix in (".py", ".toml", ".txt"))])


def section(room: str) -> str:
    """What the page says of a room: from its heading to the next."""
    return PAGE.partition(f"\n### {room}")[2].partition("\n##")[0]


def test_the_page_says_which_modules_it_names() -> None:
    said = PAGE.partition("each module of")[2].partition(".")[0]
    assert re.findall(r"`([a-z/]+)`", said) == ["kb", *ROOMS]


def test_the_page_names_the_modules_of_kb_itself() -> None:
    named = set(re.findall(r"`kb/([a-z]+)\.py`", PAGE))
    assert named == {path.stem for path in (ROOT / "kb").glob("*.py")} - {"__init__"}


@pytest.mark.parametrize("package", [str(each.relative_to(ROOT)) for each in PACKAGES])
def test_the_page_names_every_folder(package: str) -> None:
    """By its path, or by its name behind that of the folder that it stands in."""
    above, _, name = package.rpartition("/")
    behind = PAGE[max(PAGE.find(f"`{above}`"), PAGE.find(f"### {above}"), 0) :]
    assert re.search(rf"(?<![\w/]){package}(?!\w)", PAGE) or f"`{name}/`" in behind


@pytest.mark.parametrize("room", ROOMS)
def test_a_rooms_section_names_its_modules_and_no_others(room: str) -> None:
    named = set(re.findall(r"`([a-z_]+)`", section(room)))
    assert named == {path.stem for path in (ROOT / room).rglob("*.py")} - {"__init__"}


@pytest.mark.parametrize("room", ROOMS)
def test_a_rooms_section_names_no_folder_that_is_not_there(room: str) -> None:
    assert [name for name in re.findall(r"`([a-z_]+)/`", section(room)) if not (ROOT / room / name).is_dir()] == []


def test_every_file_that_a_text_points_to_is_there() -> None:
    """A module may be named without its suffix, docs/attacks.md names tests as they stand in tests/; what was measured
    on a day names what there was."""
    pointers = [(path, name) for path in POINTING if path != MEASURED for name in PATH.findall(path.read_text("utf-8"))]
    assert len(pointers) > 300
    assert [
        f"{path.relative_to(ROOT)}: {name}"
        for path, name in pointers
        if not any((ROOT / each).exists() for each in (name, f"{name}.py", f"tests/{name}"))
    ] == []
