"""How much one address may ask, and have computed: 429 with Retry-After beyond it. Counted as windows.py tells.

The library that counts is imported where there is a limit: it takes longer than all the rest of this.
"""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, Response, g, request
from werkzeug.exceptions import TooManyRequests
from werkzeug.middleware.proxy_fix import ProxyFix

from kb.rules.process.spent import meter
from service.server.limits.clients import client_of
from service.server.limits.computing import Computing
from service.server.limits.windows import windows

if TYPE_CHECKING:
    from limits import RateLimitItem

REPORTED = "/reports"
REPORTS = "20/day"
"""How many rulings one address may report: the file that keeps reports has room for some 450, see service/reports."""
FREE = ("/healthz", "/readyz", "/metrics", "/openapi.json")


def parse_limits(written: str) -> tuple[RateLimitItem, ...]:
    """The limits of a text such as `20/second;600/minute`, none for `off`; ValueError where it cannot be read."""
    if written.strip().lower() in ("", "off"):
        return ()
    from limits import parse_many

    try:
        limits = tuple(parse_many(written))
    except ValueError:
        limits = ()
    if not limits or not all(limit.amount for limit in limits):
        raise ValueError("limits such as 20/second;600/minute, or off")
    return limits


def free_paths(app: Flask) -> frozenset[str]:
    """The addresses that anybody may ask as often as they like: the probes, and each file that pages need."""
    folder = Path(app.static_folder or "")
    files = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return frozenset((*FREE, *(f"{app.static_url_path}/{name}" for name in files)))


def limit_requests(app: Flask, written: str, proxies: int = 0) -> None:
    """Limit an app's requests by address, `off` not at all; behind `proxies` the address is the one they forward."""
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
    limits = parse_limits(written)
    if not limits:
        return
    counted, computing, reports, free = windows(), Computing(), parse_limits(REPORTS), free_paths(app)

    def begin() -> None:
        if request.path in free:
            return
        address = client_of(request.remote_addr or "")
        held = (*limits, *reports) if request.path == REPORTED else limits
        window = g.limited = min(counted.hit(held, address), key=lambda each: (each.allowed, each.remaining))
        if not window.allowed:
            wait = max(1, math.ceil(window.reset_time - time.time()))
            raise TooManyRequests(f"one address may send {window.limit}", retry_after=wait)
        if wait := computing.wait(address):
            told = f"one address may have checks computed for {computing.seconds:.0f} seconds a minute"
            raise TooManyRequests(told, retry_after=wait)
        g.charged = meter()

    def charge(response: Response) -> Response:
        if "charged" in g:
            computing.charge(client_of(request.remote_addr or ""), g.charged.seconds)
        return response

    def end(response: Response) -> Response:
        if limited := g.get("limited"):
            response.headers["X-RateLimit-Limit"] = str(limited.limit.amount)
            response.headers["X-RateLimit-Remaining"] = str(limited.remaining)
            response.headers["X-RateLimit-Reset"] = str(math.ceil(limited.reset_time))
        return response

    app.before_request(begin)
    app.after_request(end)
    app.after_request(charge)
