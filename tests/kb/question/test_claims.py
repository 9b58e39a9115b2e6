"""What somebody is said to claim: whether it is right is a question about the claim."""

from __future__ import annotations

import pytest

from kb.question.derived import asker_alone
from kb.question.read import read
from kb.records.question import Part


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("He stunned himself. He says that's a cost so I don't gain. Is he right?", "that's a cost so I don't gain."),
        ("she thinks i pay 4, is she right?", "I pay 4"),
        ("So he can't block me. Is that so?", "so he can't block me."),
        ("my friend said I can't. I did it anyway. Was he wrong?", "I can't."),
        ("my pal says once, unless the card says otherwise. is he right?", "once, unless the card says otherwise."),
        ("Powers for attacking don't trigger, says my pal. Is he right?", "powers for attacking don't trigger"),
        ("it's a 3, says my nephew who's 9. is he right?", "it's a 3"),
        ("my friend says he is stunned. Can he attack?", None),
        ("Is he right?", None),
        ("he says stunned guys swing, hes making that up isnt he?", "stunned guys swing"),
        ("My mate says I keep them. Nonsense, right?", "I keep them."),
        ("so I pay 4, right?", None),
        ("opponent says it isn't legal till october. he right?", "it isn't legal till october."),
        ("twice in one life, nope right?", None),
        ("I used it in their step. he said no way. was i right", "I used it in their step."),
        ("Is it right that the attacker does not gain it?", "the attacker does not gain it?"),
        ("He stands there. Would I be wrong to say that I can't hit him?", "I can't hit him?"),
        ("does that mean he can't attack?", "he can't attack?"),
        ("can i say no thanks to it?", None),
        ("Is it right to stay?", None),
    ],
)
def test_the_claim_that_is_asked_about(question: str, claim: str | None) -> None:
    found = read(question)
    assert (found.at(found.claim.span) if found.claim else None) == claim


def test_what_is_conceded_behind_a_claim_is_not_what_is_asked() -> None:
    found = read("Is it true that he never readies in the recovery phase, whatever you use on him?")
    assert found.at(found.asked) == "he never readies in the recovery phase"


@pytest.mark.parametrize(
    ("question", "times"),
    [
        ("My opponent says Klaw can feed himself. Is he right?", 0),
        ("My opponent says Klaw can't feed himself. Is he right?", 1),
        ("She says I can't. Is she wrong?", 2),
        ("She says I can't. She's wrong, isn't she?", 2),
        ("She says I can. That's right, yeah?", 0),
        ("pal says it lasts if I dont use it. hes making that up isnt he", 1),
        ("so he may stay if he doesn't move, right?", 0),
        ("I think he can attack because he isn't stunned. Am I right?", 0),
        ("My mate says no sight, no hit. Is he right?", None),
        ("I used it on their turn. He says nope, only on yours. Is he right?", None),
        ("Does the Kyln forbid it?", 1),
        ("does the one that forbids win?", 0),
        ("does anything rule it out?", 1),
        ("am I locked out of a second use?", 1),
        ("he is a huge one. no shoving huge ones, right?", 1),
        ("both wont happen, right?", 1),
        ("a white line lies there. does it stop him?", 1),
        ("he walks on. where does it stop?", 0),
        ("Dont I move 4 right away?", 0),
        ("Is it true that this is not treated as a fight?", 1),
        ("Would I be wrong to say that he can't?", 2),
        ("so that means he can't be hit, right?", 1),
        ("Would it be wrong to forbid it?", 2),
        ("So I can't do it again before my turn ends, right?", 1),
        ("nothing stops me from pulling him, right?", 2),
        ("so no rule forbids it, right?", 2),
        ("Does that wounding block me from healing?", 1),
        ("may i move 2 and stop?", 0),
        ("So it isn't limited to enemies and may move an ally, correct?", None),
        ("It takes the name while my opponent has one but i don't?", 0),
    ],
)
def test_a_denied_claim_turns_the_question_round(question: str, times: int | None) -> None:
    assert read(question).turned == times


