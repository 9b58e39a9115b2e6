"""What a curator looks at before a document is added."""

from __future__ import annotations

from ingest.adding.folder import Added
from ingest.adding.propose import structure_lines, tree_lines
from ingest.formats import FORMATS
from ingest.formats.block import Loss
from service.commands.show import counts_from

WARNINGS = 5
LEFT_OUT = 60


def shown(added: Added, game: str) -> str:
    """How a file was read, its tree of ids, what was left out and what may be wrong."""
    known = ", ".join(FORMATS)
    original = added.spec.original.file if added.spec.original else ""
    lines = [f"{original}: read as {added.converted.format} (of {known}), {len(added.converted.blocks)} blocks"]
    lines += [f"title: {added.spec.title}"]
    lines += [f"published by {added.spec.authority}"] if added.spec.authority else []
    lines += [day_line(added, game), f"layout {added.spec.layout}" + _why(added), ""]
    lines += [*tree_lines(added.parsed), ""]
    lines += structure_lines(added.parsed, added.converted.blocks, added.problems)
    return "\n".join([*lines, *doubts(added)])


def day_line(added: Added, game: str) -> str:
    """From when a document is in force, or why that is not known and how to say it."""
    said, day = added.said, counts_from(added.spec.effective, added.spec.published)
    if day:
        first = ": the month's first, as it names no day" if said.month_alone else ""
        words = f", from “{said.words}”{first}" if said.words else ""
        return f"{day}{words}{'' if added.spec.effective else '; it counts from then on'}"
    if said.days:
        return f"in force from: “{said.words}” can be {' or '.join(said.days)}; say which with --since DAY"
    later = f"headjudge add FILE --game {game} --since DAY"
    return (
        "in force from: no day is read in it, so it counts for every day; "
        f"give --since DAY, now or later on the same file ({later})"
    )


def doubts(added: Added) -> list[str]:
    """What was left out of a document, and its first warnings."""
    lines = [left_out(each) for each in added.converted.losses]
    warnings = [each for each in added.problems if each.severity != "error"]
    lines += [str(each) for each in warnings[:WARNINGS]]
    return lines + ([f"… and {len(warnings) - WARNINGS} more warnings"] if len(warnings) > WARNINGS else [])


def left_out(loss: Loss) -> str:
    """One line of what was left out."""
    begun = f", from “{loss.first[:LEFT_OUT]}”" if loss.first else ""
    return f"left out: {loss.reason}, {loss.count}{begun}"


def _why(added: Added) -> str:
    proposal = added.proposal
    return f": {proposal.why}" if proposal.layout == added.spec.layout else f", not the proposed {proposal.layout}"
