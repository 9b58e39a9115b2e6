"""Whether what stands under `rules/` stands where it belongs: a file is named after the section or card it speaks of.

So nobody has to know when something was written to find it, and who changes a clause changes few files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from kb.errors import Place, Problem
from kb.gamefolder import CASE_FILE, LOCK, case_files, file_name, model_files, rule_texts
from kb.records import Clause
from kb.rules.model.rulemodel import full_clause
from kb.rules.model.ruletexts.literate import read_sections

NAMED = re.compile(r"[\w/#-]+(?:\.[\w-]+)*")
NUMBERED = re.compile(r"(?:^|[-_ ])\d+$")
NUMBER = re.compile(r"^[\d.]+\s*")


def misplaced(folder: Path, clauses: Iterable[Clause]) -> Iterator[Problem]:
    """An error for each rule text that holds a clause of another section than it is named after, and for each file of
    cases without its rule text."""
    known = {clause.id: clause for clause in clauses}
    documents = tuple(dict.fromkeys(clause.document for clause in known.values()))
    for path in rule_texts(folder):
        yield from _named(path, folder, known, documents)
    for path in case_files(folder):
        beside = path.with_name(f"{path.name.removesuffix(CASE_FILE)}.md")
        if not beside.is_file():
            place = Place(file_name(folder, path))
            yield Problem("stray-cases", f"{path.name} stands beside no {beside.name}", place, "the section's own name")


def _named(path: Path, folder: Path, known: dict[str, Clause], documents: tuple[str, ...]) -> Iterator[Problem]:
    name = path.stem
    sections, _ = read_sections(file_name(folder, path), path.read_text("utf-8"))
    held = [(each, section.place) for section in sections for each in section.ids if each != "*"]
    for reference, place in held:
        clause = known.get(full_clause(reference, folder.name, documents))
        if clause is not None and name not in (fitting := names_of(clause)):
            message = f"{reference} stands in a file called {name}"
            yield Problem("misplaced", message, place, f"{' or '.join(fitting)}.md")
            return
    if not held and NUMBERED.search(name):
        message = f"{name} says by its number when it was written, not what stands in it"
        yield Problem("numbered-name", message, Place(file_name(folder, path)), "a name by subject")


def mentions(folder: Path, clauses: Iterable[Clause]) -> dict[str, set[str]]:
    """The files of a rule model that speak of each clause: in its section, or elsewhere by its path. Clauses of which
    none speaks are left out, and so is the lock."""
    known = {clause.id: clause for clause in clauses}
    documents = tuple(dict.fromkeys(clause.document for clause in known.values()))
    found: dict[str, set[str]] = {}
    for path in (each for each in model_files(folder) if each.name != LOCK):
        for reference in set(NAMED.findall(path.read_text("utf-8"))):
            if (identifier := full_clause(reference, folder.name, documents)) in known:
                found.setdefault(identifier, set()).add(file_name(folder, path))
    return found


def names_of(clause: Clause) -> tuple[str, ...]:
    """The names of files that a clause may stand in: each part of its section's path and each of its headings, the last
    first."""
    headings = [NUMBER.sub("", each) for each in clause.headings]
    slugs = [slug(part) for each in reversed(headings) for part in (each, each.partition(":")[0])]
    parts = [each for each in reversed(clause.section.split("/")) if not NUMBER.fullmatch(each)]
    return tuple(dict.fromkeys(each for each in (*parts, *slugs) if each))


def slug(words: str) -> str:
    """Words as a file's name: lower case letters and digits, hyphens between."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower().replace("'", "")).strip("-")
