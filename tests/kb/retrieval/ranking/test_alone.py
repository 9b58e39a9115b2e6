"""A game of text alone: examples and glossary entries speak for the rules they are about, and stand behind them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from kb.question.read import read
from kb.records import Kind
from kb.retrieval.ranking.alone import Alone, AloneGames, behind_what_they_explain, covered_by_examples, word_by_word
from kb.retrieval.ranking.layout import Layout
from kb.retrieval.weights import weights
from tests.kb.samples import CLAUSES

RULE = replace(CLAUSES[0], id="g/r#702.11b", game="g", explains="")
OTHER = replace(RULE, id="g/r#702.110")
EXAMPLE = replace(RULE, id="g/r#702.11b.e1", kind=Kind.EXAMPLE, explains=RULE.id)
ENTRY = replace(RULE, id="g/r#glossary/ward.d1", kind=Kind.DEFINITION)
ALL = [RULE, OTHER, EXAMPLE, ENTRY]


def alone(*games: str) -> Alone:
    """The clauses as those of a game, alone where it is named."""
    layout = Layout.of([(each.id, each.game, "g/r", "clause", "") for each in ALL])
    return Alone.of(layout, games, [(EXAMPLE.id, RULE.id)], [(ENTRY.id, "g/r#702.11")])


def test_a_game_with_clauses_and_few_questions_is_alone_where_no_games_are_given() -> None:
    layout = Layout.of([("g/r#1", "g", "g/r", "clause", ""), ("h/r#1", "h", "h/r", "wording", "")])
    asked: list[Sequence[str] | None] = []

    def pairs(clauses: Sequence[str] | None) -> tuple[tuple[()], tuple[()]]:
        asked.append(clauses)
        return (), ()

    games = AloneGames(layout, pairs)
    assert games.among(["g", "h", "none"]) == {"g"}
    assert AloneGames(layout, pairs, frozenset({"h"})).among(["g", "h"]) == {"h"}
    assert games.within(layout) is games.within(layout)
    assert games.within(replace(layout)).games == {"g"}
    assert asked == [None, layout.clauses]


def ranked(scores: list[float], *games: str) -> list[float]:
    """The scores of ALL once none stands before what it tells of."""
    behind_what_they_explain(ALL, scores, alone(*games))
    return scores


def test_a_clause_comes_as_near_as_its_nearest_example() -> None:
    features = {name: np.array([0.1, 0.2, 0.9, 0.3], dtype=np.float32) for name in ("clause", "part", "bm25")}
    alone("g").tell(features)
    assert features["part"].tolist() == np.array([0.9, 0.2, 0.9, 0.3], dtype=np.float32).tolist()
    assert not alone()


def test_a_clause_holds_the_words_of_its_example() -> None:
    found: list[tuple[float, ...]] = [(0.2, 0.2, 7.0), (0.5, 0.5, 0.0), (0.6, 0.7, 0.0), (0.1, 0.1, 0.0)]
    covered_by_examples(ALL, found, {"g"})
    assert found[0] == (0.6, 0.7, 7.0)


def test_an_example_and_an_entry_stand_behind_the_rule() -> None:
    assert ranked([0.5, 0.4, 0.7, 0.6], "g") == [0.6, 0.4, 0.5, 0.6]


def test_a_game_that_is_taught_keeps_its_order() -> None:
    assert ranked([0.5, 0.4, 0.7, 0.6], "another") == [0.5, 0.4, 0.7, 0.6]


def by_words(scores: list[float], found: list[float], *games: str) -> list[float]:
    """The scores of ALL once they were compared word by word, at the weight of kb/weights.toml."""
    told = dict(zip((each.id for each in ALL), found, strict=True))
    word_by_word(read("?"), ALL, scores, alone(*games), lambda text, names: np.array([told[each] for each in names]))
    return [round(each, 3) for each in scores]


def test_what_is_less_alike_word_by_word_loses() -> None:
    words = weights()["fusion-text"]["words"]
    assert by_words([0.5, 0.5, 0.5, 0.5], [0.9, 0.4, 0.9, 0.9], "g") == [0.5, round(0.5 - words / 2, 3), 0.5, 0.5]
    assert by_words([0.5, 0.5, 0.5, 0.5], [0.9, 0.4, 0.9, 0.9], "another") == [0.5] * 4


def test_a_clause_is_as_alike_as_its_example() -> None:
    words = weights()["fusion-text"]["words"]
    lost = round(0.5 - words / 2, 3)
    assert by_words([0.5, 0.5, 0.5, 0.5], [0.4, 0.4, 0.9, 0.4], "g") == [0.5, lost, 0.5, lost]


def test_where_no_words_are_held_the_order_stays() -> None:
    assert by_words([0.5, 0.4, 0.3, 0.2], [-1.0] * 4, "g") == [0.5, 0.4, 0.3, 0.2]
