"""How much one address may ask: 429 with Retry-After beyond it. Counted in each process' own memory."""

from __future__ import annotations

import math
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from flask import Flask, Response, g, request
from werkzeug.exceptions import TooManyRequests
from werkzeug.middleware.proxy_fix import ProxyFix

FREE = ("/healthz", "/readyz", "/metrics", "/static/", "/openapi.json")
SECONDS = {"second": 1, "minute": 60, "hour": 3_600, "day": 86_400}
WRITTEN = re.compile(rf"(\d{{1,9}})\s*(?:/|\bper\b)\s*(\d{{1,6}})?\s*({'|'.join(SECONDS)})s?", re.I | re.ASCII)
KEPT = 10_000


@dataclass
class Limit:
    """So many requests in so many seconds; the windows open with an address' first request."""

    amount: int
    seconds: int
    opened: dict[str, tuple[float, int]] = field(default_factory=dict)

    def count(self, address: str, now: float) -> tuple[int, float]:
        """Count a request: how many are left, below 0 where it is one too many, and when the window ends."""
        ends, counted = self.opened.get(address, (0.0, 0))
        if now >= ends:
            ends, counted = now + self.seconds, 0
            if len(self.opened) >= KEPT:
                self.opened = {each: kept for each, kept in self.opened.items() if kept[0] > now}
        self.opened[address] = ends, counted + 1
        return self.amount - counted - 1, ends

    def __str__(self) -> str:
        return f"{self.amount} requests in {self.seconds} seconds"


def parse_limits(written: str) -> tuple[Limit, ...]:
    """The limits of a text such as `20/second;600/minute`, none for `off`; ValueError where it cannot be read."""
    if written.strip().lower() in ("", "off"):
        return ()
    found = [WRITTEN.fullmatch(each.strip()) for each in re.split("[;,|]", written)]
    limits = [Limit(int(each[1]), int(each[2] or 1) * SECONDS[each[3].lower()]) for each in found if each]
    if len(limits) < len(found) or not all(limit.amount and limit.seconds for limit in limits):
        raise ValueError("limits such as 20/second;600/minute, or off")
    return tuple(limits)


def limit_requests(app: Flask, written: str, proxies: int = 0, clock: Callable[[], float] = time.time) -> None:
    """Limit an app's requests by address, `off` not at all; behind `proxies` the address is the one they forward."""
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
    limits, lock = parse_limits(written), threading.Lock()

    def begin() -> None:
        if request.path.startswith(FREE):
            return
        now, address = clock(), request.remote_addr or ""
        with lock:
            counted = [(*limit.count(address, now), limit) for limit in limits]
        left, ends, limit = g.limited = min(counted, key=lambda each: each[0])
        if left < 0:
            raise TooManyRequests(f"one address may send {limit}", retry_after=max(1, math.ceil(ends - now)))

    def end(response: Response) -> Response:
        if limited := g.get("limited"):
            left, ends, limit = limited
            response.headers["X-RateLimit-Limit"] = str(limit.amount)
            response.headers["X-RateLimit-Remaining"] = str(max(0, left))
            response.headers["X-RateLimit-Reset"] = str(math.ceil(ends))
        return response

    if limits:
        app.before_request(begin)
        app.after_request(end)
