"""Every case of every game: the verdict, the clauses cited, a proof checked again, evaluators agreeing."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest

from kb.records.results import Status
from kb.rules.model.cases import Case, mismatches, outcome_of
from kb.rules.process.worker import LIMIT_S
from kb.rules.prove.checker.verify import verify
from kb.rules.prove.render import PASSED, result_json
from kb.rules.solve.decide import find
from kb.words.grammar.wording import flaws
from tests.support.cases import cases, checks_of, solve, solved

pytestmark = pytest.mark.slow  # thousands of cases, a few milliseconds each

ATOM = re.compile(r"\b[a-z]+(?:_[a-z]+)*\([a-z_0-9, ]*\)")
"""What a rule derives, as it is written: `terraform_goes(hand)`; players read sentences."""
WAY_OF_ASKING = re.compile(r"^[^:]+: (that is so\W*$|the contrary holds|it is asked|the question is|what is asked)")
CASES = cases()
BY_ID = {(case.game, case.id): case for case in CASES}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}/{case.id}")
def test_case(case: Case) -> None:
    checks = checks_of(case.game)
    found = find(checks.model(case.game), case.check, case.facts)
    result, took = solved(case).result, solved(case).took
    if took >= LIMIT_S / 2:  # once more: collecting the garbage of all cases before it takes as long
        took = solve(case).took
    assert took < LIMIT_S / 2, f"it took {took:.2f} s of the {LIMIT_S:.0f} s after which a check is stopped"
    assert (found.status, found.verdict) == (result.status, result.verdict), "it differs without its proof"
    assert mismatches(case, result) == [], f"{case.place.file}:{case.place.line}: {case.title}"
    assert not ATOM.search(result.summary), "the sentence of a rule is missing"
    assert not WAY_OF_ASKING.search(result.summary), "the summary tells of the question, not of the game"
    nodes = result.proof.nodes if result.proof else ()
    told = [node.sentence for node in nodes if not node.hidden and node.form not in PASSED]
    told += [result.summary] if result.status is not Status.DEPENDS else []  # what is asked for is a question
    assert {sentence: flawed for sentence in told if (flawed := list(flaws(sentence)))} == {}
    if result.status is not Status.DEPENDS:
        written = json.loads(json.dumps(result_json(result)))
        assert verify(checks.model(case.game), written) == []


@pytest.mark.parametrize("case", [case for case in CASES if case.variant_of], ids=lambda case: f"{case.game}/{case.id}")
def test_a_variant_comes_out_otherwise_than_its_base(case: Case) -> None:
    base = BY_ID[case.game, case.variant_of]
    assert outcome_of(case.expect) != outcome_of(base.expect)


def test_half_of_all_cases_are_variants() -> None:
    """Of those of checks that take facts: a check that takes none comes to the same whatever is told."""
    taking = [case for case in CASES if checks_of(case.game).check(f"{case.game}/{case.check}").slots]
    counts = Counter(bool(case.variant_of) for case in taking)
    print(f"{counts[True]} of {len(taking)} cases of checks that take facts are variants")
    assert counts[True] >= 0.45 * len(taking)


@pytest.mark.parametrize(
    ("check", "facts"),
    [
        ("heroes-wanted/in-range", {"crosses": "solid"}),  # no distance brings anybody within reach
        ("legendary/killmonger-total", {"killer": "killmonger", "wounds": 2}),
    ],
)
def test_a_fact_that_cannot_matter_splits_no_proof(check: str, facts: dict[str, object]) -> None:
    result = checks_of(check.partition("/")[0]).run_here(check, facts)
    assert result.status is Status.ANSWERED
    assert result.proof
    assert not [node for node in result.proof.nodes if node.form == "case"]
