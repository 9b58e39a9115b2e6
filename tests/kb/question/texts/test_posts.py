"""A post's asking sentences, each with the post as it is read for it."""

from __future__ import annotations

import pytest

from kb.question.texts.breaks import list_numbers
from kb.question.texts.kinds import asks, points_back, says_little, supposes
from kb.question.texts.posts import asked_in
from kb.records.question import Span

STORY = "My hero stands 2 areas away. He has shield 3."


@pytest.mark.parametrize(
    ("post", "asked"),
    [
        (f"Is he pulled? And how far? {STORY}", ["Is he pulled?", "And how far?"]),
        (f"{STORY} Is he pulled? And how far?", ["Is he pulled?", "And how far?"]),
        (f"{STORY} Is he pulled? My friend says no. How far is he moved?", ["Is he pulled?", "How far is he moved?"]),
        ("Can he attack?\n\nHe was stunned.\nDoes he recover?", ["Can he attack?", "Does he recover?"]),
        (f"{STORY} can he still attack. and does he recover", ["can he still attack.", "and does he recover"]),
        (
            f"{STORY} Please tell me whether he is pulled. I would also like to know how far he goes.",
            ["Please tell me whether he is pulled.", "I would also like to know how far he goes."],
        ),
        (f"1. Is he pulled? 2. How far does he go? {STORY}", ["Is he pulled?", "How far does he go?"]),
        ("Q1: Is he pulled?\nQ2: How far does he go?", ["Is he pulled?", "How far does he go?"]),
        (f"{STORY} Is he pulled, and how far does he go?", ["Is he pulled", "how far does he go?"]),
        ("does the pull reach him and may I stay there", ["does the pull reach him", "may I stay there"]),
        (STORY, []),
    ],
)
def test_every_asking_sentence_is_found_as_it_was_typed(post: str, asked: list[str]) -> None:
    assert [each.said for each in asked_in(post)] == asked
    assert [post[each.span.start : each.span.end] for each in asked_in(post)] == asked


@pytest.mark.parametrize("sign", ["→", "≤", "™", "\ufe0f", "\u2029"])
def test_a_sign_that_stands_for_several_or_no_letters_moves_no_place(sign: str) -> None:
    post = f"{sign}{sign} I play it. Does he move? And does he stay?"
    assert [each.said for each in asked_in(post)] == ["Does he move?", "And does he stay?"]
    assert all(len(each.text) == len(post) for each in asked_in(post))


@pytest.mark.parametrize(
    "idle",
    ["Quick question?", "Can anyone help?", "Any ideas?", "What do you think?", "Hello, how are you?", "Who is right?"],
)
def test_what_asks_for_company_asks_nothing_and_is_not_read(idle: str) -> None:
    assert not asks(idle)
    [only] = asked_in(f"{STORY} Is he pulled? {idle}")
    assert only.said == "Is he pulled?"
    assert idle not in only.text


@pytest.mark.parametrize(
    ("post", "asked"),
    [
        ("Is he pulled? Right? How far?", ["Is he pulled? Right?", "How far?"]),
        ("How far? So I pay 4. Right?", ["How far?", "So I pay 4. Right?"]),
        (
            "Is he pulled? My friend says I lose it. Is he right?",
            ["Is he pulled?", "My friend says I lose it. Is he right?"],
        ),
        ("I play it from my hand. May I?", ["I play it from my hand. May I?"]),
        (
            "How far? Later I tried it in the other phase. Allowed?",
            ["How far?", "Later I tried it in the other phase. Allowed?"],
        ),
        ("How far? It was a long evening. Right?", ["How far?"]),
    ],
)
def test_a_tag_belongs_to_the_sentence_before_it(post: str, asked: list[str]) -> None:
    assert [each.said for each in asked_in(post)] == asked


@pytest.mark.parametrize(
    "one",
    [
        "Which action goes with it? Blast?",
        "Is it lost? I mean does he keep it?",
        "Which of them is it? So the best one?",
    ],
)
def test_a_guess_and_a_rewording_are_no_questions_of_their_own(one: str) -> None:
    assert [each.said for each in asked_in(one)] == [one]


def test_many_words_without_the_form_of_a_question_are_no_guess_at_the_one_before() -> None:
    asked = asked_in("What is he down to? My friend then says only the first of them would have counted for it?")
    assert [each.said for each in asked] == [
        "What is he down to?",
        "My friend then says only the first of them would have counted for it?",
    ]


def test_a_fragment_before_a_question_is_its_story() -> None:
    [only] = asked_in("Wings? How much does it hurt him?")
    assert only.said == "Wings? How much does it hurt him?"
    [only] = asked_in("Wings? He fell far. How much does it hurt him?")
    assert (only.said, only.text) == ("How much does it hurt him?", "Wings? He fell far. How much does it hurt him?")


def test_the_other_questions_of_a_post_are_blank_and_its_story_stands() -> None:
    post = f"Is the archer pulled? {STORY} How many areas is the bandit moved?"
    first, second = (each.text for each in asked_in(post))
    assert "bandit" not in first
    assert "archer" not in second
    for text in (first, second):
        assert STORY in text
        assert len(text) == len(post)


