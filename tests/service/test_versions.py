"""Versions in time as people and programs see them: diff, history, as of a day, what is stale, feeds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from kb.answering.answer import answer
from kb.answering.today import cited_today, run_today
from kb.knowledge import KnowledgeBase
from kb.records import Outcome
from kb.records.results import Status
from service.commands.ask import ask
from service.commands.check import check
from service.commands.diff import diff
from service.mcp.short.asked import answer_short
from service.server.app import create_app
from service.server.snapshots.library import Library
from tests.support.harbour_versions import (
    LATER,
    TWICE,
    add_version,
    build_versions,
    built,
    make_corpus,
    pinned,
    read_against_the_later,
)

pytestmark = pytest.mark.slow

ATOM = "{http://www.w3.org/2005/Atom}"
BEFORE = date(2025, 6, 1)
CRATES = "how many crates does a boat carry?"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of a knowledge base of one game with two versions of its rules."""
    return build_versions(tmp_path_factory.mktemp("in-time"))


@pytest.fixture(scope="module")
def base(home: Path) -> Iterator[KnowledgeBase]:
    """That knowledge base, open."""
    with KnowledgeBase.open(home) as found:
        yield found


@pytest.fixture(scope="module")
def client(home: Path) -> Iterator[FlaskClient]:
    """A client of the service over it."""
    library = Library(home)
    library.warm_up()
    yield create_app(library).test_client()
    library.close()


def test_a_day_is_answered_with_the_words_of_that_day(base: KnowledgeBase) -> None:
    now, then = answer(base, CRATES, "harbour"), answer(base, CRATES, "harbour", as_of=BEFORE)
    assert now.citations[0].clause.plain == "A boat carries at most four crates."
    assert then.citations[0].clause.plain == "A boat carries at most three crates."
    assert (then.citations[0].document.effective, then.citations[0].document.file) == (
        "2025-03-01",
        "harbour/rules.2025-03-01.txt",
    )


