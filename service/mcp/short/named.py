"""What an id means that was given short: `press-cost` for `vs-system/press-cost`, `3.b3` for
`vs-system/heralds-faq#3.b3`.

An assistant copies ids from wherever it saw them, so each tool takes them all; what comes back is always the full id.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from rapidfuzz import fuzz, process

from kb.answering.past import past_of
from kb.answering.today import clause_named
from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from kb.records import Clause
from kb.records.checks import Check
from kb.words.typography import plain_characters
from service.show.serializing.on_day import identifier_of

MOST_NAMED = 5
LIKE = 60


def check_named(base: KnowledgeBase, name: str, game: str | None = None) -> Check:
    """The check of a full id, of one without its game, or of a page's address; UsageError where none or several fit.

    >>> check_named(base, "press-cost").full_id
    'vs-system/press-cost'
    """
    written = plain_characters(name).strip().strip("/").removeprefix("checks/")
    named, _, short = written.rpartition("/")
    within = named or game or ""
    of_game = base.checks.checks(within) if within in base.checks.games else ()  # the others' rules need no loading
    if own := next((each for each in of_game if each.id == short), None):
        return own
    everywhere = base.checks.checks()
    elsewhere = [each.full_id for each in everywhere if each.id == short]
    if len(elsewhere) == 1 and not within:
        return next(each for each in everywhere if each.full_id == elsewhere[0])
    if elsewhere and not within:
        raise UsageError(f"several games have a check {short}: {_listed(elsewhere)}")
    if elsewhere and of_game:
        raise UsageError(f"{within} has no check {short[:100]!r}, another game has: {_listed(elsewhere)}")
    return _not_found(name, written, [each.full_id for each in of_game or everywhere])


def _not_found(name: str, written: str, known: Sequence[str]) -> NoReturn:
    """Says that there is no such check, and which are called nearly so."""
    near = process.extract(written, known, scorer=fuzz.WRatio, score_cutoff=LIKE, limit=MOST_NAMED)
    said = f": try {_listed([each for each, *_ in near])}" if near else ": find one with list_checks"
    raise UsageError(f"there is no check {name[:100]!r}{said}")


def clause_today(base: KnowledgeBase, name: str, game: str | None = None) -> Clause:
    """The same as `clause_of` among the clauses that are in force, by the ids that they have today; UsageError also for
    one that waits for its day."""
    past = past_of(base, None)
    if past is None:
        return clause_of(base, name, game)
    written = _written(name)
    if found := clause_named(base, past, identifier_of(written)):
        return found
    if base.clause_at(written):
        raise UsageError(f"the clause {written!r} is not in force yet")
    return _fitting(name, past.all(game))


def clause_of(base: KnowledgeBase, name: str, game: str | None = None) -> Clause:
    """The clause of a full id, of one without its game or document, or of a page's address; UsageError where none or
    several fit.

    >>> clause_of(base, "3.b3", "vs-system").id
    'vs-system/heralds-faq#3.b3'
    """
    return base.clause_at(_written(name)) or _fitting(name, base.store.clauses(game))


def _written(name: str) -> str:
    return plain_characters(name).strip().removeprefix("headjudge://clause/").removeprefix("/clauses/")


def _fitting(name: str, clauses: Sequence[Clause]) -> Clause:
    """The one of some clauses that has a name which is no full id."""
    written = _written(name)
    path = written.rpartition("#")[2]
    ending = written if "#" in written else f"#{written}"
    fitting = [each for each in clauses if each.path == path and each.id.endswith(ending)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise UsageError(f"several clauses are called {path}: {_listed([each.id for each in fitting])}")
    endings = [each for each in clauses if each.id.endswith((f".{written}", f"#{written}"))]
    if len(endings) == 1:
        return endings[0]
    if endings:
        listed = _listed([each.id for each in endings])
        raise UsageError(f"several clauses end in {written[:100]!r}, name more of it: {listed}")
    inside = [each.id for each in clauses if each.section and each.section == path]
    said = f": its section has {_listed(inside)}" if inside else ""
    raise UsageError(f"there is no clause {name[:100]!r}{said}")


def clauses_of(base: KnowledgeBase, check: Check) -> tuple[str, ...]:
    """The full ids of a check's clauses."""
    return base.checks.model(check.game).clauses_of(check)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"{', '.join(names[:MOST_NAMED])}{more}"
