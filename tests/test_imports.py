"""The direction of imports: kb imports neither of the others, ingest and service never each other; the commands stand
above all."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FORBIDDEN = {"kb": ("ingest", "service"), "ingest": ("service",), "service": ("ingest", "service.commands")}
NAMED = re.compile(r"((?:kb|ingest|service)(?:\.\w+)+)(?::\w+)?")


@cache
def imported(path: Path) -> frozenset[str]:
    """The modules that a file imports, anywhere in it, and those that it names in a text, to import them later."""
    return frozenset(_imported(ast.parse(path.read_text("utf-8"))))


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and (named := NAMED.fullmatch(node.value)):
            yield named[1]


def within(module: str, packages: tuple[str, ...]) -> bool:
    """Whether a module is one of some packages or stands in one."""
    return any(f"{module}.".startswith(f"{package}.") for package in packages)


def files(package: str) -> list[Path]:
    """The files of a package; the commands are none of the service's."""
    above = ROOT / "service" / "commands"
    return [each for each in sorted((ROOT / package).rglob("*.py")) if above not in each.parents]


@pytest.mark.parametrize("package", sorted(FORBIDDEN))
def test_no_package_imports_one_that_it_must_not(package: str) -> None:
    assert files(package), f"{package} has no files"
    wrong = {
        str(path.relative_to(ROOT)): [each for each in imported(path) if within(each, FORBIDDEN[package])]
        for path in files(package)
    }
    assert {path: names for path, names in wrong.items() if names} == {}


@pytest.mark.parametrize(
    "line",
    [
        "from service.show.view import views",
        "from service import show",
        "import service.show.view",
        "import_module('service.show.view')",
        "BY_NAME = {'show': 'service.show.view:views'}",
    ],
)
def test_a_forbidden_import_would_be_seen(tmp_path: Path, line: str) -> None:
    (tmp_path / "bad.py").write_text(f"def f():\n    {line}\n")
    assert any(within(each, FORBIDDEN["kb"]) for each in imported(tmp_path / "bad.py"))


HEAVY = ("torch", "sentence_transformers", "spacy")


def test_asking_imports_no_training_library() -> None:
    """Only ingest may import torch, sentence-transformers or spaCy: questions are answered without them."""
    asking = [path for package in ("kb", "service") for path in sorted((ROOT / package).rglob("*.py"))]
    heavy = {str(path): [each for each in imported(path) if within(each, HEAVY)] for path in asking}
    assert {path: names for path, names in heavy.items() if names} == {}
