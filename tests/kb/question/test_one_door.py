"""A question is read once: behind kb/question/read.py no function takes it, or a part of it, as a string."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

KB = Path(__file__).resolve().parents[3] / "kb"
LAYERS = ("readers", "retrieval", "answering", "evaluation")
QUESTIONS = frozenset({"question", "asked", "asking", "sample", "sentence", "text", "reading", "typed"})
"""What a parameter is called that is a question, or a part of one."""
ANY_TEXT = frozenset(
    {
        "answering/answer.py:answer",  # what was typed: read in its first line
        "retrieval/embedding/encoder.py:vector",  # any text, embedded
        "retrieval/embedding/encoder.py:tokens",
        "retrieval/embedding/encoder.py:length",
        "retrieval/embedding/encoder.py:_encoded",
        "retrieval/embedding/second.py:_ask",
        "retrieval/embedding/second.py:near",
        "retrieval/embedding/second.py:alike",
        "answering/past.py:found",
        "retrieval/classifying/learned.py:grams",  # any text's words, as they are counted
        "retrieval/classifying/learned.py:_counted",
        "retrieval/classifying/learned.py:scores",  # any text, as a model weighs it
        "retrieval/classifying/learned.py:values",
        "retrieval/classifying/learned.py:_weighed",
        "retrieval/embedding/nearness.py:vector",
        "retrieval/embedding/nearness.py:find",
        "retrieval/ranking/meaning.py:nearest",
        "retrieval/ranking/meaning.py:cosines",
        "retrieval/ranking/teaching.py:nothing_learned",
        "readers/assistant/prompts.py:reading_prompt",  # a language model is sent what was typed, and quotes it
        "readers/assistant/prompts.py:answering_prompt",
        "readers/assistant/prompts.py:too_long",
        "readers/assistant/prompts.py:_question",
        "readers/assistant/replies.py:reading_of",
        "readers/assistant/replies.py:_stated",
        "readers/assistant/spans.py:stands",
        "answering/assisting/agreeing.py:_stems",  # any text's words
        "evaluation/fitting/asserting.py:without",
        "evaluation/variants.py:_facts",  # what was typed, to be typed otherwise
    }
)


def of_layer(layer: str) -> list[str]:
    """The functions of a layer's files with a parameter that is a question and annotated `str`: `file:function`."""
    files = sorted((KB / layer).rglob("*.py"))
    return [
        f"{path.relative_to(KB).as_posix()}:{name}" for path in files for name in taken_as_text(path.read_text("utf-8"))
    ]


def taken_as_text(source: str) -> list[str]:
    """The names of such functions in a file's text."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            parameters = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
            told = {each.arg for each in parameters if each.annotation and "str" in _names(each.annotation)}
            if told & QUESTIONS:
                found.append(node.name)
    return found


def _names(annotation: ast.expr) -> set[str]:
    """The names that an annotation holds outside of any brackets: `str` of `str | None`, not of `Sequence[str]`."""
    if isinstance(annotation, ast.BinOp):
        return _names(annotation.left) | _names(annotation.right)
    return {annotation.id} if isinstance(annotation, ast.Name) else set()


@pytest.mark.parametrize("layer", LAYERS)
def test_no_function_takes_a_question_as_a_string(layer: str) -> None:
    assert [each for each in of_layer(layer) if each not in ANY_TEXT] == []


def test_every_exception_is_still_one() -> None:
    assert {each for layer in LAYERS for each in of_layer(layer)} >= ANY_TEXT


def test_a_question_taken_as_a_string_is_found() -> None:
    source = "def one(question: str): ...\ndef two(asked: str | None): ...\ndef three(asked: set[str], of: str): ..."
    assert taken_as_text(source) == ["one", "two"]
