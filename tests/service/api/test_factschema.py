"""Each check's fact schema fits the facts that the check reads: those of every case of the corpus."""

from __future__ import annotations

import jsonschema
import pytest

from service.api.factschema import fact_schema
from tests.support.cases import GAMES, cases_of, checks_of

pytestmark = pytest.mark.slow  # every case of every game


@pytest.mark.parametrize("game", GAMES)
def test_every_schema_is_one_and_describes_every_fact(game: str) -> None:
    checks = checks_of(game)
    for check in checks.checks(game):
        schema = fact_schema(check, checks.model(game).schema)
        jsonschema.Draft202012Validator.check_schema(schema)
        described = schema["properties"]
        assert isinstance(described, dict)
        assert list(described) == [slot.name for slot in check.slots]
        assert all(each["description"] for each in described.values())


@pytest.mark.parametrize("game", GAMES)
def test_the_facts_of_every_case_fit(game: str) -> None:
    checks = checks_of(game)
    schemas = {check.id: fact_schema(check, checks.model(game).schema) for check in checks.checks(game)}
    validators = {name: jsonschema.Draft202012Validator(schema) for name, schema in schemas.items()}
    cases = cases_of(game)
    assert cases
    for case in cases:
        validators[case.check].validate(case.facts)
        with pytest.raises(jsonschema.ValidationError):
            validators[case.check].validate({**case.facts, "no_such_fact": True})
