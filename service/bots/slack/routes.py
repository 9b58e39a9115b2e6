"""Slack over HTTP: `POST /bots/slack` takes slash commands and pressed buttons. Nothing is kept: buttons carry it."""

from __future__ import annotations

import json
import logging
import re
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from typing import Any, cast

from apiflask import APIBlueprint
from flask import Response, abort, current_app, jsonify, request
from pydantic import BaseModel, Field, ValidationError

from kb.errors import HeadjudgeError, UsageError
from kb.knowledge import KnowledgeBase
from service.bots.interactions import Pressed, field_key
from service.bots.rulings import asked, card_text, cards_called, checked, clauses_named, clauses_text, fields_of
from service.bots.signing import UnsignedError, Verifier
from service.bots.slack import parts
from service.server.observing.logs import fields
from service.server.site import parted, site
from service.server.snapshots.library import the_library
from service.show.naming import game_called
from service.show.neutral import clean
from service.show.serializing.present import card_url, clause_url

slack = APIBlueprint("slack", __name__, enable_openapi=False)

Json = dict[str, Any]
Send = Callable[[str, Json], None]
VERIFIER, SEND = "headjudge.slack", "headjudge.slack.send"
ROOM = 2_900
LONGEST_QUESTION = 1_500
REPLY_HOST = "hooks.slack.com"
logger = logging.getLogger("headjudge")
PREFIXED = re.compile(r"^\s*([^:?]{2,60}):\s+(\S.*)$", re.DOTALL)


class Carried(BaseModel):
    """What a button carries."""

    question: str = ""
    game: str = ""
    check: str = ""
    facts: dict[str, str] = Field(default_factory=dict)


@slack.post("/bots/slack")
def slack_request() -> Response:
    """One request of Slack's: 401 unless signed, fresh and new; then what it asks for."""
    body = request.get_data()
    verifier = cast(Verifier, current_app.extensions[VERIFIER])
    try:
        timestamp = request.headers.get("X-Slack-Request-Timestamp", "")
        verifier.verify(timestamp, request.headers.get("X-Slack-Signature", ""), body)
    except UnsignedError as error:
        abort(401, f"Not signed by Slack: {error}.")
    if request.form.get("ssl_check") == "1":
        return Response(status=200)
    if "payload" in request.form:
        return _pressed(request.form["payload"])
    return jsonify(_answered(lambda base: command(base, request.form.get("command", ""), request.form.get("text", ""))))


def _answered(reply: Callable[[KnowledgeBase], Json]) -> Json:
    """The reply, or why there is none, told to the one who asked."""
    try:
        with the_library().reading() as base:
            return reply(base)
    except HeadjudgeError as error:
        return parts.refusal(str(error))


def _pressed(payload: str) -> Response:
    """A button: what follows is sent to the address that Slack gives, for the response itself must be empty."""
    try:
        told = Pressed.model_validate_json(payload)
    except ValidationError:
        abort(400, "This is no interaction.")
    if told.type != "block_actions" or not told.actions or told.actions[0].action_id == "open":
        return Response(status=200)
    address = parted(told.response_url)
    if (address.scheme, address.hostname) != ("https", REPLY_HOST):
        abort(400, "Replies go to Slack only.")
    send = cast(Send, current_app.extensions[SEND])
    try:
        send(told.response_url, _answered(lambda base: action(base, told)))
    except OSError as error:
        logger.error("slack reply failed", extra=fields(error=type(error).__name__))
    return Response(status=200)


def command(base: KnowledgeBase, name: str, text: str) -> Json:
    """`/ruling [game:] question`, `/clause id` or `/card name`."""
    if name == "/clause":
        title, clauses = clauses_named(base, text)
        return parts.page(title, clauses_text(base, clauses, "slack", ROOM), site() + clause_url(clauses[0].id))
    if name == "/card":
        first, *others = cards_called(base, text, None)
        shown = card_text(base, first, tuple(others), "slack", ROOM)
        return parts.page(first.title, shown, site() + card_url(first.id))
    if name != "/ruling":
        raise UsageError(f"there is no command {clean(name)[:50]}")
    question, game = text[:LONGEST_QUESTION], None
    if (prefixed := PREFIXED.match(question)) and (game := _game(base, prefixed[1])):
        question = prefixed[2]
    return parts.ruling(asked(base, question, game), site(), clean(question))


def _game(base: KnowledgeBase, name: str) -> str | None:
    try:
        return game_called(base, name)
    except UsageError:
        return None


def action(base: KnowledgeBase, told: Pressed) -> Json:
    """What follows on a button: the answer for a game, the form of a check's facts, the new verdict."""
    pressed = told.actions[0]
    try:
        carried = Carried.model_validate_json(pressed.value or "{}")
    except ValidationError:
        raise UsageError("there is no such button: ask again") from None
    if pressed.action_id.startswith("game-"):
        return parts.ruling(asked(base, carried.question, carried.game), site(), clean(carried.question))
    check = base.checks.check(carried.check)
    fields = fields_of(base, check.full_id, carried.facts)
    if pressed.action_id == "facts":
        return parts.form(check.title, check.full_id, carried.facts, fields)
    if pressed.action_id != "compute":
        raise UsageError("there is no such button: ask again")
    stated, names = dict(carried.facts), {field_key(each.name): each.name for each in fields}
    for key, block in told.state.values.items():
        if (name := names.get(key)) is None:
            raise UsageError("this form is of another check: ask again")
        if (filled := block.get("fact")) is not None:
            stated.pop(name, None)
            if value := _value(filled).strip():
                stated[name] = value
    return parts.ruling(checked(base, check.full_id, stated), site(), check.title)


def _value(filled: Json) -> str:
    """What stands in a field: a line, a choice or several."""
    several = filled.get("selected_options")
    chosen = several if isinstance(several, list) else [filled.get("selected_option")]
    picked = [str(each["value"]) for each in chosen if isinstance(each, dict) and "value" in each]
    return str(filled.get("value") or "") or ", ".join(picked)


def post(address: str, reply: Json) -> None:
    """Send a reply to Slack; OSError where that fails, also where the address or what comes back is not HTTP's."""
    content = json.dumps(reply).encode()
    try:
        asked_ = urllib.request.Request(address, content, {"Content-Type": "application/json"}, method="POST")
        with urllib.request.urlopen(asked_, timeout=2.5):
            pass
    except (HTTPException, ValueError) as error:
        raise OSError(f"no reply of Slack's: {type(error).__name__}") from error
