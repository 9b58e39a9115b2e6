"""Requests that mean harm, over every route: raw bytes, addresses, forms, JSON bodies, both chats and MCP, each by its
number, so that the same one can be sent again.

Every text that a person could have written holds SECRET: no line of the log may.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from urllib.parse import quote, urlencode

from tests.service.bots_calls import discord_headers, slack_headers
from tests.service.hostile_texts import ASKED, CHECKS, FACTS, HEADERS, METHODS, NAMES, PATHS, SECRET, TEXTS, TOOLS


def request(number: int) -> bytes:
    """The request of a number."""
    chance = random.Random(number)
    return KINDS[number % len(KINDS)](chance)


def raw(chance: random.Random) -> bytes:
    """Bytes that are no request, or two at once, or one whose ends are told in two ways."""
    body = json.dumps({"facts": {"cost": SECRET}}).encode()
    head = f"POST /api/v1/checks/vs-system/press-cost HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-{SECRET}: 1\r\n"
    length = f"Content-Length: {len(body)}\r\n"
    several = (
        b"\x16\x03\x01\x02\0\1\0\1\xfc\3\3\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"\r\n" * 50 + get("/"),
        b"GET  /  HTTP/1.1\r\nHost: x\r\n\r\n",
        get("http://[/"),
        get("http://evil.example/?q=x"),
        get("//x//"),
        get("*"),
        get("?"),
        get("/%"),
        get("/%zz"),
        get("/\xff\xfe"),
        get("/" + "%00" * 500),
        head.encode() + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n" + body,
        head.encode() + b"Content-Length: 1e1\r\n\r\n" + body,
        head.encode() + length.encode() + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + get("/"),
        head.encode() + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n" + body,
        head.encode() + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        head.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + b"f" * 30 + b"\r\n" + body,
        head.encode() + b"Expect: 100-continue\r\n" + length.encode() + b"\r\n" + body,
        head.encode() + b" folded: x\r\n\r\n",
        head.encode() + b"A\0B: c\r\n\r\n",
        head.encode() + b": c\r\n\r\n",
        head.encode() + b"A : c\r\n\r\n",
        get("/").replace(b"\r\n", b"\n"),
        chance.randbytes(chance.randrange(1, 400)) + b"\r\n\r\n",
        get("/?q=" + "a" * 40_000),
        get("/", *["A: b"] * 9_000),
    )
    return chance.choice(several)


def get(path: str, *headers: str, method: str = "GET") -> bytes:
    """A request without a body."""
    host = () if any(each.startswith("Host:") for each in headers) else ("Host: x",)
    lines = [f"{method} {path} HTTP/1.1", *host, "Connection: close", *headers, "", ""]
    return "\r\n".join(lines).encode("utf-8", "surrogateescape")


def post(path: str, body: bytes, *headers: str) -> bytes:
    """A request with a body."""
    return get(path, *headers, f"Content-Length: {len(body)}", method="POST") + body


def addressed(chance: random.Random) -> bytes:
    """A path with something in it that is none, and headers that nobody sends."""
    path = chance.choice(PATHS).format(quote(chance.choice(TEXTS), safe=chance.choice(("", "/")))[:8_000])
    return get(path, *chance.sample(HEADERS, chance.randrange(4)), method=chance.choice(METHODS + ("GET",) * 12))


def asked(chance: random.Random) -> bytes:
    """Parameters of every name with every text."""
    given = [(chance.choice(NAMES), chance.choice(TEXTS)) for _ in range(chance.randrange(1, 5))]
    return get(f"{chance.choice(ASKED)}?{urlencode(given)}"[:20_000], *chance.sample(HEADERS, chance.randrange(2)))


def form(chance: random.Random) -> bytes:
    """A check's page with facts, or its picture, its embed, its oEmbed."""
    page = f"/checks/{chance.choice(CHECKS)}?{urlencode(facts(chance))}"[:9_000]
    shown = (
        page,
        f"/picture.png?of={quote(page)}",
        f"/component-embed.json?of={quote(page)}",
        f"/oembed?url={quote('http://x' + page)}",
    )
    return get(chance.choice(shown))


