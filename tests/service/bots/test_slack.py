"""Slack's whole flow, signed as Slack signs it: commands, buttons, facts in fields; and its limits, by slack-sdk."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError

import pytest
from apiflask import APIFlask
from click.testing import CliRunner
from flask.testing import FlaskClient

from kb.knowledge import KnowledgeBase
from kb.records import Outcome
from service.bots.rulings import card_text, clause_text
from service.bots.slack import parts
from service.bots.slack import routes as slack_module
from service.commands.cli import cli
from service.server.app import create_app
from service.server.settings import Settings
from service.server.snapshots.library import Library
from service.show.view import spoken_result
from service.web.checkforms import form_fields
from tests.service.bots.test_discord import KnownClauses
from tests.service.bots_calls import SECRET, check_blocks, slack
from tests.service.spoken_samples import HOSTILE, POST, citations, generated, spoken
from tests.support.cases import GAMES, cases_of, checks_of, solved

Json = dict[str, Any]
SITE = "https://judge.example"
REPLY = "https://hooks.slack.com/actions/T1/2/three"
ASKED = "VS System: can an exhausted character attack?"
Sent = list[tuple[str, Json]]


@pytest.fixture(scope="module")
def bot_app(home: Path) -> Iterator[APIFlask]:
    library = Library(home)
    library.warm_up()
    yield create_app(library, settings=Settings(rate_limit="off", slack_secret=SECRET, url=SITE))
    library.close()


@pytest.fixture
def sent(bot_app: APIFlask) -> Sent:
    """What is sent to Slack, instead of sending it."""
    found: Sent = []
    bot_app.extensions[slack_module.SEND] = lambda address, reply: found.append((address, reply))
    return found


@pytest.fixture
def client(bot_app: APIFlask, sent: Sent) -> FlaskClient:
    return bot_app.test_client()


def command(client: FlaskClient, name: str, text: str) -> Json:
    reply = slack(client, command=name, text=text)
    assert reply.status_code == 200, reply.text
    return check_blocks(reply.get_json())


def elements(message: Json) -> dict[str, Json]:
    """The buttons of a message by their action."""
    rows = [block for block in message["blocks"] if block["type"] == "actions"]
    return {each["action_id"]: each for row in rows for each in row["elements"]}


def press(client: FlaskClient, sent: Sent, button: Json, state: Json | None = None) -> Json:
    """A pressed button; what is then sent to Slack."""
    payload = {
        "type": "block_actions",
        "actions": [{"type": "button", "action_id": button["action_id"], "value": button["value"]}],
        "response_url": REPLY,
        "state": {"values": state or {}},
    }
    reply = slack(client, payload=json.dumps(payload))
    assert (reply.status_code, reply.data) == (200, b"")
    address, message = sent.pop()
    assert address == REPLY
    return check_blocks(message)


def text_of(message: Json) -> str:
    return json.dumps(message["blocks"], ensure_ascii=False)


def test_a_question_is_answered_with_its_verdict_and_its_clause(client: FlaskClient) -> None:
    message = command(client, "/ruling", ASKED)
    assert message["response_type"] == "in_channel"
    assert "*No*: " in text_of(message)
    assert "`vs-system/heralds-faq#5.p2`" in text_of(message)
    assert elements(message)["open"]["url"].startswith(f"{SITE}/checks/vs-system/")


def test_a_post_is_answered_question_by_question(client: FlaskClient) -> None:
    message = command(client, "/ruling", f"VS System: {POST}")
    told = text_of(message)
    assert told.index("*“Can an exhausted character attack?”*") < told.index("*No*: ") < told.index("zeppelin?”*")
    assert "*Not understood*: I did not understand “zeppelin”" in told
    assert "facts" not in elements(message)


def test_the_facts_are_filled_in_and_give_a_new_verdict(client: FlaskClient, sent: Sent) -> None:
    message = command(client, "/ruling", ASKED)
    form = press(client, sent, elements(message)["facts"])
    assert form["response_type"] == "ephemeral"
    fields = {block["block_id"]: block for block in form["blocks"] if block["type"] == "input"}
    [(at, field)] = [each for each in fields.items() if "initial_option" in each[1]["element"]]
    assert field["element"]["initial_option"]["value"] == "yes"
    no = next(each for each in field["element"]["options"] if each["value"] == "no")
    state = {at: {"fact": {"type": "static_select", "selected_option": no}}}
    changed = press(client, sent, elements(form)["compute"], state)
    assert "*No*: " not in text_of(changed)
    assert "exhausted=no" in elements(changed)["open"]["url"]
    emptied = {at: {"fact": {"type": "static_select", "selected_option": None}}}
    unsaid = press(client, sent, elements(form)["compute"], emptied)
    assert "exhausted" not in elements(unsaid)["open"]["url"]


def test_a_form_names_its_facts_so_that_a_new_knowledge_base_takes_no_value_for_another(
    client: FlaskClient, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = command(client, "/ruling", ASKED)
    form = press(client, sent, elements(message)["facts"])
    assert "exhausted" in {block["block_id"] for block in form["blocks"] if block["type"] == "input"}
    reordered = slack_module.fields_of
    monkeypatch.setattr(slack_module, "fields_of", lambda *words: list(reversed(reordered(*words))))
    state = {"exhausted": {"fact": {"type": "static_select", "selected_option": {"value": "no"}}}}
    assert "exhausted=no" in elements(press(client, sent, elements(form)["compute"], state))["open"]["url"]
    gone = {"no-fact-of-it": {"fact": {"type": "plain_text_input", "value": "3"}}}
    refused = press(client, sent, elements(form)["compute"], gone)
    assert "of another check" in refused["text"]


def test_an_unclear_game_is_asked_back_with_buttons(client: FlaskClient, sent: Sent) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("kb.answering.worked._outcome", lambda *_: Outcome.AMBIGUOUS)
        message = command(client, "/ruling", "who goes first")
    games = {name: each for name, each in elements(message).items() if name.startswith("game-")}
    assert len(games) == 2
    chosen = press(client, sent, games["game-0"])
    assert "who goes first" in text_of(chosen)


def test_clauses_and_cards_are_shown(client: FlaskClient) -> None:
    assert "vs-system/heralds-faq#3.b3" in text_of(command(client, "/clause", "vs-system/heralds-faq#3.b3"))
    assert "Ego" in text_of(command(client, "/card", "ego"))


@pytest.mark.parametrize("text", ["4.1", "vs system 4.1", "rule 4.1"])
def test_a_section_is_shown_by_its_number(client: FlaskClient, text: str) -> None:
    told = text_of(command(client, "/clause", text))
    assert "vs-system/heralds-faq#4.1.p1" in told
    assert "there is no clause" not in told


@pytest.mark.parametrize(
    ("name", "text"), [("/ruling", " "), ("/clause", "x @here"), ("/card", "zzyzx <!here>"), ("/other", "x")]
)
def test_what_does_not_fit_is_told_to_its_sender_alone(client: FlaskClient, name: str, text: str) -> None:
    message = command(client, name, text)
    assert message["response_type"] == "ephemeral"
    assert "<!" not in message["text"]
    assert "@here" not in message["text"]


def test_facts_that_do_not_fit_are_refused(client: FlaskClient, sent: Sent) -> None:
    [button] = parts.button("Change the facts", "facts", {"check": "vs-system/press-cost", "facts": {}})
    form = press(client, sent, button)
    state = {
        block["block_id"]: {"fact": {"type": "plain_text_input", "value": "many <!channel>"}}
        for block in form["blocks"]
        if block["type"] == "input" and block["element"]["type"] == "plain_text_input"
    }
    refused = press(client, sent, elements(form)["compute"], state)
    assert refused["response_type"] == "ephemeral"
    assert "cannot be read" in refused["text"]
    assert "<!" not in refused["text"]


@pytest.mark.parametrize(
    "address",
    ["http://hooks.slack.com/x", "https://evil.example/x", "https://hooks.slack.com@evil.example/", "https://[x", ""],
)
def test_replies_are_sent_to_slack_only(client: FlaskClient, sent: Sent, address: str) -> None:
    payload = {"type": "block_actions", "actions": [{"action_id": "facts", "value": "{}"}], "response_url": address}
    assert slack(client, payload=json.dumps(payload)).status_code == 400
    assert sent == []


@pytest.mark.parametrize("payload", ["", "{", "[]", '{"actions": []}', '{"type": "block_actions", "actions": 1}'])
def test_what_is_signed_but_no_interaction_is_refused(client: FlaskClient, payload: str) -> None:
    assert slack(client, payload=payload).status_code == 400


@pytest.mark.parametrize("value", ["", "x", "{}", '{"check": "vs-system/none"}', '{"check": 1}'])
def test_a_button_that_is_not_ours_is_refused_in_words(client: FlaskClient, sent: Sent, value: str) -> None:
    assert press(client, sent, {"action_id": "facts", "value": value})["response_type"] == "ephemeral"


def test_where_slack_cannot_be_reached_the_request_still_ends_well(bot_app: APIFlask, client: FlaskClient) -> None:
    def fail(address: str, reply: Json) -> None:
        raise URLError("no route")

    bot_app.extensions[slack_module.SEND] = fail
    payload = {"type": "block_actions", "actions": [{"action_id": "facts", "value": "{}"}], "response_url": REPLY}
    assert slack(client, payload=json.dumps(payload)).status_code == 200


@pytest.mark.parametrize("reply", [b"nonsense\r\n\r\n", b"HTTP/1.1 500 No\r\n\r\n", b""])
def test_a_reply_that_is_no_http_is_an_error_of_the_connection(reply: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=answer_once, args=(server, reply), daemon=True).start()
        with pytest.raises(OSError):  # noqa: PT011
            slack_module.post(f"http://127.0.0.1:{server.getsockname()[1]}/", {})


@pytest.mark.parametrize("address", ["https://hooks.slack.com/a b", "https://hooks.slack.com/é", "no-scheme"])
def test_an_address_that_cannot_be_asked_is_an_error_of_the_connection(address: str) -> None:
    with pytest.raises(OSError):  # noqa: PT011
        slack_module.post(address, {})


def answer_once(server: socket.socket, reply: bytes) -> None:
    """Take one request and answer it with these bytes."""
    connection, _ = server.accept()
    with connection:
        connection.recv(65_536)
        connection.sendall(reply)


def test_other_interactions_and_checks_of_the_address_are_taken_note_of(client: FlaskClient, sent: Sent) -> None:
    assert slack(client, ssl_check="1").data == b""
    for payload in ({"type": "view_closed"}, {"type": "block_actions", "actions": [{"action_id": "open"}]}):
        assert slack(client, payload=json.dumps(payload)).data == b""
    assert sent == []


@pytest.mark.slow
def test_a_thousand_generated_answers_and_every_clause_fit() -> None:
    for each in generated():
        check_blocks(parts.ruling(each, SITE, each.sentence))
    for citation in citations():
        message = check_blocks(parts.ruling(spoken(citation), SITE, "a question"))
        assert json.dumps(citation.clause.plain)[1:-1] in json.dumps(message["blocks"])


def test_every_card_and_clause_of_the_sample_fits(base: KnowledgeBase) -> None:
    for card in base.store.cards():
        check_blocks(parts.page(card.title, card_text(base, card, base.store.cards(), "slack", 2_900), SITE))
    for clause in base.store.clauses():
        check_blocks(parts.page(clause.id, clause_text(base, clause, "slack", 2_900), SITE))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES[::-1])  # Discord's tests run beside: the two solve different games at once
def test_every_case_of_the_corpus_fits_with_its_proof_and_its_form(game: str) -> None:
    checks = checks_of(game)
    base = KnownClauses(checks, game)
    for case in cases_of(game):
        check = checks.check(f"{game}/{case.check}")
        result = solved(case).result
        told = spoken_result(base, result)  # type: ignore[arg-type]
        check_blocks(parts.ruling(told, SITE, check.title))
        fields = form_fields(check, checks.model(game).schema, dict(told.facts), result.ask)
        check_blocks(parts.form(check.title, check.full_id, dict(told.facts), fields))


@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_of_a_question_comes_out_active(client: FlaskClient, hostile: str) -> None:
    message = command(client, "/ruling", f"VS System: why {hostile} so?")
    read = [block["text"]["text"] for block in message["blocks"] if block["type"] == "section"]
    for text in [*read, message["text"]]:
        own = re.sub(r"<https://judge\.example/[^\s>]*>|`[\w/#.-]+`|(?m:^)\*[^*\n]*\*|(?m:^)> ", "", text)
        assert not re.search(r"<|@\w|://|[*_~`]|:\w+:", own), own


def test_the_manifest_names_the_commands_and_needs_https() -> None:
    shown = json.loads(CliRunner().invoke(cli, ["bots", "slack-manifest", SITE]).output)
    commands = {each["command"]: each["url"] for each in shown["features"]["slash_commands"]}
    assert commands == dict.fromkeys(("/ruling", "/clause", "/card"), f"{SITE}/bots/slack")
    assert CliRunner().invoke(cli, ["bots", "slack-manifest", "http://x"]).exit_code != 0
