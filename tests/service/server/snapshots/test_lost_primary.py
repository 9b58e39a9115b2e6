"""The primary is lost under load: reading goes on from its replica; once that is promoted, so does publishing."""

from __future__ import annotations

import time
from pathlib import Path

import psycopg
import pytest

from kb.errors import SnapshotError
from kb.home import STORE_ADDRESS
from kb.snapshots.shared import bring
from tests.kb.samples import publish_sample
from tests.service.server.snapshots.publishing import stamped
from tests.service.server.snapshots.test_shared_swaps import clients, serving, wait_for
from tests.support.postgres import Server, database, replica, server

FOLLOWED_S = 60
LEAST = 50


def wait_until_followed(primary: Server, follower: Server, name: str) -> None:
    """Until the replica has all that the primary wrote."""
    with psycopg.connect(primary.address()) as connection:
        written = connection.execute("SELECT pg_current_wal_lsn()").fetchone()
    with psycopg.connect(follower.address(), autocommit=True) as connection:
        for _ in range(FOLLOWED_S * 10):
            if connection.execute("SELECT pg_last_wal_replay_lsn() >= %s", written).fetchone() == (True,):
                return
            time.sleep(0.1)
    raise AssertionError(f"{name} is not followed")


@pytest.mark.hard
def test_reading_goes_on_from_the_replica_and_publishing_after_its_promotion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = []
    for number in range(3):
        with publish_sample(tmp_path / f"builder{number}", f"v{number}", stamped(f"v{number}")) as snapshot:
            folders.append(snapshot.folder)
    with server() as primary:
        name = "lost"
        database(primary, name)
        with replica(primary) as follower:
            address = primary.address(name, follower)
            monkeypatch.setenv(STORE_ADDRESS, address)
            bring(address, folders[0])
            wait_until_followed(primary, follower, name)
            with (
                serving(tmp_path / "one", address) as one,
                serving(tmp_path / "two", address) as two,
                clients([one, two]) as met,
            ):
                wait_for(one, "v0")
                time.sleep(3)
                before = sum(met.values())
                primary.kill()
                time.sleep(10)
                during = sum(met.values()) - before
                with pytest.raises(SnapshotError):
                    bring(address, folders[1])
                with psycopg.connect(follower.address(), autocommit=True) as connection:
                    assert connection.execute("SELECT pg_promote()").fetchone() == (True,)
                bring(address, folders[1])
                lags = [wait_for(each, "v1") for each in (one, two)]
                time.sleep(2)
    print(f"{dict(met)}, {before} before the loss, {during} until the promotion; then swapped after {max(lags):.1f} s")
    wrong = sum(met.values()) - met["answered"]
    assert during > LEAST
    assert wrong <= 0.001 * sum(met.values()), met
