"""What a text asks: a short question is its own story, a post's questions are searched for by their sentence."""

from __future__ import annotations

from kb.question.texts.parts import LETTERS, NEAREST, SEARCHED, nearest_sentences, parts_of, said_beyond
from kb.words.gamenames import GameName
from kb.words.lexicon import Lexicon
from kb.words.terms import TermIndex
from kb.words.vocabulary import Vocabulary

LEXICON = Lexicon.of(["the archer is pulled into an area", "the bandit is moved", "a shield", "a hero of a team"])
GAMES = (GameName("tiny-game", "Tiny Game", ("Tiny Game",)),)
VOCABULARY = Vocabulary(LEXICON, TermIndex([], LEXICON), GAMES)
STORY = "We played until late. The archer stood in an area on the left. The bandit had a shield. It was fun."


def test_a_short_question_is_its_own_story() -> None:
    [part] = parts_of("The archer is near. Is he pulled?", VOCABULARY)
    assert part.short
    assert (part.said, part.own) == ("Is he pulled?", part.whole)


def test_a_text_that_asks_nothing_is_one_question() -> None:
    [part] = parts_of("pulled  archer", VOCABULARY)
    assert (part.said, part.whole.text) == ("pulled archer", "pulled archer")


def test_each_question_of_a_post_has_its_story_and_no_other_question() -> None:
    first, second = parts_of(f"Is the archer pulled? {STORY} How far is the bandit moved?", VOCABULARY)
    assert (first.said, second.said) == ("Is the archer pulled?", "How far is the bandit moved?")
    assert (
        first.near.text
        == first.own.text
        == f"{STORY} Is the archer pulled?".lower().replace("it was fun", "it was Fun")
    )
    assert "on the left. the bandit had" in first.whole.text
    assert "how far is" not in first.whole.text
    assert first.whole.original == f"Is the archer pulled? {STORY} How far is the bandit moved?"


def test_a_line_that_was_wrapped_is_no_sentence_by_itself_but_a_short_line_is() -> None:
    wrapped = "The archer has a shield and stands beside\nthe bandit. Is the archer\npulled? Is the bandit moved?"
    first, second = parts_of(wrapped, VOCABULARY)
    assert (first.said, second.said) == ("Is the archer pulled?", "Is the bandit moved?")
    assert "beside the bandit. is the archer pulled?" in first.own.text
    chatted = "archer has a shield\nis he pulled?\nis the bandit moved?"
    assert [part.said for part in parts_of(chatted, VOCABULARY)] == ["is he pulled?", "is the bandit moved?"]


def test_of_a_long_story_the_nearest_sentences_are_searched_for() -> None:
    long = f"{STORY} {' '.join(['We argued about the evening and the weather for a while.'] * 4)}"
    first, second = parts_of(f"Is the archer pulled? {long} How far is the bandit moved?", VOCABULARY)
    assert first.own.text == "is the archer pulled?"
    assert first.near.text == "the archer stood in an area on the left. is the archer pulled?"
    assert second.near.text == "the bandit had a shield. how far is the bandit moved?"


def test_what_was_told_last_is_near_a_question_whatever_words_it_shares() -> None:
    post = "The archer is pulled by 3. Is he moved? The bandit has a shield. Is an archer hit? It was fun."
    first, second = parts_of(post, VOCABULARY)
    assert second.near.text == "the bandit has a shield. is an archer hit?"
    assert second.whole.latest is not None
    assert post[second.whole.latest.start : second.whole.latest.end] == "The bandit has a shield. Is an archer hit?"
    assert first.whole.latest is not None
    assert first.whole.latest.start == 0


def test_a_story_that_is_told_at_once_is_all_of_it_told_last() -> None:
    first, second = parts_of("The archer stood above. Is he pulled? Is the bandit moved?", VOCABULARY)
    assert (first.whole.latest, second.whole.latest) == (None, None)


def test_a_question_of_a_post_is_read_without_the_story_too() -> None:
    """It may be about something else: `Also, can a Wound be moved?`."""
    post = "The archer stood above. Is he pulled? Is the bandit moved?"
    first, second = parts_of(post, VOCABULARY)
    assert first.near.text == "the archer stood above. is he pulled?"
    assert second.near.text == "the archer stood above. is the bandit moved?"
    assert second.alone is not None
    assert second.alone.whole.text == "is the bandit moved?"
    assert second.alone.whole.original == post
    assert parts_of("The archer stood above. Is he pulled?", VOCABULARY)[0].alone is None


