"""The reported rulings of a home folder: `reports.jsonl`, one a line, for whoever runs the server. Where servers
share a database they stand there, for all of them (kb/store/postgres/together.py).

A report is kept because its writer asked for that; nothing else of what is asked is. They are bounded: once there are
as many as may be, new ones are refused until their owner has taken some out. A report's number is its line's.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kb.errors import SnapshotError, UnavailableError, UsageError
from kb.files.jsonlines import append_line, json_line, json_object, numbered_objects
from kb.home import home_dir, store_address

NAME = "reports.jsonl"
MOST_BYTES = 4_000_000

Report = dict[str, Any]


def add_report(report: Mapping[str, Any], home: Path | None = None, most: int = MOST_BYTES) -> int:
    """Append a report as one line; its number, counted from 1. UnavailableError where it cannot be kept."""
    line = json_line(report)
    if address := store_address():
        return _add_for_all(address, line.rstrip("\n"), most)
    try:
        number = append_line(home_dir(home) / NAME, line, most)
    except OSError as error:
        raise UnavailableError("the report could not be kept: the home folder cannot be written to") from error
    if number is None:
        raise UnavailableError("no more reports are kept here: the file of reports is full")
    return number


def _add_for_all(address: str, told: str, most: int) -> int:
    """Keep a report where all servers of a database see it."""
    from kb.store.postgres.together import together

    try:
        number = together(address).add_report(told.encode("utf-8", "replace").decode("utf-8"), most)
    except SnapshotError as error:
        raise UnavailableError(f"the report could not be kept: {error}") from None
    if number is None:
        raise UnavailableError("no more reports are kept here: there are as many as may be")
    return number


def reports(home: Path | None = None) -> list[Report]:
    """Every report with its `number`, in the order in which they came; lines that are none count and are left out.
    SnapshotError where servers share a database and it cannot be reached."""
    if address := store_address():
        from kb.store.postgres.together import together

        kept = together(address).reports()
        return [{"number": number, **found} for number, told in kept if (found := json_object(told))]
    return [{"number": number, **found} for number, found in numbered_objects(home_dir(home) / NAME)]


def report_numbered(number: int, home: Path | None = None) -> Report:
    """One report; UsageError where there is none of that number."""
    known = reports(home)
    found = next((each for each in known if each["number"] == number), None)
    if found is None:
        numbers = f"1 to {known[-1]['number']}" if known else "none yet"
        raise UsageError(f"there is no report {number}: there are {numbers}")
    return found
