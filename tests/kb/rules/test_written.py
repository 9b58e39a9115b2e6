"""Facts as people write them: what cannot be read is a text, never an error of Python's."""

from __future__ import annotations

import pytest

from kb.errors import FactsError
from kb.rules.model.rulemodel import RuleModel
from kb.rules.stated import parse_facts
from kb.rules.written import DEEPEST, from_json, whole_number

NO_NUMBERS = ["", "-", "--5", "+-5", "²", "٣", "1e9", "0x10", "1_000", " 5", "9" * 4_400, "-" + "9" * 4_400, "५"]
NO_JSON = ["[", "[" * 1_500, "{" * 1_500, "[1", '["a",', "[" + "9" * 4_400 + "]", '["\ud800']
DEEP = "[" * (DEEPEST + 2) + "]" * (DEEPEST + 2)


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_whole_number_stays_a_text(text: str) -> None:
    assert whole_number(text) == text


@pytest.mark.parametrize(("text", "number"), [("5", 5), ("-5", -5), ("+5", 5), ("0", 0), ("007", 7)])
def test_whole_numbers(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", [*NO_JSON, DEEP, DEEP.replace("[", '{"a":').replace("]", "}").replace(":}", ":1}")])
def test_what_is_no_json_or_too_deep_stays_a_text(text: str) -> None:
    assert from_json(text) == text


def test_json_is_read() -> None:
    assert from_json('[{"id": "a", "size": 3}, null]') == [{"id": "a", "size": 3}, None]
    assert from_json(DEEP[1:-1]) == eval(DEEP[1:-1])


@pytest.mark.parametrize("text", [*(each for each in NO_NUMBERS if each.strip() == each != ""), *NO_JSON])
def test_a_fact_that_cannot_be_read_is_refused_by_its_name(tiny: RuleModel, text: str) -> None:
    check = next(each for each in tiny.checks.values() if any(_is_number(tiny, slot.fact) for slot in each.slots))
    name = next(slot.name for slot in check.slots if _is_number(tiny, slot.fact))
    facts = parse_facts(check, tiny.schema.facts, [f"{name}={text}"])
    from kb.rules.solve.run import run_check

    with pytest.raises(FactsError, match=name):
        run_check(tiny, check.id, facts)


def _is_number(model: RuleModel, fact: str) -> bool:
    found = model.schema.facts.get(fact)
    return found is not None and found.value is not None and found.value.kind == "int" and not found.args
