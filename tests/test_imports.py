"""The direction of imports: kb imports neither of the others, ingest and service never each other."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FORBIDDEN = {"kb": {"ingest", "service"}, "ingest": {"service"}, "service": {"ingest"}}


@cache
def imported(path: Path) -> set[str]:
    """The top-level packages that a file imports, anywhere in it."""
    tree = ast.parse(path.read_text("utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not node.level]
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize("package", sorted(FORBIDDEN))
def test_no_package_imports_one_that_it_must_not(package: str) -> None:
    files = sorted((ROOT / package).rglob("*.py"))
    assert files, f"{package} has no files"
    wrong = {str(path.relative_to(ROOT)): imported(path) & FORBIDDEN[package] for path in files}
    assert {path: names for path, names in wrong.items() if names} == {}


def test_a_forbidden_import_would_be_seen(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def f():\n    from service.show.view import views\n")
    assert imported(tmp_path / "bad.py") & FORBIDDEN["kb"] == {"service"}


HEAVY = {"torch", "sentence_transformers", "spacy"}


def test_asking_imports_no_training_library() -> None:
    """Only ingest may import torch, sentence-transformers or spaCy: questions are answered without them."""
    files = [path for package in ("kb", "service") for path in sorted((ROOT / package).rglob("*.py"))]
    assert {str(path): imported(path) & HEAVY for path in files if imported(path) & HEAVY} == {}
