"""Clauses and documents as they stood on a day: pages, API and command line show the words of then, and lead to now."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from urllib.parse import urlencode

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from service.commands.quality.reports import reports
from service.commands.show import show
from service.reports import store
from service.server.app import create_app
from service.server.snapshots.library import Library
from tests.support.harbour_versions import build_versions

pytestmark = pytest.mark.slow

CRATES = "how many crates does a boat carry?"
THEN = {"as_of": "2025-06-01"}
THREE, FOUR = "A boat carries at most three crates.", "A boat carries at most four crates."
TWICE = "Nobody may light a lantern twice in one night."
STORM = "A storm puts every lantern out."
GONE = "A boat without crates may leave at once."


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of a knowledge base of one game with two versions of its rules."""
    return build_versions(tmp_path_factory.mktemp("days"))


@pytest.fixture(scope="module")
def client(home: Path) -> Iterator[FlaskClient]:
    """A client of the service over it."""
    library = Library(home)
    library.warm_up()
    yield create_app(library).test_client()
    library.close()


@pytest.fixture
def headjudge(home: Path, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    """The command line over the same home."""
    monkeypatch.setenv("HEADJUDGE_HOME", str(home))
    return CliRunner()


def test_before_a_version_is_in_force_the_links_lead_to_the_words_of_today(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.answering.past.today", lambda: date(2025, 12, 1))
    found = client.get("/api/v1/ask", query_string={"q": CRATES, "game": "harbour"}).json
    assert found is not None
    assert found["citations"][0]["quote"] == THREE
    assert found["citations"][0]["url"] == "/clauses/harbour/rules/101.1?as_of=2025-12-01"
    page = client.get("/", query_string={"q": CRATES, "game": "harbour"}).text
    assert "/clauses/harbour/rules/101.1?as_of=2025-12-01" in page
    assert FOUR not in page


def test_an_answer_is_not_taken_for_unchanged_on_the_day_when_a_version_comes_into_force(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = {"q": CRATES, "game": "harbour"}
    monkeypatch.setattr("kb.answering.past.today", lambda: date(2026, 1, 31))
    before = client.get("/api/v1/ask", query_string=asked).headers["ETag"]
    monkeypatch.setattr("kb.answering.past.today", lambda: date(2026, 2, 1))
    found = client.get("/api/v1/ask", query_string=asked, headers={"If-None-Match": before})
    assert found.status_code == 200
    assert found.get_json()["citations"][0]["quote"] == FOUR


@pytest.mark.parametrize("asked", [CRATES, "101.1", "101.1b", "200.2", "light a lantern twice"])
def test_the_link_of_each_citation_leads_to_the_words_that_it_quotes(asked: str, client: FlaskClient) -> None:
    found = client.get("/api/v1/ask", query_string={"q": asked, "game": "harbour", **THEN}).json
    assert found is not None
    assert found["citations"]
    for each in found["citations"]:
        assert each["url"].endswith("?as_of=2025-06-01")
        shown = client.get(f"/api/v1{each['url']}").json
        assert shown is not None
        assert (shown["clause"], shown["quote"]) == (each["clause"], each["quote"])
        assert (shown["source"], shown["document"]) == (each["source"], each["document"])
        assert each["quote"] in client.get(each["url"]).text


def test_the_links_of_today_carry_no_day(client: FlaskClient) -> None:
    found = client.get("/api/v1/ask", query_string={"q": CRATES, "game": "harbour"}).json
    assert found is not None
    assert [each["url"] for each in found["citations"] if "?" in each["url"]] == []
    assert "as_of" not in client.get("/clauses/harbour/rules/101.1").text


def test_the_link_of_a_message_and_those_of_a_page_carry_the_day(client: FlaskClient) -> None:
    query = {"q": CRATES, "game": "harbour", **THEN}
    assert "as_of=2025-06-01" in client.get("/api/v1/ask", query_string=query | {"format": "markdown"}).text
    assert 'href="/clauses/harbour/rules/101.1?as_of=2025-06-01"' in client.get("/", query_string=query).text


def test_a_search_as_of_a_day_names_the_version_and_the_page_of_then(client: FlaskClient) -> None:
    found = client.get("/api/v1/search", query_string={"q": "crates boat", "game": "harbour", **THEN}).json
    assert found is not None
    [hit] = [each for each in found["hits"] if each["clause"].endswith("#101.1")]
    assert (hit["quote"], hit["document"]["effective"]) == (THREE, "2025-03-01")
    assert hit["url"] == "/clauses/harbour/rules/101.1?as_of=2025-06-01"


@pytest.mark.parametrize(
    ("path", "words", "today"),
    [
        ("101.1", THREE, "/clauses/harbour/rules/101.1"),
        ("200.2", TWICE, "/clauses/harbour/rules/200.3"),
        ("101.1b", GONE, "/clauses/harbour/rules/101.1b"),
    ],
)
def test_a_clauses_page_of_a_day_says_which_day_and_leads_to_today(
    path: str, words: str, today: str, client: FlaskClient
) -> None:
    page = client.get(f"/clauses/harbour/rules/{path}", query_string=THEN)
    assert page.status_code == 200
    assert words in page.text
    assert "As it stood on" in page.text
    assert f'<a href="{today}">As it stands now</a>' in page.text
    shown = client.get(f"/api/v1/clauses/harbour/rules/{path}", query_string=THEN).json
    assert shown is not None
    assert (shown["as_of"], shown["today"]) == ("2025-06-01", today)


def test_its_neighbours_are_those_of_the_day(client: FlaskClient) -> None:
    page = client.get("/clauses/harbour/rules/101.1", query_string=THEN).text
    assert 'href="/clauses/harbour/rules/101.1b?as_of=2025-06-01"' in page
    shown = client.get("/api/v1/clauses/harbour/rules/101.1", query_string=THEN).json
    assert shown is not None
    assert "harbour/rules#101.1b" in shown["neighbours"]


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_a_document_reads_as_it_did_on_the_day(language: str, client: FlaskClient) -> None:
    page = client.get("/documents/harbour/rules", query_string=THEN, headers={"Accept-Language": language}).text
    assert [words in page for words in (THREE, GONE, TWICE, FOUR, STORM)] == [True, True, True, False, False]
    assert page.index(THREE) < page.index(GONE) < page.index(TWICE)
    assert 'class="note as-of"' in page
    assert 'href="/documents/harbour/rules"' in page


@pytest.mark.parametrize(
    ("path", "day", "said"),
    [
        ("200.3", "2025-06-01", "Rules had no 200.3 on 2025-06-01"),
        ("101.1", "2024-01-01", "Rules was not in force on 2024-01-01: it is known from 2025-03-01"),
        ("101.9z", "2025-06-01", "there is no clause"),
    ],
)
def test_what_was_not_there_on_the_day_is_said(path: str, day: str, said: str, client: FlaskClient) -> None:
    for address in (f"/clauses/harbour/rules/{path}", f"/api/v1/clauses/harbour/rules/{path}"):
        found = client.get(address, query_string={"as_of": day})
        assert found.status_code == 404
        assert said.casefold() in found.text.casefold()
    page = client.get(f"/clauses/harbour/rules/{path}", query_string={"as_of": day}).text
    assert (f'href="/clauses/harbour/rules/{path}">As it stands now</a>' in page) == (path != "101.9z")


@pytest.mark.parametrize("page", ["/clauses/harbour/rules/101.1", "/documents/harbour/rules"])
def test_a_day_that_is_none_is_refused_rather_than_taken_for_today(page: str, client: FlaskClient) -> None:
    for address in (page, f"/api/v1{page}".replace("/documents/harbour/rules", "/clauses/harbour/rules/101.1")):
        assert client.get(f"{address}?as_of=soon").status_code == 422
    assert FOUR in client.get(f"{page}?as_of=").text


def test_a_report_on_an_answer_of_a_day_keeps_the_day_and_what_was_in_force(
    headjudge: CliRunner, client: FlaskClient, home: Path
) -> None:
    page = f"/?{urlencode({'q': CRATES, 'game': 'harbour', **THEN})}"
    assert client.post("/reports", data={"page": page, "should": "3"}).status_code == 201
    [kept] = store.reports(home)
    assert kept["as_of"] == "2025-06-01"
    assert THREE[:-1] in kept["answers"][0]["said"] or "harbour/rules#101.1" in kept["answers"][0]["clauses"]
    assert "(as of 2025-06-01)" in headjudge.invoke(reports, []).output
    refused = headjudge.invoke(reports, ["case", "1", "--verdict", "3"]).exception
    assert str(refused) == "report 1 is about 2025-06-01: cases and questions are about the rules of now"


def test_a_pasted_link_of_a_day_previews_its_words(client: FlaskClient) -> None:
    page = client.get("/clauses/harbour/rules/101.1", query_string=THEN).text
    assert f'property="og:description" content="{THREE}' in page
    assert 'property="og:url" content="http://localhost/clauses/harbour/rules/101.1?as_of=2025-06-01"' in page


def test_show_takes_a_day(headjudge: CliRunner) -> None:
    said = headjudge.invoke(show, ["harbour/rules#101.1", "--as-of", "2025-06-01"]).output
    assert THREE in said
    assert "as it stood on 2025-06-01; today: headjudge show harbour/rules#101.1" in said
    now = headjudge.invoke(show, ["harbour/rules#101.1"]).output
    assert FOUR in now
    assert "as it stood" not in now
    told = json.loads(headjudge.invoke(show, ["harbour/rules#101.1b", "--as-of", "2025-06-01", "--json"]).output)
    assert (told["quote"], told["as_of"]) == (GONE, "2025-06-01")
    card = headjudge.invoke(show, ["kraken", "--as-of", "2025-06-01"])
    assert "--as-of is for a clause's id" in str(card.exception)


@pytest.mark.parametrize("written", ["harbour/rules#101.1b", "harbour/rules/101.1b"])
def test_show_knows_what_is_gone(written: str, headjudge: CliRunner) -> None:
    said = headjudge.invoke(show, [written])
    assert said.exit_code == 0
    assert "101.1b of Rules is gone since 2026-02-01." in said.output
    assert GONE in said.output
