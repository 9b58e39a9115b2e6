"""What games ask a number of is read alike, whatever a game calls it."""

from __future__ import annotations

import pytest

from kb.question.derived import masked
from kb.question.measures import in_plain_nouns, measures_in, measures_of
from kb.question.read import read
from kb.records.question import Form, Question, Span
from kb.words.lexicon import Lexicon
from kb.words.terms import TermIndex
from kb.words.vocabulary import Vocabulary

NUMBERS = (  # the number facts of a made-up game
    "How much loyalty does the vassal have?",
    "How many banners has the house lost?",
    "What is the vassal's momentum?",
    "How much parley is done?",
    "How many knights stand in the field?",
    "How many points do you score?",
)
USED = Lexicon.of(["a vassal who parleyed keeps his loyalty and his momentum", "banners are raised"]).frequency
LEXICON = Lexicon(1, USED, USED, measures=measures_of(NUMBERS, USED))
VOCABULARY = Vocabulary(LEXICON, TermIndex([], LEXICON), ())


def as_read(text: str) -> Question:
    return read(text, VOCABULARY)


def test_the_questions_of_number_facts_tell_what_a_game_asks_a_number_of() -> None:
    assert LEXICON.measures == {"banners": "tokens", "knights": "tokens", "loyalty": "score", "momentum": "score"}


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("how much loyalty does he keep", Form.NUMBER),
        ("He swore twice. What is my vassal's loyalty?", Form.NUMBER),
        ("He swore twice. His loyalty now?", Form.NUMBER),
        ("He betrays me. Loyalty after that?", Form.NUMBER),
        ("greatest momentum?", Form.NUMBER),
        ("Two houses fell. Banners lost?", Form.NUMBER),
        ("what momentum has he?", Form.NUMBER),
        ("Does the vassal keep his loyalty?", Form.YES_NO),
        ("may I raise banners?", Form.YES_NO),
        ("Loyalty oath required?", Form.YES_NO),
        ("Who keeps the loyalty?", Form.WHICH),
    ],
)
def test_a_new_games_stats_are_read_as_those_of_others(question: str, form: Form) -> None:
    assert as_read(question).form is form
    assert read(in_plain_nouns(question, measures_in(question, LEXICON.measures))).form is form


def test_without_the_game_its_words_are_no_stats() -> None:
    assert read("He betrays me. Loyalty after that?").form is Form.YES_NO
    assert read("He betrays me. Score after that?").form is Form.NUMBER


def test_another_reading_of_a_question_knows_its_stats_too() -> None:
    question = as_read("He betrays me. Loyalty after that?")
    other = masked(question, [Span(0, 2)])
    assert (other.measures, other.form) == ((("loyalty", "score"),), Form.NUMBER)


def test_what_a_game_has_as_a_deed_too_is_no_stat() -> None:
    assert "parley" not in LEXICON.measures  # `parley?` may ask whether one may
