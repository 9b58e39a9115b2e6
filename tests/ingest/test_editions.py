"""Both editions of all five games, built through the pipeline: the same records under the same ids, nothing lost."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.games import EDITIONS
from ingest.lint.validate import coverage
from kb.records import Card, Kind
from kb.snapshots.snapshot import open_current
from kb.store.sqlite import Store
from tests.conftest import ParseGame
from tests.support.five import GAMES, build, five_games, five_home

pytestmark = pytest.mark.slow  # both editions of five games are built

CLAUSES = {"agemonia": 56, "duel-of-ages": 27, "heroes-wanted": 273, "legendary": 14, "vs-system": 239}
Stores = tuple[Store, Store]


@pytest.fixture(scope="module")
def stores(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stores]:
    """The stores of the official and of the restated edition, in this order. What the samples' checks say is the same
    in both: it is taken over from the one that is built first."""
    home = tmp_path_factory.mktemp("official")
    shutil.copytree(five_home() / "cache", home / "cache")
    build(five_games(), home, "official", sources)
    with open_current(home) as official, open_current(five_home()) as restated:
        yield official.store, restated.store


def test_every_citation_can_say_which_edition_it_quotes(stores: Stores) -> None:
    assert [{document.edition for document in store.documents()} for store in stores] == [{"official"}, {"restated"}]
    assert {each.edition for store in stores for each in store.documents()} == set(EDITIONS)


def test_clauses_have_the_same_ids_order_kinds_headings_and_flags(stores: Stores) -> None:
    official, restated = (
        [(each.id, each.ordinal, each.kind, len(each.headings), each.flags, each.explains) for each in store.clauses()]
        for store in stores
    )
    assert restated == official
    assert {game: len(stores[0].clauses(game)) for game in GAMES} == CLAUSES


def test_no_clause_has_the_publishers_words_but_titles_and_figures(stores: Stores) -> None:
    official, restated = stores
    pairs = zip(official.clauses(), restated.clauses(), strict=True)
    same = [one for one, other in pairs if one.text == other.text and len(one.plain.split()) >= 8]
    assert [one.id for one in same if one.kind is not Kind.TABLE and not one.path.endswith(".stats")] == []


def figures(card: Card) -> tuple[object, ...]:
    """What a card says in figures and names, its powers' costs included."""
    numbers = (card.cost, card.attack, card.defense)
    costs = [(power.id, power.kind, [(cost.kind, cost.amount) for cost in power.costs]) for power in card.powers]
    return (card.id, card.title, card.type, *numbers, card.affiliations, card.keywords, card.clauses, costs)


def test_cards_have_the_same_figures(stores: Stores) -> None:
    official, restated = ([figures(card) for card in store.cards()] for store in stores)
    assert restated == official
    assert len(official) == 50


def test_tables_have_the_same_cells(stores: Stores) -> None:
    official, restated = (
        [(table.clause, table.title, table.columns, table.rows) for table in store.tables()] for store in stores
    )
    assert restated == official
    assert len(official) == 11


def test_rulings_pin_the_same_clauses_and_references_lead_to_the_same(stores: Stores) -> None:
    official, restated = (
        [(each.id, each.kind, each.effective, [pin.clause for pin in each.interprets]) for each in store.rulings()]
        for store in stores
    )
    assert restated == official
    official_links, restated_links = (
        [(each.clause, each.target, each.external) for each in store.references()] for store in stores
    )
    assert restated_links == official_links


@pytest.mark.usefixtures("stores")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("game", GAMES)
def test_every_character_is_accounted_for(game: str, edition: str, parsed: ParseGame) -> None:
    """Nor has any of them an error, else `stores` would not have been built."""
    covered = coverage(*parsed(game, edition))
    assert (covered.uncovered, covered.share) == (0, 1.0)
    assert sum(covered.roles.values()) == covered.characters > 2_000


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("game", GAMES)
def test_every_span_reproduces_its_text(game: str, edition: str, parsed: ParseGame) -> None:
    source, found = parsed(game, edition)
    assert len(found.clauses) == CLAUSES[game]
    for clause in found.clauses:
        spans = clause.parts or ((clause.start, clause.end),)
        assert " ".join(source.text[start:end] for start, end in spans) == clause.text
        assert (spans[0][0], spans[-1][1]) == (clause.start, clause.end)
    assert "".join(source.text[each.start : each.end] for each in found.segments) == source.text
