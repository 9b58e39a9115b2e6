"""What an id means that was given short: `press-cost` for `vs-system/press-cost`, `3.b3` for
`vs-system/heralds-faq#3.b3`.

An assistant copies ids from wherever it saw them, so each tool takes them all; what comes back is always the full id.
"""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz, process

from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from kb.records import Clause
from kb.records.checks import Check
from kb.words.typography import plain_characters

MOST_NAMED = 5
LIKE = 60


def check_named(base: KnowledgeBase, name: str, game: str | None = None) -> Check:
    """The check of a full id, of one without its game, or of a page's address; UsageError where none or several fit.

    >>> check_named(base, "press-cost").full_id
    'vs-system/press-cost'
    """
    written = plain_characters(name).strip().strip("/").removeprefix("checks/")
    known = {each.full_id: each for each in base.checks.checks()}
    if written in known:
        return known[written]
    short = written.rpartition("/")[2]
    within = written.rpartition("/")[0] or game
    fitting = [each for each in known.values() if each.id == short and within in (None, each.game)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise UsageError(f"several games have a check {short}: {_listed([each.full_id for each in fitting])}")
    own = [full_id for full_id, each in known.items() if within in (None, each.game)] or list(known)
    near = process.extract(written, own, scorer=fuzz.WRatio, score_cutoff=LIKE, limit=MOST_NAMED)
    said = f": try {_listed([each for each, *_ in near])}" if near else ": find one with list_checks"
    raise UsageError(f"there is no check {name[:100]!r}{said}")


def clause_of(base: KnowledgeBase, name: str, game: str | None = None) -> Clause:
    """The clause of a full id, of one without its game or document, or of a page's address; UsageError where none or
    several fit.

    >>> clause_of(base, "3.b3", "vs-system").id
    'vs-system/heralds-faq#3.b3'
    """
    written = plain_characters(name).strip().removeprefix("headjudge://clause/").removeprefix("/clauses/")
    if found := base.clause_at(written):
        return found
    path = written.rpartition("#")[2]
    ending = written if "#" in written else f"#{written}"
    fitting = [each for each in base.store.clauses(game) if each.path == path and each.id.endswith(ending)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise UsageError(f"several clauses are called {path}: {_listed([each.id for each in fitting])}")
    inside = [each.id for each in base.store.clauses(game) if each.section and each.section == path]
    said = f": its section has {_listed(inside)}" if inside else ""
    raise UsageError(f"there is no clause {name[:100]!r}{said}")


def clauses_of(base: KnowledgeBase, check: Check) -> tuple[str, ...]:
    """The full ids of a check's clauses."""
    return base.checks.model(check.game).clauses_of(check)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"{', '.join(names[:MOST_NAMED])}{more}"
