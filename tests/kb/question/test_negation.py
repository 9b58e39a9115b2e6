"""What a claim denies is compared with what a verdict's sentence denies."""

from __future__ import annotations

import pytest

from kb.question.negation import claim_holds, denied_words, denier, denies
from kb.question.read import read
from kb.records.question import Denial


@pytest.mark.parametrize(
    ("text", "stems"),
    [
        ("he does not gain the Condition", {"gain"}),
        ("it cannot be pulled", {"pull"}),
        ("he ends up without a counter", {"counter"}),
        ("no longer able to move", {"mov"}),
        ("cannot_be_pushed=true", {"push"}),
        ("he gains it", set()),
        ("he isn't the owner", {"owner"}),
        ("two of them fight: doesn't the owner win?", set()),  # asks whether the owner does
        ("nothing happens", set()),
    ],
)
def test_the_words_that_a_text_denies(text: str, stems: set[str]) -> None:
    found = read(text)
    assert denied_words(found.text, found.negations) == stems


@pytest.mark.parametrize(
    ("question", "sentence", "holds"),
    [
        ("so he ends up without a counter, right?", "No: it gets no counter.", True),
        ("Is it right that the attacker does not gain it?", "No: the attacker does not gain it, because …", True),
        ("Would I be wrong to say he does not gain it?", "No: the attacker does not gain it.", False),
        ("so he gains it, right?", "No: the attacker does not gain it.", None),  # nothing is denied
        ("so he doesn't lose it if he does not gain it, right?", "No: he does not gain it.", None),  # a condition
        ("Can a figure with no counter gain one?", "No: it gets no counter.", None),  # no claim
        ("so he does not gain it, right?", "Yes: he moves, because he does not gain it.", None),  # a reason
        ("he is not out, so does his power count?", "No: he is not out, so it counts for nothing.", None),  # before it
    ],
)
def test_a_claim_that_denies_what_the_verdict_denies_is_right(question: str, sentence: str, holds: bool | None) -> None:
    assert claim_holds(read(question), sentence) is holds


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("he is not in the front row", "in the front"),
        ("he isn't stunned or banished, he is out", "stunned banished"),
        ("no solid wall in between", "solid wall"),
        ("we were not using the long map", "using the long"),
        ("he has no counter, he attacks", "counter"),
        ("so it doesn't count, right?", ""),  # which turns the question round
        ("he doesn't have the counter", "the counter"),
        ("I didn't KO him", "ko"),
        ("he can't attack", ""),
        ("he may not attack", "attack"),
        ("none of us at the table agree", "of us at the agree"),
        ("no card of his says he is immune", "card he is immune"),
        ("he hits me before I've rested", "rested"),
        ("he decides against resting now", "resting now"),
        ("my cards lie there, still waiting for my turn", "my turn"),
        ("nothing is stunned", "stunned"),
        ("hand=none and stunned", ""),
        ("he is no longer stunned", "stunned"),
    ],
)
def test_what_a_negation_reaches_is_not_so(text: str, words: str) -> None:
    question = read(text)
    assert " ".join(each.word for each in question.words if denies(question, each)) == words


@pytest.mark.parametrize(
    ("text", "word", "cue"),
    [("he is not in the row", "in", "not"), ("nobody is stunned", "stunned", "stunned"), ("he is out", "out", "out")],
)
def test_the_not_that_stands_right_before_a_word_belongs_to_it(text: str, word: str, cue: str) -> None:
    question = read(text)
    assert denier(question, question.text.index(word)) == question.text.index(cue)


def test_a_negation_has_its_cue_its_scope_and_its_kind() -> None:
    question = read("so he can't attack without a counter, right?")
    found = [(question.at(each.cue), question.at(each.scope).strip(), each.kind) for each in question.negations]
    assert found == [("can't", "attack", Denial.VERB), ("without", "a counter", Denial.NOT)]
    assert question.turned == 1
