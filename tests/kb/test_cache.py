"""What was used longest ago leaves first, where what is kept counts more than it may."""

from __future__ import annotations

from kb.cache import LeastRecent


def test_what_was_used_longest_ago_leaves_first() -> None:
    cache: LeastRecent[str, int] = LeastRecent(2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert [cache.get(key) for key in "abc"] == [1, None, 3]


def test_a_value_counts_by_its_size_and_once_however_often_it_is_put() -> None:
    cache: LeastRecent[str, str] = LeastRecent(10, lambda key, value: len(key) + len(value))
    for value in ("long", "x", "xy"):
        cache.put("a", value)
    assert (cache.held, len(cache)) == (3, 1)
    cache.put("b", "seventeen")
    assert (cache.held, len(cache), cache.get("a")) == (10, 1, None)


def test_what_is_larger_than_all_that_may_be_kept_is_not() -> None:
    cache: LeastRecent[str, str] = LeastRecent(3, lambda key, value: len(value))
    cache.put("a", "long")
    assert (cache.held, len(cache)) == (0, 0)
