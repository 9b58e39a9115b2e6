"""Chats as they call: requests signed as Discord and Slack sign them, and their limits as their clients check them."""

from __future__ import annotations

import itertools
import json
import time
from typing import Any
from urllib.parse import urlencode

import disnake
from disnake.components import _component_factory
from flask.testing import FlaskClient
from nacl.signing import SigningKey
from slack_sdk.models.blocks import Block
from slack_sdk.signature import SignatureVerifier
from werkzeug.test import TestResponse

from service.show.neutral import length

Json = dict[str, Any]
KEY = SigningKey(b"headjudge-tests-headjudge-tests-")
SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
NUMBERS = itertools.count(1)


def discord_headers(body: bytes, timestamp: str | None = None, key: SigningKey = KEY) -> dict[str, str]:
    stamp = timestamp or str(int(time.time()))
    signature = key.sign(stamp.encode() + body).signature.hex()
    return {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": stamp, "Content-Type": "application/json"}


def discord(client: FlaskClient, told: Json) -> Json:
    """One interaction, signed; its reply."""
    body = json.dumps({"id": str(next(NUMBERS)), **told}).encode()
    reply = client.post("/bots/discord", data=body, headers=discord_headers(body))
    assert reply.status_code == 200, reply.text
    found = reply.get_json()
    assert isinstance(found, dict)
    return found


def slash(client: FlaskClient, name: str, /, **given: str) -> Json:
    """A Discord command; its message, checked."""
    options = [{"type": 3, "name": key, "value": value} for key, value in given.items()]
    return check_message(discord(client, {"type": 2, "data": {"type": 1, "name": name, "options": options}}))


def completed(client: FlaskClient, name: str, focused: str, /, **given: str) -> list[tuple[str, str]]:
    """What Discord offers for a field, checked."""
    options = [{"type": 3, "name": key, "value": value, "focused": key == focused} for key, value in given.items()]
    reply = discord(client, {"type": 4, "data": {"type": 1, "name": name, "options": options}})
    assert reply["type"] == 8
    choices = reply["data"]["choices"]
    assert len(choices) <= 25
    assert all(1 <= length(each["name"]) <= 100 and 1 <= length(each["value"]) <= 100 for each in choices)
    return [(each["name"], each["value"]) for each in choices]


def press(client: FlaskClient, message: Json, custom_id: str) -> Json:
    """A button of a message; the reply, not checked."""
    assert custom_id in buttons(message)
    return discord(client, {"type": 3, "data": {"component_type": 2, "custom_id": custom_id}, "message": message})


def submit(client: FlaskClient, message: Json, form: Json, **given: str) -> Json:
    """A form with some facts; its message, checked."""
    rows = []
    for row in form["components"]:
        field = row["component"]
        value = given.get(field["custom_id"], "")
        held = {"values": value.split(",") if value else []} if field["type"] == 3 else {"value": value}
        rows.append({"type": 18, "component": {"type": field["type"], "custom_id": field["custom_id"], **held}})
    told = {"type": 5, "data": {"custom_id": form["custom_id"], "components": rows}, "message": message}
    return check_message(discord(client, told))


def buttons(message: Json) -> dict[str, str]:
    """The buttons of a Discord message: label by custom id."""
    found = [each for row in message.get("components", ()) for each in row["components"]]
    return {each["custom_id"]: each["label"] for each in found if "custom_id" in each}


def check_message(reply: Json) -> Json:
    """Discord's limits, by disnake where it knows them; the message's data."""
    assert reply["type"] == 4
    data: Json = reply["data"]
    assert data["allowed_mentions"] == {"parse": []}
    assert length(data.get("content", "")) <= 2_000
    embeds = [disnake.Embed.from_dict(each) for each in data.get("embeds", ())]
    assert len(embeds) <= 10
    assert sum(len(embed) for embed in embeds) <= 6_000
    for embed in embeds:
        embed.check_limits()
        assert embed.url is None or len(embed.url) <= 2_048
        assert length(embed.description or "") <= 4_096
    rows = data.get("components", [])
    assert len(rows) <= 5
    for row in rows:
        assert len(_component_factory(row).children) <= 5  # type: ignore[attr-defined]
        for button in row["components"]:
            assert 1 <= length(button["label"]) <= 80
            assert len(button.get("custom_id", "")) <= 100
            assert len(button.get("url", "")) <= 512
    ids = [each["custom_id"] for row in rows for each in row["components"] if "custom_id" in each]
    assert len(ids) == len(set(ids))
    return data


def check_form(reply: Json) -> Json:
    """Discord's limits of forms."""
    assert reply["type"] == 9
    data: Json = reply["data"]
    assert 1 <= length(data["title"]) <= 45
    assert len(data["custom_id"]) <= 100
    assert 1 <= len(data["components"]) <= 5
    for row in data["components"]:
        parsed = _component_factory(row)
        assert isinstance(parsed, disnake.Label)
        assert 1 <= length(row["label"]) <= 45
        assert length(row.get("description", "")) <= 100
        check_field(row["component"])
    ids = [row["component"]["custom_id"] for row in data["components"]]
    assert len(ids) == len(set(ids))
    return data


def check_field(field: Json) -> None:
    """A field of a form."""
    assert 1 <= len(field["custom_id"]) <= 100
    assert length(field.get("placeholder", "")) <= (150 if field["type"] == 3 else 100)
    if field["type"] == 3:
        assert 1 <= len(field["options"]) <= 25
        assert all(1 <= length(each[key]) <= 100 for each in field["options"] for key in ("label", "value"))
        assert sum(each["default"] for each in field["options"]) <= field["max_values"] <= len(field["options"])
    else:
        assert length(field.get("value", "")) <= field["max_length"] <= 4_000


def slack_headers(body: bytes, timestamp: str | None = None, secret: str = SECRET) -> dict[str, str]:
    stamp = timestamp or str(int(time.time()))
    signature = SignatureVerifier(secret).generate_signature(timestamp=stamp, body=body)
    assert signature
    return {
        "X-Slack-Signature": signature,
        "X-Slack-Request-Timestamp": stamp,
        "Content-Type": "application/x-www-form-urlencoded",
    }


def slack(client: FlaskClient, **fields: str) -> TestResponse:
    """One request of Slack's, signed."""
    body = urlencode({"trigger_id": str(next(NUMBERS)), **fields}).encode()
    return client.post("/bots/slack", data=body, headers=slack_headers(body))


def check_blocks(message: Json) -> Json:
    """Slack's limits, by slack-sdk where it knows them; the message itself."""
    assert 1 <= length(message["text"]) <= 3_000
    blocks = message.get("blocks", [])
    assert len(blocks) <= 50
    for block in blocks:
        parsed = Block.parse(block)
        assert parsed is not None, block
        parsed.validate_json()
        elements = block.get("elements", []) + ([block["element"]] if "element" in block else [])
        for element in elements:
            check_element(element)
        if block["type"] == "section":
            assert 1 <= length(block["text"]["text"]) <= 3_000
            assert block["text"]["type"] == "plain_text" or block["text"]["verbatim"]
    return message


def check_element(element: Json) -> None:
    """A button, a choice or a line."""
    if element["type"] == "button":
        assert 1 <= length(element["text"]["text"]) <= 75
        assert length(element.get("value", "")) <= 2_000
        assert length(element.get("url", "")) <= 3_000
    if "options" in element:
        assert 1 <= len(element["options"]) <= 100
        assert all(length(each["text"]["text"]) <= 75 and length(each["value"]) <= 150 for each in element["options"])
        chosen = element.get("initial_options", [element["initial_option"]] if "initial_option" in element else [])
        assert all(each in element["options"] for each in chosen)
    if element["type"] == "context":
        assert length(element["text"]) <= 3_000
