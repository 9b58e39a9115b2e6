"""Headers that keep pages and answers safe: content policy, no sniffing, no framing, and who may read the API."""

from __future__ import annotations

from flask import Flask, Response, g
from flask_cors import CORS

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
EXPOSED = ["ETag", "Retry-After", "X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]
SENT = ["If-None-Match", "X-Request-Id"]
READ = r"^/api/v1/(?!admin|checks/).*$"
CHECKS = r"^/api/v1/checks/.*$"


def secure(app: Flask, origins: str) -> None:
    """Add the headers to every answer; `origins`, separated by blanks, may GET the API and POST checks."""
    if origins.split():
        shared = {"origins": origins.split(), "expose_headers": EXPOSED, "max_age": 86_400}
        asked = {**shared, "methods": ["GET"], "allow_headers": SENT}
        sent = {**shared, "methods": ["GET", "POST"], "allow_headers": [*SENT, "Content-Type"]}
        CORS(app, resources={CHECKS: sent, READ: asked}, send_wildcard=origins.strip() == "*")
    app.after_request(_headers)


def _headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if g.get("by_host") or response.mimetype == "text/html":  # a page prints its own address
        response.vary.update(("Host", "X-Forwarded-Host"))
    return response
