"""Samples whose facts, as they are read from their words, lead elsewhere than those that are stated for them.

A form that a fact lacks shows here, with file and line, without a build: `headjudge lint --samples corpus/<game>`.
Facts that are read otherwise and lead to the same are no problem: much is said in passing. Cards are read by the names
of all games, not by forms: the one that a sample states is taken as named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ingest.lint.samples import Sample, load_samples
from kb.errors import FactsError, Problem
from kb.question.read import read
from kb.readers.slots import fill
from kb.records.results import CheckResult, Status
from kb.rules.model.facts.values import shown
from kb.rules.model.rulemodel import RuleModel
from kb.rules.process.worker import Worker

ASKING = ", asking for "
Run = Callable[[str, Mapping[str, object]], CheckResult]


def misread_samples(folder: Path, model: RuleModel) -> list[Problem]:
    """A warning for each sample of a game whose reading ends otherwise than its stated facts, in the files' order.

    Needs a model without errors, whose samples' facts its checks take (`sample_problems`); takes up to a minute.
    """
    worker = Worker()
    try:
        return misread(load_samples(folder), model, lambda check, facts: worker.run(model, check, facts))
    finally:
        worker.close()


def misread(samples: Sequence[Sample], model: RuleModel, run: Run) -> list[Problem]:
    """The same for these samples; `run` runs a check, by its id within the game, with facts."""
    found = []
    for sample in samples:
        read = _said(sample, model)
        if read == sample.facts:
            continue
        ended, stated = _ending(run, sample.check, read), _ending(run, sample.check, sample.facts)
        if ended.partition(ASKING)[0] != stated.partition(ASKING)[0]:
            message = f"is read as {_listed(read, sample.facts)}, which gives {ended}"
            expected = f"{_listed(sample.facts, read)}, which gives {stated}: forms of facts, or facts as it says them"
            found.append(Problem("misread-sample", message, sample.place, expected, "warning"))
    return found


def _said(sample: Sample, model: RuleModel) -> Mapping[str, object]:
    """What the words of a sample state of its check."""
    check, types = model.checks[sample.check], model.schema.facts
    values = {slot.name: types[slot.fact].value for slot in check.slots if slot.fact in types}
    cards = {name for name, value in values.items() if value is not None and value.kind == "card"}
    named = [str(value) for name, value in sample.facts.items() if name in cards]
    return fill(read(sample.ask), check, model.schema, named).facts


def _ending(run: Run, check: str, facts: Mapping[str, object]) -> str:
    """How a check ends with these facts, in a few words."""
    try:
        result = run(check, facts)
    except FactsError as error:
        return str(error)
    if result.status is Status.ANSWERED and result.verdict is not None:
        return shown(result.verdict.value)
    asks = ASKING + " and ".join(each.fact for each in result.ask) if result.ask else ""
    return f"{result.status.value}{asks}"


def _listed(facts: Mapping[str, object], others: Mapping[str, object]) -> str:
    """The facts that the others do not have."""
    own = {name: value for name, value in facts.items() if name not in others or others[name] != value}
    return ", ".join(f"{name}={shown(value)}" for name, value in own.items()) or "nothing more"
