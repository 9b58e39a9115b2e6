"""How much one address may ask: 429 with Retry-After beyond it. Counted in each process' own memory."""

from __future__ import annotations

from flask import Flask, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from werkzeug.middleware.proxy_fix import ProxyFix

FREE = ("/healthz", "/readyz", "/metrics", "/static/", "/openapi.json")


def limit_requests(app: Flask, limits: str, proxies: int = 0) -> None:
    """Limit an app's requests by address, `off` not at all; behind `proxies` the address is the one they forward."""
    if proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)  # type: ignore[method-assign]
    limiter = Limiter(
        get_remote_address,
        app=app,
        application_limits=None if limits == "off" else [limits],
        enabled=limits != "off",
        headers_enabled=True,
        storage_uri="memory://",
        strategy="fixed-window",
    )
    limiter.request_filter(lambda: request.path.startswith(FREE))
