"""`/mcp`: the MCP server over streamable HTTP beside the pages, each request complete in itself and answered in JSON.

The protocol's own server is asynchronous: it runs in a thread with its event loop, started by the first request.
"""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, Any, cast

from apiflask import APIBlueprint
from flask import Response, abort, current_app, request

from service.server.site import parted, told_site
from service.server.snapshots.library import Library

if TYPE_CHECKING:
    from service.mcp.bridge import Bridge
    from service.server.settings import Settings

mcp_http = APIBlueprint("mcp", __name__, enable_openapi=False)

PATH = "/mcp"
LEAST_S = 30.0
ACCEPTED = "application/json, text/event-stream"
LOCAL = ("localhost", "127.0.0.1", "::1")


_lock = threading.Lock()


def bridge(library: Library) -> Bridge:
    """The application's bridge; the protocol's library is imported when it is first needed."""
    with _lock:
        found = current_app.extensions.get("headjudge-mcp")
        if found is None:
            from service.mcp.bridge import Bridge
            from service.mcp.patience import SHORT_PATIENCE_S
            from service.mcp.server import create_server

            settings: Settings = current_app.extensions["headjudge.settings"]
            known = list(logging.root.handlers)
            server = create_server(library, SHORT_PATIENCE_S)
            logging.root.handlers[:] = known  # the protocol's library sets up the whole process' log
            application = server.streamable_http_app(
                streamable_http_path=PATH, json_response=True, stateless_http=True, host="0.0.0.0"
            )
            found = current_app.extensions["headjudge-mcp"] = Bridge(application, longest_s(settings))
        return cast("Bridge", found)


def longest_s(settings: Settings) -> float:
    """How many seconds a call may take: as long as these settings let the slowest one work, which waits for a library
    to be warm, asks a language model, or tries every set of facts twice."""
    from service.mcp.patience import SHORT_PATIENCE_S
    from service.mcp.taken.arguments import MOST_SCENARIOS

    return max(LEAST_S, SHORT_PATIENCE_S + settings.assistant_timeout + 2 * MOST_SCENARIOS * settings.time_limit)


def headers() -> list[tuple[bytes, bytes]]:
    """The request's headers. A client that does not say what it accepts, or that it accepts anything, is one that
    accepts this: the protocol's own server would refuse it."""
    told = {name.lower(): value for name, value in request.headers}
    if told.get("accept", "").strip() in ("", "*/*", "application/*", "application/json"):
        told["accept"] = ACCEPTED
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in told.items()]


@mcp_http.post(PATH)
def mcp() -> Response:
    """One message of the protocol. A page of another site may not send any: its Origin is refused."""
    origin = request.headers.get("Origin", "")
    if origin and (parted(origin).hostname or "?") not in (*LOCAL, parted(told_site()).hostname):
        abort(403, f"Requests from pages of {origin} are not answered.")
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": request.scheme,
        "path": PATH,
        "raw_path": PATH.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers(),
        "client": (request.remote_addr or "", 0),
        "server": (request.host, 0),
    }
    library = current_app.extensions["headjudge"]
    return bridge(library).call(scope, request.get_data())
