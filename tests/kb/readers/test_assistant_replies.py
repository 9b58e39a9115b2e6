"""A language model's reply, held against the question: names, types, ranges, spans, lists."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kb.errors import Place
from kb.readers.assistant.prompts import MOST_TOKENS, answering_prompt, reading_prompt, too_long
from kb.readers.assistant.replies import Said, UnfitError, reading_of, said_of, told
from kb.readers.assistant.spans import stands
from kb.readers.port import Candidate
from kb.records import Clause, Kind, digest
from kb.records.checks import Check, Slot
from kb.records.types import FactType, Schema, Type

PLACE = Place("facts.toml")


def fact(name: str, value: Type | None, many: bool = False, of: bool = False) -> FactType:
    args = (Type("entity", entity="player"),) if of else ()
    return FactType(name, args, value, many, None, f"What of {name}?", name, "", (), (), "", PLACE)


ROWS = Type("enum", words=(("front", "the front row"), ("support", "the support row")))
FACTS = {
    "stunned": fact("stunned", None),
    "cost": fact("cost", Type("int", low=0, high=20)),
    "row": fact("row", ROWS),
    "card": fact("card", Type("card")),
    "fame": fact("fame", Type("int", low=0, high=99), of=True),
    "tied": fact("tied", None, of=True),
    "dice": fact("dice", Type("int", low=1, high=6), many=True),
}
SLOTS = (
    *(Slot(name, name, ()) for name in ("stunned", "cost", "row", "card", "dice")),
    Slot("players", "", (), each="player", properties=("fame", "tied")),
)
CHECK = Check("c", "g", "How much does it cost?", "number", ("c",), None, (), (), (), SLOTS)
ASKED = (*((name, f"What of {name}?") for name in FACTS if name not in ("fame", "tied")),)
ASKED += (("players.fame", "How much fame?"), ("players.tied", "Is it tied?"))
CANDIDATE = Candidate(CHECK, Schema(facts=FACTS), 0.9, ASKED, ("Ego, the Living Planet", "Ultron", "Ultimo"))


def reply(*facts: dict[str, Any], **others: Any) -> str:
    return json.dumps({"check": "g/c", "asks": "same", "claimed": None, "facts": list(facts)} | others)


def one(name: str, value: object, said: str, of: str = "") -> dict[str, Any]:
    return {"name": name, "of": of, "value": value, "said": said}


def values(question: str, *facts: dict[str, Any]) -> dict[str, object]:
    found = reading_of(reply(*facts), question, [CANDIDATE])
    return {each.name: told(each.value) for each in found.facts}


@pytest.mark.parametrize(
    ("said", "text", "place"),
    [
        ("2 oil", "I have 2 oil left", (7, 12)),
        ("HE ISN'T stunned", "so he isn’t  stunned", (3, 20)),
        ("oil.", "2 oil", (2, 5)),
        ("tun", "stunned", None),
        ("2 oil", "22 oil", None),
        ("", "anything", None),
        ("?!", "what?!", None),
        (".*", "anything", None),
    ],
)
def test_words_stand_in_a_question_whole_or_not_at_all(said: str, text: str, place: tuple[int, int] | None) -> None:
    assert stands(said, text) == place


@pytest.mark.parametrize(
    ("question", "given", "found"),
    [
        ("he is stunned", one("stunned", True, "is stunned"), {"stunned": True}),
        ("he is stunned", one("stunned", "true", "is stunned"), {"stunned": True}),
        ("it costs 4", one("cost", 4, "costs 4"), {"cost": 4}),
        ("it costs four", one("cost", "4", "costs four"), {"cost": 4}),
        ("3 and 2 of them", one("cost", 5, "3 and 2 of them"), {"cost": 5}),
        ("it costs nothing", one("cost", 0, "costs nothing"), {"cost": 0}),
        ("it costs 4", one("cost", 5, "costs 4"), {}),
        ("it is dear", one("cost", 9, "is dear"), {}),
        ("it costs 4", one("cost", 4, "cost of 4"), {}),
        ("at the front", one("row", "front", "at the front"), {"row": "front"}),
        ("with ego out", one("card", "ego", "ego"), {"card": "Ego, the Living Planet"}),
        ("with ult out", one("card", "ult", "ult"), {}),
        ("with Bob out", one("card", "Bob", "Bob"), {}),
    ],
)
def test_a_fact_is_taken_where_the_question_states_it(
    question: str, given: dict[str, Any], found: dict[str, object]
) -> None:
    assert values(question, given) == found


def test_a_fact_that_is_stated_in_two_ways_is_stated_in_none() -> None:
    assert values("it costs 4, no, 5", one("cost", 4, "costs 4"), one("cost", 5, "5")) == {}


def test_what_takes_several_values_has_them_all() -> None:
    assert values("I rolled 3 and 5", one("dice", 3, "3"), one("dice", 5, "5")) == {"dice": [3, 5]}


def test_a_list_is_made_of_what_is_said_of_each_thing() -> None:
    question = "Ann has 41 fame, Bo 38 and is tied"
    facts = (
        one("players.fame", 41, "Ann has 41 fame", "Ann"),
        one("players.fame", 38, "Bo 38", "Bo"),
        one("players.tied", True, "is tied", "Bo"),
        one("players.fame", 12, "12 fame", "Cy"),
    )
    assert values(question, *facts) == {"players": [{"id": "Ann", "fame": 41}, {"id": "Bo", "fame": 38, "tied": True}]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "no JSON",
        "[1]",
        "{}",
        reply(check="g/other"),
        reply(check=["g/c"]),
        reply(asks="maybe"),
        reply(asks="claim", claimed=None),
        reply(facts={}),
        reply(facts=[[]]),
        reply(one("gold", 1, "1")),
        reply(one("stunned", 1, "1")),
        reply(one("cost", True, "4")),
        reply(one("cost", 21, "21")),
        reply(one("cost", 1.5, "1.5")),
        reply(one("row", "back", "back")),
        reply({**one("cost", 4, "4"), "said": 4}),
        reply(*[one("cost", 4, "4")] * 41),
    ],
)
def test_what_does_not_fit_is_an_error(text: str) -> None:
    with pytest.raises(UnfitError):
        reading_of(text, "it costs 4, 21 or 1.5 at the back", [CANDIDATE])


def test_a_claimed_number_is_kept_beside_the_facts() -> None:
    found = reading_of(
        reply(one("cost", 4, "costs 4"), asks="claim", claimed=3), "it costs 4, so I pay 3?", [CANDIDATE]
    )
    assert (found.claimed, [each.value for each in found.facts]) == (3, [4])


def test_no_check_is_a_reading_without_one() -> None:
    assert not reading_of(reply(check="none"), "why?", [CANDIDATE]).settles


@pytest.mark.parametrize(
    ("kind", "answer", "value"),
    [
        ("yes_no", "Yes.", True),
        ("yes_no", "no", False),
        ("number", "-2", -2),
        ("text", "the support row", "the support row"),
    ],
)
def test_what_the_clauses_say_has_a_kind(kind: str, answer: str, value: object) -> None:
    assert said_of(json.dumps({"kind": kind, "answer": answer, "clause": 1}), 3) == Said(kind, value, 1)


@pytest.mark.parametrize(
    "text",
    [
        '{"kind": "yes_no", "answer": "perhaps", "clause": 1}',
        '{"kind": "number", "answer": "four", "clause": 1}',
        '{"kind": "text", "answer": "", "clause": 1}',
        '{"kind": "yes_no", "answer": true, "clause": 1}',
        '{"kind": "yes_no", "answer": "yes", "clause": 9}',
        '{"kind": "yes_no", "answer": "yes", "clause": true}',
        '{"kind": "other", "answer": "yes", "clause": 1}',
        '{"answer": "yes"}',
    ],
)
def test_an_answer_that_does_not_fit_is_an_error(text: str) -> None:
    with pytest.raises(UnfitError):
        said_of(text, 3)


LONG = "word " * 4_000
CLAUSES = [
    Clause(
        id=f"g/d#{number}", game="g", document="g/d", headings=("A heading " * 40,), text=LONG, kind=Kind.RULE, start=0,
        end=len(LONG), digest=digest(LONG), ordinal=number,
    )
    for number in range(5)
]  # fmt: skip
WIDE = Candidate(
    Check("wide", "g", "Wide? " * 200, "yes_no", ("wide",), None, (), (), (), SLOTS), Schema(facts=FACTS), 0.5,
    tuple((name, "What is it? " * 100) for name, _ in ASKED),
)  # fmt: skip


@pytest.mark.parametrize("question", ["Why?", "x" * 2_400, '"' * 1_200, "é" * 2_400])
@pytest.mark.parametrize("candidates", [[CANDIDATE] * 6, [WIDE] * 6, []], ids=["usual", "wide", "none"])
def test_every_prompt_stays_within_its_tokens_even_the_second_try(question: str, candidates: list[Candidate]) -> None:
    assert not too_long(question, "")
    reading, kept = reading_prompt(question, "", "A game", candidates, CLAUSES)
    for prompt in (reading, answering_prompt(question, "", "A game", CLAUSES)):
        assert prompt.tokens <= MOST_TOKENS
        assert prompt.with_error("r" * 9_000, "e" * 9_000).tokens <= MOST_TOKENS
    assert len(kept) <= 6


def test_a_question_that_is_longer_as_json_is_not_sent() -> None:
    assert too_long("\x01" * 900, "")
    assert too_long("x" * 1_500, "x" * 1_500)
