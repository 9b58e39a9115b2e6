"""What the page that is rendered is asked by its own address."""

from __future__ import annotations

from flask import request

from service.show.pageasked import PageAsked, asked_by


def asked_here() -> PageAsked:
    """What this request's address asks; DayError for a day that is none."""
    return asked_by(request.path, request.args.items(multi=True))
