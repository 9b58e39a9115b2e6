"""What is shown of a clause at first: its deciding sentences, marked; nothing of it is worded anew."""

from __future__ import annotations

import pytest

from kb.knowledge import KnowledgeBase
from kb.records import Document
from service.show.quoting.citing import as_quoted
from service.show.quoting.excerpt import LEFT_OUT, ROOM, excerpt

LONG = (
    "A lamp needs oil. Every keeper begins the night with three measures of it, which are taken from the barrel by the "
    "youngest keeper and handed round in the order of play, beginning with whoever sits nearest to the door. Whoever "
    "stands on the top floor may light the lamp. A keeper who sleeps may not. At dawn all lamps go out and the oil "
    "that is left goes back into the barrel."
)


def test_a_short_clause_is_whole_with_the_sentence_that_the_question_asks_for_marked() -> None:
    found = excerpt("A lamp needs oil. Keepers light it.", ["light"])
    assert found.shown == found.whole == "A lamp needs oil. <mark>Keepers light it.</mark>"
    assert not found.cut


def test_a_clause_of_one_sentence_has_nothing_marked() -> None:
    assert excerpt("Keepers light lamps.", ["light"]).shown == "Keepers light lamps."


def test_a_long_clause_is_shown_by_its_deciding_sentence() -> None:
    found = excerpt(LONG, ["who", "may", "light", "the", "lamp"])
    assert found.cut
    assert "<mark>Whoever stands on the top floor may light the lamp.</mark>" in found.shown
    assert "youngest" not in found.shown
    assert "youngest" in found.whole
    assert found.shown.startswith(LEFT_OUT)


def test_what_a_proof_quotes_decides_rather_than_the_question() -> None:
    found = excerpt(LONG, ["oil"], ["A keeper who sleeps may not."])
    assert "<mark>A keeper who sleeps may not.</mark>" in found.shown
    assert "<mark>A lamp" not in found.whole


def test_of_several_deciding_sentences_that_of_the_question_is_shown_where_not_all_fit() -> None:
    quotes = ["in the order of play", "all lamps go out"]
    assert "At dawn <mark>all lamps go out</mark>" in excerpt(LONG, ["dawn"], quotes).shown
    assert "<mark>in the order of play</mark>" in excerpt(LONG, ["youngest"], quotes).shown


def test_a_sentence_that_points_back_is_shown_behind_the_one_that_it_points_at() -> None:
    before = "The youngest keeper takes the oil that the night needs, and hands it round beginning at the door."
    behind = "Whoever has none goes to bed, and whoever has some stays until the last lamp burns down in the morning."
    rest = "At dawn all lamps go out, and the oil that is left goes back into the barrel by the door of the tower."
    for decides in ("He is therefore the last to light a lamp.", "He lights the last lamp."):
        shown = excerpt(f"{before} {decides} {behind} {rest}", ["light", "last", "lamp"], [decides]).shown
        assert shown.startswith("The youngest keeper takes the oil")
    free = "The last lamp is lit by him who holds the least oil."
    assert excerpt(f"{before} {free} {behind} {rest}", ["last"], [free]).shown.startswith(LEFT_OUT)


def test_what_only_comes_nearest_has_nothing_marked() -> None:
    assert "<mark>" not in excerpt(LONG, ["light"], mark=False).shown


def test_a_clause_that_is_all_that_is_told_has_more_of_its_sentences() -> None:
    assert "youngest" not in excerpt(LONG, ["light"]).shown
    assert not excerpt(LONG, ["light"], alone=True).cut
    assert "<mark>" not in excerpt(LONG, ["light"], alone=True).shown  # no verdict rests on the one or the other
    twice = f"{LONG} {LONG}"
    assert excerpt(twice, ["light"], alone=True).cut


def test_each_point_of_a_list_has_its_line() -> None:
    assert excerpt("Take\n• one lamp; or\n• two.", []).shown == "Take\n• one lamp; or\n• two."


@pytest.mark.parametrize("game", ["vs-system", "tiny-game"])
def test_an_excerpt_holds_only_words_of_its_clause_in_their_order(base: KnowledgeBase, game: str) -> None:
    for clause in base.store.clauses(game):
        for words in (["character", "may"], ["oil"], []):
            found = excerpt(clause.text, words)
            bare = str(found.shown.striptags()).replace(LEFT_OUT, "\n\n")
            pieces = [" ".join(each.split()) for each in bare.split("\n\n")]
            at = 0
            for piece in pieces:
                at = clause.plain.index(piece, at) + len(piece)
            assert found.cut is (bare.count("\n\n") > 0)
            assert not found.cut or len(clause.plain) > ROOM


@pytest.mark.parametrize(("edition", "said"), [("restated", "Light it."), ("official", "“Light it.”")])
def test_only_the_publishers_own_words_stand_in_quotation_marks(edition: str, said: str) -> None:
    document = Document("g/d", "g", "D", "headed", edition, "d.txt", "")
    assert as_quoted("Light it.", document) == said
