"""A post that asks several things: each question has its own answer, and no answer mixes two."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.answering.answer import MOST_PARTS, answer
from kb.knowledge import KnowledgeBase
from kb.question.texts.posts import asked_in

POSTS = Path(__file__).resolve().parents[2] / "questions" / "posts" / "practice" / "posts.jsonl"
PRACTICE = [json.loads(line) for line in POSTS.read_text("utf-8").splitlines()]
SHOWN = [each for each in PRACTICE if each["game"] == "vs-system"]
TWO = "Can a stunned character attack? We argued about it for an hour. How many points does a wreck cost?"


@pytest.mark.parametrize("post", PRACTICE, ids=[each["id"] for each in PRACTICE])
def test_every_question_of_a_practice_post_is_found_and_read_without_the_others(post: dict[str, object]) -> None:
    text, wanted = str(post["post"]), [" ".join(each["ask"].split()) for each in post["parts"]]  # type: ignore[attr-defined]
    found = asked_in(text)
    assert [each.said for each in found] == wanted
    for each in found:
        others = [text[other.span.start : other.span.end] for other in found if other not in (each,)]
        kept = text[each.before.start : each.before.end] if each.before else ""
        assert not [other for other in others if other in each.text and other != kept]


@pytest.mark.parametrize("post", SHOWN, ids=[each["id"] for each in SHOWN])
def test_every_answer_to_a_practice_post_names_its_question(base: KnowledgeBase, post: dict[str, object]) -> None:
    text, wanted = str(post["post"]), [" ".join(each["ask"].split()) for each in post["parts"]]  # type: ignore[attr-defined]
    found = answer(base, text)
    assert [each.asked for each in found.parts] == wanted
    for each in found.parts:
        assert each.summary == f"“{each.asked}” {each.sentence}"
        assert not [other for other in wanted if other != each.asked and other in each.summary]
        assert (each.question, each.parts) == (text, ())
    assert (found.asked, found.summary, found.outcome) == (wanted[0], found.parts[0].summary, found.parts[0].outcome)


def test_the_post_is_the_first_of_its_answers(base: KnowledgeBase) -> None:
    found = answer(base, TWO)
    first, second = found.parts
    assert (first.asked, second.asked) == ("Can a stunned character attack?", "How many points does a wreck cost?")
    assert (found.verdict, found.citations, found.ruling) == (first.verdict, first.citations, first.ruling)
    assert found.left == ()


def test_the_answer_to_a_part_is_the_one_to_its_question_alone(base: KnowledgeBase) -> None:
    alone = answer(base, "Can a stunned character attack?", "vs-system")
    part = answer(base, TWO, "vs-system").parts[0]
    assert (part.outcome, part.verdict, part.sentence) == (alone.outcome, alone.verdict, alone.sentence)
    assert [each.clause.id for each in part.citations] == [each.clause.id for each in alone.citations]


@pytest.mark.parametrize(
    ("story", "asked"),
    [
        ("My guy is stunned.", "Can he attack?"),  # asked of the story
        ("I hold 3 locations.", "My guy is stunned, can he attack?"),  # asked of something else
    ],
)
def test_a_question_of_a_post_is_answered_with_its_story_or_without_it(
    base: KnowledgeBase, story: str, asked: str
) -> None:
    alone = answer(base, asked if "guy" in asked else f"{story} {asked}", "vs-system")
    part = answer(base, f"{story} {asked} How many points does a wreck cost?", "vs-system").parts[0]
    assert alone.verdict is not None
    assert (part.outcome, part.verdict) == (alone.outcome, alone.verdict)


def test_two_questions_in_one_sentence_are_answered_one_by_one(base: KnowledgeBase) -> None:
    one = "Can a stunned character attack, and how many points does a wreck cost?"
    found = answer(base, one, "vs-system")
    apart = answer(base, "Can a stunned character attack? How many points does a wreck cost?", "vs-system")
    assert [each.asked for each in found.parts] == [
        "Can a stunned character attack",
        "how many points does a wreck cost?",
    ]
    assert [each.summary for each in found.parts] == [f"“{each.asked}” {each.sentence}" for each in found.parts]
    assert [each.sentence for each in found.parts] == [each.sentence for each in apart.parts]


def test_more_questions_of_one_sentence_than_are_answered_are_named(base: KnowledgeBase) -> None:
    asked = [f"can a character with {name} attack" for name in ("flight", "range", "press", "boost", "cosmic")]
    found = answer(base, " and ".join(asked), "vs-system")
    assert [each.asked for each in found.parts] == asked[:MOST_PARTS]
    assert found.left == tuple(asked[MOST_PARTS:])


def test_more_questions_than_are_answered_are_named(base: KnowledgeBase) -> None:
    asked = [
        f"Can a character with {name} attack?" for name in ("flight", "range", "press", "boost", "cosmic", "loyalty")
    ]
    found = answer(base, " ".join(asked), "vs-system")
    assert [each.asked for each in found.parts] == asked[:MOST_PARTS]
    assert found.left == tuple(asked[MOST_PARTS:])


def test_a_single_question_has_no_parts_and_says_what_it_answers(base: KnowledgeBase) -> None:
    found = answer(base, "I have two of them. Can a stunned character attack? Thanks!", "vs-system")
    assert (found.asked, found.parts, found.left) == ("Can a stunned character attack?", (), ())
    assert found.summary == found.sentence


def test_a_long_story_around_one_question_does_not_sink_it(base: KnowledgeBase) -> None:
    story = "It was a long evening at my brother's place with pizza, rain and a cat that slept on the rulebook. " * 5
    alone = answer(base, "Can a stunned character attack?", "vs-system")
    told = answer(base, f"{story}Can a stunned character attack? {story}", "vs-system")
    assert told.citations[0].clause.id == alone.citations[0].clause.id
    assert told.support.probability == pytest.approx(alone.support.probability)
