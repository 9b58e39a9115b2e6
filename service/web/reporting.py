"""A wrong ruling reported from its page: `POST /reports`, kept as service/reports/store.py tells."""

from __future__ import annotations

from apiflask import APIBlueprint
from flask import abort, render_template, request

from service.api.routes import library
from service.reports.record import record
from service.reports.store import add_report

reporting = APIBlueprint("reporting", __name__, enable_openapi=False)


@reporting.post("/reports")
def report() -> tuple[str, int]:
    """Keep a report, and say so; 403 where another site sends the form."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403, "A ruling is reported from its own page.")
    page, should, comment = (request.form.get(name, "") for name in ("page", "should", "comment"))
    with library().reading() as base:
        number = add_report(record(base, page, should, comment), library().home)
        return render_template("answers/reported.html", base=base, number=number, page=page), 201