def facts(chance: random.Random) -> dict[str, str]:
    """Facts by names that exist and others."""
    return {chance.choice(FACTS): chance.choice(TEXTS) for _ in range(chance.randrange(1, 5))}


def value(chance: random.Random, deep: int = 0) -> object:
    """Any JSON value."""
    plain = (None, True, False, 0, -1, 2**31, 10**400, 1e308, -0.0, chance.choice(TEXTS))
    if deep > 3 or chance.random() < 0.6:
        return chance.choice(plain)
    inside = [value(chance, deep + 1) for _ in range(chance.randrange(4))]
    return inside if chance.random() < 0.5 else {chance.choice(FACTS): each for each in inside}


def body(chance: random.Random) -> bytes:
    """JSON, and what is none, where facts are expected."""
    whole = json.dumps({name: value(chance) for name in chance.sample(FACTS, 3)}).encode()
    broken = (
        whole[: len(whole) // 2],
        whole.replace(b"}", b"]"),
        b"\xff" + whole,
        b"[" * 30_000,
        b'{"a":' * 9_000,
        whole + whole,
        b'{"cost":1,"cost":2}',
        b'{"cost":NaN}',
        b'{"cost":"\\ud800"}',
        b"",
        b"1" * 5_000,
        b'"' * 3,
    )
    sent = whole if chance.random() < 0.6 else chance.choice(broken)
    kinds = (
        "application/json",
        "application/json; charset=utf-16",
        "application/x-www-form-urlencoded",
        "text/plain",
        "x/\xff",
    )
    path = chance.choice(
        [f"/api/v1/checks/{chance.choice(CHECKS)}", "/api/v1/admin/swap", "/mcp", "/bots/slack", "/bots/discord"]
    )
    return post(path, sent, f"Content-Type: {chance.choice(kinds[:1] * 6 + kinds)}")


def filled(chance: random.Random) -> object:
    """What stands in a form's field: a text, several, or neither."""
    return chance.choice((chance.choice(TEXTS), chance.choice(TEXTS), [chance.choice(TEXTS)], value(chance)))


def discord(chance: random.Random) -> bytes:
    """A signed interaction whose fields hold what Discord would not send."""
    command = {
        "name": chance.choice(("ruling", "clause", "card", SECRET)),
        "options": [
            {
                "name": chance.choice(("question", "game", "id", "name", "")),
                "value": chance.choice(TEXTS) if chance.random() < 0.8 else value(chance),
                "focused": chance.random() < 0.5,
            }
            for _ in range(3)
        ],
    }
    rows = [
        {"component": {"custom_id": chance.choice(FACTS), chance.choice(("value", "value", "values")): filled(chance)}}
        for _ in range(3)
    ]
    custom = chance.choice(
        (
            "facts",
            "facts:",
            f"game:{SECRET}",
            "facts:vs-system/press-cost:1",
            "facts:tiny-game/light-lamp:" + "9" * 4_400,
            SECRET,
        )
    )
    message = {
        "embeds": [
            {"url": chance.choice(("", "http://[", "http://x/checks/vs-system/press-cost?cost=²", f"x?q={SECRET}"))}
        ]
    }
    told: object = {
        "type": chance.randrange(7),
        "data": {**command, "custom_id": custom, "components": rows},
        "message": message,
    }
    if chance.random() < 0.2:
        told = value(chance)
    sent = json.dumps(told).encode()
    return post("/bots/discord", sent, *(f"{name}: {each}" for name, each in discord_headers(sent).items()))


def slack(chance: random.Random) -> bytes:
    """A signed command, or a button, whose fields hold what Slack would not send; replies would go nowhere."""
    carried = {"question": SECRET, "game": chance.choice(TEXTS), "check": chance.choice(CHECKS), "facts": facts(chance)}
    pressed = {
        "type": "block_actions",
        "response_url": chance.choice(("https://evil.example/", "http://[", "", "https://[::1")),
        "actions": [{"action_id": chance.choice(("facts", "compute", "game-1", "x")), "value": json.dumps(carried)}],
        "state": {"values": {chance.choice(("cost", "exhausted", "fact-0")): {"fact": value(chance)}}},
    }
    fields = {
        "trigger_id": str(chance.random()),
        "command": chance.choice(("/ruling", "/clause", "/card", SECRET)),
        "text": chance.choice(TEXTS),
    }
    if chance.random() < 0.5:
        fields["payload"] = json.dumps(pressed if chance.random() < 0.8 else value(chance))
    sent = urlencode(fields).encode()
    return post("/bots/slack", sent, *(f"{name}: {each}" for name, each in slack_headers(sent).items()))


def mcp(chance: random.Random) -> bytes:
    """A call of the protocol with arguments that do not fit, or no call."""
    tool = chance.choice(list(TOOLS))
    argument: object = value(chance) if chance.random() < 0.5 else chance.choice(TEXTS)
    arguments = {TOOLS[tool]: argument, chance.choice(("game", "limit", "check", "as_of", SECRET)): value(chance)}
    params: object = {"name": tool, "arguments": arguments if chance.random() < 0.8 else value(chance)}
    method = chance.choice(("tools/call",) * 8 + ("initialize", "ping", "resources/read", SECRET, ""))
    call: object = {
        "jsonrpc": chance.choice(("2.0", "2.0", "2.0", "1.0")),
        "id": chance.choice((1, "a", None)),
        "method": method,
        "params": params,
    }
    if chance.random() < 0.15:
        call = [call, value(chance)]
    accepted = chance.choice(("application/json, text/event-stream",) * 5 + ("text/html", ""))
    version = chance.choice(("", "", SECRET, "2025-06-18"))
    headers = ["Content-Type: application/json", f"Accept: {accepted}"] + (
        [f"MCP-Protocol-Version: {version}"] if version else []
    )
    return post("/mcp", json.dumps(call).encode(), *headers)


def story(chance: random.Random) -> bytes:
    """A story with questions that are none, or fields that nobody sends."""
    told = {
        "story": filled(chance),
        "questions": [filled(chance) for _ in range(chance.randrange(4))] if chance.random() < 0.8 else value(chance),
        chance.choice(("game", "limit", "as_of", SECRET)): value(chance),
    }
    if chance.random() < 0.5:
        told = {"story": chance.choice(TEXTS)[:1_500], "questions": [chance.choice(TEXTS)[:500]]}
    return post("/api/v1/ask", json.dumps(told).encode(), "Content-Type: application/json")


def report(chance: random.Random) -> bytes:
    """A ruling that is reported from a page that is none of ours, or by another site."""
    text = quote(chance.choice(TEXTS))[:9_000]
    check = f"/checks/{chance.choice(CHECKS)}?{urlencode(facts(chance))}"
    pages = (f"/?q={text}", check, f"//{SECRET}", "", text, f"/?q=%00{text}", "/?q=[&game=\u202e")
    fields = {"page": chance.choice(pages), "should": chance.choice(TEXTS), "comment": chance.choice(TEXTS)}
    sites = ("same-origin",) * 4 + ("cross-site", SECRET)
    kind = chance.choice(("application/x-www-form-urlencoded",) * 6 + ("multipart/form-data; boundary=x", ""))
    sent = urlencode(fields)[:60_000].encode()
    return post("/reports", sent, f"Sec-Fetch-Site: {chance.choice(sites)}", f"Content-Type: {kind}")


KINDS: tuple[Callable[[random.Random], bytes], ...] = (
    *(raw, addressed, asked, form, body, discord, slack, mcp),
    *(story, report),
)
