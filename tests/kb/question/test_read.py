"""What a question says before anything is looked up."""

from __future__ import annotations

import pytest

from kb.question.read import read as read_text
from kb.records import Term
from kb.records.question import Question
from kb.words.gamenames import GameName
from kb.words.lexicon import Lexicon
from kb.words.terms import TermIndex
from kb.words.vocabulary import Vocabulary

TEXTS = ["press reduces a character's recruit cost", "a large enemy is not pulled", "a hero wants heroes", "the ages"]
LEXICON = Lexicon.of(TEXTS)
INDEX = TermIndex([Term("t", "vs-system", "press", "glossary", ("pressed",))], LEXICON)
GAMES = (
    GameName("vs-system", "VS System", ("VS System", "vs-system", "vs")),
    GameName("agemonia", "Agemonia", ("Agemonia", "age monia")),
    GameName("heroes-wanted", "Heroes Wanted", ("Heroes Wanted", "HW")),
    GameName("duel-of-ages", "Duel of Ages", ("Duel of Ages", "DoA")),
)


def read(question: str) -> Question:
    return read_text(question, Vocabulary(LEXICON, INDEX, GAMES))


@pytest.mark.parametrize(
    ("question", "game"),
    [
        ("In Agemonia, can I pull a large enemy?", "agemonia"),
        ("vs: does press stack", "vs-system"),
        ("VS-System press question", "vs-system"),
        ("can I pull a large enemy?", ""),
        ("hero versus villain", ""),
        ("a press character vs a large enemy, who wins?", ""),
        ("/rules agemonia conflict=card_vs_book", "agemonia"),
        ("does press stack in vs", "vs-system"),
        ("does vs let me press", "vs-system"),
        ("is vs like agemonia?", ""),
    ],
)
def test_the_game_is_read_only_where_the_question_names_one(question: str, game: str) -> None:
    assert read(question).game == game


@pytest.mark.parametrize(
    ("question", "game", "text"),
    [
        ("hw much does a press character cost", "", "how much does a press character cost"),
        ("hw, a press character?", "heroes-wanted", "a press character?"),
        ("agemona: can I pull a large enemy?", "agemonia", "can I pull a large enemy?"),
        ("can i pull a large enemy in agmonia", "agemonia", "can I pull a large enemy"),
        ("vs sytem, a press character?", "vs-system", "a press character?"),
        ("/press game=vs-system character", "vs-system", "/press character"),
        ("agemonia game=agemonia character", "agemonia", "character"),
        ("duel of agess a large enemy?", "duel-of-ages", "a large enemy?"),
        ("dule of ages a large enemy?", "duel-of-ages", "a large enemy?"),
        ("heros wantd a large enemy?", "heroes-wanted", "a large enemy?"),
        ("a hero wants heroes", "", "a hero wants heroes"),
        ("is agemona like vs sytem?", "", None),
    ],
)
def test_a_games_name_is_heard_through_a_typing_error(question: str, game: str, text: str | None) -> None:
    reading = read(question)
    assert reading.game == game
    assert text is None or reading.text == text


def test_the_games_name_is_not_searched_for() -> None:
    assert read("In Agemonia, can I pull a large enemy?").text == "can I pull a large enemy?"


def test_misspellings_are_mended_and_told() -> None:
    reading = read("does recuit cost chnage")
    assert "recruit" in reading.text
    assert [(each.written, each.read) for each in reading.corrections] == [("recuit", "recruit")]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Recuit costs less?", "recruit costs less?"),
        ("can Jeremy win?", "can Jeremy win?"),
        ("can jeremy win?", "can Jeremy win?"),
        ("can anemy win?", "can enemy win?"),
    ],
)
def test_names_of_persons_are_left_as_they_are(question: str, text: str) -> None:
    assert read(question).text == text


def test_a_section_is_read_by_number() -> None:
    assert read("what does section 3.2 say about press").sections == ("3.2",)


@pytest.mark.parametrize(
    "question", ["\x00", "\u202e" * 50, "ﬁ" * 99, "𝔸𝔹", "'; DROP TABLE clauses; --", "a" * 100_000]
)
def test_odd_questions_are_read_without_an_error(question: str) -> None:
    assert read(question).original == question


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("a press 3 n a press 2", "a press 3 and a press 2"),
        ("a cost higher then 4, then a press", "a cost higher than 4, then a press"),
        ("a hero n=3", "a hero n=3"),
        ("a large enemy w/ press", "a large enemy with press"),
        ("a large enemy w/o press", "a large enemy without press"),
        ("/ask reduces=cost enemy!=large_hero", "/ask reduces=cost enemy: not large hero,"),
    ],
)
def test_what_is_short_for_words_is_written_out(question: str, text: str) -> None:
    assert read(question).text == text


def test_every_letter_knows_where_it_was_typed() -> None:
    typed = "In Agemonia,  can’t I PULL a lage enemey w/o press?"
    question = read(typed)
    assert question.text == "can't I pull a large enemy without press?"
    for word, written in {"can": "can", "pull": "PULL", "large": "lage", "enemy": "enemey", "without": "w/o"}.items():
        start = question.text.index(word)
        assert typed[question.places[start] :].startswith(written)


def test_a_term_stands_where_it_is_named_in_the_text_that_is_read() -> None:
    question = read("does recuit cost chnage with press")
    assert [question.text[each.start : each.end] for each in question.mentions] == ["press"]


def test_more_than_once_is_a_second_time_in_questions() -> None:
    assert read("May a hero press more than once?").text == "may a hero press a second time?"
    assert read_text("May a hero press more than once?").operators, "of a check's title it is a comparison"
