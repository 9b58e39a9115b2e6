"""A model measured without a server: prompts to a file, replies from another, scored as ever."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kb.errors import SourceError
from kb.evaluation.assisted import Recorded, assisted_table, judge_recorded, load_replies, prompts
from kb.evaluation.questions import LabelledQuestion
from kb.evaluation.sets import Keyed, score_set
from kb.knowledge import KnowledgeBase
from tests.kb.answering.assisting.test_assisted import NO, QUESTION, READ, YES

GAME = "tiny-game"
VERDICT = {"verdict": {"kind": "yes_no", "value": True}}
CLAUSE = {"tiny-game/rules#the-night.b2": 2}
ONE = LabelledQuestion("one", GAME, f"Tiny game: {QUESTION}", "player", True, "answerable", CLAUSE, VERDICT)


def replied(lines: list[dict[str, object]], reading: object, said: object) -> dict[str, str]:
    """The replies to prompts, by id."""
    return {str(each["id"]): json.dumps(reading if ".reading." in str(each["id"]) else said) for each in lines}


def test_each_question_has_two_prompts_with_messages_and_schema(base: KnowledgeBase) -> None:
    lines = prompts(base, [("one", ONE.question)])
    assert sorted(str(each["id"]).rpartition(".")[0] for each in lines) == ["one.answer", "one.reading"]
    assert all(set(each) == {"id", "messages", "schema"} for each in lines)
    assert all([message["role"] for message in each["messages"]] == ["system", "user"] for each in lines)


@pytest.mark.parametrize(("said", "ending"), [(YES, "right"), (NO, "cited")], ids=["agree", "differ"])
def test_replies_are_scored_like_any_answer(base: KnowledgeBase, said: object, ending: str) -> None:
    replies = replied(prompts(base, [("one", ONE.question)]), READ, said)
    judged = judge_recorded(base, [ONE], replies)
    assert [each.verdict_is for each in judged] == [ending]
    assert "right 1 of 1" in assisted_table(judged)


def test_a_set_with_a_key_is_scored_with_replies_too(base: KnowledgeBase) -> None:
    replies = replied(prompts(base, [("one", ONE.question)]), READ, YES)
    keyed = Keyed("one", "kind", GAME, ONE.question, True)
    assert [each.ending for each in score_set(base, [keyed], Recorded(replies).of)] == ["right"]


def test_a_reply_to_another_prompt_is_none(base: KnowledgeBase) -> None:
    judged = judge_recorded(base, [ONE], {"one.reading.0000000000": json.dumps(READ)})
    assert [str(each.reader.failure) for each in judged] == ["off"]


def test_a_reply_with_a_line_separator_is_one_reply(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    path.write_text('{"id": "a", "answer": "so\u2028it is"}\n', "utf-8")
    assert load_replies(path) == {"a": "so\u2028it is"}


def test_replies_are_read_as_texts_or_objects_and_bad_lines_are_named(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    path.write_text('{"id": "a", "answer": {"check": "none"}}\n\n{"id": "b", "answer": "{}"}\n')
    assert load_replies(path) == {"a": '{"check": "none"}', "b": "{}"}
    path.write_text('{"id": "a"}\nno\n')
    with pytest.raises(SourceError) as raised:
        load_replies(path)
    assert [each.place.line for each in raised.value.problems] == [1, 2]
