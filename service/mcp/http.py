"""`/mcp`: the MCP server over streamable HTTP beside the pages, each request complete in itself and answered in JSON.

The protocol's own server is asynchronous: it runs in a thread with its event loop, started by the first request.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import MutableMapping
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from apiflask import APIBlueprint
from flask import Response, abort, current_app, request

from service.library import Library
from service.site import parted, told_site

if TYPE_CHECKING:
    from starlette.applications import Starlette

mcp_http = APIBlueprint("mcp", __name__, enable_openapi=False)

PATH = "/mcp"
LOCAL = ("localhost", "127.0.0.1", "::1")
LIMIT_S = 30.0
Message = MutableMapping[str, Any]


class Bridge:
    """Calls an ASGI application from threads; its event loop runs until the process ends."""

    def __init__(self, application: Starlette) -> None:
        self.application = application
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
        """One request and its whole response; TimeoutError after LIMIT_S seconds."""
        return asyncio.run_coroutine_threadsafe(self._call(scope, body), self.loop).result(LIMIT_S)

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


_lock = threading.Lock()


def bridge(library: Library) -> Bridge:
    """The application's bridge; the protocol's library is imported when it is first needed."""
    with _lock:
        found = current_app.extensions.get("headjudge-mcp")
        if not isinstance(found, Bridge):
            from service.mcp.server import create_server

            known = list(logging.root.handlers)
            server = create_server(library)
            logging.root.handlers[:] = known  # the protocol's library sets up the whole process' log
            application = server.streamable_http_app(
                streamable_http_path=PATH, json_response=True, stateless_http=True, host="0.0.0.0"
            )
            found = current_app.extensions["headjudge-mcp"] = Bridge(application)
        return found


@mcp_http.post(PATH)
def mcp() -> Response:
    """One message of the protocol. A page of another site may not send any: its Origin is refused."""
    origin = request.headers.get("Origin", "")
    if origin and (parted(origin).hostname or "?") not in (*LOCAL, parted(told_site()).hostname):
        abort(403, f"Requests from pages of {origin} are not answered.")
    scope: Message = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": request.scheme,
        "path": PATH,
        "raw_path": PATH.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in request.headers],
        "client": (request.remote_addr or "", 0),
        "server": (request.host, 0),
    }
    library = current_app.extensions["headjudge"]
    return bridge(library).call(scope, request.get_data())
