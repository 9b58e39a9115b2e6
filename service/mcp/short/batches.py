"""Several sets of facts for one check: a result for each in its order, and which of them could not be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kb.errors import FactsError, UsageError
from kb.knowledge import KnowledgeBase
from kb.records.checks import Check
from kb.records.results import CheckResult
from service.mcp.short.checked import MOST_ASKED, MOST_ASSUMED, MOST_TURNING, SHORT_TEXT, cited
from service.mcp.short.computing import facts_listed, run_as_meant, unknown, without_names
from service.mcp.short.facts import fact_lines
from service.mcp.short.sizes import Json, clauses_json, compact, cut
from service.mcp.short.verdicts import sentence_of
from service.show.serializing.present import verdict_json

UNREADABLE = "unreadable"
LONGEST_REFUSAL = 300


def results_of(base: KnowledgeBase, check: Check, scenarios: Sequence[dict[str, Any]]) -> Json:
    """The results, and the clauses of all of them once; UsageError where no set can be read."""
    found = [_tried(base, check, each) for each in scenarios]
    results = [each for each in found if isinstance(each, CheckResult)]
    refused = [each for each in found if isinstance(each, FactsError)]
    named = any(unknown(each) for each in refused)
    if not results:
        listed = facts_listed(base, check) if named else ""
        raise UsageError(f"none of the sets can be read; of the first {without_names(check, refused[0])}{listed}")
    clauses = dict.fromkeys(each for result in results for each in cited(base, result))
    told, others = clauses_json(list(clauses), SHORT_TEXT)
    said = {
        "check": check.full_id,
        "title": check.title,
        "results": [_brief(check, each, number) for number, each in enumerate(found, 1)],
        "clauses": told,
        "more_clauses": others[:MOST_ASSUMED],
        "facts": fact_lines(check, base.checks.model(check.game).schema)[0] if named else {},
    }
    return compact(said, ("results", "clauses"))


def _tried(base: KnowledgeBase, check: Check, facts: dict[str, Any]) -> CheckResult | FactsError:
    try:
        return run_as_meant(base, check, facts)
    except FactsError as error:
        return error


def _brief(check: Check, result: CheckResult | FactsError, number: int) -> Json:
    """One of several results, with the number of its set."""
    if isinstance(result, FactsError):
        error = cut(without_names(check, result), LONGEST_REFUSAL)
        return {"set": number, "status": UNREADABLE, "verdict": None, "summary": "", "error": error}
    found = {
        "set": number,
        "status": str(result.status),
        "verdict": verdict_json(result.verdict) if result.verdict else None,
        "states": cut(sentence_of(result), 120),
        "summary": cut(result.summary, 200),
        "assumed": [each.fact for each in result.told][:MOST_TURNING],
        "ask": [each.fact for each in result.ask][:MOST_ASKED],
    }
    return compact(found, ("status", "verdict", "summary"))
