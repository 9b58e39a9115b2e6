"""A worker that was started by itself, and one forked from a nursery."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kb.rules.model.compiled import write_compiled
from kb.rules.model.rulemodel import RuleModel
from kb.rules.process.forkserver import Nursery
from kb.rules.process.worker import Worker


@pytest.fixture(scope="module")
def nursery(tiny: RuleModel, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """A nursery that knows Tiny Duel."""
    rules = tmp_path_factory.mktemp("rules")
    (rules / tiny.game).mkdir()
    write_compiled(tiny, rules / tiny.game)
    started = Nursery(rules)
    yield started
    started.close()


@pytest.fixture(scope="module", params=["started", "forked"])
def worker(request: pytest.FixtureRequest, nursery: Nursery) -> Iterator[Worker]:
    started = Worker(nursery=nursery if request.param == "forked" else None)
    started.start()
    yield started
    started.close()
