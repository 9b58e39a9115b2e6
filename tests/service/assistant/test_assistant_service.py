"""What the faces show of a language model: JSON, messages, pages, MCP; what is never shown: the key."""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kb.answering.assisting.disagreements import NAME
from service.api.specification.schemas import Answer
from service.commands.cli import cli
from service.mcp.server import Tools
from tests.kb.answering.assisting.test_assisted import NO, QUESTION, both
from tests.service.assistant.conftest import Serve
from tests.support.chat_server import Fault, Request

ASK = "/api/v1/ask"
KEY = "sk-never-to-be-seen-0123456789"
OF = {"q": QUESTION, "game": "tiny-game"}


def test_the_json_names_the_model_that_read_the_question(serve: Serve) -> None:
    client, _, _ = serve(both())
    found = client.get(ASK, query_string=OF).get_json()
    assert found["reader"] == {"kind": "assistant", "model": "scripted", "failure": None, "note": None}
    assert found["verdict"] == {"kind": "yes_no", "value": True}
    assert found["check"]["asserted"] is True
    Answer.model_validate(found)


def test_the_json_says_why_the_model_was_not_heard(serve: Serve) -> None:
    client, _, _ = serve(lambda _: Fault(status=500))
    found = client.get(ASK, query_string=OF).get_json()
    assert (found["reader"]["kind"], found["reader"]["model"], found["reader"]["failure"]) == ("words", None, "down")
    assert found["reader"]["note"] == (
        "The language model could not be reached (scripted): it answered with status 500. Read by words."
    )


def test_a_verdict_on_which_the_two_ways_differ_is_not_sent(serve: Serve) -> None:
    client, _, _ = serve(both(said=NO))
    found = client.get(ASK, query_string=OF).get_json()
    assert (found["outcome"], found["verdict"], found["reader"]["failure"]) == ("cited", None, "differs")
    assert (found["check"]["verdict"], found["check"]["proof"], found["check"]["asserted"]) == (None, None, False)


def test_who_asks_for_words_is_not_sent_to_the_model(serve: Serve) -> None:
    client, server, _ = serve(both())
    assert client.get(ASK, query_string=OF | {"reader": "words"}).get_json()["reader"]["kind"] == "words"
    assert server.asked == []


def test_words_alone_read_where_the_settings_say_so(serve: Serve) -> None:
    client, server, library = serve(both(), reader="words")
    assert client.get(ASK, query_string=OF).get_json()["reader"]["note"] is None
    assert (server.asked, library.assistant) == ([], None)


def test_an_answer_that_rests_on_a_model_is_not_stored_by_clients(serve: Serve) -> None:
    client, _, _ = serve(both())
    reply = client.get(ASK, query_string=OF)
    assert "ETag" not in reply.headers
    assert reply.cache_control.no_store


def test_the_key_is_sent_to_the_model_and_shown_nowhere(
    serve: Serve, caplog: pytest.LogCaptureFixture, tiny_home: Path
) -> None:
    caplog.set_level(logging.DEBUG)
    client, server, library = serve(both(said=NO), assistant_key=KEY)
    shown = [client.get(ASK, query_string=OF).text, client.get("/", query_string=OF | {"reader": "assistant"}).text]
    server.reply = lambda _: Fault(status=401, body=f'{{"error": {{"message": "bad key {KEY}"}}}}'.encode())
    shown.append(client.get(ASK, query_string={**OF, "q": f"{QUESTION} again"}).text)
    shown += [repr(library.assistant.by) if library.assistant else "", (tiny_home / NAME).read_text("utf-8")]
    assert {each["authorization"] for each in server.headers} == {f"Bearer {KEY}"}
    assert [text for text in [*shown, caplog.text] if KEY in text] == []


def test_what_is_sent_is_the_prompt_and_nothing_of_who_asks(serve: Serve) -> None:
    client, server, _ = serve(both())
    client.get(ASK, query_string=OF, headers={"X-Forwarded-For": "203.0.113.9", "User-Agent": "somebody"})
    assert all(
        set(each) == {"model", "messages", "response_format", "max_tokens", "temperature"} for each in server.asked
    )
    telling = {name for each in server.headers for name in each if name.startswith("x-stainless")}
    assert telling == {"x-stainless-raw-response"}
    assert {each["user-agent"] for each in server.headers} == {"headjudge"}
    assert not any("203.0.113.9" in str(each) or "somebody" in str(each) for each in (*server.asked, *server.headers))


