"""An id for every request: the caller's where it sends a plain one, else a new one; echoed and logged."""

from __future__ import annotations

import re
import uuid

from flask import Flask, Response, g, request

from service.server.observing.logs import request_id

HEADER = "X-Request-Id"
PLAIN = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)


def identify_requests(app: Flask) -> None:
    """Give every request of an app its id."""
    app.before_request(_begin)
    app.after_request(_echo)


def _begin() -> None:
    asked = request.headers.get(HEADER, "")
    g.request_id = asked if PLAIN.fullmatch(asked) else uuid.uuid4().hex
    request_id.set(g.request_id)


def _echo(response: Response) -> Response:
    response.headers[HEADER] = g.get("request_id") or uuid.uuid4().hex
    return response
