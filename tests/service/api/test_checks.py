"""Checks over HTTP, as a form and from a question: facts in, verdict and proof out."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from kb.answering.answer import answer
from kb.answering.choosing.choose import chooser
from kb.errors import UnavailableError
from kb.knowledge import KnowledgeBase
from kb.retrieval.weights import weights
from kb.rules.checks import Checks
from kb.rules.prove.checker.verify import verify
from tests.service.web.test_pages import Page

LAMP = "/api/v1/checks/tiny-game/light-lamp"


def test_checks_are_listed_with_the_facts_that_they_take(client: FlaskClient) -> None:
    listed = client.get("/api/v1/checks?game=tiny-game").get_json()["checks"]
    assert [check["id"] for check in listed] == ["tiny-game/light-lamp", "tiny-game/points-lost", "tiny-game/climb"]
    oil = listed[0]["facts"][1]
    assert (oil["name"], oil["type"], oil["minimum"], oil["maximum"], oil["required"]) == ("oil", "number", 0, 5, True)
    assert client.get(LAMP).get_json()["title"] == "May this keeper light the lamp?"


@pytest.mark.parametrize("wrapped", [True, False])
def test_facts_give_a_verdict_that_anyone_can_check(client: FlaskClient, base: KnowledgeBase, wrapped: bool) -> None:
    facts = {"top_floor": True, "oil": 2}
    body = client.post(LAMP, json={"facts": facts} if wrapped else facts).get_json()
    assert (body["status"], body["verdict"]) == ("answered", {"kind": "yes_no", "value": True})
    assert body["citations"] == ["tiny-game/rules#the-night.b2"]
    assert verify(base.checks.model("tiny-game"), {**body, "check": body["id"]}) == []


def test_what_is_missing_is_asked_for(client: FlaskClient) -> None:
    body = client.post(LAMP, json={"facts": {"oil": 2}}).get_json()
    assert (body["status"], body["verdict"]) == ("depends", None)
    assert [(each["fact"], each["type"]) for each in body["ask"]] == [("top_floor", "bool")]
    assert client.post(LAMP, json={"facts": {"oil": 0}}).get_json()["verdict"]["value"] is False


@pytest.mark.parametrize(
    ("address", "body", "status", "said"),
    [
        (LAMP, {"facts": {"oil": "2"}}, 422, "a whole number from 0 to 5"),
        (LAMP, {"facts": {"top_floor": 0}}, 422, "0 is a number: true or false is expected"),
        (LAMP, {"facts": {"nothing": 1}}, 422, "there is no such fact"),
        (LAMP, [1], 422, "an object of facts"),
        (LAMP, {"facts": None}, 422, "an object of facts"),
        ("/api/v1/checks/tiny-game/light", {}, 404, "light-lamp"),
        ("/api/v1/checks/chess/mate", {}, 404, "no checks for 'chess'"),
    ],
)
def test_what_does_not_fit_is_named(client: FlaskClient, address: str, body: Any, status: int, said: str) -> None:
    reply = client.post(address, json=body)
    assert (reply.status_code, reply.mimetype) == (status, "application/problem+json")
    assert said in reply.get_json()["detail"]


def test_a_form_computes_from_its_address(client: FlaskClient) -> None:
    page = Page(client.get("/checks/tiny-game/light-lamp?oil=2&top_floor=yes").text)
    assert "Yes Your keeper may spend 1 oil" in page.text
    assert "/clauses/tiny-game/rules/the-night.b2" in page.links
    assert "It depends" in Page(client.get("/checks/tiny-game/light-lamp?oil=2").text).text
    assert "do not fit" in Page(client.get("/checks/tiny-game/light-lamp?oil=many").text).text


@pytest.mark.parametrize("address", ["/checks", "/coverage", "/checks/tiny-game/climb"])
def test_the_pages_about_checks_are_whole(client: FlaskClient, address: str) -> None:
    reply = client.get(address)
    assert reply.status_code == 200
    page = Page(reply.text)
    assert len(page.ids) == len(set(page.ids))
    assert all(client.get(link).status_code == 200 for link in page.links if link.startswith("/") and "#" not in link)


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("may my keeper light the lamp on the top floor with 2 oil", True),
        ("may my keeper light the lamp not on the top floor, 2 oil", False),
        ("may my keeper light the lamp on the top floor with 0 oil", False),
        ("how many points do we lose for three wrecks", 3),
        ("how many points do we lose for 4 wrecks", 4),
    ],
)
def test_the_verdict_follows_the_facts_in_the_question(base: KnowledgeBase, question: str, value: object) -> None:
    found = answer(base, question, "tiny-game")
    assert found.verdict is not None, found.summary
    assert found.verdict.value == value
    assert found.citations[0].role == "proof"


def test_no_verdict_is_asserted_where_it_is_doubtful_that_it_answers(
    base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "may my keeper light the lamp on the top floor with 2 oil"
    monkeypatch.setattr(
        "kb.answering.asserting.evidence.weights", lambda: {"assert": weights()["assert"] | {"sure": 0.999}}
    )
    found = answer(base, question, "tiny-game")
    assert (str(found.outcome), found.verdict) == ("cited", None)
    assert found.ruling is not None
    assert found.ruling.verdict is not None  # shown, not asserted


def test_a_question_asked_the_other_way_round_has_the_other_verdict(base: KnowledgeBase) -> None:
    asked = answer(base, "may my keeper light the lamp on the top floor with 2 oil", "tiny-game")
    turned = answer(base, "is my keeper not allowed to light the lamp on the top floor with 2 oil", "tiny-game")
    assert asked.verdict is not None
    assert turned.verdict is not None
    assert (asked.verdict.value, turned.verdict.value) == (True, False)
    assert asked.summary.removeprefix("Yes") == turned.summary.removeprefix("No")


def test_a_question_that_leaves_a_fact_open_is_asked_back(base: KnowledgeBase) -> None:
    found = answer(base, "can my keeper light the lamp with 2 oil", "tiny-game")
    assert (str(found.outcome), found.verdict) == ("depends", None)
    assert found.summary == "It depends: Is your keeper on the top floor? (yes → Yes; no → No)"
    turned = answer(base, "so my keeper can't light the lamp with 2 oil, right?", "tiny-game")
    assert turned.summary == "It depends: Is your keeper on the top floor? (yes → No; no → Yes)"


@pytest.mark.parametrize(("parrots", "asserted"), [(0, False), (17, True)])
def test_a_number_that_was_not_understood_keeps_back_a_verdict_that_it_could_change(
    base: KnowledgeBase, parrots: int, asserted: bool
) -> None:
    question = f"may my keeper light the lamp? he is on the top floor with 2 oil and {parrots} parrots"
    assert (answer(base, question, "tiny-game").verdict is not None) is asserted


def test_a_check_of_any_card_belongs_to_the_card_that_is_named(base: KnowledgeBase) -> None:
    reading = base.read("what is the printed ATK of Shakti?", "vs-system")
    choices = chooser(base, "vs-system").choices(reading, base.retriever.search(reading, "vs-system"))
    [printed] = [each for each in choices if each.check.id == "card-atk"]
    assert printed.filled.facts == {"card": "Shakti, Mage General"}
    assert printed.features["card"] == 1.0
    assert printed.features["clause"] > 0.0


LAMP_ASKED = {"q": "I have 2 oil and stand on the top floor, may I light the lamp?", "game": "tiny-game"}


def test_a_busy_solver_is_told_and_not_passed_over(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer without the verdict that it could have would look as if nothing could be computed."""
    assert client.get("/api/v1/ask", query_string=LAMP_ASKED).get_json()["check"]

    def busy(*_: object) -> None:
        raise UnavailableError("the solver is busy: try again in a few seconds")

    monkeypatch.setattr(Checks, "run", busy)
    monkeypatch.setattr(Checks, "find", busy)
    reply = client.get("/api/v1/ask", query_string=LAMP_ASKED)
    assert (reply.status_code, reply.headers["Retry-After"]) == (503, "5")
    assert "try again in a few seconds" in reply.get_json()["detail"]
