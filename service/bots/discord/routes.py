"""Discord over HTTP interactions: `POST /bots/discord`. Nothing is kept: a message's link says what it is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from apiflask import APIBlueprint
from flask import Response, abort, current_app, jsonify, request
from pydantic import ValidationError

from kb.errors import HeadjudgeError, UsageError
from kb.knowledge import KnowledgeBase
from service.bots.discord import parts
from service.bots.discord.suggestions import cards_like, clauses_like, games_like
from service.bots.interactions import Interaction, Option, field_key
from service.bots.rulings import (
    about,
    asked,
    card_text,
    cards_called,
    checked,
    clauses_named,
    clauses_text,
    facts_of,
    fields_of,
)
from service.bots.signing import UnsignedError, Verifier
from service.server.site import site
from service.server.snapshots.library import the_library
from service.show.serializing.present import card_url, clause_url
from service.show.view import Spoken

discord = APIBlueprint("discord", __name__, enable_openapi=False)

Json = dict[str, Any]
VERIFIER = "headjudge.discord"
PING, COMMAND, COMPONENT, AUTOCOMPLETE, MODAL = range(1, 6)
PONG, MESSAGE, CHOICES, FORM = 1, 4, 8, 9
ROOM = 3_400
LONGEST_NUMBER = 4


@discord.post("/bots/discord")
def interaction() -> Response:
    """One interaction: 401 unless signed, fresh and new; then what it asks for."""
    body = request.get_data()
    verifier = cast(Verifier, current_app.extensions[VERIFIER])
    try:
        timestamp = request.headers.get("X-Signature-Timestamp", "")
        verifier.verify(timestamp, request.headers.get("X-Signature-Ed25519", ""), body)
    except UnsignedError as error:
        abort(401, f"Not signed by Discord: {error}.")
    try:
        told = Interaction.model_validate_json(body)
    except ValidationError:
        abort(400, "This is no interaction.")
    if told.type == PING:
        return jsonify({"type": PONG})
    if (handler := HANDLERS.get(told.type)) is None:
        abort(400, "Interactions of this type are not known.")
    try:
        with the_library().reading() as base:
            return jsonify(handler(base, told))
    except HeadjudgeError as error:
        return jsonify({"type": MESSAGE, "data": parts.refusal(str(error))})


def command(base: KnowledgeBase, told: Interaction) -> Json:
    """`/ruling`, `/clause` or `/card`."""
    name, given = told.data.name, told.data.given
    if name == "ruling":
        question = given.get("question", "")
        return _ruling(base, asked(base, question, given.get("game")), question)
    if name == "clause":
        title, clauses = clauses_named(base, given.get("id", ""))
        around = [each.id for each in base.around(clauses[0], 1)]
        text = clauses_text(base, clauses, "discord", ROOM)
        return _message(parts.page(title, text, site() + clause_url(clauses[0].id), beside=around))
    if name == "card":
        first, *others = cards_called(base, given.get("name", ""), given.get("game"))
        text = card_text(base, first, tuple(others), "discord", ROOM)
        return _message(parts.page(first.title, text, site() + card_url(first.id)))
    raise UsageError(f"there is no command {name}")


def autocomplete(base: KnowledgeBase, told: Interaction) -> Json:
    """What the field that is being filled in may be completed to."""
    focused = next((each for each in told.data.options if each.focused), Option(name=""))
    written = str(focused.value)
    if focused.name == "game":
        found = games_like(base, written)
    elif told.data.name == "card":
        found = cards_like(base, written, told.data.given.get("game"))
    else:
        found = clauses_like(base, written)
    return {"type": CHOICES, "data": {"choices": [{"name": name, "value": value} for name, value in found]}}


def component(base: KnowledgeBase, told: Interaction) -> Json:
    """A button: the game of an unclear question, or a check's facts as a form."""
    kind, _, rest = told.data.custom_id.partition(":")
    if kind == "game":
        question = about(told.link).question
        return _ruling(base, asked(base, question, rest), question)
    check, number, stated = _opened(base, told)
    fields = parts.page_of(fields_of(base, check, stated), number)
    if not fields:
        raise UsageError("this check takes no such facts: ask again")
    return {"type": FORM, "data": parts.form(base.checks.check(check).title, f"run:{check}:{number}", fields)}


def submitted(base: KnowledgeBase, told: Interaction) -> Json:
    """The facts of a form, over those of the message that it was opened from: the new verdict with its proof."""
    check, number, stated = _opened(base, told)
    names = {field_key(each.name): each.name for each in parts.page_of(fields_of(base, check, stated), number)}
    for each in (each for row in told.data.components for each in row.filled):
        if (name := names.get(each.custom_id)) is None:
            raise UsageError("this form is of another check: ask again")
        stated.pop(name, None)
        if value := (each.value or ", ".join(each.values)).strip():
            stated[name] = value
    return _ruling(base, checked(base, check, stated), base.checks.check(check).title)


def _ruling(base: KnowledgeBase, spoken: Spoken, title: str) -> Json:
    """An answer with a button for each form of its check's facts."""
    count = len(fields_of(base, spoken.check, dict(spoken.facts))) if spoken.check else 0
    return _message(parts.ruling(spoken, site(), parts.titled(title), (spoken.check, parts.pages(count))))


def _message(data: Json) -> Json:
    return {"type": MESSAGE, "data": data}


def _opened(base: KnowledgeBase, told: Interaction) -> tuple[str, int, dict[str, str]]:
    """The check of a button or form `facts:game/check:0`, the form's number, the facts of the message it stands in."""
    _, _, rest = told.data.custom_id.partition(":")
    check, _, number = rest.rpartition(":")
    if not (number.isdecimal() and len(number) <= LONGEST_NUMBER):
        raise UsageError("there is no such button: ask again")
    known, of = base.checks.check(check).full_id, about(told.link)
    found, stated = facts_of(base, of) if of.check or of.question else (known, {})
    return known, int(number), dict(stated) if found == known else {}


HANDLERS: dict[int, Callable[[KnowledgeBase, Interaction], Json]] = {
    COMMAND: command,
    COMPONENT: component,
    AUTOCOMPLETE: autocomplete,
    MODAL: submitted,
}
