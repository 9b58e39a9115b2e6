"""Every error as problem+json (RFC 9457) for programs and as a page for people, with the request's id."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

from apiflask import APIFlask, HTTPError
from flask import Response, g, jsonify, make_response, render_template, request
from pydantic import ValidationError
from werkzeug.exceptions import HTTPException, NotFound, default_exceptions
from werkzeug.http import HTTP_STATUS_CODES

from kb.errors import (
    AheadError,
    DayError,
    FactsError,
    HeadjudgeError,
    RuleError,
    SnapshotError,
    SourceError,
    UnavailableError,
)
from kb.misfits import misfits
from service.languages.current import gettext as _
from service.server.observing.logs import failure, fields

MIMETYPE = "application/problem+json"
PASSED_ON = ("Allow", "Retry-After", "WWW-Authenticate")
STATUSES = (
    (SnapshotError, 503),
    (UnavailableError, 503),
    (FactsError, 422),
    (DayError, 422),
    (AheadError, 409),
    (RuleError, 500),
    (SourceError, 500),
)
RETRY_S = 5
MISTYPED = "It may be mistyped, or from a game that this server does not know."

logger = logging.getLogger("headjudge")


def handle_problems(app: APIFlask) -> None:
    """Have every error of an app answered here."""
    app.register_error_handler(HeadjudgeError, _refused)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(HTTPError, _invalid)
    app.register_error_handler(Exception, _unexpected)


def problem(status: int, detail: str) -> Response:
    """problem+json for programs, a page for people; 503 says when to come back."""
    title = HTTP_STATUS_CODES.get(status, "Error")
    if wants_json():
        said = {"type": "about:blank", "title": title, "status": status, "detail": detail}
        response = jsonify({**said, "request_id": g.get("request_id", "")})
        response.mimetype = MIMETYPE
        response.status_code = status
    else:
        heading, sentence = told_to_people(status, detail)
        page = render_template("site/error.html", heading=heading, status=status, detail=sentence)
        response = make_response(page, status)
    if status == 503:
        response.headers["Retry-After"] = str(RETRY_S)
    return response


def told_to_people(status: int, detail: str) -> tuple[str, str]:
    """Heading and sentence of an error's page; of what the framework says of its own accord, ours."""
    if status == 404:
        return _("There is nothing at this address"), MISTYPED if detail == NotFound.description else detail
    own = default_exceptions.get(status)
    plain = own is not None and detail == own.description
    return _headings().get(status, HTTP_STATUS_CODES.get(status, "Error")), "" if plain else detail


def _headings() -> dict[int, str]:
    """What the errors are called that people meet."""
    return {
        400: _("That cannot be read"),
        403: _("That is not allowed"),
        405: _("That cannot be done at this address"),
        409: _("That is not in force yet"),
        413: _("That is too long"),
        422: _("That does not fit"),
        429: _("Too many requests: wait a moment"),
        500: _("Something went wrong"),
        503: _("Not at the moment: try again soon"),
    }


def wants_json() -> bool:
    """Whether a program asks: below /api/ and the probes, or whoever prefers JSON."""
    programs = ("/api/", "/healthz", "/readyz", "/metrics", "/openapi.json")
    return request.path.startswith(programs) or request.accept_mimetypes.best in ("application/json", MIMETYPE)


def _refused(error: HeadjudgeError) -> Response:
    """An error of ours: 503 without a knowledge base or while the solver is busy, 422 for facts that do not fit and
    for a day that is none, 409 for rules that are not in force yet, 500 for a rule model that is wrong, else 404, for
    nothing of that name exists."""
    status = next((status for kind, status in STATUSES if isinstance(error, kind)), 404)
    if status == 500:
        log_failure(error)
    return problem(status, str(error))


def _http_error(error: HTTPException) -> Response:
    response = problem(error.code or 500, error.description or "")
    for name, value in error.get_headers(request.environ):
        if name in PASSED_ON:
            response.headers[name] = value
    return response


def _invalid(error: HTTPError) -> Response:
    """A parameter that does not fit: each named with what was expected."""
    if isinstance(error.__cause__, ValidationError):
        return problem(error.status_code, "; ".join(each.said("it") for each in misfits(error.__cause__)))
    detail = "; ".join(f"{place}: {said}" for place, said in _said(error.detail, ())) or str(error.message)
    return problem(error.status_code, detail)


def _unexpected(error: Exception) -> Response:
    """A fault of ours: logged with its place, told without it; where there is no memory left, when to come back."""
    log_failure(error)
    if isinstance(error, MemoryError):
        return problem(503, "There is no memory left for this now.")
    return problem(500, "This went wrong on our side. The request's id finds it in the log.")


def log_failure(error: BaseException) -> None:
    """Log where an error arose; not its message, which may quote the question."""
    logger.error("failed", extra=fields(**failure(error)))


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