def test_what_is_told_between_two_questions_goes_on_to_the_later_one() -> None:
    post = "He was hit. Is he out? Then he was healed. Is he back? He has no shield."
    first, second = (each.text for each in asked_in(post))
    assert "healed" not in first
    assert "healed" in second
    assert "hit" in first
    assert "hit" in second
    assert "no shield" in first
    assert "no shield" in second


def test_a_question_before_which_nothing_is_told_has_what_is_told_next() -> None:
    post = "Is he out? He was hit by 2. Is he back? He was healed by 4. How far is he?"
    first, second, _ = (each.text for each in asked_in(post))
    assert "hit by 2" in first
    assert "healed" not in first
    assert "healed" not in second


def test_what_is_told_in_an_asking_sentence_is_so_for_the_later_ones() -> None:
    post = "He was hit. Then I play a second shield, is it lost? If he dies, do I win?"
    first, second = (each.text for each in asked_in(post))
    assert "Then I play a second shield, is it lost?" in first
    assert "He was hit. Then I play a second shield." in " ".join(second.split())
    assert "lost" not in second
    assert "dies" not in first


def test_an_indirect_question_is_read_as_a_plain_one_in_its_place() -> None:
    post = f"{STORY} Please tell me whether he is pulled. He is small."
    [asked] = asked_in(post)
    assert " ".join(asked.text.split()) == f"{STORY} he is pulled? He is small."
    assert asked.text.index("he is pulled?") == post.index("he is pulled.")


def test_the_numbers_of_a_list_count_nothing() -> None:
    post = "1. Is he pulled? 2) How far does he go?\n3. Who pays?"
    assert [post[each.start : each.end].strip() for each in list_numbers(post)] == ["1.", "2)", "3."]
    assert not any(digit in each.text for each in asked_in(post) for digit in "123")


@pytest.mark.parametrize("sentence", ["And how many?", "Can he then?", "And what then?", "Why not then?"])
def test_a_sentence_that_says_little_takes_what_was_asked_before_it(sentence: str) -> None:
    assert says_little(sentence)
    _, second = asked_in(f"Does the Condition stop him? {sentence}")
    assert second.text.startswith("Does the Condition stop him?")


def test_after_what_was_told_since_a_question_does_not_point_at_the_one_before() -> None:
    told, since = asked_in("The Condition stopped him. Does he move? He was hit. Is he out then?")
    assert since.before is None
    assert "Does he move" not in since.text
    assert [told.recent, since.recent] == [(Span(0, 26),), (Span(41, 52),)]


def test_what_a_question_tells_before_it_asks_is_told_since_the_one_before() -> None:
    _, second = asked_in("The gem is out. Do I pay? Then I play another twist of mine, does it count for that as well?")
    assert second.before is None


def test_what_somebody_asks_in_quotes_is_asked() -> None:
    post = f'{STORY} How far is he pulled? Kim: "and with two of them?" It was late.'
    first, second = asked_in(post)
    assert (first.said, second.said) == ("How far is he pulled?", "and with two of them?")
    assert second.supposes


def test_what_was_told_last_is_told_before_the_questions_right_before_it_too() -> None:
    _, _, third = asked_in("He was hit. Is he out? He was healed by two. Is he back? How far does he go?")
    assert [third.text[each.start : each.end] for each in third.recent] == ["He was healed by two."]


@pytest.mark.parametrize(
    ("sentence", "supposed", "pointed"),
    [
        ("Would the card be unique then?", True, True),
        ("Whose team is the hero on after that?", True, True),
        ("Who takes the second wound, or another one?", False, True),
        ("Is it inside the aura when the step starts?", False, True),
        ("Who takes the first wound of the turn?", False, False),
        ("When the step starts, has he the aura then?", False, False),
    ],
)
def test_what_points_back_is_told(sentence: str, supposed: bool, pointed: bool) -> None:
    assert (supposes(sentence), points_back(sentence)) == (supposed, pointed)


@pytest.mark.parametrize(
    ("sentence", "first", "second"),
    [
        ("Is he pulled, and are two cards lost?", "Is he pulled?", "are two cards lost?"),
        ("Is he pulled and does he stop?", "Is he pulled?", "Is he pulled? does he stop?"),
        ("If he rests, is he safe, and who pays?", "If he rests, is he safe?", "If he rests, is he safe? who pays?"),
        (
            "If he rests, is he safe, and are two cards lost?",
            "If he rests, is he safe?",
            "If he rests, are two cards lost?",
        ),
    ],
)
def test_of_two_questions_in_a_sentence_each_is_read_by_itself_with_what_it_needs(
    sentence: str, first: str, second: str
) -> None:
    found = asked_in(f"{STORY} {sentence}")
    assert [" ".join(each.text.split()) for each in found] == [f"{STORY} {first}", f"{STORY} {second}"]
    assert all(each.joined for each in found)


def test_a_third_question_of_a_sentence_keeps_the_words_before_the_first() -> None:
    post = "If he rests, is he safe, and are two cards lost, and does he stand up?"
    third = asked_in(post)[2]
    assert " ".join(third.text.split()) == "If he rests, are two cards lost? does he stand up?"
    assert third.lead is not None
    assert post[third.lead.start : third.lead.end] == "If he rests, "


def test_the_same_post_has_the_same_parts() -> None:
    assert asked_in(f"Is he pulled? {STORY}") == asked_in(f"Is he pulled? {STORY}")