def test_what_is_supposed_is_told_and_the_question_before_is_asked_again() -> None:
    post = "The archer has a shield. How far is he moved? And what if it was a bandit with 3 shields?"
    second = parts_of(post, VOCABULARY)[1]
    assert second.near.text == ("the archer has a shield. and if it was a bandit with 3 shields. how far is he moved?")
    instead = second.whole.instead
    assert instead is not None
    assert instead.supposed
    assert post[instead.what.start : instead.what.end] == "if it was a bandit with 3 shields?"


def test_the_letters_of_a_part_are_traced_to_the_post() -> None:
    post = f"Is the archer pulled? {STORY} How far is the bandit moved?"
    parts = parts_of(post, VOCABULARY)
    assert len(parts) == 2
    for part in parts:
        at = part.whole.text.index("bandit")
        assert post[part.whole.places[at] :].startswith("bandit")


def test_a_long_story_is_not_searched_for_as_a_whole() -> None:
    long = " ".join(["We argued about the evening and the weather for a long while."] * 5)
    [part] = parts_of(f"{long} Is the archer pulled?", VOCABULARY)
    assert not part.short
    assert part.near.text == "is the archer pulled?"
    assert part.whole.text == f"{long} Is the archer pulled?".lower()


def test_a_game_that_the_story_names_is_the_game_of_every_question() -> None:
    parts = parts_of(f"Is the archer pulled? We played Tiny Game. {STORY} How far is he moved?", VOCABULARY)
    assert [part.whole.game for part in parts] == ["tiny-game", "tiny-game"]


def test_the_nearest_sentences_share_the_most_telling_words() -> None:
    story = ["It was late.", "The archer stood in an area.", "The bandit has a shield.", "The archer has a shield."]
    found = nearest_sentences("Does the archer keep his shield?", story, LEXICON)
    assert len(found) == NEAREST
    assert found[-1] == "The archer has a shield."
    assert nearest_sentences("Does it rain?", story, LEXICON) == []


def test_only_so_many_questions_are_read() -> None:
    """Each is read with all words around it: of a text that asks fifty the others are only named."""
    text = "Is the archer pulled? How far is the bandit moved? Is he pushed?"
    read = [part.said for part in parts_of(text, VOCABULARY, most=2)]
    assert read == ["Is the archer pulled?", "How far is the bandit moved?"]
    assert said_beyond(text, 2) == ("Is he pushed?",)


def test_the_questions_of_a_long_text_share_what_is_read() -> None:
    """Each has the words before it: four of 2,000 characters were read four times whole."""
    told = " ".join(f"The bandit of area {each} was moved." for each in range(12))
    text = " ".join(f"{told} Is archer {each} pulled?" for each in ("one", "two", "three", "four"))
    parts = parts_of(text, VOCABULARY)
    assert [len("".join(part.whole.text.split())) <= LETTERS // 4 for part in parts] == [True] * 4
    assert [len(part.near.text) <= SEARCHED[1] // 4 for part in parts] == [True] * 4
    for part, each in zip(parts, ("one", "two", "three", "four"), strict=True):
        assert part.whole.text.endswith(f"is archer {each} pulled?") or each == "one"
        assert f"is archer {each} pulled?" in part.whole.text
        assert part.own.text == f"is archer {each} pulled?"


def test_of_a_sentence_that_is_longer_than_its_share_the_end_is_read() -> None:
    text = f"Is he pulled? Is {'the archer and ' * 90}the bandit moved?"
    _, long = parts_of(text, VOCABULARY)
    assert len("".join(long.whole.text.split())) <= LETTERS // 2
    assert long.whole.text.endswith("and the bandit moved?")


def test_what_asks_the_same_of_something_else_keeps_the_question_before_and_says_which_thing_is_new() -> None:
    post = "Does the shield stop the archer? And what about the bandit?"
    second = parts_of(post, VOCABULARY)[1]
    instead = second.whole.instead
    assert instead is not None
    assert post[instead.before.start : instead.before.end] == "Does the shield stop the archer?"
    assert post[instead.what.start : instead.what.end] == "bandit"
    assert second.whole.text == "does the shield stop the archer? and what about the bandit?"


def test_two_questions_of_one_sentence_are_both_searched_for_with_its_short_story() -> None:
    post = "The archer stood above. If pulled, is the bandit moved, and are shields lost?"
    first, second = parts_of(post, VOCABULARY)
    assert (first.said, second.said) == ("If pulled, is the bandit moved", "are shields lost?")
    assert first.near.text == "the archer stood above. if pulled, is the bandit moved?"
    assert second.near.text == "the archer stood above. if pulled, are shields lost?"
    assert second.alone is not None
    assert second.alone.own.text == "if pulled, are shields lost?"
    assert second.whole.original == post
