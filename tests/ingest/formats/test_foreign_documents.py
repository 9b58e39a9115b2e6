"""Other publishers' rulebooks, read from HEADJUDGE_FOREIGN: none of their words is part of this project."""

from __future__ import annotations

import os
import re
from difflib import SequenceMatcher
from functools import lru_cache
from pathlib import Path

import pytest

from ingest.adding.folder import Added, read_document
from ingest.versions.document import with_ids
from kb.records import Clause, Kind
from kb.records.versions import What
from kb.versions.aligned import aligned, changes
from kb.versions.counts import summary

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
FOREIGN = Path(os.environ.get("HEADJUDGE_FOREIGN", ROOT.parent / "shared" / "foreign"))
MAGIC = {"txt": 0.0, "docx": 0.99, "pdf": 0.97}
RULE = re.compile(r"[0-9]{3}\.[0-9]+[a-z]?")
WORD = re.compile(r"[\w’'+−-]*\w[\w’'+−-]*")


@lru_cache
def read(name: str) -> Added:
    """A document, once a session; skipped where it is not here."""
    if not (FOREIGN / name).is_file():
        pytest.skip(f"the publisher's document {name} is not here: set HEADJUDGE_FOREIGN to its folder")
    return read_document(FOREIGN / name, "foreign")


def rules(added: Added) -> dict[str, Clause]:
    """The rules with numbers of three figures and a point."""
    return {clause.path: clause for clause in added.parsed.clauses if RULE.fullmatch(clause.path)}


@pytest.mark.parametrize("form", MAGIC)
def test_the_same_rules_from_every_format(form: str) -> None:
    text, other = rules(read("magic-2026-01-16.txt")), rules(read(f"magic-2026-01-16.{form}"))
    assert list(other) == list(text)
    assert len(text) == 3114
    alike = sum(text[path].plain == clause.plain for path, clause in other.items()) / len(text)
    print(f"magic 2026 {form}: {len(other)} rules, {alike:.4f} of the texts as in txt")
    assert alike >= MAGIC[form]


@pytest.mark.parametrize("form", MAGIC)
def test_examples_terms_and_references_of_every_format(form: str) -> None:
    added = read(f"magic-2026-01-16.{form}")
    clauses = added.parsed.clauses
    examples = [each for each in clauses if each.kind is Kind.EXAMPLE]
    terms = {each.headings[-1] for each in clauses if each.kind is Kind.DEFINITION}
    dangling = [each.message for each in added.problems if each.code == "no-such-rule"]
    print(f"magic 2026 {form}: {len(examples)} examples, {len(terms)} terms, {len(added.parsed.references)} references")
    assert len(examples) == 276
    assert all(each.explains.startswith(f"foreign/rules#{each.section}") for each in examples)
    assert len(terms) == 725
    assert len(added.parsed.references) >= 1700
    assert dangling == ["glossary/map.d1 points to 110.10, which does not exist"]
    assert not added.errors
    assert added.spec.effective == "2026-01-16"


def test_two_versions_differ_where_their_publisher_changed_them() -> None:
    before, after = rules(read("magic-2025-11-14.txt")), rules(read("magic-2026-01-16.txt"))
    assert sorted(set(after) - set(before)) == ["610.5", "701.68", "701.68a", "701.68b", "701.68c", "701.68d"]
    assert sorted(set(before) - set(after)) == ["702.124p"]
    assert sum(before[path].plain != after[path].plain for path in set(before) & set(after)) == 8


def test_what_is_told_of_two_versions_is_what_their_publisher_changed() -> None:
    before, after = read("magic-2025-11-14.txt").parsed, read("magic-2026-01-16.txt").parsed
    found = changes(aligned(before.clauses, with_ids([before, after], [0, 1])[1].clauses))
    print(f"magic 2025-11-14 to 2026-01-16: {summary(found)}")
    assert summary(found).split("; ")[0] == "rules: 8 changed, 6 added, 1 removed"
    numbered = [each for each in found if RULE.fullmatch(each.clause.path)]
    added = [each.clause.path for each in numbered if each.what is What.ADDED]
    assert added == ["610.5", "701.68", "701.68a", "701.68b", "701.68c", "701.68d"]
    assert [each.clause.path for each in numbered if each.what is What.REMOVED] == ["702.124p"]


@pytest.mark.parametrize(("name", "nodes"), [("root-law-p16.yml", 811), ("root-law-p6.yml", 576)])
def test_a_law_in_yaml_is_numbered_as_printed(name: str, nodes: int) -> None:
    added = read(name)
    numbers = {block.number for block in added.converted.blocks if block.number}
    chapters = {number for number in numbers if "." not in number}
    assert len(numbers) == nodes
    assert numbers - chapters <= {clause.path for clause in added.parsed.clauses}
    assert not added.problems
    print(f"{name}: {len(numbers)} nodes, {len(added.parsed.references)} references, all resolved")


def test_columns_hold_the_words_of_the_same_text_in_order() -> None:
    source = (FOREIGN / "srd-combat.md").read_text("utf-8") if read("srd-combat.md") else ""
    added = read("two-columns.pdf")
    wanted = WORD.findall(re.sub(r"[*_`#|>]", " ", source))
    said = " ".join(
        f"{block.number} {block.text} {' '.join(' '.join(row) for row in block.rows)}"
        for block in added.converted.blocks
    )
    got = WORD.findall(re.sub(r"[*_`#|>]", " ", said))
    alike = sum(each.size for each in SequenceMatcher(None, wanted, got, autojunk=False).get_matching_blocks())
    print(f"two-columns.pdf: {alike / len(wanted):.4f} of {len(wanted)} words in order")
    assert alike >= 0.99 * len(wanted)
    assert set(got) <= set(wanted), "no word is broken"
    assert sum(block.shape == "heading" for block in added.converted.blocks) == 67
    assert all(any(flag.startswith("page-") for flag in clause.flags) for clause in added.parsed.clauses)


@pytest.mark.parametrize(
    ("name", "layout", "least", "tables"),
    [
        ("srd-combat.md", "headed", 190, 1),
        ("srd-mechanics.md", "headed", 240, 3),
        ("fab-1.md", "headed", 300, 0),
        ("arkham-rules.json", "glossary", 900, 2),
    ],
)
def test_a_sound_tree_without_options(name: str, layout: str, least: int, tables: int) -> None:
    added = read(name)
    assert added.spec.layout == layout
    assert not added.errors
    assert len(added.parsed.clauses) >= least
    assert len(added.parsed.tables) == tables
    assert max(len(clause.text) for clause in added.parsed.clauses) < 3000
    assert all(clause.headings for clause in added.parsed.clauses)
