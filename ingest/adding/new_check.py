"""A draft of a clause's facts, rule, check and cases in its game's folder."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from ingest.adding.skeleton import DraftFact, Skeleton, skeleton
from ingest.games import parse_game
from ingest.language.norms import read_norms
from ingest.lint.places import names_of
from kb.errors import UsageError
from kb.files.toml import bounded_table, toml_value
from kb.gamefolder import FACTS, RULES, rule_texts
from kb.records import Clause, Kind
from kb.rules.model.rulemodel import full_clause
from kb.rules.model.ruletexts.literate import read_sections
from kb.rules.model.ruletexts.lock import read_lock, write_lock
from kb.rules.model.ruletexts.sections import short_id

PREDICATE = re.compile(r"\b([a-z]\w*)\b")


def clause_of(folder: Path, name: str) -> tuple[Clause, tuple[str, ...]]:
    """The clause of an id, `/` for `#` too, and the ids of its game's documents; UsageError where there is none."""
    from difflib import get_close_matches

    parsed = [each for _, each in parse_game(folder)]
    clauses = {each.id: each for document in parsed for each in document.clauses}
    documents = tuple(each.document.id for each in parsed)
    game, _, rest = name.partition("/")
    known = {name, f"{game}/{rest.replace('/', '#', 1)}"} & clauses.keys()
    if not known:
        near = get_close_matches(name, list(clauses), 3, 0.6)
        raise UsageError(f"there is no clause {name!r}" + (f": did you mean {' or '.join(near)}?" if near else ""))
    return clauses[known.pop()], documents


def drafted(folder: Path, clause: Clause, documents: tuple[str, ...]) -> Skeleton:
    """The draft for a clause; UsageError where it has rules already, or says nothing that could hold or not."""
    taken = names_taken(folder)
    for path in rule_texts(folder):
        for section in read_sections(path.name, path.read_text("utf-8"))[0]:
            if clause.id in {full_clause(each, folder.name, documents) for each in section.ids}:
                raise UsageError(f"{clause.id} has a section already, in {path.relative_to(folder).as_posix()}")
            taken |= {name for block in section.blocks for name in PREDICATE.findall(block.text)}
    norms = read_norms([clause])
    if not norms:
        rows = "; its rows are rules of the clause that names it (docs/rules.md, “A table”)"
        hint = rows if clause.kind is Kind.TABLE else ""
        raise UsageError(f"{clause.id} says nothing that could hold or not: it is of kind {clause.kind}{hint}")
    return skeleton(clause, short_id(clause, documents[0]), norms, taken, _table(folder).get("fact", {}))


def names_taken(folder: Path) -> set[str]:
    """The names of a game's facts, entities and enums."""
    table = _table(folder)
    return {name for kind in ("fact", "entities", "enums") for name in table.get(kind, {})}


def _table(folder: Path) -> dict[str, Any]:
    """A game's facts.toml; empty where it has none."""
    path = folder / FACTS
    return bounded_table(path.read_text("utf-8")) if path.is_file() else {}


def rules_file(folder: Path, clause: Clause) -> Path:
    """Where the rules of a clause's section stand or belong."""
    fitting = names_of(clause)
    for path in rule_texts(folder):
        if path.stem in fitting:
            return path
    return folder / RULES / f"{fitting[0] if fitting else clause.document.partition('/')[2]}.md"


def write(folder: Path, name: Path, draft: Skeleton, clause: Clause, documents: tuple[str, ...]) -> None:
    """Write a draft into a copy of a game's folder, and pin its clause."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    before = path.read_text("utf-8").rstrip() if path.is_file() else f"# {path.stem.replace('-', ' ').capitalize()}"
    path.write_text(f"{before}\n\n{draft.section}", "utf-8", newline="\n")
    if draft.facts:
        facts = folder / FACTS
        known = facts.read_text("utf-8").rstrip() + "\n\n" if facts.is_file() else ""
        facts.write_text(known + facts_text(draft.facts), "utf-8", newline="\n")
        tomllib.loads(facts.read_text("utf-8"))
    write_lock(folder, {**read_lock(folder), short_id(clause, documents[0]): clause.digest})


def facts_text(facts: tuple[DraftFact, ...]) -> str:
    """The tables of facts.toml."""
    tables = []
    for each in facts:
        lines = [f"{name} = {toml_value(value)}" for name, value in each.table.items()]
        tables.append("\n".join([f"[fact.{each.name}]", *lines]))
    return "\n\n".join(tables) + "\n"
