"""What each yes-or-no check says of its samples, worked out once for each build.

A verdict that the nearest samples do not share is doubted (`echo` in kb/answering/asserting/trust.py), so every answer
would else run its check for the facts of up to three samples.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from ingest.building.kept.cache import cached_json, code_digest
from ingest.building.progress import Progress, silent
from kb.errors import HeadjudgeError
from kb.records import Passage
from kb.rules.model.rulemodel import RuleModel
from kb.rules.process.worker import Worker

LIMIT_S = 10.0
"""That a check may take here: what a busy machine does not answer within a second would be kept as unanswered."""
BESIDE = 2
"""Processes that compute, each for a part of a game's checks."""
Answers = dict[str, bool | None]
"""By check and facts, as JSON: what the check says; None where it says neither yes nor no."""


def answered_samples(
    found: Sequence[Passage], models: Iterable[RuleModel | None], home: Path | None = None, progress: Progress = silent
) -> tuple[Passage, ...]:
    """The passages, with what the check `says` in the `states` of those samples whose check says yes or no."""
    known = {model.game: model for model in models if model is not None}
    asked: dict[str, dict[str, tuple[str, Any]]] = defaultdict(dict)
    for each in found:
        game, _, check = each.check.partition("/")
        if each.states and game in known and known[game].checks[check].kind == "yes_no":
            facts = json.loads(each.states)["facts"]
            asked[game][_key(each.check, facts)] = (check, facts)
    said: Answers = {}
    for done, (game, questions) in enumerate(asked.items()):
        progress("answer", done, len(asked))
        said |= _answers(known[game], questions, home)
    progress("answer", len(asked), len(asked))
    return tuple(_told(each, said) for each in found)


def _key(check: str, facts: object) -> str:
    return f"{check} {json.dumps(facts, sort_keys=True, ensure_ascii=False)}"


def _answers(model: RuleModel, questions: Mapping[str, tuple[str, Any]], home: Path | None) -> Answers:
    """What a game's checks say, kept for the next build with the same rules, questions and program."""

    def part(own: Sequence[str]) -> Answers:
        with closing(Worker(LIMIT_S)) as worker:
            return {key: _answer(worker, model, *questions[key]) for key in own}

    def make() -> Answers:
        keys: dict[str, list[str]] = defaultdict(list)
        for key, (check, _) in questions.items():
            keys[check].append(key)
        dealt = [list(chain.from_iterable(list(keys.values())[at::BESIDE])) for at in range(BESIDE)]
        with ThreadPoolExecutor(BESIDE) as pool:
            return {key: said for own in pool.map(part, dealt) for key, said in own.items()}

    made_by = json.dumps([code_digest(), model.version, list(questions)])
    kept: Answers = cached_json(hashlib.sha256(made_by.encode()).hexdigest(), make, home)
    return kept


def _answer(worker: Worker, model: RuleModel, check: str, facts: Any) -> bool | None:
    try:
        verdict = worker.find(model, check, facts).verdict
    except HeadjudgeError:
        return None
    return verdict.value if verdict is not None and isinstance(verdict.value, bool) else None


def _told(passage: Passage, said: Answers) -> Passage:
    if not passage.check or not passage.states:
        return passage
    states = json.loads(passage.states)
    answer = said.get(_key(passage.check, states["facts"]))
    if answer is None:
        return passage
    return replace(passage, states=json.dumps({**states, "says": answer}, sort_keys=True, ensure_ascii=False))
