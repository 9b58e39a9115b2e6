"""The application factory: one APIFlask app over a Library, JSON under /api/v1 and pages beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from apiflask import APIFlask, HTTPError
from flask import Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.http import HTTP_STATUS_CODES

from kb.errors import FactsError, HeadjudgeError, RuleError, SnapshotError, SourceError
from service.api import api
from service.library import Library
from service.pages import pages

LARGEST_BODY = 64 * 1024
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def create_app(library: Library | None = None, config: dict[str, Any] | None = None) -> APIFlask:
    """The app; `library` defaults to the current snapshot of HEADJUDGE_HOME."""
    app = APIFlask("service", title="Headjudge", version="1", json_errors=False, docs_path=None)
    app.config.update(
        OPENAPI_VERSION="3.1.0",
        DESCRIPTION="Rules questions about tabletop and card games, answered with the exact clauses.",
        AUTO_404_RESPONSE=False,
        MAX_CONTENT_LENGTH=LARGEST_BODY,
    )
    app.config.update(config or {})
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions["headjudge"] = library or Library()
    app.register_blueprint(api)
    app.register_blueprint(pages)
    app.after_request(_headers)
    app.register_error_handler(HeadjudgeError, _refused)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(HTTPError, _invalid)
    return app


def _headers(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    return response


def _refused(error: HeadjudgeError) -> Response:
    """An error of ours: 503 without a knowledge base, 422 for facts that do not fit, 500 for a rule model that is
    wrong, else 404, for nothing of that name exists."""
    for kind, status in ((SnapshotError, 503), (FactsError, 422), (RuleError, 500), (SourceError, 500)):
        if isinstance(error, kind):
            return _problem(status, str(error))
    return _problem(404, str(error))


def _http_error(error: HTTPException) -> Response:
    response = _problem(error.code or 500, error.description or "")
    for name, value in error.get_headers(request.environ):
        if name == "Allow":
            response.headers[name] = value
    return response


def _invalid(error: HTTPError) -> Response:
    """A parameter that does not fit: each named with what was expected."""
    detail = "; ".join(f"{place}: {said}" for place, said in _said(error.detail, ())) or str(error.message)
    return _problem(error.status_code, detail)


def _said(detail: Any, place: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The messages of a validation error, each with the path of names that leads to it."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            yield from _said(inner, (*place, str(name)))
    elif isinstance(detail, list):
        for inner in detail:
            yield from _said(inner, place)
    elif detail:
        yield " ".join(place[1:] or place), str(detail)


def _problem(status: int, detail: str) -> Response:
    """problem+json (RFC 9457) for programs, a page for people."""
    title = HTTP_STATUS_CODES.get(status, "Error")
    if request.path.startswith("/api/") or request.accept_mimetypes.best == "application/json":
        response = jsonify({"type": "about:blank", "title": title, "status": status, "detail": detail})
        response.mimetype = "application/problem+json"
        response.status_code = status
        return response
    return make_response(render_template("error.html", title=title, status=status, detail=detail), status)
