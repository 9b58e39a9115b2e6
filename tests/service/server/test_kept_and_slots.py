"""What is kept is bounded by bytes, what takes long by how many are at it, and a client by the addresses it has."""

from __future__ import annotations

import threading
import time

import pytest
from werkzeug.exceptions import ServiceUnavailable

from service.server.bytecache import ENTRY, ByteCache, watched
from service.server.limits.clients import client_of, forwarded
from service.server.limits.slots import Slots


def test_what_was_used_longest_ago_leaves_first() -> None:
    kept: ByteCache[str, bytes] = ByteCache("test", 10 * (ENTRY + 100), len)
    for number in range(10):
        kept.keep(str(number), bytes(100))
    assert kept.get("0")
    kept.keep("10", bytes(100))
    assert kept.get("1") is None
    assert kept.get("0")
    assert watched()["test"] == kept.held == kept.most


def test_the_bytes_are_right_after_a_value_is_kept_again() -> None:
    kept: ByteCache[str, bytes] = ByteCache("test", 100_000, len)
    kept.keep("a", bytes(1_000))
    kept.keep("a", bytes(10))
    assert (kept.held, len(kept)) == (10 + ENTRY, 1)


def test_what_would_push_out_the_others_is_not_kept() -> None:
    kept: ByteCache[str, bytes] = ByteCache("test", 10_000, len)
    kept.keep("small", bytes(10))
    assert kept.keep("large", bytes(9_000)) == bytes(9_000)
    assert kept.get("large") is None
    assert kept.get("small")


def test_so_many_at_once_and_of_one_client_half() -> None:
    slots = Slots("things", 4, most_each=2)
    first, _ = slots.take("a"), slots.take("a")
    with pytest.raises(ServiceUnavailable) as refused:
        slots.take("a")
    assert refused.value.retry_after
    slots.take("b")
    first()
    first()
    slots.take("a")
    with pytest.raises(ServiceUnavailable):
        slots.take("a")


def test_a_few_wait_for_their_turn_and_no_longer_than_they_may() -> None:
    slots = Slots("things", 1, waiting=1, patience_s=0.2)
    give = slots.take("a")
    began = time.monotonic()
    with pytest.raises(ServiceUnavailable):
        slots.take("b")
    assert 0.15 < time.monotonic() - began < 5
    threading.Timer(0.05, give).start()
    slots.take("b")


def test_whoever_comes_beyond_those_that_wait_is_told_at_once() -> None:
    slots = Slots("things", 1, waiting=0, patience_s=60)
    slots.take("a")
    with pytest.raises(ServiceUnavailable):
        slots.take("b")


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("x" * 500, "x" * 64),
    ],
)
def test_a_client_is_an_address_or_the_network_it_has_whole(address: str, client: str) -> None:
    assert client_of(address) == client


@pytest.mark.parametrize(
    ("header", "proxies", "address"),
    [
        ("203.0.113.5", 0, "192.0.2.1"),
        ("203.0.113.5", 1, "203.0.113.5"),
        ("198.51.100.9, 203.0.113.5", 1, "203.0.113.5"),
        ("198.51.100.9, 203.0.113.5", 2, "198.51.100.9"),
        ("203.0.113.5", 2, "192.0.2.1"),
        ("", 1, "192.0.2.1"),
    ],
)
def test_an_address_is_believed_of_as_many_proxies_as_are_in_front(header: str, proxies: int, address: str) -> None:
    assert forwarded("192.0.2.1", header, proxies) == address
