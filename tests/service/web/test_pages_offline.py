"""What a device keeps: the list of games, a bundle for each, and the worker with its files."""

from __future__ import annotations

import re

from flask.testing import FlaskClient

from kb.knowledge import KnowledgeBase
from kb.records import Range
from service.web.device.bundle import cell_text, game_bundle


def test_the_list_names_the_version_and_the_games_with_their_size(client: FlaskClient, base: KnowledgeBase) -> None:
    listed = client.get("/offline.json").json
    assert listed is not None
    assert listed["version"] == base.version
    assert {each["id"]: each["clauses"] for each in listed["games"]} == {
        each.id: len(base.store.clauses(each.id)) for each in base.games
    }
    assert [each["game"] for each in listed["examples"]] == ["vs-system"]


def test_a_bundle_holds_every_clause_card_and_ruling_of_its_game(client: FlaskClient, base: KnowledgeBase) -> None:
    kept = client.get("/offline/vs-system.json").json
    assert kept is not None
    clauses = {each["id"]: each["text"] for each in kept["clauses"]}
    assert clauses == {each.id: each.plain for each in base.store.clauses("vs-system")}
    assert len(kept["cards"]) == len(base.store.cards("vs-system"))
    ego = next(each for each in kept["cards"] if each["id"].endswith("#ego-the-living-planet"))
    assert ego["figures"] == "Location, cost 2"
    assert [each["clause"] for each in ego["rulings"]] == [each.clause for each in base.store.rulings(ego["id"])]
    assert {each["effective"] for each in ego["rulings"]} == {"2006-09-23"}


def test_a_bundle_names_the_checks_with_clauses_that_it_holds(base: KnowledgeBase) -> None:
    kept = game_bundle(base, "tiny-game")
    held = {each["id"] for each in kept["clauses"]}
    assert {each["id"] for each in kept["checks"]} == {each.full_id for each in base.checks.checks("tiny-game")}
    assert all(set(each["clauses"]) <= held for each in kept["checks"])


def test_a_bundle_is_sent_again_only_where_the_version_changed(client: FlaskClient) -> None:
    for encoding in ("gzip", "identity"):
        first = client.get("/offline/tiny-game.json", headers={"Accept-Encoding": encoding})
        again = client.get(
            "/offline/tiny-game.json", headers={"Accept-Encoding": encoding, "If-None-Match": first.headers["ETag"]}
        )
        assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
        assert first.headers.get("Content-Encoding") == ("gzip" if encoding == "gzip" else None)


def test_a_bundle_of_an_unknown_game_is_not_found(client: FlaskClient) -> None:
    assert client.get("/offline/chess.json").status_code == 404


def test_the_worker_names_files_that_are_there_by_their_content(client: FlaskClient) -> None:
    reply = client.get("/sw.js")
    assert reply.mimetype == "text/javascript"
    assert reply.headers["Cache-Control"] == "no-cache"
    files = re.findall(r'"(/static/[^"]+\?v=[0-9a-f]{12})"', reply.text)
    assert len(files) == 11
    assert [client.get(each).status_code for each in files] == [200] * 11
    assert "Permission is hereby granted" in client.get("/static/vendor/minisearch.LICENSE.txt").text


def test_the_shell_has_one_place_for_the_page_and_shows_the_mark(client: FlaskClient) -> None:
    html = client.get("/offline/shell").text
    assert (html.count("%MAIN%"), html.count("%TITLE%")) == (1, 1)
    assert re.search(r'id="signal"[^>]*role="status">', html)
    assert re.search(r'id="signal"[^>]* hidden>', client.get("/").text)


def test_cells_read_as_ranges_and_gaps() -> None:
    cells = (3, "KO", None, Range(1, 4), Range(7, None))
    assert [cell_text(each) for each in cells] == ["3", "KO", "–", "1 – 4", "7 – …"]
