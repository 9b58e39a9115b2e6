"""Every case of every game: the verdict, the clauses cited, a proof checked again, evaluators agreeing."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest
from filelock import FileLock

from ingest.building.checked import check_game
from ingest.games import parse_game
from kb.gamefolder import model_files
from kb.records.checks import CheckResult, Status
from kb.rules.checks import Checks
from kb.rules.model.cases import Case, load_cases, mismatches, outcome_of
from kb.rules.model.compiled import COMPILED, write_compiled
from kb.rules.prove.render import PASSED, result_json
from kb.rules.prove.verify import verify
from kb.rules.solve.decide import find
from kb.rules.solve.worker import LIMIT_S
from kb.words.wording import flaws
from tests.conftest import SHARED, shared

pytestmark = pytest.mark.slow  # thousands of cases, a few milliseconds each

CORPUS = Path(__file__).resolve().parents[1] / "corpus"
ATOM = re.compile(r"\b[a-z]+(?:_[a-z]+)*\([a-z_0-9, ]*\)")
"""What a rule derives, as it is written: `terraform_goes(hand)`; players read sentences."""
WAY_OF_ASKING = re.compile(r"^[^:]+: (that is so\W*$|the contrary holds|it is asked|the question is|what is asked)")
GAMES = sorted(path.parent.name for path in CORPUS.glob("*/facts.toml"))


def compiled(game: str) -> Path:
    """A folder with a game's rules and the model that is made of them, made once a run: to read the five games' rules
    takes each process a quarter of a minute."""
    folder = shared() / "rules" / game
    folder.parent.mkdir(exist_ok=True)
    with FileLock(f"{folder}.lock"):
        if not (folder / COMPILED).exists():
            model, errors = check_game(CORPUS / game, "restated", None, shared())
            assert (errors, model is None) == ([], False)
            for path in model_files(CORPUS / game):
                copy = folder / path.relative_to(CORPUS / game)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
            write_compiled(model, folder)
    return folder


@lru_cache
def checks_of(game: str) -> Checks:
    parsed = [document for _, document in parse_game(CORPUS / game)]
    clauses = {clause.id: clause for document in parsed for clause in document.clauses}
    cards = [card for document in parsed for card in document.cards]
    return Checks(
        {game: compiled(game) if SHARED in os.environ else CORPUS / game}, lambda game: clauses, lambda: cards
    )


def cases() -> list[Case]:
    return [
        case
        for game in GAMES
        for case in load_cases(CORPUS / game, [document.document.id for _, document in parse_game(CORPUS / game)])
    ]


CASES = cases()
BY_ID = {(case.game, case.id): case for case in CASES}


def timed(checks: Checks, case: Case) -> tuple[CheckResult, float]:
    """A case's result and how much of the processor's time it took, in seconds."""
    started = time.process_time()
    result = checks.run_here(f"{case.game}/{case.check}", case.facts)
    return result, time.process_time() - started


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game}/{case.id}")
def test_case(case: Case) -> None:
    checks = checks_of(case.game)
    found = find(checks.model(case.game), case.check, case.facts)
    result, took = timed(checks, case)
    if took >= LIMIT_S / 2:  # once more: collecting the garbage of all cases before it takes as long
        result, took = timed(checks, case)
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
    counts = Counter(bool(case.variant_of) for case in CASES)
    assert counts[True] >= 0.45 * len(CASES)


@pytest.mark.parametrize(
    ("check", "facts"),
    [
        ("heroes-wanted/in-range", {"crosses": "solid"}),  # no distance brings anybody within reach
        ("legendary/killmonger-number", {"killer": "killmonger", "wounds": 2, "have": 3, "asks_total": True}),
    ],
)
def test_a_fact_that_cannot_matter_splits_no_proof(check: str, facts: dict[str, object]) -> None:
    result = checks_of(check.partition("/")[0]).run_here(check, facts)
    assert result.status is Status.ANSWERED
    assert result.proof
    assert not [node for node in result.proof.nodes if node.form == "case"]
