"""A game that somebody added: its page, whose words pages show, what is proposed to ask, its name half said."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from markupsafe import escape

from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from service.commands.serving.serve import proposed, proposed_of
from service.commands.show import show
from service.server.app import create_app
from service.server.snapshots.library import Library
from service.show.naming import game_called
from service.web.pages.edited import edited
from service.web.pages.examples import examples
from tests.support.harbour_versions import build_versions

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of a knowledge base of one game, which was added from its official document."""
    return build_versions(tmp_path_factory.mktemp("own"))


@pytest.fixture(scope="module")
def own(added: Path) -> Iterator[KnowledgeBase]:
    """That knowledge base, open."""
    with KnowledgeBase.open(added) as found:
        yield found


@pytest.fixture(scope="module")
def visitor(added: Path) -> Iterator[FlaskClient]:
    """A client of the service over it."""
    library = Library(added)
    library.warm_up()
    yield create_app(library).test_client()
    library.close()


PAGES = (
    "/", "/games", "/games/harbour", "/about", "/documents/harbour/rules", "/clauses/harbour/rules/101.1",
    "/?q=how+many+crates+does+a+boat+carry&game=harbour", "/checks/harbour/room?crates=2",
)  # fmt: skip


@pytest.mark.parametrize("address", PAGES)
def test_a_page_of_official_documents_alone_does_not_say_that_it_is_restated(
    address: str, visitor: FlaskClient
) -> None:
    page = visitor.get(address).text
    assert "estated" not in page
    assert "Quoted from the publishers" in page


@pytest.mark.parametrize(
    "address", ["/api/v1/ask?q=how+many+crates+does+a+boat+carry&game=harbour", "/api/v1/games", "/readyz"]
)
def test_the_edition_told_to_programs_is_that_of_what_is_shown(address: str, visitor: FlaskClient) -> None:
    found = visitor.get(address).json
    assert found is not None
    assert found["kb"]["edition"] == "official"


def test_a_page_of_restated_documents_says_so(client: FlaskClient, base: KnowledgeBase) -> None:
    assert [each.edition for each in edited(base)] == ["restated"]
    assert "Restated in our own words" in client.get("/games/vs-system").text
    for page in ("/", "/games", "/about"):
        assert "Quoted from the publishers" not in client.get(page).text.partition("<footer>")[2]


def test_a_game_has_a_page_with_its_documents_changes_and_a_box_to_ask(visitor: FlaskClient) -> None:
    page = visitor.get("/games/harbour").text
    for there in ('href="/documents/harbour/rules"', 'href="/games/harbour/changes"', 'name="game" value="harbour"'):
        assert there in page
    assert 'href="/games/harbour"' in visitor.get("/games").text
    assert 'href="/games/harbour"' in visitor.get("/clauses/harbour/rules/101.1").text
    missing = visitor.get("/games/chess")
    assert missing.status_code == 404
    assert "harbour" in missing.text


def test_a_question_of_a_game_that_is_there_is_proposed(own: KnowledgeBase, visitor: FlaskClient) -> None:
    [(game, question)] = examples(own)
    assert game == "harbour"
    query = proposed(own.store)
    assert f'href="/api/v1/ask?{escape(query)}"' in visitor.get("/api").text
    assert query.endswith("&game=harbour")
    found = visitor.get(f"/api/v1/ask?{query}").json
    assert found is not None
    assert found["outcome"] != "not_found", question


def test_the_processes_propose_it_too(added: Path, own: KnowledgeBase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADJUDGE_HOME", str(added))
    assert proposed_of(own.version) == proposed(own.store)


@pytest.mark.parametrize("name", ["harbour", "Harb", "HARBOUR", "harbourr"])
def test_a_game_is_known_by_how_its_name_begins(name: str, own: KnowledgeBase) -> None:
    assert game_called(own, name) == "harbour"


def test_a_name_that_no_game_has_is_answered_with_the_games(own: KnowledgeBase) -> None:
    with pytest.raises(UsageError, match="the games are harbour"):
        game_called(own, "chess")


def test_show_names_the_game_of_a_clause_and_shows_a_game_by_its_name(
    added: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADJUDGE_HOME", str(added))
    run = CliRunner().invoke
    clause = run(show, ["harbour/rules#101.1"]).output
    assert clause.splitlines()[1].startswith("Rules 2025 > Rules > ")
    said = run(show, ["harb"]).output
    assert "harbour/rules: Rules" in said
    assert "in force from 2026-02-01" in said
    assert json.loads(run(show, ["harb", "--json"]).output)["game"] == "harbour"
    assert "games: harbour" in str(run(show, ["zzyzx"]).exception)


def test_a_section_is_opened_at_its_first_clause(visitor: FlaskClient, own: KnowledgeBase) -> None:
    """References name sections, `see section 101`, and a section has no clause of its own."""
    page = visitor.get("/clauses/harbour/rules/101")
    assert (page.status_code, page.headers["Location"]) == (302, "/clauses/harbour/rules/101.1")
    assert visitor.get("/clauses/harbour/rules/109").status_code == 404
    told = visitor.get("/api/v1/clauses/harbour/rules/101")
    assert told.status_code == 404
    assert "section, whose first clause is harbour/rules#101.1" in told.text
    first = own.section_start("harbour/rules#101")
    assert first is not None
    assert first.id == "harbour/rules#101.1"
    assert own.section_start("harbour/rules#10") is None
