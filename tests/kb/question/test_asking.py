"""What form of answer a question wants, and which way round it asks."""

from __future__ import annotations

import pytest

from kb.question.alternatives import alternatives
from kb.question.asking import asks_duty, asks_leave, asks_what
from kb.question.claims import claimed
from kb.question.read import read
from kb.records.question import Span


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many wounds must lie on him?", "number"),
        ("During which phase does it go on the chain?", "which"),
        ("4 headlines, total fame?", "number"),
        ("my guy is stunned, can he still swing", "yes_no"),
        ("Three are pulled. Which is moved first?", "which"),
        ("costume retrieve itself", ""),
        ("does it still count?", "yes_no"),
        ("6 Attack and 2 Wounds. What is its Attack now?", "number"),
        ("what number do I use", "number"),
        ("What do I pay for a 3 drop?", "number"),
        ("does a character named Dr. Doom count?", "yes_no"),
        ("He discards two cards. What is the guard's score?", "number"),
        ("He is wounded twice. His score while attacking?", "number"),
        ("A Boost gives +2. Which value is used?", "number"),
        ("alaris choose himself ok?", "yes_no"),
        ("push off cliff hurt y/n", "yes_no"),
        ("in the example is it Lazar who shoots", "yes_no"),
        ("is it me who shoots, or who is it", "yes_no"),
        ("whose turn is it that counts", "which"),
        ("play without quirks allowed", "yes_no"),
        ("He is the one whose identity is Doom. Good enough?", "yes_no"),
        ("He has two. How many do I take? I have no shield.", "number"),
        ("three cards in hand when it begins, hand size?", "number"),
        ("What's my final?", ""),
        ("He recruited one buddy. Anna's attack at the fight?", ""),
        ("two counters, cards drawn?", "number"),
        ("Solo Not So Funhouse, 52 fame. Title?", ""),
        ("He has flight. Legal?", "yes_no"),
        ("Any draw?", "yes_no"),
        ("Printed 3, five on it. Attack I have to spend to fight it?", "number"),
        ("4 allies. my turns this round?", "number"),
        ("In which round is its first attack possible?", ""),
        ("the last fight - do i choose which tactic?", "yes_no"),
        ("I pull it from 2 away. areas moved?", ""),
        ("In which round may it attack first?", ""),
        ("ledge price per use endurance", "number"),
        ("Greatest distance at which his Charge can hit someone?", "number"),
        ("A Time Gem returned. Cards its controller discards?", ""),
        ("can I smash it, and what do i get for it in fame?", "which"),
        ("we are tied. who picks, me?", "yes_no"),
        ("earliest round it can bite?", ""),
        ("No cards left at combat. end hand?", ""),
        ("the purple gates come from items, dont they", "yes_no"),
        ("Three cards at the start of combat. Bonus?", ""),
        ("I rest with 3 in hand and 4 in the pile. cards in hand after?", "number"),
        ("The token stands on 5: next turn it's on?", ""),
        ("3 on the card and a dragon for 7. 3 it is?", "yes_no"),
        ("Does the winner need the most total fame?", "yes_no"),
        ("Is the boost there against somebody with the same number of teams?", "yes_no"),
        ("Am I the one who picks which of his guys dies?", "yes_no"),
        ("Who discards, the player of the twist?", "yes_no"),
        ("Which counters count, also those on my opponent's guys?", "yes_no"),
        ("The cards go to the hero who beat him?", "yes_no"),
        ("who is it that goes first?", "which"),
        ("I rolled a 1, what now", "which"),
        ("Her hero died, she had two. Tokens left for her?", "number"),
        ("Armour 4, piercing 1. Leftover score?", "number"),
        ("He has 4 HP, I deal 3. Still to cover?", ""),
        ("He came back. Counter?", "yes_no"),
        ("My token's space is gone. What happens to it?", "which"),
        ("The tracker stands on white. What happens to us, anything?", ""),
        ("does he still get pumped at the start of combat? by how much", "number"),
    ],
)
def test_the_form_of_answer(question: str, kind: str) -> None:
    assert read(question).form == kind


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("He isn't stunned. Can he attack?", "can he attack"),
        ("so he can't attack, right?", "so he can't attack"),
        ("is he out, because he was KO'd?", "is he out"),
        ("/ruling attack from support row", "/ruling attack from support row"),
        ("Does a spy (not a guard) always hide (no text says so)?", "does a spy (not a guard) always hide"),
        ("Do I have a [Tech] hero only at night?", "do I have a [tech] hero only at night"),
        ("A bomb is armed when he falls. So it never goes off?", "so it never goes off"),
        ("Do I have to fight, or can't I just leave him?", "do I have to fight"),
        ("May I rest, or do I have to play?", "do I have to play"),
    ],
)
def test_the_clause_that_asks(question: str, asked: str) -> None:
    found = read(question)
    assert found.at(found.asked) == asked


