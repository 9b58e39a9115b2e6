"""The files of a game's folder, and what each is for.

game.toml                        id, title, documents, glossary
<document>.txt                   the restated edition
facts.toml                       what a scenario can state
rules/**/<section>.md            all that is true of a section's clauses: quotes, rules, checks, cases
rules/**/<section>.cases.toml    the section's cases, where they are many
rules.lock                       the digests of the quoted clauses
questions/train.jsonl            labelled questions to learn from; dev.jsonl to measure by; test.jsonl, sealed

A folder below `rules/` is for the reader alone: a chapter, or `cards/`.
"""

from __future__ import annotations

from pathlib import Path

FACTS, LOCK, RULES, QUESTIONS = "facts.toml", "rules.lock", "rules", "questions"
TRAIN, DEV, TEST = "train", "dev", "test"
FORM = "sections"
"""The form of these files: another word where a program can no longer read what another wrote into a snapshot."""
RULE_TEXT, CASE_FILE = ".md", ".cases.toml"


def rule_texts(folder: Path) -> list[Path]:
    """A game's rule texts, in the order of their paths."""
    return _below(folder, RULE_TEXT)


def case_files(folder: Path) -> list[Path]:
    """The files that hold cases alone, in the order of their paths."""
    return _below(folder, CASE_FILE)


def model_files(folder: Path) -> list[Path]:
    """Every file of a game's rule model, its cases among them; none where the game has no rule model."""
    fixed = [path for path in (folder / FACTS, folder / LOCK) if path.is_file()]
    return [*fixed, *rule_texts(folder), *case_files(folder)]


def has_rules(folder: Path) -> bool:
    """Whether a game has a rule model."""
    return (folder / FACTS).is_file() or bool(rule_texts(folder))


def question_file(folder: Path, split: str) -> Path:
    """Where a game's labelled questions of a split stand, whether or not it has any."""
    return folder / QUESTIONS / f"{split}.jsonl"


def file_name(folder: Path, path: Path) -> str:
    """A file's name as problems tell it: `game/rules/chapter/section.md`."""
    return f"{folder.name}/{path.relative_to(folder).as_posix()}"


def _below(folder: Path, ending: str) -> list[Path]:
    """The files below `rules/` whose names end so; hidden ones and those in hidden folders are left out."""
    root = folder / RULES
    found = (path for path in root.rglob(f"*{ending}") if path.is_file())
    return sorted(path for path in found if not any(part.startswith(".") for part in path.relative_to(root).parts))
