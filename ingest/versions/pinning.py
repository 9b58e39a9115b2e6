"""Answers of an FAQ pinned to the rules that they cite, which stand in another document of the game.

A pin holds the digest that the rule had when the answer was given: on its document's day, or, where that has none, in
the version of the rules that was there when it was added. A number is read as it was then. What changes later makes the
ruling one to be read again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from ingest.building.passages import Wording
from ingest.spec import GameSpec
from ingest.versions.document import Known
from kb.errors import Problem
from kb.records import Clause, CrossReference, Parsed, Pin, Ruling
from kb.records.versions import Version, since

LAYOUT = "qa"


@dataclass(frozen=True, slots=True)
class Cited:
    """A rule of another document, as it is now and as it was when an answer was given."""

    target: str
    then: Clause | None


def pinned_rulings(game: GameSpec, documents: Sequence[Known]) -> list[Known]:
    """The documents, the answers of those of questions and answers pinned to the rules of the others."""
    return [
        _pinned(each, [other for other in documents if other is not each], game)
        if each.parsed.document.layout == LAYOUT
        else each
        for each in documents
    ]


def _pinned(known: Known, others: Sequence[Known], game: GameSpec) -> Known:
    """One document's answers."""
    parsed = known.parsed
    cited: dict[tuple[str, str], Cited] = {}
    for each in parsed.references:
        if not each.target and (found := _cited(each.external, others, parsed, game)):
            cited[each.clause, each.external] = found
    references = tuple(_led(each, cited.get((each.clause, each.external))) for each in parsed.references)
    rulings = tuple(replace(each, interprets=tuple(_pins(each, parsed, cited))) for each in parsed.rulings)
    return replace(known, parsed=replace(parsed, references=references, rulings=rulings))


def _led(reference: CrossReference, found: Cited | None) -> CrossReference:
    return replace(reference, target=found.target, external="") if found else reference


def _pins(ruling: Ruling, parsed: Parsed, cited: dict[tuple[str, str], Cited]) -> Iterator[Pin]:
    """The rules that an answer cites, in all of its clauses."""
    section = next(each.section for each in parsed.clauses if each.id == ruling.clause)
    own = {each.id: each for each in parsed.clauses if each.section == section}
    found = {each.target: each.then for (clause, _), each in cited.items() if clause in own and each.then is not None}
    for reference in parsed.references:
        if reference.clause in own and (rule := next((c for c in parsed.clauses if c.id == reference.target), None)):
            found.setdefault(rule.id, rule)
    yield from (Pin(target, then.digest) for target, then in found.items() if then is not None)


def _cited(number: str, others: Sequence[Known], parsed: Parsed, game: GameSpec) -> Cited | None:
    """The rule of a number in another document; a section has no words to be pinned to."""
    for other in others:
        clauses = other.parsed.clauses
        then, now = _in_force(other, parsed, game)
        clause = next((each for each in then if each.path == number), None)
        if clause is not None:
            present = now.get(clause.id, clause.id)
            return Cited(present, clause) if any(each.id == present for each in clauses) else None
        if any(each.section == number or each.section.startswith(f"{number}.") for each in clauses):
            return Cited(f"{other.parsed.document.id}#{number}", None)
    return None


def _in_force(known: Known, parsed: Parsed, game: GameSpec) -> tuple[Sequence[Clause], dict[str, str]]:
    """The clauses of a document when another one was given, and the present ids of those that have another now."""
    timeline, day = known.timeline, since(parsed.document)
    if timeline is None:
        return known.parsed.clauses, {}
    if day:
        version = timeline.at(date.fromisoformat(day))
    else:
        version = _there(timeline.versions, known.parsed.document.id, parsed.document.id, game)
    if version is None:
        return known.parsed.clauses, {}
    present = {then.id: now for now, then in timeline.stand(version).otherwise.items() if then is not None}
    return timeline.clauses(version, known.parsed.clauses), present


def _there(versions: Sequence[Version], rules: str, answers: str, game: GameSpec) -> Version | None:
    """The latest version that was added before a document without a day was."""
    specs = {f"{game.id}/{each.id}": each for each in game.documents}
    own, other = specs[rules], specs[answers]
    added = [each.original.added if each.original else "" for each in own.versions]
    added.append(own.original.added if own.original else "")
    until = other.original.added if other.original else ""
    return next((each for each, when in zip(reversed(versions), reversed(added), strict=True) if when <= until), None)


def unpinned(documents: Sequence[Known]) -> Iterator[Problem]:
    """A warning for each number that an answer cites and no document of the game has now."""
    for known in documents:
        clauses = {each.id: each for each in known.parsed.clauses}
        for each in known.parsed.references if known.parsed.document.layout == LAYOUT else ():
            if not each.target:
                clause = clauses[each.clause]
                message = f"{clause.path} cites {each.external}, which no document of the game has"
                place = known.source.place(clause.start)
                yield Problem("no-such-rule", message, place, "a number of the rules as they are now", "warning")


def asked_wordings(documents: Sequence[Parsed]) -> Iterator[Wording]:
    """The questions of documents of questions and answers, as wordings of their answers and of the rules these cite."""
    for parsed in documents:
        if parsed.document.layout != LAYOUT:
            continue
        clauses = {each.id: each for each in parsed.clauses}
        for ruling in parsed.rulings:
            question = clauses[ruling.clause].headings[-1]
            yield Wording(ruling.clause, question)
            yield from (Wording(pin.clause, question) for pin in ruling.interprets)
