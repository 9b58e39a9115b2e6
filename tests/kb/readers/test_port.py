"""What holds of every reader: its check is a candidate, its facts are the check's, its words are the question's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from kb.errors import Place
from kb.readers.assistant.reader import AssistantReader
from kb.readers.assistant.wire import ChatModel
from kb.readers.port import Candidate, Reader
from kb.readers.words import WordsReader
from kb.records import Clause, Kind, digest
from kb.records.checks import Check, Slot
from kb.records.reading import Asks
from kb.records.types import FactType, Schema, Type
from tests.kb.fakes import read
from tests.support.chat_server import Request, chat_server

TEXT = "A keeper on the top floor may spend 1 oil to light the lamp."
CLAUSE = Clause(
    id="lamp/rules#night.p1", game="lamp", document="lamp/rules", headings=("Night",), text=TEXT, kind=Kind.RULE,
    start=0, end=len(TEXT), digest=digest(TEXT), ordinal=0,
)  # fmt: skip
QUESTION = "We are on the top floor with 2 oil tokens. May I light the lamp?"


def fact(name: str, value: Type | None, forms: tuple[str, ...]) -> FactType:
    """A fact without arguments."""
    return FactType(
        name=name, args=(), value=value, many=False, default=None, question=f"What of {name}?", sentence=name,
        denial=f"not {name}", forms=forms, labels=(), clause="", place=Place("facts.toml"),
    )  # fmt: skip


SCHEMA = Schema(
    facts={
        "floor": fact("floor", None, ("top floor",)),
        "oil": fact("oil", Type("int", low=0, high=5), ("oil", "oil tokens")),
    }
)
SLOTS = (Slot("floor", "floor", (), forms=("top floor",)), Slot("oil", "oil", (), forms=("oil", "oil tokens")))


def candidate(name: str, score: float) -> Candidate:
    check = Check(name, "lamp", "May this keeper light the lamp?", "yes_no", (name,), None, (CLAUSE.id,), (), (), SLOTS)
    asked = (("floor", "Is it on the top floor?"), ("oil", "How many oil has it?"))
    return Candidate(check, SCHEMA, score, asked)


CANDIDATES = (candidate("light", 0.9), candidate("put-out", 0.2))


def scripted(request: Request) -> dict[str, Any]:
    """What a model says that reads the words of this file's question, and of no other."""
    if "top floor" not in request["messages"][1]["content"].rpartition("QUESTION")[2]:
        return {"check": "none", "asks": "same", "claimed": None, "facts": []}
    facts = [
        {"name": "floor", "of": "", "value": True, "said": "on the top floor"},
        {"name": "oil", "of": "", "value": 2, "said": "2 oil tokens"},
        {"name": "oil", "of": "", "value": 4, "said": "four of them"},
    ]
    return {"check": "lamp/light", "asks": "same", "claimed": None, "facts": facts}


@contextmanager
def words_reader() -> Iterator[Reader]:
    yield WordsReader()


@contextmanager
def assistant_reader() -> Iterator[Reader]:
    pytest.importorskip("openai")
    with chat_server(scripted) as server:
        yield AssistantReader(ChatModel(server.url, "scripted"), "Lamp")


@pytest.fixture(params=[words_reader, assistant_reader], ids=["words", "assistant"])
def reader(request: pytest.FixtureRequest) -> Iterator[Reader]:
    with request.param() as opened:
        yield opened


def test_it_names_itself(reader: Reader) -> None:
    assert (reader.kind, reader.model) in {("words", ""), ("assistant", "scripted")}


def test_its_check_is_a_candidate(reader: Reader) -> None:
    found = reader.read(read(QUESTION), CANDIDATES, [CLAUSE])
    assert found.settles
    assert found.check == "lamp/light"
    assert (found.asks, found.claimed) == (Asks.SAME, None)


def test_it_reads_what_the_question_states(reader: Reader) -> None:
    found = reader.read(read(QUESTION), CANDIDATES, [CLAUSE])
    assert {each.name: each.value for each in found.facts} == {"floor": True, "oil": 2}


def test_the_words_of_a_fact_stand_in_the_question_as_it_was_typed(reader: Reader) -> None:
    question = read(f"  {QUESTION}")
    facts = reader.read(question, CANDIDATES, [CLAUSE]).facts
    assert facts
    for each in facts:
        assert each.text
        assert question.original[each.start : each.end] == each.text
        assert 0 < each.probability <= 1


def test_a_fact_of_its_check_is_of_the_facts_type(reader: Reader) -> None:
    facts = reader.read(read(QUESTION), CANDIDATES, [CLAUSE]).facts
    assert {each.name: type(each.value) for each in facts} == {"floor": bool, "oil": int}


def test_without_candidates_nothing_is_settled(reader: Reader) -> None:
    found = reader.read(read(QUESTION), (), [CLAUSE])
    assert (found.settles, found.facts) == (False, ())


def test_what_a_question_does_not_say_is_not_stated(reader: Reader) -> None:
    assert reader.read(read("May I light it?"), CANDIDATES, [CLAUSE]).facts == ()
