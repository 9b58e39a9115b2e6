"""A quote is held against the words that are in force, where a later version of its document waits for its day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from service.mcp.short.named import clause_today
from service.show.quoting.quotes import QuoteFinding, verify
from tests.support.harbour_versions import build_versions

pytestmark = pytest.mark.slow

THREE, FOUR = "A boat carries at most three crates.", "A boat carries at most four crates."
STORM, TWICE = "A storm puts every lantern out.", "Nobody may light a lantern twice in one night."


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    """The harbour in two versions: what the rules say is otherwise from 2026-02-01 on."""
    with KnowledgeBase.open(build_versions(tmp_path_factory.mktemp("quoted"))) as found:
        yield found


@pytest.fixture
def before(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is December 2025."""
    monkeypatch.setattr("kb.answering.past.today", lambda: date(2025, 12, 1))


def verified(base: KnowledgeBase, quote: str, named: str | None = None, game: str | None = None) -> QuoteFinding:
    """What `verify_quote` finds of a quote, of the clause of an id or of any."""
    return verify(base, quote, clause_today(base, named, game) if named else None, game)


@pytest.mark.parametrize("named", ["harbour/rules#101.1", None])
@pytest.mark.parametrize("game", ["harbour", None])
def test_the_words_in_force_are_verified_and_those_to_come_are_not(
    base: KnowledgeBase, before: None, named: str | None, game: str | None
) -> None:
    then, to_come = (verified(base, each, named, game) for each in (THREE, FOUR))
    assert (then.verified, then.clause and then.clause.id) == (True, "harbour/rules#101.1")
    assert (to_come.verified, to_come.quote) == (False, THREE)


def test_on_the_day_it_is_the_other_way_round(base: KnowledgeBase) -> None:
    then, now = (verified(base, each, "harbour/rules#101.1") for each in (THREE, FOUR))
    assert (then.verified, now.verified) == (False, True)


def test_an_id_means_the_clause_that_has_it_today(base: KnowledgeBase, before: None) -> None:
    assert verified(base, TWICE, "harbour/rules#200.2").verified, "it is 200.3 in the version to come"
    assert not verified(base, STORM, "harbour/rules#200.2").verified
    assert not verified(base, STORM).verified


def test_an_id_that_is_to_go_is_known_until_then(base: KnowledgeBase, before: None) -> None:
    assert verified(base, "A boat without crates may leave at once.", "101.1b").verified


def test_an_id_to_come_is_refused(base: KnowledgeBase, before: None) -> None:
    with pytest.raises(UsageError, match=r"'harbour/rules#200\.3' is not in force yet"):
        verified(base, TWICE, "harbour/rules#200.3")
