"""Rules whose clause a later version changed: a warning that says what changed, not an error that stops the build.

They are read against the clause as it was when they were written, and every answer that rests on them says so, until
somebody has read them again and run `headjudge pin`. Only rules on a clause that is gone are an error: there is nothing
left to cite.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ingest.source import Source, read_source
from ingest.versions.document import Known
from kb.errors import Place, Problem
from kb.gamefolder import LOCK
from kb.records import Clause, Parsed
from kb.records.versions import Stale, What
from kb.rules.model.rulemodel import full_clause
from kb.rules.model.ruletexts.lock import read_lock
from kb.versions.marked import as_text, marked_words
from kb.versions.pinned import stale


def stale_rules(folder: Path, documents: Sequence[Known]) -> list[Stale]:
    """The clauses that a game's rules were read against and that a later version changed."""
    timelines = {each.parsed.document.id: each.timeline for each in documents if each.timeline}
    if not timelines:
        return []
    names = tuple(each.parsed.document.id for each in documents)
    pinned = {full_clause(path, folder.name, names): digest for path, digest in read_lock(folder).items()}
    return list(stale(pinned, _clauses(documents), timelines))


def as_pinned(folder: Path, documents: Sequence[Known]) -> list[Parsed]:
    """The documents as a game's rules were read against them."""
    before = {each.clause: each.change.before for each in stale_rules(folder, documents)}
    return [_as_before(each.parsed, before) for each in documents] if before else [each.parsed for each in documents]


def _as_before(parsed: Parsed, before: dict[str, Clause | None]) -> Parsed:
    kept = [before.get(each.id) or each for each in parsed.clauses]
    known = {each.id for each in kept}
    gone = [each for each in before.values() if each and each.document == parsed.document.id and each.id not in known]
    return replace(parsed, clauses=(*kept, *gone))


def stale_problems(folder: Path, documents: Sequence[Known]) -> Iterator[Problem]:
    """What is said of each clause whose rules are to be read again."""
    found = stale_rules(folder, documents)
    known = _clauses(documents)
    lock = read_source(folder / LOCK, f"{folder.name}/{LOCK}") if found else None
    for each in found:
        message = f"the rules on {each.clause} were read before {each.version.name}: since then {said(each)}"
        gone = each.clause not in known
        expected = "rules on clauses that are there" if gone else "read them again, then headjudge pin"
        yield Problem("stale", message, _place(lock, each.clause), expected, "error" if gone else "warning")


def stale_rulings(documents: Sequence[Known]) -> Iterator[Problem]:
    """A warning for each ruling on a clause that a later version of its document changed."""
    timelines = {each.parsed.document.id: each.timeline for each in documents if each.timeline}
    clauses = _clauses(documents)
    for known in documents:
        for ruling in known.parsed.rulings:
            for each in stale({pin.clause: pin.digest for pin in ruling.interprets}, clauses, timelines):
                message = f"the ruling {ruling.clause} is older than {each.version.name}, which changed {each.clause}"
                place = known.source.place(clauses[ruling.clause].start)
                yield Problem("stale", f"{message}: {said(each)}", place, "look whether it still holds", "warning")


def said(found: Stale) -> str:
    """What became of a clause, in words."""
    change = found.change
    before = change.before.plain if change.before else ""
    if change.what is What.REMOVED:
        return f"it was removed{f', its words stand in {change.moved}' if change.moved else ''}"
    after = change.after
    if after is not None and not change.reworded:
        return f"it is {after.path}"
    return f"it reads: {as_text(marked_words(before, after.plain if after else ''))}"


def _place(lock: Source | None, clause: str) -> Place:
    """The line of rules.lock that names a clause."""
    if lock is None:
        return Place(LOCK)
    ends = (f'"{clause.partition("#")[2]}"', f'"{clause.partition("/")[2]}"')
    line = next((each for each in lock.lines if each.text.startswith(ends)), None)
    return Place(lock.file, line.number, 1, line.text) if line else Place(lock.file, 1)


def _clauses(documents: Sequence[Known]) -> dict[str, Clause]:
    return {clause.id: clause for each in documents for clause in each.parsed.clauses}