@pytest.mark.parametrize(
    ("question", "put"),
    [
        ("do I shuffle it in or put it under?", True),
        ("on top or bottom", True),
        ("do I discard right now or later?", True),
        ("may he or she pass?", False),
        ("may he move or not?", False),
        ("is he out with 3 or more?", False),
        ("When do we read it, when he comes or only when he attacks us?", True),
        ("how many does he draw, if stunned or exhausted?", False),
        ("can he attack?", False),
    ],
)
def test_two_things_put_side_by_side(question: str, put: bool) -> None:
    assert alternatives(read(question)) is put


@pytest.mark.parametrize(
    ("text", "kept"),
    [("does he keep it?", True), ("is it lost?", False), ("lose it or keep it", None), ("may he attack?", None)],
)
def test_keeping_and_losing(text: str, kept: bool | None) -> None:
    assert read(text).keeps is kept


@pytest.mark.parametrize(
    ("question", "times"),
    [
        ("Can a stunned character attack?", 0),
        ("He isn't stunned and hasn't attacked. May he pass?", 0),
        ("Can't he attack?", 0),
        ("stuck (cant move) - may i teleport out anyway?", 0),
        ("May I stop in a full area?", 0),
        ("attack with a character that is not ready", 0),
        ("Is it forbidden to attack from the support row?", 1),
        ("am I barred from attacking?", 1),
        ("so he can't attack, right?", 1),
        ("no target, doesn't work then, correct?", 1),
        ("am I safe?", 1),
        ("is it too early for that?", 1),
        ("I'd like to heal. Safe?", 0),
        ("is it safe to attack?", 0),
        ("can I stack three of them to be safe?", 0),
        ("my opponent wants to recover him. nope, right?", 1),
        ("up over a double line, thats not possible is it?", 0),  # it is not: no
        ("does he lose the option to heal?", 1),
        ("riposte stops at shield?", 0),
        ("does a full area stop a teleport", 1),
        ("Is it not illegal to pass?", None),  # either way
        ("is it no longer the card we drew?", 1),
        ("may he never attack again?", 1),
        ("the purple gates come from items, dont they", 0),
        ("he gets pulled in. ok or not ok?", 0),
        ("does his shield prevent the shot?", 1),
        ("does it stop the shot?", 1),
        ("does he stop in a full area?", 0),
        ("does the card save me the discard?", 1),
        ("That doesn't make it any cheaper, right?", 1),
        ("the one that doesn't move may attack, right?", 0),
        ("Does the ability that prevents it win?", 0),
        ("so I can't fight him while he has 3 wounds, right?", 1),
        ("We left them in the box. are we breaking the rules?", 1),
        ("may he choose not to move?", None),
        ("so he gives me nothing back, right?", 1),
        ("nothing happens then, correct?", 1),
        ("he rolled a 4, so no marker for me, right?", 1),
        ("i stand on a full one, no space for me, yeah?", 1),
        ("no line of sight, so no hit for me?", 1),
        ("so no problem, right?", 0),
        ("he has nothing left. may he draw?", 0),
        ("so she can't use it now, right? she never used it so far, and it rains", 1),
        ("So I can't push him since push is for enemies only, right? he's regular size", 1),
        ("Ola says it can walk this round, it just cant attack yet. true?", 0),
        ("He died because of X. So he can't come back, right?", 1),
        ("Since he's stunned he can't attack, right?", 1),
        ("when two of them clash can't we just agree?", 0),
        ("which of the heroes can't he attack?", 1),
        ("so if I use the bow I can't take a second shot, correct?", 1),
        ("so when he is down he can't be healed, right?", 1),
        ("if he doesn't move he can attack, right?", 0),
        ("so the top one does NOT count as spent, only the ones below it do, right?", 1),
        ("so I do not have to take it, right?", 1),
        ("so they will not go, correct?", 1),
        ("so i cant push the huge boss, not even with push 4, right?", 1),
        ("he is out, so his bonus doesn't count (nothing says otherwise)?", 1),
        ("a bomb and a wall: the wall isn't hurt?", 1),
        ("does a wall get in the way of the shot?", 1),
        ("can I shoot if a wall gets in the way of the shot?", 0),
        ("so he's not a token any more, right?", 1),
        ("So I have not earned any of the ranks, right?", 1),
        ("Is it not so that he draws first?", 0),
        ("Doesn't Betty draw first?", 0),
        ("I want to rest. is that blocked?", 1),
    ],
)
def test_which_way_round_it_asks(question: str, times: int | None) -> None:
    assert read(question).turned == times


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("so I pay 3, right?", 3),
        ("He had 6. My kid says he's down to four, yes?", 4),
        ("he says I pay 4. is he right?", 4),
        ("so i move 4, not 7?", 4),
        ("are there 4 headlines?", 4),
        ("so i'd get two turns this round?", 2),
        ("I had 3 left. how much now? 2?", 2),
        ("so I don't pay 3, right?", None),
        ("so I pay 3 or 4, right?", None),
        ("do I pay more than 3?", None),
        ("can I play it on turn 3?", None),
        ("what do I pay for 3?", None),
        ("does the ally pump him by +3 attack", 3),
        ("do I have 2 attack steps thanks to him", 2),
        ("do I have 2 attack steps with 3 counters on him", None),
        ("may I draw with 3 in hand", None),
        ("does he fall if he has 4 wounds on him", None),
    ],
)
def test_a_number_that_is_to_be_confirmed(question: str, number: int | None) -> None:
    assert claimed(read(question), read(question).quantities) == number


@pytest.mark.parametrize(
    ("question", "duty", "leave"),
    [
        ("I'd rather not move. MUST i use the block part?", True, False),
        ("could I use the BLOCK part?", False, True),
        ("do I have to draw, or may I leave it?", False, False),
        ("does it go back?", False, False),
        ("he says I need a second hero for it. is that right?", True, False),
    ],
)
def test_what_must_be_done_is_another_question_than_what_may_be(question: str, duty: bool, leave: bool) -> None:
    asked = read(question)
    assert (asks_duty(asked), asks_leave(asked, Span(0, len(asked.text)))) == (duty, leave)


@pytest.mark.parametrize(
    ("question", "what"),
    [
        ("Two of them tie. By what is their order decided?", True),
        ("what's printed on the back", True),
        ("He turns it down. What do I get from it?", True),
        ("What happens when my turn ends?", True),
        ("What happens to us, anything?", False),
        ("What about him, may he?", False),
        ("what is true: may he move or not?", False),
        ("when he's down may I hit him?", False),
    ],
)
def test_a_yes_does_not_answer_what_it_is(question: str, what: bool) -> None:
    assert asks_what(read(question)) is what
