"""Clauses that changed after something was said about them: rules were read against them, rulings interpret them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from kb.records import Clause
from kb.records.versions import Change, Stale, Version
from kb.versions.timeline import Timeline

Timelines = Mapping[str, Timeline]
"""The documents that have several versions, by id."""
MOST_STALE = 3


def stale(digests: Mapping[str, str], clauses: Mapping[str, Clause], timelines: Timelines) -> Iterator[Stale]:
    """The clauses among `digests` (what each had when it was read, by its id) whose document has changed them since."""
    for identifier, digest in digests.items():
        now = clauses.get(identifier)
        timeline = timelines.get(identifier.partition("#")[0])
        if timeline is None or (now is not None and now.digest == digest):
            continue
        for version in reversed(timeline.versions):
            if change := _changed(version, identifier, digest):
                yield Stale(identifier, version, change)
                break


def _changed(version: Version, identifier: str, digest: str) -> Change | None:
    """How a version changed the clause that had an id and a digest before it."""
    return next(
        (
            each
            for each in version.changes
            if each.before is not None and each.before.id == identifier and each.before.digest == digest
        ),
        None,
    )


def stale_note(stale: Sequence[Stale]) -> str:
    """The sentence that says which clauses have changed since their rules were read against them."""
    said = [f"{each.clause.partition('#')[2]} has changed on {each.version.name}" for each in stale[:MOST_STALE]]
    return f"To be read again: {', '.join(said)}."
