"""A check's result as an assistant reads it: verdict, why, what was assumed and would turn it, the clauses cited; its
proof in steps only where it is asked for."""

from __future__ import annotations

from collections.abc import Mapping

from kb.answering.today import cited_today
from kb.errors import HeadjudgeError, UsageError
from kb.knowledge import KnowledgeBase
from kb.records import Clause, Verdict
from kb.records.results import CheckResult, Proof, Status
from kb.rules.prove.steps import Step, steps
from service.mcp.short.facts import ask_line, question_of
from service.mcp.short.sizes import Json, clauses_json, compact, cut, documents_json, size
from service.mcp.short.verdicts import sentence_of
from service.show.quoting.quotes import passing
from service.show.serializing.present import verdict_json

LARGEST = 12_000
MOST_ASSUMED, MOST_TURNING, MOST_ASKED, MOST_READ = 12, 6, 4, 12
TEXT, SHORT_TEXT = 1_200, 900
STEPS = 5_000
KEPT = ("check", "status", "verdict", "summary", "clauses")
Turning = list[tuple[Json, Verdict]]


def turning(base: KnowledgeBase, check: str, facts: Mapping[str, object], verdict: Verdict | None) -> Turning:
    """The facts that are not told and with which the check has another verdict, each with that verdict; one value of
    each fact. None where the scenarios around this one take too long."""
    if verdict is None:
        return []
    found: dict[str, tuple[Json, Verdict]] = {}
    for scenario, finding in base.checks.worlds(check, facts)[1:]:
        more = {name: each for name, each in scenario.items() if name not in facts or facts[name] != each}
        other = finding.verdict
        if finding.status is Status.ANSWERED and other is not None and other != verdict and len(more) == 1:
            [(name, value)] = more.items()
            found.setdefault(name, ({"fact": name, "value": value}, other))
    known = base.checks.check(check)
    schema = base.checks.model(known.game).schema
    told = list(found.values())[:MOST_TURNING]
    return [({**each, "question": cut(question_of(known, schema, each["fact"]), 100)}, other) for each, other in told]


def result_short(base: KnowledgeBase, result: CheckResult, proof: bool = False) -> Json:
    """A result; at most LARGEST bytes, whatever was sent."""
    clauses = cited(base, result)
    told, others = clauses_json(clauses, TEXT)
    found = _said(base, result) | {
        "clauses": told,
        "more_clauses": others[:MOST_ASSUMED],
        "documents": documents_json(base, clauses[: len(told)]),
    }
    if proof and (why := result.told_proof) is not None:
        found["proof"] = steps_json(base, why, STEPS)
    return _bounded(compact({"check": result.check, "title": result.title} | found, KEPT))


def _said(base: KnowledgeBase, result: CheckResult) -> Json:
    """What a result says beside its clauses."""
    turned = [each | {"verdict": verdict.value} for each, verdict in _turned(base, result)]
    assumed = sorted(result.told, key=lambda each: all(each.fact != other["fact"] for other in turned))
    return {
        "status": str(result.status),
        "verdict": verdict_json(result.verdict) if result.verdict else None,
        "states": sentence_of(result),
        "summary": cut(result.summary, 1_000),
        "read_as": [cut(str(each["sentence"]), 150) for each in result.read_as][:MOST_READ],
        "assumed": [
            {"fact": each.fact, "value": each.value, "says": cut(each.sentence, 120)} for each in assumed[:MOST_ASSUMED]
        ],
        "turned_by": turned,
        "ask": [ask_line(each) for each in result.ask[:MOST_ASKED]],
    }


def _turned(base: KnowledgeBase, result: CheckResult) -> Turning:
    try:
        return turning(base, result.check, result.facts, result.verdict)
    except (HeadjudgeError, UsageError):
        return []


def cited(base: KnowledgeBase, result: CheckResult) -> list[tuple[Clause, str]]:
    """The clauses that a result rests on, in the words that are in force."""
    return [(each.clause, "") for each in cited_today(base, result)]


def steps_json(base: KnowledgeBase, proof: Proof, room: int) -> list[Json]:
    """The steps of a proof, each with its clause and that clause's words, the first time that they are quoted; what
    does not fit is counted in the last one."""
    told: list[Json] = []
    quoted: set[str] = set()
    found = steps(proof)
    for at, step in enumerate(found):
        line = _step(base, step, quoted)
        room -= size(line) + 1
        if room < 0:
            told.append({"level": 0, "says": f"{len(found) - at} more steps"})
            break
        told.append(line)
    return told


def _step(base: KnowledgeBase, step: Step, quoted: set[str]) -> Json:
    """One step. A rule's quote is widened to whole sentences that stand by themselves; what the clause does not say
    word for word, for another edition is shown, is a gist."""
    node = step.node
    line: Json = {"level": step.level, "says": cut(step.sentence) + (" (see above)" if step.again else "")}
    clause = base.clause_at(node.clause) if node.clause and not step.again else None
    if clause is None:
        return line
    line["clause"] = clause.id
    if node.quote and node.quote not in quoted:
        quoted.add(node.quote)
        whole = passing(node.quote, clause)
        line |= {"quote": whole} if whole else {"gist": node.quote}
    return line | ({"as_we_read_it": cut(node.interpretation)} if node.interpretation else {})


def _bounded(told: Json) -> Json:
    """The same, cut where it is longer than LARGEST after all: what counts least goes first."""
    for name in ("proof", "read_as", "assumed", "ask", "turned_by", "documents"):
        while size(told) > LARGEST and told.get(name):
            if isinstance(told[name], list) and len(told[name]) > 1:
                told[name] = told[name][: len(told[name]) // 2]
            else:
                del told[name]
    return told
