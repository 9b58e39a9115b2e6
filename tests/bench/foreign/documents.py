"""The documents of other publishers, made into games, and the questions about them.

None of their words is part of this project: they are read from HEADJUDGE_FOREIGN, and what is not there is left out.
The questions were written from the documents alone, before retrieval was looked at; half of each document's, by a
digest, are sealed: their misses are not read.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import gettempdir

from kb.files.jsonlines import numbered_lines
from kb.home import current_version
from kb.records import Clause

ROOT = Path(__file__).resolve().parents[3]
FOREIGN = Path(os.environ.get("HEADJUDGE_FOREIGN", ROOT.parent / "shared" / "foreign"))
QUESTIONS = ROOT / "tests" / "questions" / "foreign"
DOCUMENTS = {
    "magic": "magic-2026-01-16.txt",
    "root": "root-law-p16.yml",
    "srd-combat": "srd-combat.md",
    "srd-mechanics": "srd-mechanics.md",
    "fab": "fab-1.md",
    "arkham": "arkham-rules.json",
}
PRACTICE, SEALED = "practice", "sealed"
COMMAND = "from service.commands.cli import main; main()"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: whether the document settles it (`near` and `outside` are not settled), and the clauses that do."""

    id: str
    document: str
    text: str
    kind: str
    clauses: frozenset[str]

    @property
    def settled(self) -> bool:
        """Whether the document answers it."""
        return bool(self.clauses)

    @property
    def half(self) -> str:
        """Which half of the document's questions it is in."""
        return SEALED if hashlib.sha256(self.id.encode()).digest()[0] % 2 else PRACTICE

    def settled_by(self, clause: Clause) -> bool:
        """Whether a clause is one that settles it: named by its own id, its section's or by its heading."""
        named = {clause.path, clause.section, *clause.headings[-1:]}
        return not self.clauses.isdisjoint(named)


def present() -> tuple[str, ...]:
    """The documents that are here."""
    return tuple(name for name, file in DOCUMENTS.items() if (FOREIGN / file).is_file())


def questions(document: str, folder: Path = QUESTIONS) -> tuple[Asked, ...]:
    """The questions about a document."""
    return tuple(
        Asked(told["id"], document, told["ask"], told["kind"], frozenset(told["clauses"]))
        for _, line in numbered_lines(folder / f"{document}.jsonl")
        for told in [json.loads(line)]
    )


def home() -> Path:
    """Where the documents' games are kept between runs: HEADJUDGE_BENCH_FOREIGN, else a folder for temporary files."""
    return Path(os.environ.get("HEADJUDGE_BENCH_FOREIGN", Path(gettempdir()) / "headjudge-bench-foreign"))


def added(names: Sequence[str], folder: Path) -> Path:
    """The home with these documents as games, each by `headjudge add --yes`, built once; niced, for it takes minutes.
    What was added and built by an earlier run is taken as it is: remove the folder to build by another program."""
    corpus, built = folder / "corpus", folder / "home"
    corpus.mkdir(parents=True, exist_ok=True)
    lacking = [name for name in names if not (corpus / name / "game.toml").is_file()]
    for name in lacking:
        _run(folder, "add", str(FOREIGN / DOCUMENTS[name]), "--game", name, "--yes", "--no-build")
    if lacking or current_version(built) is None:
        _run(folder, "build")
    return built


def _run(folder: Path, *arguments: str) -> None:
    """One command of Headjudge, on this folder's corpus and home."""
    set_to = {"HEADJUDGE_CORPUS": str(folder / "corpus"), "HEADJUDGE_HOME": str(folder / "home")}
    subprocess.run(
        ["nice", "-n", "10", sys.executable, "-c", COMMAND, *arguments],
        check=True, stdout=subprocess.DEVNULL, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), **set_to},
    )  # fmt: skip
