"""Calls an asynchronous application from threads: the MCP protocol's own server is one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import MutableMapping
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from flask import Response

from kb.errors import UnavailableError
from kb.rules.process.spent import meter

if TYPE_CHECKING:
    from starlette.applications import Starlette

Message = MutableMapping[str, Any]


class Bridge:
    """Calls an ASGI application from threads, each call at most `limit_s` seconds; its event loop runs until the
    process ends."""

    def __init__(self, application: Starlette, limit_s: float) -> None:
        self.application, self.limit_s = application, limit_s
        self.loop = asyncio.new_event_loop()
        self.stack = AsyncExitStack()
        started = threading.Event()
        threading.Thread(target=self._run, args=(started,), name="headjudge-mcp", daemon=True).start()
        started.wait()

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self.loop)
        lifespan = self.application.router.lifespan_context(self.application)
        self.loop.run_until_complete(self.stack.enter_async_context(lifespan))
        started.set()
        self.loop.run_forever()

    def call(self, scope: Message, body: bytes) -> Response:
        """One request and its whole response. UnavailableError after `limit_s` seconds: what works on it is told to
        end, and computes no further check."""
        calling = asyncio.run_coroutine_threadsafe(self._call(scope, body), self.loop)
        try:
            return calling.result(self.limit_s)
        except TimeoutError:
            if not calling.cancel():
                raise
            meter().given_up = True
            told = (
                f"this took more than {self.limit_s:.0f} seconds: ask for less at once, or try again in a few seconds"
            )
            raise UnavailableError(told) from None

    async def _call(self, scope: Message, body: bytes) -> Response:
        status, headers, parts = 500, [], []
        received = asyncio.Event()

        async def receive() -> Message:
            if received.is_set():
                await asyncio.Event().wait()  # the client stays until it is answered
            received.set()
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Message) -> None:
            nonlocal status, headers
            if message["type"] == "http.response.start":
                status, headers = message["status"], message["headers"]
            else:
                parts.append(message.get("body", b""))

        await self.application(scope, receive, send)
        return Response(b"".join(parts), status, [(name.decode(), value.decode()) for name, value in headers])