@pytest.fixture
def before_the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is December 2025: the rules of 2026-02-01 are known and not in force yet."""
    monkeypatch.setattr("kb.answering.past.today", lambda: date(2025, 12, 1))


@pytest.mark.parametrize("game", ["harbour", None])
def test_a_version_from_a_future_day_does_not_answer_before_it(
    base: KnowledgeBase, before_the_day: None, game: str | None
) -> None:
    found = answer(base, CRATES, game)
    assert found.citations[0].clause.plain == "A boat carries at most three crates."
    assert found.citations[0].document.effective == "2025-03-01"
    assert found.day == date(2025, 12, 1)


def test_a_check_that_was_read_against_the_rules_in_force_is_not_called_stale_for_those_to_come(
    base: KnowledgeBase, before_the_day: None
) -> None:
    found = answer(base, "does another crate fit into the boat with 3 crates?", "harbour")
    assert found.verdict is not None
    assert (found.verdict.value, found.stale) == (False, ())
    assert "To be read again" not in found.sentence


def test_a_check_put_by_its_name_is_computed_and_cited_by_the_rules_in_force(
    client: FlaskClient, before_the_day: None
) -> None:
    told = client.post("/api/v1/checks/harbour/room", json={"crates": 3}).json
    assert told is not None
    assert (told["verdict"]["value"], told["stale"]) == (False, [])
    page = client.get("/checks/harbour/room?crates=3").text
    assert "A boat carries at most three crates." in page
    assert "four crates" not in page
    assert "to be read again" not in page
    assert "/clauses/harbour/rules/101.1?as_of=2025-12-01" in page


def test_a_check_read_against_rules_that_are_not_in_force_yet_computes_nothing_until_their_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_corpus(tmp_path)
    still_later = LATER.replace("2026-02-01", "2026-06-01").replace("puts every lantern out", "puts every flame out")
    add_version(tmp_path, "rules-summer.txt", still_later)
    read_against_the_later(tmp_path)
    pinned(tmp_path)
    library = Library(built(tmp_path))
    client, facts = create_app(library).test_client(), {"crates": 3}
    monkeypatch.setattr("kb.answering.past.today", lambda: date(2025, 12, 1))
    reply = client.post("/api/v1/checks/harbour/room", json=facts)
    assert reply.status_code == 409
    assert reply.json is not None
    assert reply.json["detail"].startswith("the rules of harbour/room are in force from 2026-02-01: until then nothing")
    page = client.get("/checks/harbour/room?crates=3").text
    assert '<p class="state">That is not in force yet</p>' in page
    assert '<p class="state">Yes</p>' not in page
    monkeypatch.setattr("kb.answering.past.today", lambda: date(2026, 2, 1))
    found = client.post("/api/v1/checks/harbour/room", json=facts).json
    assert found is not None
    assert found["verdict"]["value"] is True
    library.close()


def test_a_check_read_against_a_clause_that_is_to_be_renumbered_is_computed_and_cites_it(
    tmp_path: Path, before_the_day: None
) -> None:
    make_corpus(tmp_path, TWICE)
    with KnowledgeBase.open(built(tmp_path)) as found:
        result = run_today(found, "harbour/again", {"lit": True})
        [cited] = cited_today(found, result)
    assert result.verdict is not None
    assert result.verdict.value is False
    assert cited.clause.plain.startswith("Nobody may light a lantern twice")
    assert cited.clause.path == "200.2", "which is 200.3 in the version to come"


def test_an_id_names_what_has_it_today(base: KnowledgeBase, before_the_day: None) -> None:
    found = answer(base, "harbour/rules#200.2", "harbour")
    assert found.citations[0].clause.plain.startswith("Nobody may light a lantern twice in one night.")
    to_come = answer(base, "harbour/rules#200.3", "harbour")
    assert (to_come.outcome, to_come.citations) == (Outcome.NOT_FOUND, ())
    assert to_come.sentence.endswith("had no 200.3 on 2025-12-01.")


def test_without_a_version_ahead_no_day_is_meant(base: KnowledgeBase) -> None:
    assert answer(base, CRATES, "harbour").day is None


def test_every_clause_of_a_day_stands_where_it_says(base: KnowledgeBase, home: Path) -> None:
    corpus = home.parent / "corpus"
    for asked in (CRATES, "100", "200", "101.1b", "light a lantern twice"):
        citations = answer(base, asked, "harbour", as_of=BEFORE).citations
        assert citations, asked
        for each in citations:
            text = (corpus / each.document.file).read_text("utf-8")
            assert text[each.clause.start : each.clause.end] == each.clause.text
            assert each.document.effective == "2025-03-01"


def test_what_is_gone_now_is_found_on_a_day_when_it_was_there(base: KnowledgeBase) -> None:
    asked = "may a boat without crates leave at once?"
    assert answer(base, asked, "harbour", as_of=BEFORE).citations[0].clause.path == "101.1b"
    assert "101.1b" not in [each.clause.path for each in answer(base, asked, "harbour").citations]


@pytest.mark.parametrize(
    ("number", "day", "found", "said"),
    [
        ("101.1b", BEFORE, "A boat without crates may leave at once.", "see below"),
        ("101.1b", None, "", "101.1b of Rules is gone since 2026-02-01."),
        ("200.2", BEFORE, "Nobody may light a lantern twice in one night. See rules 100.1a and 999.9.", "see below"),
        ("200.2", None, "A storm puts every lantern out.", "see below"),
    ],
)
def test_a_number_is_that_of_the_day(number: str, day: date | None, found: str, said: str, base: KnowledgeBase) -> None:
    shown = answer(base, number, "harbour", as_of=day)
    assert said in shown.sentence
    assert (shown.citations[0].clause.plain if shown.citations else "") == found


@pytest.mark.parametrize("asked", [CRATES, "101.1"])
def test_before_the_first_version_it_is_said_since_when_it_is_known(asked: str, base: KnowledgeBase) -> None:
    found = answer(base, asked, "harbour", as_of=date(2024, 1, 1))
    assert (found.outcome, found.citations) == (Outcome.NOT_FOUND, ())
    assert "was in force on 2024-01-01" in found.sentence
    assert "from 2025-03-01" in found.sentence


def test_a_verdict_on_rules_that_are_stale_says_so(base: KnowledgeBase) -> None:
    asked = "I have 2 crates, can I load one more crate?"
    now, then = answer(base, asked, "harbour"), answer(base, asked, "harbour", as_of=BEFORE)
    assert [each.clause for each in now.stale] == ["harbour/rules#101.1"]
    assert "101.1 has changed on 2026-02-01" in now.sentence
    assert (then.outcome, then.stale) == (Outcome.ANSWERED, ()), "its rules were right on that day"


def test_a_result_on_rules_that_are_stale_says_so(base: KnowledgeBase) -> None:
    found = base.checks.run("harbour/room", {"crates": 2})
    assert found.status is Status.ANSWERED
    assert [each.change.what for each in base.stale_of(found)] == ["changed"]
    assert base.stale_of(base.checks.run("harbour/light", {"oil": 1})) == ()


def test_the_api_answers_for_a_day_and_marks_what_is_stale(client: FlaskClient) -> None:
    asked = client.get("/api/v1/ask", query_string={"q": CRATES, "game": "harbour", "as_of": "2025-06-01"}).json
    assert asked is not None
    assert asked["citations"][0]["quote"] == "A boat carries at most three crates."
    run = client.post("/api/v1/checks/harbour/room", json={"crates": 2}).json
    assert run is not None
    [stale] = run["stale"]
    assert (stale["clause"], stale["since"], stale["change"]["what"]) == (
        "harbour/rules#101.1",
        "2026-02-01",
        "changed",
    )
    words = [(each["kind"], each["text"]) for each in stale["change"]["words"]]
    assert words == [("same", "A boat carries at most"), ("old", "three"), ("new", "four"), ("same", "crates.")]


def test_the_api_has_a_clauses_history_and_what_changed(client: FlaskClient) -> None:
    clause = client.get("/api/v1/clauses/harbour/rules/101.1").json
    assert clause is not None
    assert [(each["since"], each["change"]["what"]) for each in clause["history"]] == [("2026-02-01", "changed")]
    found = client.get("/api/v1/games/harbour/changes").json
    assert found is not None
    [document] = found["documents"]
    assert document["summary"].startswith("rules: 1 changed, 1 added, 1 removed, 1 renumbered")
    assert [(each["what"], each["clause"].partition("#")[2]) for each in document["changes"]] == [
        ("changed", "introduction.p1"),
        ("changed", "101.1"),
        ("added", "200.2"),
        ("renumbered", "200.3"),
        ("removed", "101.1b"),
    ]


def test_an_export_holds_the_versions(client: FlaskClient) -> None:
    rows = [json.loads(each) for each in client.get("/api/v1/export/harbour.jsonl").text.splitlines()]
    versions = [(each["name"], len(each["changes"])) for each in rows if each["record"] == "version"]
    assert versions == [("2025-03-01", 0), ("2026-02-01", 5)]


def test_an_assistant_is_told_the_documents_of_the_day(base: KnowledgeBase) -> None:
    told = answer_short(base, answer(base, CRATES, "harbour", as_of=BEFORE))
    assert "in force from 2025-03-01" in told["documents"]["harbour/rules"]


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/api/v1/games/nowhere/changes", "there is no game"),
        ("/api/v1/games/harbour/changes?document=faq", "there is no document"),
        ("/api/v1/games/harbour/changes?old=2026-02-01&new=2025-03-01", "is not before"),
        ("/api/v1/games/harbour/changes?old=2020-01-01", "is not known on 2020-01-01"),
        ("/api/v1/games/harbour/changes?old=yesterday", "is no version"),
        ("/api/v1/clauses/harbour/rules/101.1b", "is gone since 2026-02-01"),
    ],
)
def test_what_cannot_be_compared_is_said(address: str, said: str, client: FlaskClient) -> None:
    found = client.get(address)
    assert found.status_code == 404
    assert found.json is not None
    assert said in found.json["detail"]


def test_a_clause_that_is_gone_has_a_page_and_a_renumbered_one_leads_on(client: FlaskClient) -> None:
    gone = client.get("/clauses/harbour/rules/101.1b")
    assert gone.status_code == 200
    assert "No longer in force" in gone.text
    assert "A boat without crates may leave at once." in gone.text
    assert client.get("/clauses/harbour/rules/101.9z").status_code == 404


@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_pages_show_what_changed_with_the_words_marked(language: str, client: FlaskClient) -> None:
    spoken = {"Accept-Language": language}
    changes = client.get("/games/harbour/changes", headers=spoken).text
    assert "<del>three</del> <ins>four</ins>" in changes
    assert '<option value="2025-03-01" selected>' in changes
    clause = client.get("/clauses/harbour/rules/101.1", headers=spoken).text
    assert clause.count("<del>three</del> <ins>four</ins>") == 2, "in its history, and where its rules are stale"
    assert 'class="stale"' in client.get("/checks/harbour/room?crates=2", headers=spoken).text


def test_a_page_of_a_day_says_so_and_leads_to_today(client: FlaskClient) -> None:
    page = client.get("/", query_string={"q": CRATES, "game": "harbour", "as_of": "2025-06-01"}).text
    assert "at most <mark>three</mark>" in page or "at most three" in page
    assert "As it stood on" in page
    assert "As it stands now" in page
    assert client.get("/", query_string={"q": CRATES, "game": "harbour", "as_of": "soon"}).status_code == 422


@pytest.mark.parametrize("address", ["/feed.atom", "/games/harbour/feed.atom"])
def test_a_feed_holds_what_atom_demands(address: str, client: FlaskClient) -> None:
    sent = client.get(address)
    assert sent.content_type == "application/atom+xml; charset=utf-8"
    root = Xml.fromstring(sent.data)
    assert root.tag == f"{ATOM}feed"
    for part in (root, *root.findall(f"{ATOM}entry")):
        assert [len(part.findall(f"{ATOM}{name}")) for name in ("id", "title", "updated")] == [1, 1, 1]
        assert (part.findtext(f"{ATOM}id") or "").startswith("urn:uuid:")
        moment = part.findtext(f"{ATOM}updated") or ""
        assert date.fromisoformat(moment.removesuffix("T00:00:00Z"))
        assert all((each.get("href") or "").startswith("http://") for each in part.findall(f"{ATOM}link"))
    assert root.find(f"{ATOM}author/{ATOM}name") is not None
    ids = [each.findtext(f"{ATOM}id") for each in root.findall(f"{ATOM}entry")]
    assert len(ids) == len(set(ids)) == 5
    told = {each.findtext(f"{ATOM}title"): each.findtext(f"{ATOM}content") for each in root.findall(f"{ATOM}entry")}
    assert told["Rules 2025, Rules: changed 101.1"] == "A boat carries at most <del>three</del> <ins>four</ins> crates."
    assert client.get(address, headers={"If-None-Match": sent.headers["ETag"]}).status_code == 304


def test_the_command_line_compares_versions_and_says_what_is_stale(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADJUDGE_HOME", str(home))
    run = CliRunner().invoke
    said = run(diff, ["harbour"]).output
    assert "harbour/rules: 2025-03-01 → 2026-02-01" in said
    assert "A boat carries at most [-three-] {+four+} crates." in said
    assert json.loads(run(diff, ["harbour", "2025-03-01", "2026-02-01", "--json"]).output)[0]["new"] == "2026-02-01"
    assert "101.1 has changed on 2026-02-01" in run(check, ["harbour/room", "--fact", "crates=2"]).output
    assert "at most three crates" in run(ask, [CRATES, "--game", "harbour", "--as-of", "2025-06-01"]).output
