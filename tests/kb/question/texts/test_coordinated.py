"""Two questions in one sentence are told from two verbs, two nouns, two sides and two clauses of one question."""

from __future__ import annotations

import pytest

from kb.question.texts.coordinated import coordinated


@pytest.mark.parametrize(
    "questions",
    [
        ["Is he moved", ", and ", "does he lose a turn?"],
        ["where do I put him", " and ", "whose team is he on from then?"],
        ["How much Attack remains", ", and ", "how much Recruit was gained?"],
        ["can a guard still follow", ", and ", "what would I have left after?"],
        ["does walking into it work", " and ", "could I stay there"],
        ["how many stones can I put on him", " and ", "how much does that cost me?"],
        ["Is one enough, or is there a cost", ", and ", "what do I get?"],
        ["May he land there", " and ", "are minions hit by it?"],
        ["Does he stay", ", but ", "do both tokens turn?"],
        ["Is it mine", ", and ", "if so, how many points is it?"],
        ["Does he come along", ", and ", "if he is down, does he rest?"],
        ["Does the shield stop the archer", ", and ", "what about the bandit?"],
        ["what's his attack", " and ", "what's his range?"],
        ["Is he moved", ", and ", "does he lose a turn", ", and ", "who pays?"],
    ],
    ids="".join,
)
def test_what_begins_like_a_question_behind_a_question_is_another_one(questions: list[str]) -> None:
    sentence = "".join(questions)
    assert [sentence[each.span.start : each.span.end] for each in coordinated(sentence)] == questions[::2]


@pytest.mark.parametrize(
    "sentence",
    [
        "May I move and attack?",
        "Can I pay and do it again in the same turn?",
        "Must I show it and do the same with the other one?",
        "Does he pay 3 and have to discard?",
        "How much ATK and DEF do I have?",
        "How much ATK and how much DEF does he have?",
        "Which cards and what counters does he lose?",
        "What exactly do I have to show, and from where?",
        "May I look at how many cards, and which, the others hold?",
        "Does he go first or do I?",
        "Do I get a card, or do I still have to pay?",
        "If I pull and push him, does he lose a turn?",
        "If he moves, and when he moves he is hit, is he down?",
        "Does he leave if he moves and is the last one?",
        "Do I know what and how much he draws?",
        "Can I choose which hero moves and which hero stays?",
        "Who decides which one moves and which one stays?",
        "Can a hero who moved and who is down attack?",
        "Does a player who owns two and has the token draw?",
        "Which card costs 4 and is the only one?",
        "Who moves and can attack again?",
        "Is it true he moved and is down now?",
        "Is he moved, and is that right?",
        "Can he attack and why?",
        "He was moved and can he attack?",
        "He moved four spaces, did 4 damage and has 1 injury.",
        "A hero switched sides, was defeated and is back again.",
        "Do I use it so he is down and doesn't have to move?",
    ],
)
def test_what_belongs_to_one_question_is_not_parted(sentence: str) -> None:
    assert coordinated(sentence) == ()


@pytest.mark.parametrize(
    ("lead", "rest"),
    [
        ("when he drops to 0, ", "does he leave, and who gets the card?"),
        ("of those six, ", "how many get the hit and how many draw?"),
        ("with 7 dice ", "how many stones do I put and how much do I get?"),
        ("with 7 dice, ", "how many stones and cards can I put and what do I get?"),
        ("", "so is he moved, and does he lose a turn?"),
    ],
)
def test_the_words_before_the_first_question_belong_to_all(lead: str, rest: str) -> None:
    assert coordinated(lead + rest)[0].asks == len(lead)
