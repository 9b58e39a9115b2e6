"""The JSON interface: DESIGN's contract, field by field, and problem+json for whatever is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from kb.knowledge import KnowledgeBase
from service.api.specification.schemas import Answer, OneAnswer
from tests.service.spoken_samples import POST

ASK = "/api/v1/ask"


def ask(client: FlaskClient, question: str, **more: str) -> dict[str, Any]:
    reply = client.get(ASK, query_string={"q": question, **more})
    assert reply.status_code == 200, reply.text
    body = reply.get_json()
    assert isinstance(body, dict)
    return body


def test_an_answer_has_the_fields_of_the_contract(client: FlaskClient) -> None:
    body = ask(client, "does press make boost cheaper?", game="vs-system")
    assert list(body) == [
        "question",
        "outcome",
        "game",
        "games_considered",
        "summary",
        "verdict",
        "citations",
        "check",
        "read_as",
        "reader",
        "kb",
        "took_ms",
        "asked",
        "not_understood",
        "cards",
    ]
    assert (body["question"], body["game"]) == ("does press make boost cheaper?", "vs-system")
    assert body["games_considered"] == [{"game": "vs-system", "probability": 1.0}]
    assert body["kb"]["edition"] == "restated"


def test_a_post_has_the_answer_to_each_of_its_questions(client: FlaskClient) -> None:
    body = ask(client, POST, game="vs-system")
    Answer.model_validate(body)
    asked = [each["asked"] for each in body["parts"]]
    assert asked == [
        "Can an exhausted character attack?",
        "Can an exhausted character attack a zeppelin?",
        "And what does rule 4.1 say about it?",
    ]
    assert all(each["question"] == POST and each["summary"].startswith(f"“{each['asked']}” ") for each in body["parts"])
    assert not any("parts" in each for each in body["parts"])
    assert {name: body[name] for name in body["parts"][0] if name != "took_ms"} == {
        name: value for name, value in body["parts"][0].items() if name != "took_ms"
    }
    assert body["not_answered"] == []


def test_words_that_were_not_understood_are_named_with_the_clauses_about_it(client: FlaskClient) -> None:
    body = ask(client, "Can an exhausted character attack a zeppelin?", game="vs-system")
    OneAnswer.model_validate(body)
    assert (body["outcome"], body["verdict"], body["not_understood"]) == ("not_understood", None, ["zeppelin"])
    assert body["summary"] == (
        "I did not understand “zeppelin”, which could change the answer. What comes nearest is quoted below."
    )
    assert body["citations"][0]["role"] == "support"
    assert body["check"]["asserted"] is False


def test_cards_that_a_name_may_mean_are_listed_with_their_pages(client: FlaskClient) -> None:
    body = ask(client, "gem")
    OneAnswer.model_validate(body)
    assert (body["outcome"], body["verdict"]) == ("ambiguous", None)
    assert len(body["cards"]) > 1
    assert all(client.get(each["url"]).status_code == 200 for each in body["cards"])


def test_a_section_is_whole_unless_a_limit_is_given(client: FlaskClient) -> None:
    assert len(ask(client, "section 3")["citations"]) > 5
    assert len(ask(client, "section 3", limit="5")["citations"]) == 5


def test_a_citation_quotes_the_stored_clause_and_says_where_it_stands(client: FlaskClient, base: KnowledgeBase) -> None:
    citations = ask(client, "boost cost can't be reduced by press", game="vs-system")["citations"]
    [first] = [each for each in citations if each["clause"] == "vs-system/heralds-faq#3.b3"]
    stored = base.store.clause(first["clause"])
    assert first["quote"] == stored.text
    assert first["source"] == {"file": "vs-system/heralds-faq.txt", "start": stored.start, "end": stored.end}
    assert first["document"]["effective"] == "2006-09-23"
    assert client.get(first["url"]).status_code == 200


def test_a_document_that_was_not_yet_in_force_is_left_out(client: FlaskClient) -> None:
    before = ask(client, "does press make boost cheaper?", game="vs-system", as_of="2006-09-22")
    assert (before["outcome"], before["citations"]) == ("not_found", [])
    after = ask(client, "does press make boost cheaper?", game="vs-system", as_of="2006-09-23")
    assert all(each["clause"].startswith("vs-system/heralds-faq#3") for each in after["citations"][:2])
    assert client.get("/api/v1/ask?q=press&as_of=yesterday").status_code == 422


def test_a_question_of_no_known_word_is_not_found_but_shows_what_came_nearest(client: FlaskClient) -> None:
    body = ask(client, "zzyzx qwrtp vbnmk")
    assert (body["outcome"], body["verdict"]) == ("not_found", None)
    assert all(citation["role"] == "nearest" for citation in body["citations"])


def test_search_ranks_and_shows_why(client: FlaskClient) -> None:
    hits = client.get("/api/v1/search", query_string={"q": "lamp oil in a storm", "limit": "3"}).get_json()["hits"]
    assert [hit["rank"] for hit in hits] == [1, 2, 3]
    assert hits[0]["clause"].startswith("tiny-game/rules#")
    assert hits[0]["features"]["bm25"] > 0
    assert [hit["score"] for hit in hits] == sorted((hit["score"] for hit in hits), reverse=True)


@pytest.mark.parametrize("address", ["vs-system/heralds-faq%233.b3", "vs-system/heralds-faq/3.b3"])
def test_a_clause_is_found_by_its_id_and_by_its_page_address(client: FlaskClient, address: str) -> None:
    body = client.get(f"/api/v1/clauses/{address}").get_json()
    assert (body["clause"], body["kind"], body["flags"]) == ("vs-system/heralds-faq#3.b3", "rule", [])
    assert "vs-system/heralds-faq#3.b4" in body["neighbours"]


def test_a_part_of_a_name_gives_the_card_with_figures_and_rulings(client: FlaskClient) -> None:
    [card] = client.get("/api/v1/cards/frankie").get_json()["cards"]
    assert card["title"].startswith("Frankie Raye")
    assert {"cost", "attack", "defense", "affiliations", "powers", "rulings"} <= set(card)


def test_two_cards_of_one_name_are_both_given(client: FlaskClient) -> None:
    cards = client.get("/api/v1/cards/silver surfer").get_json()["cards"]
    assert len({card["card"] for card in cards}) == 2


def test_games_come_with_their_documents(client: FlaskClient) -> None:
    games = client.get("/api/v1/games").get_json()["games"]
    assert {game["id"]: game["documents"] for game in games} == {
        "tiny-game": ["tiny-game/rules"],
        "vs-system": ["vs-system/heralds-faq"],
    }


@pytest.mark.parametrize(
    ("address", "status", "said"),
    [
        ("/api/v1/ask", 422, "q"),
        ("/api/v1/ask?q=", 422, "q"),
        (f"/api/v1/ask?q={'a' * 2001}", 422, "2000"),
        ("/api/v1/ask?q=press&limit=0", 422, "limit"),
        ("/api/v1/ask?q=press&limit=many", 422, "limit"),
        ("/api/v1/ask?q=press&game=chess", 404, "the games are tiny-game, vs-system"),
        ("/api/v1/search?q=press&game=chess", 404, "no game 'chess'"),
        ("/api/v1/clauses/vs-system/heralds-faq/99.p1", 404, "99.p1"),
        ("/api/v1/clauses/..%2f..%2fetc", 404, "no clause"),
        ("/api/v1/cards/zzyzx", 404, "zzyzx"),
        ("/api/v1/nothing", 404, "not found"),
    ],
)
def test_what_is_wrong_is_said_as_problem_json(client: FlaskClient, address: str, status: int, said: str) -> None:
    reply = client.get(address)
    assert (reply.status_code, reply.mimetype) == (status, "application/problem+json")
    body = reply.get_json()
    assert (body["type"], body["status"]) == ("about:blank", status)
    assert said in str(body)


def test_a_method_that_is_not_allowed_names_those_that_are(client: FlaskClient) -> None:
    reply = client.post("/api/v1/search")
    assert (reply.status_code, reply.mimetype) == (405, "application/problem+json")
    assert "GET" in reply.headers["Allow"]


def test_the_service_says_that_it_lives_and_what_it_serves(client: FlaskClient, base: KnowledgeBase) -> None:
    assert client.get("/healthz").get_json() == {"status": "ok"}
    assert client.get("/readyz").get_json()["kb"] == {"version": base.version, "edition": "restated"}


def test_the_specification_lists_every_route(client: FlaskClient) -> None:
    paths = client.get("/openapi.json").get_json()["paths"]
    assert {"/api/v1/ask", "/api/v1/search", "/api/v1/clauses/{identifier}", "/api/v1/cards/{name}"} <= set(paths)
