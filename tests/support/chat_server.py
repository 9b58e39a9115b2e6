"""A server of the OpenAI chat protocol that does what a test wants: replies by a function, or one of many faults."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Request = dict[str, Any]
Reply = Callable[[Request], "str | dict[str, Any] | Fault"]
ENDS_WITHIN_S = 0.02
"""How often a server looks whether it is to end: every half second, and most tests would wait longer for that than for
their answer."""


@dataclass(frozen=True)
class Fault:
    """What goes wrong: a status, seconds of silence before or between the bytes, a raw body, a body cut off."""

    status: int = 200
    silent_s: float = 0.0
    body: bytes | None = None
    cut: bool = False
    drip_s: float = 0.0
    headers: tuple[tuple[str, str], ...] = ()


@dataclass
class ChatServer:
    """A running server: its address, what it was asked, with which headers (their names in
    small letters), and how many requests it had at once."""

    url: str
    reply: Reply
    asked: list[Request] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def names(self) -> list[str]:
        """The names of the schemas of what was asked, in order."""
        return [each["response_format"]["json_schema"]["name"] for each in self.asked]


def completion(content: str) -> bytes:
    """A chat completion with this text."""
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
    return json.dumps({"id": "1", "object": "chat.completion", "choices": [choice]}).encode()


@contextmanager
def chat_server(reply: Reply) -> Iterator[ChatServer]:
    """A server that answers by `reply`: a text or an object for the completion's text, or a fault."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with running.lock:
                running.asked.append(request)
                running.headers.append({name.lower(): value for name, value in self.headers.items()})
                running.at_once += 1
                running.most_at_once = max(running.most_at_once, running.at_once)
            try:
                self._send(running.reply(request))
            except OSError:
                self.close_connection = True
            finally:
                with running.lock:
                    running.at_once -= 1

        def _send(self, said: str | dict[str, Any] | Fault) -> None:
            fault = said if isinstance(said, Fault) else Fault()
            text = said if isinstance(said, str) else json.dumps(said) if isinstance(said, dict) else "{}"
            body = completion(text) if fault.body is None else fault.body
            time.sleep(fault.silent_s)
            self.send_response(fault.status)
            for name, value in fault.headers:
                self.send_header(name, value)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if fault.cut:
                self.wfile.write(body[: len(body) // 2])
                self.wfile.flush()
                self.close_connection = True
                return
            for at in range(0, len(body), 64 if fault.drip_s else len(body) or 1):
                self.wfile.write(body[at : at + 64] if fault.drip_s else body)
                self.wfile.flush()
                time.sleep(fault.drip_s)

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            """Say nothing of clients that went away."""

    server = Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    running = ChatServer(f"http://127.0.0.1:{server.server_port}/v1", reply)
    threading.Thread(target=server.serve_forever, args=(ENDS_WITHIN_S,), daemon=True).start()
    try:
        yield running
    finally:
        server.shutdown()
        server.server_close()
