"""Prometheus metrics at /metrics: requests by route and status, their duration, outcomes, and what is served.

Under gunicorn with several workers set PROMETHEUS_MULTIPROC_DIR to an empty folder: the workers' counts are then
added up there. Labels are routes and statuses, never addresses or questions.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, cast

from flask import Flask, Response, current_app, g, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from kb.question.read import LETTER_BYTES, understood
from service.server.bytecache import watched
from service.server.observing.logs import METHODS, OTHER

if TYPE_CHECKING:
    from service.server.snapshots.library import Library

SHARED = "PROMETHEUS_MULTIPROC_DIR"
BUCKETS = (0.002, 0.004, 0.008, 0.015, 0.03, 0.06, 0.125, 0.25, 0.5, 1, 2, 5)
STATE = "headjudge.metrics"


class Metrics:
    """The counters of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "headjudge_requests", "Requests answered.", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "headjudge_request_seconds", "Seconds to answer.", ["route"], buckets=BUCKETS, registry=self.registry
        )
        self.outcomes = Counter("headjudge_outcomes", "How questions ended.", ["outcome"], registry=self.registry)
        self.checks = Counter("headjudge_checks", "How checks ended.", ["status"], registry=self.registry)
        self.warm = Gauge(
            "headjudge_warm",
            "1 where the encoder is loaded, 0 while answers come by words alone.",
            registry=self.registry,
            multiprocess_mode="min",
        )
        self.built = Gauge(
            "headjudge_snapshot_timestamp_seconds",
            "When the snapshot that is served was built.",
            registry=self.registry,
            multiprocess_mode="max",
        )

        self.kept = Gauge(
            "headjudge_kept_bytes",
            "Bytes kept in memory to be given again.",
            ["what"],
            registry=self.registry,
            multiprocess_mode="livesum",
        )

    def text(self) -> bytes:
        """All of them in Prometheus' text format."""
        if not os.environ.get(SHARED):
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)


def metrics() -> Metrics:
    """The current application's counters."""
    return cast(Metrics, current_app.extensions[STATE])


def count_requests(app: Flask) -> None:
    """Count every request of an app, and serve the counts at /metrics."""
    app.extensions[STATE] = Metrics()
    app.before_request(_begin)
    app.after_request(_end)
    app.add_url_rule("/metrics", "metrics", _page, methods=["GET"])


def _begin() -> None:
    g.counted_from = time.perf_counter()


def _end(response: Response) -> Response:
    route = request.url_rule.rule if request.url_rule else "none"
    method = request.method if request.method in METHODS else OTHER  # clients may invent as many as they like
    metrics().requests.labels(method, route, response.status_code).inc()
    metrics().seconds.labels(route).observe(time.perf_counter() - g.get("counted_from", time.perf_counter()))
    return response


def _page() -> Response:
    from service.server.snapshots.library import the_library

    found, library = metrics(), the_library()
    found.warm.set(library.warm)
    found.built.set(library.built)
    for what, held in kept_bytes(library).items():
        found.kept.labels(what).set(held)
    return Response(found.text(), content_type=CONTENT_TYPE_LATEST)


def kept_bytes(library: Library) -> dict[str, int]:
    """What this process keeps in memory to give it again, by name: of the check results where they are bounded."""
    opened = library.opened_checks
    read = {"questions read": understood.held * LETTER_BYTES}
    return watched() | read | ({"check results": int(getattr(opened, "kept_bytes", 0))} if opened is not None else {})
