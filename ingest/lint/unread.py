"""What lint finds in a game's folder before it reads the files: files that nothing reads, or that stand elsewhere now.

A file of the form that corpora had before is named with the file that it belongs into. Lines are short enough to be
read and compared.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

from ingest.source import LARGEST_FILE
from ingest.spec import GameSpec
from kb.errors import Place, Problem
from kb.gamefolder import DEV, FACTS, LOCK, QUESTIONS, RULES, TEST, TRAIN, file_name, model_files, question_file

EXPECTED = (
    f"{FACTS}, {LOCK}, {RULES}/<section>.md, {RULES}/<section>.cases.toml, {QUESTIONS}/{TRAIN}.jsonl, "
    f"{QUESTIONS}/{DEV}.jsonl, README.md, or a document of game.toml"
)
SECTION = f"{RULES}/<section>.md"
FORMER = {
    "*.rules.lock.toml": LOCK,
    "*.rules.md": f"{SECTION}, under its clause's heading",
    "*facts.toml": FACTS,
    "*checks.toml": f"{SECTION}, a block `check` under the clause",
    "*samples.toml": f"{QUESTIONS}/{TRAIN}.jsonl",
    "*wordings.toml": f"{QUESTIONS}/{TRAIN}.jsonl",
    "*gaps.toml": f"{QUESTIONS}/{TRAIN}.jsonl",
    "practice.jsonl": f"{QUESTIONS}/{TRAIN}.jsonl",
    "questions.jsonl": f"{QUESTIONS}/{DEV}.jsonl",
    "qrels.tsv": f"{QUESTIONS}/{DEV}.jsonl, as `clauses` and `helps`",
    "cases/*.toml": f"{SECTION}, a block `case` under the clause, or {RULES}/<section>.cases.toml",
}
LONGEST = 400


def unread_files(folder: Path, game: GameSpec) -> Iterator[Problem]:
    """An error for each file of the former form, a warning for any other that no part of the program reads; hidden
    files aside."""
    named = {each.file for each in game.documents} | {each.official.file for each in game.documents if each.official}
    named |= {version.file for each in game.documents for version in each.versions}
    read = {folder / name for name in ("game.toml", "README.md", *named)}
    read |= {*model_files(folder), *(question_file(folder, split) for split in (TRAIN, DEV, TEST))}
    for path in _files(folder):
        if path in read:
            continue
        place, name = Place(file_name(folder, path), 0), path.relative_to(folder).as_posix()
        now = next((each for pattern, each in FORMER.items() if fnmatchcase(name, pattern)), "")
        if now:
            yield Problem("former-form", f"{path.name} is of a form that is no longer read", place, now)
        else:
            yield Problem("unread-file", f"nothing reads {path.name} at this place", place, EXPECTED, "warning")


def long_lines(folder: Path) -> Iterator[Problem]:
    """An error for each line of a game's TOML and Markdown that is too long to be read."""
    for path in _files(folder):
        if path.suffix not in (".toml", ".md"):
            continue
        for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
            if len(line) > LONGEST:
                place = Place(file_name(folder, path), number, LONGEST + 1, line)
                message = f"the line has {len(line)} characters"
                yield Problem("long-line", message, place, f"at most {LONGEST}: lists may go on in the next line")


def _files(folder: Path) -> list[Path]:
    """Every file of a game's folder, hidden ones aside, in order."""
    found = (path for path in folder.rglob("*") if path.is_file() and path.stat().st_size <= LARGEST_FILE)
    return sorted(path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts))
