"""A check that is put by its name, with facts: computed by what is in force today, also where a version lies ahead.

A game has rules of one time. Where they were read against a version whose day has not come they say nothing of today,
and nothing is computed; where they were read against the one that is in force, its words stand beside the verdict.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from kb.answering.past import Past, Today, past_of
from kb.errors import AheadError
from kb.knowledge import KnowledgeBase
from kb.records import Citation, Clause
from kb.records.ahead import Ahead
from kb.records.results import CheckResult
from kb.records.versions import Stale


def run_today(base: KnowledgeBase, identifier: str, facts: Mapping[str, object]) -> CheckResult:
    """The result of a check; raises what `Checks.run` raises, and AheadError where its rules are not in force yet."""
    result = base.checks.run(identifier, facts)
    past = past_today(base, result)
    if past is not None and not past.computed(result):
        raise AheadError(result.check, rules_ahead(base, _game(result)).until(base.rests_on(result)))
    return result


def stale_today(base: KnowledgeBase, result: CheckResult) -> Sequence[Stale]:
    """The clauses that a result rests on and that changed by today after their rules were read against them."""
    return (past_today(base, result) or base).stale_of(result)


def cited_today(base: KnowledgeBase, result: CheckResult) -> tuple[Citation, ...]:
    """The clauses that a result cites, in the words that are in force."""
    past = past_today(base, result)
    clauses = [clause for each in result.citations if (clause := clause_named(base, past, each))]
    document = past.document_of if past is not None else lambda clause: base.document(clause.document)
    return tuple(Citation(each, document(each), "proof", 1.0) for each in clauses)


def clause_named(base: KnowledgeBase, past: Past | None, identifier: str) -> Clause | None:
    """The clause that has an id as of `past`, without it the one that has it in the latest version."""
    now = base.clause_at(identifier)
    stand = past.stands.get(identifier.partition("#")[0]) if past is not None else None
    if stand is not None:
        return stand.named(identifier, now)
    return past.clause(now) if past is not None and now is not None else now


def rules_ahead(base: KnowledgeBase, game: str) -> Ahead:
    """When a game's rules are in force: on which day which clauses read otherwise than the rules on them have it."""
    past = past_of(base, None, game)
    if past is None:
        return Ahead()
    own = (each for each in base.in_time.timelines.values() if each.document.game == game)
    days = {version.since for timeline in own for version in timeline.versions}
    later = [Today(base, date.fromisoformat(day)) for day in sorted(days) if day > past.day.isoformat()]
    return Ahead((("", _otherwise(past, game)), *((each.day.isoformat(), _otherwise(each, game)) for each in later)))


def _otherwise(past: Past, game: str) -> frozenset[str]:
    """The ids of a game's clauses that are not in force as of `past`, or do not read as their rules have it."""
    unborn = (each.id for each in past.base.store.clauses(game) if not past.in_force(each.document))
    known = {*past.otherwise, *past.base.in_time.stale_rules, *unborn}
    return frozenset(each for each in known if each.startswith(f"{game}/") and not past.as_read(each))


def past_today(base: KnowledgeBase, result: CheckResult) -> Past | None:
    """The base as of today where a version of a document of the check's game lies ahead; else None: as it is."""
    return past_of(base, None, _game(result))


def _game(result: CheckResult) -> str:
    return result.check.partition("/")[0]
