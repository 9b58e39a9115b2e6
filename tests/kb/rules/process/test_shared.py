"""What workers share: rules that are compiled already, a process for several snapshots, a nursery that forks them."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path

import pytest

from kb.records.results import Status
from kb.rules.model.compiled import write_compiled
from kb.rules.model.rulemodel import RuleModel
from kb.rules.process.forkserver import Forked, Nursery
from kb.rules.process.worker import Worker


@pytest.mark.parametrize("compiled", [True, False])
def test_a_compiled_model_is_read_by_the_worker_and_another_one_sent(
    tiny: RuleModel, tmp_path: Path, compiled: bool
) -> None:
    write_compiled(tiny if compiled else replace(tiny, version="older"), tmp_path)
    worker = Worker(folders={tiny.game: tmp_path})
    try:
        assert worker.run(tiny, "can-strike", {"stunned": True}).status is Status.ANSWERED
    finally:
        worker.close()


def test_several_snapshots_share_a_worker_which_knows_the_rules_of_each(tiny: RuleModel, tmp_path: Path) -> None:
    """While a newer snapshot is warmed both compute, each by its own rules; the last one that closes it ends it."""
    older, newer = replace(tiny, documents=("older",)), replace(tiny, documents=("newer",))
    write_compiled(newer, tmp_path)
    first = Worker()
    second = first.also_for({tiny.game: tmp_path})
    try:
        for each in (older, newer, older):
            assert first.run(each, "can-strike", {"stunned": True}).status is Status.ANSWERED
        assert first._process is second._process
        assert first._there == {id(older), id(newer)}
        first.close()
        assert second._process is not None, "it is used by the other one yet"
        gone, newest = id(older), replace(tiny, version="newest")
        del older, each
        gc.collect()
        assert second.run(newest, "crown", {}).status is Status.ANSWERED
        assert gone not in second._there, "the rules of a snapshot that is gone are given up"
    finally:
        second.close()
    assert second._process is None


def test_workers_of_a_nursery_are_processes_of_their_own_and_know_its_models(
    nursery: Nursery, tiny: RuleModel, tmp_path: Path
) -> None:
    workers = [Worker(folders={tiny.game: tmp_path / "nothing here"}, nursery=nursery) for _ in range(2)]
    try:
        for each in workers:
            assert each.run(tiny, "can-strike", {"stunned": True}).status is Status.ANSWERED
        processes = [each._process for each in workers]
        assert all(isinstance(each, Forked) for each in processes)
        assert len({each.pid for each in processes if each}) == 2
    finally:
        for each in workers:
            each.close()


def test_a_worker_starts_by_itself_where_its_nursery_has_ended(tiny: RuleModel, tmp_path: Path) -> None:
    ended = Nursery(tmp_path)
    ended._process.kill()
    ended._process.wait()
    worker = Worker(nursery=ended)
    try:
        assert worker.run(tiny, "can-strike", {"stunned": True}).status is Status.ANSWERED
        assert not isinstance(worker._process, Forked)
    finally:
        worker.close()
        ended.close()


def test_there_is_no_nursery_where_nothing_was_published(tmp_path: Path) -> None:
    assert Nursery.ahead(tmp_path) is None
