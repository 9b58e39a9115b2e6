"""One story with several questions over HTTP: each is answered as if it stood behind the story."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

STORY = "We play VS System. My character is stunned."


def post(client: FlaskClient, body: Any) -> Any:
    return client.post("/api/v1/ask", json=body)


def by_address(client: FlaskClient, text: str) -> Any:
    return without_time(client.get("/api/v1/ask", query_string={"q": text, "game": "vs-system"}).get_json())


def without_time(answer: Any) -> Any:
    return {name: each for name, each in answer.items() if name != "took_ms"}


def test_each_question_is_answered_in_order_as_if_it_stood_behind_the_story(client: FlaskClient) -> None:
    questions = ["Can an exhausted character attack?", "Can a zeppelin attack?", "What does rule 4.1 say?"]
    reply = post(client, {"story": STORY, "questions": questions, "game": "vs-system"})
    assert reply.status_code == 200
    first, second, third = map(without_time, reply.get_json()["answers"])
    assert first == by_address(client, f"{STORY} {questions[0]}")
    assert second == by_address(client, f"{STORY} {questions[1]}")
    assert third == by_address(client, questions[2])
    assert all("#4.1." in each["clause"] for each in third["citations"])


def test_a_question_alone_has_its_verdict(client: FlaskClient) -> None:
    asked = "Can an exhausted character attack?"
    [alone] = post(client, {"questions": [asked], "game": "vs-system"}).get_json()["answers"]
    assert alone["verdict"] == {"kind": "yes_no", "value": False}
    assert without_time(alone) == by_address(client, asked)


def test_what_the_story_asks_is_not_answered(client: FlaskClient) -> None:
    story = f"{STORY} Is that a problem? I wonder."
    [found] = post(client, {"story": story, "questions": ["Can it attack?"]}).get_json()["answers"]
    assert found["asked"] == "Can it attack?"
    assert "parts" not in found


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"questions": []}, "questions"),
        ({"questions": ["a?"] * 11}, "questions"),
        ({"questions": [" "]}, "questions.0"),
        ({"questions": ["a?"], "story": "x" * 1_501}, "story"),
        ({"questions": ["a?"], "storry": "x"}, "storry"),
        ({"questions": "a?"}, "questions"),
        ({"questions": ["a?"], "as_of": 0}, "as_of is no day; expected: one such as 2006-08-29"),
        ({"questions": ["a?"], "as_of": "2006-02-31"}, "as_of"),
        (["a?"], "the body"),
    ],
)
def test_what_does_not_fit_is_named(client: FlaskClient, body: Any, said: str) -> None:
    reply = post(client, body)
    assert (reply.status_code, reply.mimetype) == (422, "application/problem+json")
    assert said in reply.get_json()["detail"]


def test_a_game_that_is_not_there_is_not_found(client: FlaskClient) -> None:
    assert post(client, {"questions": ["a?"], "game": "chess"}).status_code == 404
    assert client.post("/api/v1/ask", data="x").status_code == 415
