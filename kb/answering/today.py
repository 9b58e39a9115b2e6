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
from kb.records import Citation
from kb.records.results import CheckResult
from kb.records.versions import Stale


def run_today(base: KnowledgeBase, identifier: str, facts: Mapping[str, object]) -> CheckResult:
    """The result of a check; raises what `Checks.run` raises, and AheadError where its rules are not in force yet."""
    result = base.checks.run(identifier, facts)
    past = past_today(base, result)
    if past is not None and not past.computed(result):
        raise AheadError(result.check, _first_day(base, past, result))
    return result


def stale_today(base: KnowledgeBase, result: CheckResult) -> Sequence[Stale]:
    """The clauses that a result rests on and that changed by today after their rules were read against them."""
    return (past_today(base, result) or base).stale_of(result)


def cited_today(base: KnowledgeBase, result: CheckResult) -> tuple[Citation, ...]:
    """The clauses that a result cites, in the words that are in force."""
    past = past_today(base, result)
    clauses = [clause for each in result.citations if (clause := base.clause_at(each))]
    if past is None:
        return tuple(Citation(each, base.document(each.document), "proof", 1.0) for each in clauses)
    return tuple(Citation(each, past.document_of(each), "proof", 1.0) for each in past.clauses(clauses))


def past_today(base: KnowledgeBase, result: CheckResult) -> Past | None:
    """The base as of today where a version of a document of the check's game lies ahead; else None: as it is."""
    return past_of(base, None, result.check.partition("/")[0])


def _first_day(base: KnowledgeBase, past: Past, result: CheckResult) -> str:
    """The first day behind that of `past` on which the words that a check's rules were read against are in force; the
    last on which a version comes where there is none such."""
    documents = {each.partition("#")[0] for each in base.rests_on(result)} & past.stands.keys()
    versions = (version for each in documents for version in base.in_time.timelines[each].versions)
    days = sorted({version.since for version in versions if version.since > past.day.isoformat()})
    return next((day for day in days if Today(base, date.fromisoformat(day)).computed(result)), days[-1])
