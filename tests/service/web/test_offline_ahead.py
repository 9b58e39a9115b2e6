"""A device holds what is in force on the day on which it was fetched, also where a later version waits for its own."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from kb.errors import AheadError
from service.server.app import create_app
from service.server.snapshots.library import Library
from service.web.device import computed
from tests.support.harbour_versions import TWICE, built, make_corpus, pinned, read_against_the_later

pytestmark = pytest.mark.slow

BEFORE, STILL_BEFORE, COME = date(2025, 12, 1), date(2026, 1, 31), date(2026, 2, 1)
ADDRESSES = ("/offline.json", "/offline/harbour.json", "/offline/harbour.rules")


class Calendar:
    """Which day it is for the service."""

    def __init__(self, patched: pytest.MonkeyPatch) -> None:
        self.patched = patched
        self.turn(BEFORE)

    def turn(self, day: date) -> None:
        """It is that day from now on."""
        self.patched.setattr("kb.answering.past.today", lambda: day)


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    """It is December 2025: the rules of 2026-02-01 are known and not in force yet."""
    return Calendar(monkeypatch)


def served(home: Path) -> Iterator[FlaskClient]:
    """A client of the service over a knowledge base."""
    library = Library(home)
    library.warm_up()
    yield create_app(library).test_client()
    library.close()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """The harbour in two versions, its rules read against the first."""
    place = tmp_path_factory.mktemp("harbour")
    make_corpus(place, TWICE)
    yield from served(built(place))


@pytest.fixture(scope="module")
def early(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """The same, its rules read against the second."""
    place = tmp_path_factory.mktemp("early")
    make_corpus(place)
    read_against_the_later(place)
    pinned(place)
    yield from served(built(place))


def words(client: FlaskClient) -> dict[str, str]:
    """The clauses that a device keeps of the rules, by their numbers."""
    kept = client.get("/offline/harbour.json").json
    assert kept is not None
    assert kept["held"] == (client.get("/offline.json").json or {})["held"]
    return {each["id"].partition("#")[2]: each["text"] for each in kept["clauses"]}


def page(client: FlaskClient, check: str, *query: tuple[str, str]) -> dict[str, object]:
    """What the page of a check shows on a device that fetched the rules just now."""
    computed.keep("harbour", gzip.decompress(client.get("/offline/harbour.rules", headers=ZIPPED).data))
    found: dict[str, object] = json.loads(computed.page(check, json.dumps(query)))
    return found


ZIPPED = {"Accept-Encoding": "gzip"}


def test_a_bundle_holds_the_words_in_force_by_the_ids_that_they_have(client: FlaskClient, calendar: Calendar) -> None:
    then = words(client)
    assert then["101.1"] == "A boat carries at most three crates."
    assert then["101.1b"] == "A boat without crates may leave at once."
    assert then["200.2"].startswith("Nobody may light a lantern twice")
    assert "200.3" not in then
    kept = client.get("/offline/harbour.json").json
    assert kept is not None
    assert [each["effective"] for each in kept["documents"]] == ["2025-03-01"]
    listed = client.get("/offline.json").json
    assert listed is not None
    assert [each["clauses"] for each in listed["games"]] == [len(then)]
    calendar.turn(COME)
    now = words(client)
    assert now["101.1"] == "A boat carries at most four crates."
    assert now["200.2"] == "A storm puts every lantern out."
    assert "101.1b" not in now


def test_a_clause_that_only_gets_another_number_keeps_its_references(client: FlaskClient, calendar: Calendar) -> None:
    def references(number: str) -> list[str]:
        kept = client.get("/offline/harbour.json").json
        assert kept is not None
        [found] = [each for each in kept["clauses"] if each["id"] == f"harbour/rules#{number}"]
        return [target for _, target, _ in found["references"]]

    then = references("200.2")
    assert "harbour/rules#100.1a" in then
    calendar.turn(COME)
    assert references("200.3") == then


@pytest.mark.parametrize("address", ADDRESSES)
def test_it_is_fetched_anew_when_a_versions_day_has_come_and_not_before(
    address: str, client: FlaskClient, calendar: Calendar
) -> None:
    first = client.get(address).headers["ETag"]
    calendar.turn(STILL_BEFORE)
    assert client.get(address, headers={"If-None-Match": first}).status_code == 304
    calendar.turn(COME)
    assert client.get(address, headers={"If-None-Match": first}).status_code == 200


def test_a_page_tells_the_device_that_another_copy_is_to_be_kept(client: FlaskClient, calendar: Calendar) -> None:
    def told() -> str:
        return client.get("/games").text.partition('name="headjudge-version" content="')[2].partition('"')[0]

    then = told()
    assert then == (client.get("/offline.json").json or {})["held"]
    calendar.turn(COME)
    assert told() == (client.get("/offline.json").json or {})["held"] != then


def test_a_check_read_against_a_version_to_come_is_withheld_on_the_device(
    early: FlaskClient, calendar: Calendar
) -> None:
    withheld = page(early, "harbour/room", ("crates", "3"))
    assert (withheld["ahead"], "status" in withheld) == ("2026-02-01", False)
    with pytest.raises(AheadError, match="are in force from 2026-02-01"):
        computed.run("harbour/room", '{"crates": 3}')
    assert page(early, "harbour/light", ("oil", "1"))["status"] == "answered", "its clause reads the same"
    calendar.turn(COME)
    assert page(early, "harbour/room", ("crates", "3"))["sign"] == "yes"


def test_a_check_read_against_the_rules_in_force_is_computed_before_and_on_the_day(
    client: FlaskClient, calendar: Calendar
) -> None:
    for day in (BEFORE, COME):
        calendar.turn(day)
        assert page(client, "harbour/room", ("crates", "3"))["sign"] == "no"


def test_a_check_leads_to_the_clause_that_its_rules_were_read_against(client: FlaskClient, calendar: Calendar) -> None:
    kept = client.get("/offline/harbour.json").json
    assert kept is not None
    [again] = [each["clauses"] for each in kept["checks"] if each["id"] == "harbour/again"]
    assert again == ["harbour/rules#200.2"], "which is 200.3 in the version to come"
    assert page(client, "harbour/again", ("lit", "yes"))["clauses"] == again
