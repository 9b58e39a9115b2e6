"""Forged, replayed, stale, truncated and oversized requests: five hundred of them, none is answered."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient
from nacl.signing import SigningKey

from service.bots.seen import SeenFiles
from service.bots.signing import MOST_SEEN, Once, UnsignedError
from service.server.app import create_app
from service.server.settings import Settings
from service.server.snapshots.library import Library
from tests.service.bots_calls import KEY, SECRET, discord_headers, slack_headers

VARIANTS = 250


@pytest.fixture(scope="module")
def bot_app(home: Path) -> Iterator[APIFlask]:
    library = Library(home)
    key = KEY.verify_key.encode().hex()
    yield create_app(library, settings=Settings(rate_limit="off", discord_key=key, slack_secret=SECRET))
    library.close()


@pytest.fixture
def client(bot_app: APIFlask) -> FlaskClient:
    return bot_app.test_client()


def changed(body: bytes, chance: random.Random) -> bytes:
    """The body with one byte other than it was, or cut short, or with something added."""
    kind, at = chance.randrange(3), chance.randrange(len(body))
    if kind == 0:
        return body[:at] + bytes([body[at] ^ (1 + chance.randrange(255))]) + body[at + 1 :]
    return body[:at] if kind == 1 else body + b" " * (1 + at)


def forged_signature(signature: str, chance: random.Random) -> str:
    """Another signature, or none that can be read."""
    at = chance.randrange(len(signature))
    other = chance.choice([each for each in "0123456789abcdef" if each != signature[at]])
    several = ("", "0" * 128, "zz" * 64, signature[:-2], signature + "00", signature[:at] + other + signature[at + 1 :])
    return chance.choice([each for each in several if each != signature])


def stale(chance: random.Random) -> str:
    """A time outside the window, or none at all."""
    now = int(time.time())
    off = chance.randrange(310, 10_000_000)
    return chance.choice([str(now - off), str(now + off), "0", "-1", "1e9", "١٢٣", "9" * 13, "now", " "])


@pytest.mark.parametrize("number", range(VARIANTS))
def test_discord_requests_that_are_not_in_order_are_refused(client: FlaskClient, number: int) -> None:
    chance = random.Random(number)
    body = json.dumps({"type": 1, "id": str(number), "more": "x" * chance.randrange(200)}).encode()
    headers, expected = discord_headers(body), 401
    match number % 5:
        case 0:
            body = changed(body, chance)
        case 1:
            headers["X-Signature-Ed25519"] = forged_signature(headers["X-Signature-Ed25519"], chance)
        case 2:
            headers = discord_headers(body, stale(chance).strip() or "x")
        case 3:
            assert client.post("/bots/discord", data=body, headers=headers).status_code == 200
            if number % 2:
                headers["X-Signature-Ed25519"] = headers["X-Signature-Ed25519"].upper()
        case 4:
            oversized = number % 2
            body += b"x" * 70_000 if oversized else b""
            headers = discord_headers(body, key=SigningKey.generate()) if not oversized else discord_headers(body)
            expected = 413 if oversized else 401
    reply = client.post("/bots/discord", data=body, headers=headers)
    assert reply.status_code == expected, reply.text


@pytest.mark.parametrize("number", range(VARIANTS))
def test_slack_requests_that_are_not_in_order_are_refused(client: FlaskClient, number: int) -> None:
    chance = random.Random(number)
    body = urlencode({"ssl_check": "1", "trigger_id": f"{number}.{'x' * chance.randrange(200)}"}).encode()
    headers, expected = slack_headers(body), 401
    match number % 5:
        case 0:
            body = changed(body, chance)
        case 1:
            signature = headers["X-Slack-Signature"].removeprefix("v0=")
            headers["X-Slack-Signature"] = chance.choice(("v0=", "v1=", "")) + forged_signature(signature, chance)
        case 2:
            headers = slack_headers(body, stale(chance).strip() or "x")
        case 3:
            assert client.post("/bots/slack", data=body, headers=headers).status_code == 200
        case 4:
            oversized = number % 2
            body += b"x" * 70_000 if oversized else b""
            headers = slack_headers(body) if oversized else slack_headers(body, secret=SECRET[::-1])
            expected = 413 if oversized else 401
    reply = client.post("/bots/slack", data=body, headers=headers)
    assert reply.status_code == expected, reply.text


@pytest.mark.parametrize("left_out", ["X-Signature-Ed25519", "X-Signature-Timestamp"])
def test_a_request_without_a_header_is_refused_before_it_is_read(client: FlaskClient, left_out: str) -> None:
    body = b"this is no JSON"
    headers = discord_headers(body)
    del headers[left_out]
    assert client.post("/bots/discord", data=body, headers=headers).status_code == 401
    assert client.get("/bots/discord").status_code == 405


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'{"type": "x"}', b'{"type": 99}', b"[" * 30_000, b"\xff"])
def test_what_is_signed_but_no_interaction_is_refused(client: FlaskClient, body: bytes) -> None:
    assert client.post("/bots/discord", data=body, headers=discord_headers(body)).status_code == 400


def test_signatures_are_forgotten_when_they_are_stale_or_too_many() -> None:
    once = Once()
    once.take("a", 0)
    with pytest.raises(UnsignedError):
        once.take("a", 599)
    once.take("b", 601)
    assert list(once._seen) == ["b"]
    for number in range(MOST_SEEN + 5):
        once.take(str(number), 602)
    assert len(once._seen) == MOST_SEEN


def test_a_signature_with_blanks_in_it_is_not_another_one(client: FlaskClient) -> None:
    body = b'{"type":1}'
    headers = discord_headers(body)
    assert client.post("/bots/discord", data=body, headers=headers).status_code == 200
    signature = headers["X-Signature-Ed25519"]
    headers["X-Signature-Ed25519"] = f"{signature[:2]} {signature[2:]}"
    assert client.post("/bots/discord", data=body, headers=headers).status_code == 401


@pytest.mark.parametrize("chat", ["discord", "slack"])
def test_what_one_process_took_no_other_takes_and_none_after_a_restart(home: Path, chat: str) -> None:
    """Two applications over one home folder are two workers, or one before a restart and one after it."""
    body = (
        b'{"type":1,"id":"replayed"}'
        if chat == "discord"
        else urlencode({"ssl_check": "1", "trigger_id": "replayed"}).encode()
    )
    headers = discord_headers(body) if chat == "discord" else slack_headers(body)
    settings = Settings(rate_limit="off", discord_key=KEY.verify_key.encode().hex(), slack_secret=SECRET)
    statuses = []
    for _ in range(3):
        library = Library(home)
        client = create_app(library, settings=settings).test_client()
        statuses.append(client.post(f"/bots/{chat}", data=body, headers=headers).status_code)
        library.close()
    assert statuses == [200, 401, 401]


def test_signatures_that_are_no_longer_fresh_are_cleared_away(tmp_path: Path) -> None:
    assert SeenFiles(tmp_path, 600).add("a")
    [file] = (tmp_path / "seen").iterdir()
    os.utime(file, (time.time() - 601,) * 2)
    assert SeenFiles(tmp_path, 600).add("b")
    assert file not in (tmp_path / "seen").iterdir()
    assert not SeenFiles(tmp_path, 600).add("b")


def test_where_nothing_can_be_written_each_process_knows_its_own(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "seen").write_text("no folder", "utf-8")
    once = Once(SeenFiles(tmp_path, 600))
    once.take("a", 0)
    with pytest.raises(UnsignedError):
        once.take("a", 1)
    once.take("b", 2)
    assert caplog.text.count("remembered by each process alone") == 1
