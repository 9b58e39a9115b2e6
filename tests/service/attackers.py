"""Clients that try to stop the service, each bounded in connections and time: `python -m tests.service.attackers
picture 8321 5` attacks port 8321 of this machine for five seconds.

All come from 127.0.0.1; only this machine's loopback is ever attacked.
"""

from __future__ import annotations

import contextlib
import json
import random
import socket
import sys
import threading
import time
from collections.abc import Callable
from urllib.parse import quote

FLOODERS = 16
LETTERS = "abcdefghijklmnopqrstuvwxyz"
CHECK = "vs-system/press-cost"


def connected(port: int, receive: int | None = None) -> socket.socket:
    """A connection, with a small buffer for what is received where the client reads slowly."""
    line = socket.socket()
    line.settimeout(5)
    if receive:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
    line.connect(("127.0.0.1", port))
    return line


def flood(port: int, until: float, request: Callable[[int], bytes], clients: int = FLOODERS) -> None:
    """Clients that send one request after the other, each on a connection of its own, and read what comes."""

    def run(number: int) -> None:
        at = number
        while time.monotonic() < until:
            with contextlib.suppress(OSError), connected(port) as line:
                line.sendall(request(at))
                while line.recv(65_536):
                    pass
            at += clients

    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()) + 0.5)


def hold(port: int, until: float, sent: Callable[[int], bytes], count: int, read: int = 0) -> None:
    """Connections that send this and then stay; with `read`, each takes so many bytes a second. Lost ones come back."""
    lines: dict[int, socket.socket] = {}
    while time.monotonic() < until:
        for number in range(count):
            if number not in lines:
                with contextlib.suppress(OSError):
                    lines[number] = connected(port, 4_096 if read else None)
                    lines[number].sendall(sent(number))
                    lines[number].setblocking(False)
        for number, line in list(lines.items()):
            try:
                gone = not line.recv(read or 65_536)
            except BlockingIOError:
                gone = False
            except OSError:
                gone = True
            if gone:
                lines.pop(number).close()
        time.sleep(0.5)


def get(path: str, *headers: str) -> bytes:
    """A request for a path."""
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: x", "Connection: close", *headers, "", ""]).encode()


def post(path: str, body: object) -> bytes:
    """A request with a JSON body."""
    data = json.dumps(body).encode()
    head = [f"POST {path} HTTP/1.1", "Host: x", "Connection: close", "Content-Type: application/json"]
    head += ["Accept: application/json, text/event-stream", f"Content-Length: {len(data)}", "", ""]
    return "\r\n".join(head).encode() + data


def word(length: int) -> str:
    """A word of random letters."""
    return "".join(random.choices(LETTERS, k=length))


def mcp(tool: str, arguments: object) -> bytes:
    """A call of a tool at /mcp."""
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    return post("/mcp", call)


def part(_: int) -> bytes:
    """A range of the whole export."""
    return get("/api/v1/export/kb.db", "Range: bytes=1-")


def half_body(_: int) -> bytes:
    """A request whose body never comes whole."""
    return post(f"/api/v1/checks/{CHECK}", {"cost": 1})[:-5]


def numbers(at: int) -> bytes:
    """A question of 2,000 characters, nearly all of them numbers of something."""
    counted = " and ".join(f"{each % 40} fame {each % 7} damage" for each in range(at, at + 200))
    return get(f"/api/v1/ask?q={quote(counted[:2_000])}")


def asking(_: int) -> bytes:
    """A text of 2,000 characters that asks many things, each of one or the other, none asked before."""
    asked = " ".join(f"Can a {word(5)} that is stunned attack or press {word(6)}?" for _ in range(40))
    return get(f"/api/v1/ask?q={quote(asked[:2_000])}")


def unknown(_: int) -> bytes:
    """A check of five of which nothing is known but their names, none asked before."""
    return post("/api/v1/checks/vs-system/recruits-total", {"recruits": [{"id": word(8)} for _ in range(5)]})


ATTACKS: dict[str, Callable[[int, float], None]] = {
    "pictures of one long word": lambda port, until: flood(
        port, until, lambda _: get(f"/picture.png?of={quote(f'/?q={word(700)}')}")
    ),
    "pictures of many words": lambda port, until: flood(
        port, until, lambda _: get(f"/picture.png?of={quote('/?q=' + '+'.join(word(6) for _ in range(250)))}")
    ),
    "slow downloads": lambda port, until: hold(port, until, part, 64, read=1_024),
    "many downloads": lambda port, until: flood(port, until, part),
    "games as lines": lambda port, until: flood(port, until, lambda _: get("/api/v1/export/vs-system.jsonl")),
    "answers never read": lambda port, until: hold(port, until, lambda _: get("/api/v1/checks"), 64, read=1),
    "half-sent bodies": lambda port, until: hold(port, until, half_body, 300),
    "half-sent headers": lambda port, until: hold(port, until, lambda _: b"GET / HTTP/1.1\r\nHost: ", 300),
    "silent connections": lambda port, until: hold(port, until, lambda _: b"", 1_700),
    "invented methods": lambda port, until: flood(
        port, until, lambda _: get("/healthz").replace(b"GET", word(3_000).upper().encode(), 1)
    ),
    "large facts": lambda port, until: flood(
        port, until, lambda at: post(f"/api/v1/checks/{CHECK}", {"cost": at, "names": [word(40)] * 1_000})
    ),
    "large arguments": lambda port, until: flood(port, until, lambda _: mcp("show_clause", {"clause": word(60_000)})),
    "long quotes": lambda port, until: flood(port, until, lambda _: mcp("verify_quote", {"quote": ", a" * 1_300})),
    "long questions": lambda port, until: flood(port, until, lambda _: get(f"/api/v1/ask?q={word(2_000)}")),
    "questions of numbers": lambda port, until: flood(port, until, numbers),
    "questions of one sign": lambda port, until: flood(
        port, until, lambda _: get(f"/api/v1/ask?q=can+i+press+{word(4)}{'!' * 1_900}")
    ),
    "posts of many questions": lambda port, until: flood(port, until, asking),
    "checks of which nothing is known": lambda port, until: flood(port, until, unknown, clients=55),
}


def main() -> None:
    """Run one attack."""
    name, port, seconds = sys.argv[1:]
    ATTACKS[name](int(port), time.monotonic() + min(float(seconds), 120))


if __name__ == "__main__":
    main()
