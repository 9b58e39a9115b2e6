"""An FAQ: questions and answers, pinned to the rules that they cite in another document, stale when these change."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.adding.folder import read_document
from ingest.building import pipeline
from ingest.encoding.encoders import HashingBuild
from ingest.games import known_documents
from ingest.lint.validate import lint_game
from kb.answering.answer import answer
from kb.knowledge import KnowledgeBase
from kb.records import Kind
from tests.service.conftest import split_at_stops
from tests.support.harbour_versions import EARLIER, LATER, add_version

pytestmark = pytest.mark.slow

FAQ = """\
# Harbour Questions

In force from 2025-06-01.

## Boats

Q: How many crates may my boat load?
A: Three, see rule 101.1.

Q2. May an empty boat leave?

A2. Yes, see rule 101.1b.

It need not wait for its turn.

## May I light a lantern twice in a night?

No, rule 200.2 forbids it. See also rule 777.7 and rule 101.1.
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with two versions of its rules and an FAQ of the time of the first."""
    place = tmp_path_factory.mktemp("faq")
    (place / "corpus").mkdir()
    add_version(place, "harbour-2025.txt", EARLIER)
    add_version(place, "harbour-2026.txt", LATER)
    said = add_version(place, "harbour-faq.md", FAQ, "--document", "faq")
    assert "layout qa: 3 questions are asked and answered" in said
    return place / "corpus" / "harbour"


def test_an_answer_is_a_ruling_under_its_question(tmp_path: Path) -> None:
    path = tmp_path / "faq.md"
    path.write_text(FAQ, "utf-8")
    found = read_document(path, "harbour").parsed
    rulings = {each.id: each for each in found.clauses if each.kind is Kind.RULING}
    assert [each.path for each in rulings.values()] == [
        "boats/how-many-crates-may-my-boat-load.p1",
        "boats/may-an-empty-boat-leave.p1",
        "boats/may-an-empty-boat-leave.p2",
        "may-i-light-a-lantern-twice-in-a-night.p1",
    ]
    assert rulings["harbour/rules#boats/how-many-crates-may-my-boat-load.p1"].plain == "Three, see rule 101.1."
    assert rulings["harbour/rules#boats/may-an-empty-boat-leave.p1"].headings == ("Boats", "May an empty boat leave?")
    assert [each.clause for each in found.rulings] == [each for each in rulings if not each.endswith("leave.p2")]


def test_a_paragraph_that_is_a_question_is_one_where_an_answer_follows(tmp_path: Path) -> None:
    path = tmp_path / "faq.md"
    path.write_text(
        "# Harbour FAQ\n\nMay a boat turn?\n\nYes. Who would stop it?\n\nMay it sink?\n\n"
        "No, see “May a boat turn?” above.\n\n"
        "Does a crate float?\n\nIt does. A crate is of wood.\n\n## Who asks?\n",
        "utf-8",
    )
    found = read_document(path, "harbour")
    assert found.spec.layout == "qa"
    assert [each.headings[-1] for each in found.parsed.clauses] == [
        "May a boat turn?",
        "May it sink?",
        "Does a crate float?",
    ]
    [quoted] = found.parsed.references
    assert (quoted.text, quoted.target) == ("“May a boat turn?”", "harbour/rules#may-a-boat-turn")


def test_answers_are_pinned_to_the_rules_as_they_were(folder: Path) -> None:
    faq = known_documents(folder)[1].parsed
    pins = {
        each.clause.partition("#")[2]: [pin.clause.partition("#")[2] for pin in each.interprets] for each in faq.rulings
    }
    assert pins == {
        "boats/how-many-crates-may-my-boat-load.p1": ["101.1"],
        "boats/may-an-empty-boat-leave.p1": [],
        "may-i-light-a-lantern-twice-in-a-night.p1": ["200.3", "101.1"],
    }


def test_lint_says_which_rulings_are_older_than_their_rules(folder: Path) -> None:
    report = lint_game(folder)
    assert not report.failed
    stale = [each.message for each in report.problems if each.code == "stale"]
    assert len(stale) == 2
    assert all(
        "which changed harbour/rules#101.1: it reads: A boat carries at most [-three-] {+four+}" in each
        for each in stale
    )
    missing = [each.message for each in report.problems if each.code == "no-such-rule" and "cites" in each.message]
    assert [each.partition(" cites ")[2] for each in missing] == [
        "101.1b, which no document of the game has",
        "777.7, which no document of the game has",
    ]


def test_a_question_is_answered_by_its_ruling_which_is_marked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "read_language", split_at_stops)
    home = folder.parent.parent / "home"
    pipeline.build(folder.parent, home=home, encoder=HashingBuild()).close()
    with KnowledgeBase.open(home) as base:
        found = answer(base, "How many crates may my boat load?", "harbour").citations
        assert found[0].clause.document == "harbour/faq"
        assert [each.clause for each in found[0].stale] == ["harbour/rules#101.1"]
        assert "harbour/rules#101.1" in [each.clause.id for each in found], "the question is a wording of the rule"
        about = base.store.rulings("harbour/rules#101.1")
        assert about[0].clause == "harbour/faq#boats/how-many-crates-may-my-boat-load.p1"
