"""One JSON object a line on standard error: every request, and whatever the libraries have to say.

A request's line has its id, method, route, status and duration; question texts only where the settings ask for them.
"""

from __future__ import annotations

import logging
import sys
import time
from typing import Any, TextIO

import structlog
from flask import Flask, Response, g, request

QUIET = ("/healthz", "/readyz", "/metrics")


SHARED: tuple[Any, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="time"),
    structlog.processors.format_exc_info,
)


def logger(name: str) -> Any:
    """A logger that takes fields: `logger("headjudge").error("failed", error="KeyError")`."""
    steps = [structlog.stdlib.filter_by_level, *SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter]
    return structlog.wrap_logger(
        logging.getLogger(name), processors=steps, wrapper_class=structlog.stdlib.BoundLogger, context_class=dict
    )


def configure_logs(stream: TextIO | None = None) -> None:
    """Send every log record to `stream` (standard error) as JSON lines."""
    strip = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    last = structlog.processors.JSONRenderer(ensure_ascii=False)
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(processors=[strip, last], foreign_pre_chain=SHARED))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    logging.getLogger("faiss").setLevel(logging.WARNING)


def log_requests(app: Flask, questions: bool) -> None:
    """Log each request once it is answered; with `questions`, its path and question too."""

    requests = logger("headjudge.requests")

    def begin() -> None:
        g.started = time.perf_counter()

    def end(response: Response) -> Response:
        if request.path not in QUIET:
            took = (time.perf_counter() - g.get("started", time.perf_counter())) * 1000
            said: dict[str, Any] = {
                "method": request.method,
                "route": request.url_rule.rule if request.url_rule else None,
                "status": response.status_code,
                "took_ms": round(took, 2),
            }
            if questions:
                said |= {"path": request.path, "question": request.args.get("q")}
            requests.info("request", **said)
        return response

    app.before_request(begin)
    app.after_request(end)
