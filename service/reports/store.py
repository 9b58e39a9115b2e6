"""The reported rulings of a home folder: `reports.jsonl`, one a line, for whoever runs the server. Where servers
share a database they stand there, for all of them (kb/store/postgres/together.py).

A report is kept because its writer asked for that; nothing else of what is asked is. They are bounded: once there are
as many as may be nothing is lost, and new ones are refused until their owner has taken some out.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kb.errors import SnapshotError, UnavailableError, UsageError
from kb.home import home_dir, store_address

NAME = "reports.jsonl"
MOST_BYTES = 4_000_000

Report = dict[str, Any]
_lock = threading.Lock()


def add_report(report: Mapping[str, Any], home: Path | None = None, most: int = MOST_BYTES) -> int:
    """Append a report as one line; its number, counted from 1. UnavailableError where it cannot be kept."""
    told = json.dumps(report, ensure_ascii=False)
    if address := store_address():
        return _add_for_all(address, told, most)
    path = home_dir(home) / NAME
    line = f"{told}\n".encode("utf-8", "replace")
    with _lock:
        if path.exists() and path.stat().st_size + len(line) > most:
            raise UnavailableError("no more reports are kept here: the file of reports is full")
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                os.write(descriptor, line)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise UnavailableError("the report could not be kept: the home folder cannot be written to") from error
        return len(reports(home))


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
        return [{"number": number, **found} for number, told in kept if (found := _read(told))]
    path = home_dir(home) / NAME
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [{"number": at, **found} for at, line in enumerate(lines, 1) if (found := _read(line))]


def report_numbered(number: int, home: Path | None = None) -> Report:
    """One report; UsageError where there is none of that number."""
    known = reports(home)
    found = next((each for each in known if each["number"] == number), None)
    if found is None:
        numbers = f"1 to {known[-1]['number']}" if known else "none yet"
        raise UsageError(f"there is no report {number}: there are {numbers}")
    return found


def _read(line: str) -> Report:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
