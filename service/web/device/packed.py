"""What a device needs to compute: the modules that run there, zipped from what is installed, and each game's rules.

The modules are those that service/web/device/computed.py imports, and those that they import; what is imported inside
a function, or for types only, is left out. None of them may need more than Python itself.
"""

from __future__ import annotations

import ast
import gzip
import hashlib
import io
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from kb.records.ahead import Ahead
from kb.rules.model.compiled import to_bytes
from kb.rules.model.rulemodel import RuleModel
from service.web.device.pinned import FILES, HOW, VERSION, folder

PACKAGES = ("kb", "service")
ROOT = Path(__file__).resolve().parents[3]
START = "service.web.device.computed"
DATA = ("kb/words/grammar/english.toml",)
RULES_MEGABYTES = 0.5
NEVER = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the zip, so that the same modules are the same bytes."""


@cache
def modules() -> tuple[str, ...]:
    """The modules that run on a device, by path from the root of what is installed."""
    found: dict[str, None] = {}
    waiting = [START]
    while waiting:
        name = waiting.pop()
        path = file_of(name)
        if path is None or path in found:
            continue
        found[path] = None
        above = ".".join(name.split(".")[:-1])
        waiting += [*([above] if above else []), *imported(ast.parse((ROOT / path).read_text("utf-8")))]
    return tuple(sorted(found))


def file_of(name: str) -> str | None:
    """The file of a module of ours; None for anything else."""
    if name.split(".")[0] not in PACKAGES:
        return None
    path = name.replace(".", "/")
    tried = (f"{path}.py", f"{path}/__init__.py")
    return next((each for each in tried if (ROOT / each).is_file()), None)


def imported(module: ast.Module) -> Iterator[str]:
    """What a module imports when it is loaded."""
    for each in module.body:
        if isinstance(each, ast.Import):
            yield from (alias.name for alias in each.names)
        elif isinstance(each, ast.ImportFrom) and each.module:
            yield each.module
            yield from (f"{each.module}.{alias.name}" for alias in each.names)


@cache
def program() -> bytes:
    """The zip of all of it; the same bytes for the same modules."""
    written = io.BytesIO()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for path in (*modules(), *DATA):
            archive.writestr(ZipInfo(path, NEVER), (ROOT / path).read_bytes(), ZIP_DEFLATED, 9)
    return written.getvalue()


@cache
def program_name() -> str:
    """The zip's name, which changes with its content."""
    return f"{hashlib.sha256(program()).hexdigest()[:12]}.zip"


def packed_rules(model: RuleModel, ahead: Ahead) -> bytes:
    """A game's rules as a device keeps them, gzipped: a line of JSON that says when they are in force, then they
    themselves."""
    days = [(day, sorted(clauses)) for day, clauses in ahead.days]
    return gzip.compress(json.dumps(days).encode() + b"\n" + to_bytes(model), 9)


@cache
def python_bytes() -> int | None:
    """How many bytes of Python a device fetches; None where this installation has no Python for browsers."""
    files = [folder() / f"{name}.gz" for name in FILES]
    return sum(path.stat().st_size for path in files) if all(path.is_file() for path in files) else None


def engine_json() -> dict[str, object] | None:
    """What a device that computes fetches besides the games: addresses and how many bytes; None where this
    installation cannot give it."""
    size = python_bytes()
    if size is None:
        return None
    files = [f"/offline/python/{VERSION}/{name}" for name in FILES]
    return {
        "python": f"/offline/python/{VERSION}/",
        "program": f"/offline/program/{program_name()}",
        "files": files,
        "bytes": size + len(program()),
    }


def engine_megabytes() -> int | None:
    """About how many megabytes a device fetches to compute, rules included; None where it cannot."""
    size = python_bytes()
    return size and round((size + len(program())) / 1_000_000 + RULES_MEGABYTES)


def engine_how() -> str:
    """The command that gives this installation what is missing."""
    return HOW
