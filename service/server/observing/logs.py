"""One JSON object a line on standard error: every request, and whatever the libraries have to say.

A request's line has its id, method, route, status and duration; question texts only where the settings ask for them.
Of an error stand its kind and its places, not its message, which may quote the question; of what a library says, where
in the library that was, for it may quote what was sent.
"""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
import traceback
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, TextIO

from flask import Flask, Response, g, request

QUIET = ("/healthz", "/readyz", "/metrics")
TOO_MANY = 429
SAY_EVERY_S = 1.0
METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE")
OTHER = "other"
"""What a method is called that a client made up."""
FIELDS = "headjudge_fields"
QUOTE_NOTHING = ("headjudge", "gunicorn")
PLACES = 8

logger = logging.getLogger("headjudge")

request_id: ContextVar[str] = ContextVar("request_id", default="")
"""The id of the request that this thread answers."""


class JsonLines(logging.Formatter):
    """A record as one line of JSON: its own fields, then event, request's id, level and time in UTC; with `questions`
    in the words of libraries too."""

    def __init__(self, questions: bool = False) -> None:
        super().__init__()
        self.questions = questions

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        said: dict[str, Any] = {**getattr(record, FIELDS, {}), "event": self._event(record)}
        if identifier := request_id.get():
            said["request_id"] = identifier
        said["level"] = record.levelname.lower()
        said["time"] = datetime.fromtimestamp(record.created, UTC).isoformat().replace("+00:00", "Z")
        if record.exc_info and record.exc_info[1] is not None:
            said |= failure(record.exc_info[1])
        return json.dumps(said, ensure_ascii=True, default=repr)

    def _event(self, record: logging.LogRecord) -> str:
        """What happened."""
        if self.questions or record.name.partition(".")[0] in QUOTE_NOTHING:
            return record.getMessage()
        return f"{record.name} at {record.filename}:{record.lineno}"


def failure(error: BaseException) -> dict[str, Any]:
    """An error's kind, and the places that it passed."""
    frames = traceback.extract_tb(error.__traceback__)[-PLACES:]
    places = [f"{each.filename.rpartition('/')[2]}:{each.lineno} {each.name}" for each in frames]
    return {"error": type(error).__name__, "places": places}


def fields(**said: Any) -> dict[str, Any]:
    """Fields of a log line: `logger.error("failed", extra=fields(error="KeyError"))`."""
    return {FIELDS: said}


def configure_logs(stream: TextIO | None = None, questions: bool = False) -> None:
    """Send every log record to `stream` (standard error) as JSON lines."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines(questions))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    for chatty in ("faiss", "mcp"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


def log_all() -> None:
    """Have what Python itself would print become lines too: warnings, errors that end a thread or are passed over."""
    logging.captureWarnings(True)

    def passed_over(told: Any) -> None:
        logger.error("failed", extra=fields(**failure(told.exc_value or Exception())))

    threading.excepthook = passed_over
    sys.unraisablehook = passed_over


class Refusals:
    """Requests beyond the rate limit: one line a second says how many there were, for they may be any number."""

    def __init__(self) -> None:
        self.count, self.said = 0, float("-inf")
        self._lock = threading.Lock()

    def add(self) -> int:
        """One more; how many to log now, 0 for none."""
        with self._lock:
            self.count += 1
            if time.monotonic() - self.said < SAY_EVERY_S:
                return 0
            found, self.count, self.said = self.count, 0, time.monotonic()
            return found


def log_requests(app: Flask, questions: bool) -> None:
    """Log each request once it is answered; with `questions`, its path and question too."""

    requests = logging.getLogger("headjudge.requests")
    refusals = Refusals()

    def begin() -> None:
        g.started = time.perf_counter()

    def end(response: Response) -> Response:
        if response.status_code == TOO_MANY:
            if count := refusals.add():
                requests.info("refused", extra=fields(status=TOO_MANY, requests=count))
        elif request.path not in QUIET:
            took = (time.perf_counter() - g.get("started", time.perf_counter())) * 1000
            said: dict[str, Any] = {
                "method": request.method if request.method in METHODS else OTHER,
                "route": request.url_rule.rule if request.url_rule else None,
                "status": response.status_code,
                "took_ms": round(took, 2),
            }
            if questions:
                said |= {"path": request.path, "question": request.args.get("q")}
            requests.info("request", extra=fields(**said))
        return response

    app.before_request(begin)
    app.after_request(end)
