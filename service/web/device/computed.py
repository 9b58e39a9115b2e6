"""What runs in the browser's Python: a check computed from its page's address, as JSON for the page.

It may import only what needs nothing but Python itself (service/web/device/packed.py collects it): no solver, no Flask.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from kb.errors import AheadError, FactsError
from kb.records.ahead import Ahead
from kb.records.checks import Check
from kb.records.results import Ask, Assumed, CheckResult, Node
from kb.rules.model.compiled import from_bytes
from kb.rules.model.rulemodel import RuleModel
from kb.rules.prove.steps import proof_tree
from kb.rules.solve.alone import run_alone
from service.show.formfacts import as_query, as_text, joined, of_check, stated_facts
from service.show.serializing.present import check_json
from service.show.view import said_of
from service.web.checkforms import Field, field_id, form_fields, leads, sign

MOST_CHOICES = 8
CHOSEN = ("bool", "choice", "text")
models: dict[str, RuleModel] = {}
aheads: dict[str, Ahead] = {}


def keep(game: str, kept: bytes) -> None:
    """Know a game's rules, and when they are in force, as service/web/device/packed.py has them; what stays need not be
    searched for garbage again and again."""
    days, _, model = bytes(kept).partition(b"\n")
    models[game] = from_bytes(model)
    aheads[game] = Ahead(tuple((day, frozenset(clauses)) for day, clauses in json.loads(days)))
    gc.collect()
    gc.freeze()


def run(identifier: str, facts: str) -> str:
    """A check with facts as JSON: what the server answers to the same. AheadError where its rules are not in force
    yet."""
    return json.dumps(check_json(_in_force(models[identifier.partition("/")[0]], identifier, json.loads(facts))))


def _in_force(model: RuleModel, identifier: str, facts: Mapping[str, object]) -> CheckResult:
    """The result of a check; AheadError where its rules were not in force on the day on which they were fetched."""
    result = run_alone(model, identifier, facts)
    if day := aheads[model.game].until(model.rests_on(result)):
        raise AheadError(result.check, day)
    return result


def page(identifier: str, query: str) -> str:
    """What the page of a check shows, as JSON; `query` is its address' query as JSON, a list of names with values."""
    model = models[identifier.partition("/")[0]]
    check = model.check(identifier)
    return json.dumps(_page(model, check, joined(json.loads(query))))


def _page(model: RuleModel, check: Check, given: dict[str, str]) -> dict[str, Any]:
    stated = of_check(check, given)
    shown: dict[str, Any] = {"id": check.full_id, "title": check.title}
    result = None
    try:
        result = _in_force(model, check.id, stated_facts(check, model.schema, stated))
        shown |= _told(result)
    except AheadError as error:
        shown["ahead"] = error.day
    except FactsError as error:
        shown["wrong"] = "; ".join(f"{slot}: {message}" for slot, message in error.problems)
    fields = form_fields(check, model.schema, stated, result.ask if result else ())
    return shown | {
        "fields": [_field(each) for each in fields],
        "cards": list(model.cards) if any(each.type == "card" for each in fields) else [],
        "unknown": [name for name in given if name not in stated],
    }


def _field(field: Field) -> dict[str, Any]:
    return {**asdict(field), "id": field_id(field.name), "picked": list(field.picked)}


def _told(result: CheckResult) -> dict[str, Any]:
    """The verdict with its reason, what is asked, read and assumed, the proof, the clauses."""
    label, sentence = said_of(result)
    return {
        "status": str(result.status),
        "sign": sign(result.verdict),
        "label": label,
        "sentence": sentence,
        "facts": list(as_query(result.facts).items()),
        "asks": [_ask(each) for each in result.ask],
        "read": [[str(each["sentence"]), field_id(str(each["fact"]))] for each in result.read_as],
        "assumed": list(_assumed(result.told)),
        "proof": _steps(proof_tree(proof)) if (proof := result.told_proof) else [],
        "clauses": list(result.citations),
    }


def _assumed(told: Iterable[Assumed]) -> Iterable[list[str]]:
    return ([each.sentence, field_id(each.fact)] for each in told)


def _ask(ask: Ask) -> dict[str, Any]:
    """A fact that is asked for; its answers with what each leads to, where they are few."""
    ways, labels = leads(ask), dict(ask.labels)
    few = ask.choices if ask.type in CHOSEN and len(ask.choices) <= MOST_CHOICES else ()
    said = [(as_text(choice), labels.get(str(choice)) or as_text(choice)) for choice in few]
    choices = [{"value": value, "label": label, "leads": ways.get(label, "")} for value, label in said]
    return {"fact": ask.fact, "field": field_id(ask.fact), "question": ask.question, "choices": choices}


def _steps(steps: list[tuple[Node, list[Any]]]) -> list[dict[str, Any]]:
    """The proof's steps to read, each with those below it."""
    return [
        {
            "kind": node.kind, "sentence": node.sentence, "clause": node.clause, "as_we_read_it": node.interpretation,
            "below": _steps(below),
        }
        for node, below in steps
    ]  # fmt: skip