def test_the_page_shows_the_clauses_at_once_and_the_verdict_when_it_comes(serve: Serve) -> None:
    client, server, _ = serve(both())
    first = client.get("/", query_string=OF).text
    assert "data-assistant=" in first
    assert "you may spend 1 oil" in first
    assert 'aria-label="Verdict"' not in first
    assert server.asked == []
    then = client.get("/", query_string=OF | {"reader": "assistant"}).text
    assert 'aria-label="Verdict"' in then
    assert "read by scripted" in then


def test_the_page_without_a_model_says_nothing_of_readers(serve: Serve) -> None:
    client, _, _ = serve(both(), reader="words")
    page = client.get("/", query_string=OF).text
    assert "data-assistant" not in page
    assert "read by" not in page


def test_the_page_of_what_is_looked_up_waits_for_nothing(serve: Serve) -> None:
    client, _, _ = serve(both())
    assert "data-assistant" not in client.get("/", query_string={"q": "tiny-game/rules#the-night.b2"}).text


def test_the_page_says_once_that_the_two_ways_differ(serve: Serve) -> None:
    client, _, _ = serve(both(said=NO))
    page = client.get("/", query_string=OF | {"reader": "assistant"}).text
    shown = page.partition('id="answer"')[2]
    assert shown.partition('id="share"')[0].count("nothing is asserted") == 1
    assert "nothing is asserted" not in shown.partition("took")[2]
    assert 'aria-label="Verdict"' not in page


def test_a_message_says_which_model_read(serve: Serve) -> None:
    client, _, _ = serve(both())
    assert "Read by scripted." in client.get(ASK, query_string=OF | {"format": "text"}).text


def test_an_assistants_tool_has_the_reader_too(serve: Serve) -> None:
    _, _, library = serve(both())
    found = Tools(library).ask(QUESTION, "tiny-game")
    assert "scripted" in found.structured_content["reader"]


@pytest.mark.slow
def test_a_model_that_takes_long_keeps_nobody_from_clauses_and_pages(serve: Serve) -> None:
    """64 clients while the model does not reply: all but a few are answered at once, those few when it replies."""
    free = threading.Event()

    def held(request: Request) -> Any:
        free.wait(20)
        return both()(request)

    client, _, library = serve(held, assistant_timeout=20.0, threads=8)

    def ask(number: int) -> dict[str, Any]:
        """Asked once more where the solver has too many to compute for at once, as a client is told to."""
        alone, query = client.application.test_client(), {**OF, "q": f"{QUESTION} Take {number}."}
        while (reply := alone.get(ASK, query_string=query)).status_code == 503:
            time.sleep(0.1)
        return dict(reply.get_json())

    assert library.assistant is not None
    with ThreadPoolExecutor(8) as threads:
        asking = [threads.submit(ask, number) for number in range(64)]
        while sum(each.done() for each in asking) < 60:
            time.sleep(0.01)
        page = client.get("/healthz")
        free.set()
        ended = [each.result()["reader"] for each in asking]
    assert page.status_code == 200
    assert sum(each["failure"] == "busy" for each in ended) == 60
    assert sum(each["kind"] == "assistant" for each in ended) == 4


def test_the_curators_list_is_printed(serve: Serve, tiny_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client, _, _ = serve(both(said=NO))
    client.get(ASK, query_string={**OF, "q": f"{QUESTION} For the list."})
    monkeypatch.setenv("HEADJUDGE_HOME", str(tiny_home))
    printed = CliRunner().invoke(cli, ["disagreements"], catch_exceptions=False).output
    assert "For the list." in printed
    assert "computed: yes by tiny-game/light-lamp" in printed
    assert "clauses by themselves: no" in printed


def test_the_command_asks_the_model_that_the_environment_names(
    serve: Serve, tiny_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, server, _ = serve(both())
    for name, value in (("HOME", str(tiny_home)), ("ASSISTANT_URL", server.url), ("ASSISTANT_MODEL", "scripted")):
        monkeypatch.setenv(f"HEADJUDGE_{name}", value)
    printed = CliRunner().invoke(cli, ["ask", "--game", "tiny-game", QUESTION], catch_exceptions=False).output
    assert "read by scripted" in printed
    monkeypatch.setenv("HEADJUDGE_READER", "words")
    printed = CliRunner().invoke(cli, ["ask", "--game", "tiny-game", QUESTION], catch_exceptions=False).output
    assert "read by words" in printed