@pytest.mark.parametrize(
    ("question", "claim", "wrong"),
    [
        ("My brother disputes that a wall stops it. Is he right?", "a wall stops it.", True),
        ("My brother disputes that a wall stops it. Is he wrong?", "a wall stops it.", False),
        ("She says a wall stops it; I deny it. Am I right?", "a wall stops it;", True),
        ("She says that a wall stops it. I disagree. Am I right?", "a wall stops it.", True),
        ("Somebody told me that a wall stops it. Is that false?", "a wall stops it.", True),
        ("A wall stops it, my friend says. Is he right?", "a wall stops it", False),
    ],
)
def test_a_claim_may_be_disputed(question: str, claim: str, wrong: bool) -> None:
    found = read(question)
    assert found.claim is not None
    assert (found.at(found.claim.span), found.claim.wrong) == (claim, wrong)


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("may I stand there? my friend says it's blocked", "may I stand there?"),
        ("my friend says it's blocked. may I stand there?", "my friend says it's blocked. may I stand there?"),
        ("may I stand there? it's blocked", "may I stand there? it's blocked"),
        ("may I stand there? only the first of us, says Ben", "may I stand there?"),
        ("may I stand there? Our teacher plays with us and says it's blocked", "may I stand there?"),
        ("may I stand there? only behind a wall, I think", "may I stand there?"),
    ],
)
def test_what_others_say_behind_the_question_states_nothing(question: str, kept: str) -> None:
    heard = asker_alone(read(question)).text
    assert (heard.rstrip(), len(heard)) == (kept, len(question))


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("He has two. How many do I take? I have no shield.", "how many do I take?"),
        ("so one wound and that's it? how many can i put on him", "how many can I put on him"),
        ("can he attack", ""),
        ("the bomb is spent. is it back now", "is it back now"),
        ("he fell. how many trackers stay", "how many trackers stay"),
        ("he fell. the trackers stay", ""),
    ],
)
def test_the_sentence_that_asks(question: str, sentence: str) -> None:
    found = read(question)
    asks = [found.at(each.span) for each in found.sentences if each.span == found.asking and each.asks]
    assert asks == ([sentence] if sentence else [])


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("My friend reckons that his aura stays. Agree?", "his aura stays."),
        ("I never get a say in where it goes. Is she right?", "I never get a say in where it goes."),
        ("Do we agree on a color?", None),
    ],
)
def test_what_is_to_be_confirmed(question: str, claim: str | None) -> None:
    found = read(question)
    assert (found.claim and found.at(found.claim.span).strip()) == claim


@pytest.mark.parametrize(
    ("question", "asked", "operator"),
    [
        (
            "The wound comes only from the stack, never from the pile. Right?",
            "the wound comes only from the stack",
            "only",
        ),
        ("I never choose where it goes, or so my wife says. Right?", "I never choose where it goes", "never"),
        ("He comes from the stack, never from the pile. Right?", "never from the pile", "never"),
    ],
)
def test_what_says_an_only_once_more_and_who_says_so_asks_nothing(question: str, asked: str, operator: str) -> None:
    found = read(question)
    assert found.at(found.asked).strip() == asked
    assert [str(each.kind) for each in found.operators] == [operator]


@pytest.mark.parametrize(
    ("question", "claims"),
    [
        ("My pal says I must wait. May I use it now?", ["my pal says I must wait."]),
        ("My pal says I must wait. Is he right?", []),
        ("My pal says I must wait. Legal?", []),
        ("I must wait. May I use it now?", []),
        ("I hit him and then somebody said I can't rest. Resting still ok?", ["I can't rest."]),
        ("I hit him and the card says I can't rest. Resting still ok?", []),
    ],
)
def test_what_others_claim_before_a_question_of_its_own_asks_nothing(question: str, claims: list[str]) -> None:
    found = read(question)
    assert [found.at(span).strip() for span in found.hearsay] == claims


@pytest.mark.parametrize(
    ("text", "claim", "unclear"),
    [
        ("my friend says he counts twice. does he?", "he counts twice.", False),
        ("my friend says he doesn't count. does he?", "he doesn't count.", True),
    ],
)
def test_an_echo_of_what_somebody_says_asks_whether_it_is_so(text: str, claim: str, unclear: bool) -> None:
    """What is denied is asked for plainly by the echo, which the words of a check cannot tell: it is unclear."""
    question = read(text)
    assert question.claim is not None
    assert question.at(question.claim.span) == claim
    assert question.claim.unclear is unclear


def test_the_operators_of_a_claim_are_asked() -> None:
    question = read("I have 36. my friend says you need at least 37. is he right?")
    assert [(each.kind.value, each.number, each.part) for each in question.operators if each.number] == [
        ("at-least", 37, Part.ASKED)
    ]
