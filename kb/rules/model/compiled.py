"""A game's rule model as a file beside its rules, so that a start does not read all rules anew.

Reading the five games' rules takes more than a second, reading their models a tenth of one. The file is a pickle that
may hold nothing but records of MODULES, so that reading one runs no code of its writer. It is used only where
the same program wrote it: after a change of the program the rules are read as if there were none.
"""

from __future__ import annotations

import copyreg
import gc
import hashlib
import importlib
import io
import pickle
import sys
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, cast

from kb.held import Alike, sum_of
from kb.rules.model.rulemodel import RuleModel

COMPILED = "model.bin"
PACKAGE = Path(__file__).resolve().parents[2]
MODULES = (
    "kb.errors",
    "kb.records.types",
    "kb.records.checks",
    "kb.records.scenario",
    "kb.records.results",
    "kb.rules.language.syntax",
    "kb.rules.model.rulemodel",
    "kb.rules.language.graph",
)


def as_call(record: Any) -> tuple[type, tuple[Any, ...]]:
    """A record as its class and what that is called with: read in a fourth of the time that setting each of a frozen
    record's fields takes."""
    kind = type(record)
    return kind, tuple(getattr(record, name) for name in kind.__match_args__)


RECORDS = tuple(
    kind
    for module in map(importlib.import_module, MODULES)
    for kind in vars(module).values()
    if isinstance(kind, type) and is_dataclass(kind)
)
for record in RECORDS:
    copyreg.pickle(record, as_call)


class Writer(pickle.Pickler):
    """Writes a rule model, each of equal texts and of equal tuples of texts once: a thousand slots have their facts'
    forms. What it has seen goes with it."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.dispatch_table = {**copyreg.dispatch_table, **dict.fromkeys(RECORDS, self._as_call)}
        self._seen: dict[Any, Any] = {}

    def _as_call(self, record: Any) -> tuple[type, tuple[Any, ...]]:
        kind, fields = as_call(record)
        return kind, tuple(map(self._shared, fields))

    def _shared(self, value: Any) -> Any:
        """The first that was written of the texts, or tuples of texts, which are equal to this one."""
        if type(value) is str:
            return self._seen.setdefault(value, value)
        if type(value) is tuple and _all_texts(value):
            return self._seen.get(value) or self._seen.setdefault(value, tuple(map(self._shared, value)))
        return value


def _all_texts(value: tuple[Any, ...]) -> bool:
    return all(type(each) is str or (type(each) is tuple and _all_texts(each)) for each in value)


class Reader(pickle.Unpickler):
    """Reads the records of a rule model and refuses everything else."""

    def find_class(self, module: str, name: str) -> Any:
        """A record of MODULES; UnpicklingError for any other name."""
        found = super().find_class(module, name) if module in MODULES else None
        if not isinstance(found, type) or not (is_dataclass(found) or issubclass(found, Enum)):
            raise pickle.UnpicklingError(f"{module}.{name} is no part of a rule model")
        return found


@cache
def program_digest() -> bytes:
    """32 bytes that change with the program's own text and with the version of Python."""
    found = hashlib.sha256(f"{sys.version_info[:2]}".encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        found.update(path.read_bytes())
    return found.digest()


def to_bytes(model: RuleModel) -> bytes:
    """A model as bytes, for the same program."""
    written = io.BytesIO()
    Writer(written).dump(model)
    return written.getvalue()


def from_bytes(written: bytes) -> RuleModel:
    """The model of such bytes; almost any error where they are damaged."""
    looked_through = gc.isenabled()
    gc.disable()  # hundreds of thousands of records, none of them garbage: looking through them doubles the time
    try:
        return cast(RuleModel, Reader(io.BytesIO(written)).load())
    finally:
        if looked_through:
            gc.enable()


def write_compiled(model: RuleModel, folder: Path) -> None:
    """Write a model beside its rules."""
    (folder / COMPILED).write_bytes(program_digest() + to_bytes(model))


def is_ours(folder: Path) -> bool:
    """Whether the same program wrote the model beside a game's rules; only its first bytes are read."""
    try:
        with (folder / COMPILED).open("rb") as file:
            return file.read(len(program_digest())) == program_digest()
    except OSError:
        return False


def read_compiled(folder: Path) -> RuleModel | None:
    """The model beside a game's rules; None where there is none, or none that this program wrote."""
    try:
        written = (folder / COMPILED).read_bytes()
    except OSError:
        return None
    size = len(program_digest())
    if written[:size] != program_digest():
        return None
    try:
        model: object = _open.of(sum_of(written), lambda: from_bytes(written[size:]))
    except Exception:  # damaged bytes raise almost anything
        return None
    return model if isinstance(model, RuleModel) else None


_open = Alike[RuleModel]()
