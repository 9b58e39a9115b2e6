"""What a summary and a proof tell: the clause's reason, in words that hold, and nothing about the question."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kb.records import Clause, Kind, digest
from kb.records.results import CheckResult
from kb.rules.model.loader import load_rules
from kb.rules.model.rulemodel import RuleModel
from kb.rules.prove.checker.verify import verify
from kb.rules.prove.render import result_json
from kb.rules.prove.saying import says_it_again, thin
from kb.rules.prove.steps import proof_text
from kb.rules.solve.run import run_check

FACTS = """
[names]
peg_of_the_guard = "the Guard's peg"

[fact.key]
sentence = "you hold the key"
denial = "you hold no key"
question = "Do you hold the key?"

[fact.door]
value = "red|blue"
sentence = "the door is {1}"
question = "Which color has the door?"
default = "red"

[fact.cursed]
sentence = "the door is cursed"
default = false

[fact.hour]
value = "day|night"
sentence = "it is {1}"
question = "Which hour is it?"
default = "day"

[fact.coins]
value = "0..9"
sentence = "you have {1} coins"
question = "How many coins have you?"

[fact.asks]
value = "open|shut"
sentence = "it is about whether the door is {1}"
named = true
default = "open"

[fact.claimed]
value = "0..9"
sentence = "it is about whether the tunnel is {1} steps long"
named = true
default = 0

[fact.steps]
value = "0..9"
sentence = "somebody went {1} steps"
question = "How many steps did somebody go?"

[fact.guards]
value = "0..9"
sentence = "{1} guards are there"
says = { "9" = "guards enough are there" }
default = 9

[fact.friend]
sentence = "you are a friend"
denial = "you are no friend"
default = false

[fact.wanted]
value = "captain|guard"
sentence = "the post is {1}"
question = "Which post do you want?"

[fact.excepted]
sentence = "the sign says otherwise"
denial = "the sign does not say otherwise"
default = false

[fact.place]
value = "hook|bench"
sentence = "the hat lies on the {1}"
question = "Where does the hat lie?"
"""
RULES = """
## 1.p1 Doors

```asp
%@ door.opens | the door opens | the door stays shut
opens :- fits, not cursed.
%@ door.fits | the key fits
fits :- key, door(red).
%@ door.so | the door is as asked | that is not so
%@ hidden
so :- opens, asks(open).
so :- not opens, asks(shut).
%@ door.curse | a curse keeps the door shut, and so the door stays shut | no curse keeps the door shut
held :- cursed.
%@ door.free | no curse is on it | the door is held
free :- not held.
%@ door.barred | nothing bars the door | the door is barred
passable :- not barred.
%@ door.bars | a curse bars it | nothing bars it
barred :- cursed.
%@ toll.paid | the toll takes {N} coins, so you pay that much: {N}
toll(N) :- coins(N), N > 0.
%@ ferry.runs | the ferry takes you across, which costs {N} coins | the ferry does not take you
ferry :- coins(N), fare(M), N >= M.
%@ ferry.red | the red door has a ferryman
ferry :- door(blue), key.
%@ ferry.fare | the ferryman asks for 2 coins
fare(2) :- not cursed.
%@ watch.so | the watch lets you pass | the watch stops you
watched :- door(red), coins(9).
%@ watch.asleep | the watch sleeps
watched :- door(red), coins(0), not hour(day).
%@ garden.so | the way is long and the gate is open, so you may go in
garden :- way, hour(day).
%@ garden.gate | whoever holds the key may go in | nobody may go in
way :- key.
%@ tunnel.long | the tunnel is {N} steps long
tunnel(N) :- steps(N).
%@ tunnel.claimed | that is its length | it has another length
right :- claimed(N), tunnel(N).
%@ bribe.enough | {C} coins are enough for {G} guards | the guards are not bribed
bribed :- coins(C), guards(G), C >= G.
%@ bribe.friend | a friend needs no bribe
bribed :- friend.
%@ hat.hook | it is on the hook | hats belong on hooks and nowhere else
hung :- place(hook).
%@ alarm.rings | the alarm rings | the alarm does not ring
alarm :- heard.
%@ alarm.heard | the alarm rings for you | no alarm rings
heard :- coins(C), C > 5.
%@ lamp.lit | you can light the lamp now | the lamp stays dark
lit :- oiled.
%@ lamp.oiled | whoever holds the key has oil enough | the lamp stays dark
oiled :- key.
%@ post.price | {2} coins buy the post of {1}
price(captain, 8).
price(guard, 3).
%@ gate.open | at night the way leads to the {1}
gate_open(north) :- hour(night).
gate_open(south) :- hour(night).
%@ gates.close | the gates close at night | the gates stay open
gates_close :- hour(night), excepted.
%@ tunnel.so-long | somebody was right
so_long :- claimed(N), tunnel(N).
%@ hat.on | that is where hats lie
hat_on(peg_of_the_guard) :- place(hook).
%@ post.bought | the post of {P} is yours | that post is not yours
bought :- wanted(P), price(P, N), coins(C), C >= N.
```
"""
BEYOND = "No: the guards are not bribed, because you have 1 coin and 2 guards are there."
POST = "No: that post is not yours, because you have 2 coins and 3 coins buy the post of guard."
CHECK = """
```check
[{0}]
title = "{0}?"
kind = "{1}"
goal = "{2}"
[{0}.slots]
{3}
```
"""
CHECKS = (
    ("open-gates", "options", "gate_open(G)", 'hour = "hour"'),
    ("closes", "yes_no", "gates_close", 'hour = "hour"\nexcepted = "excepted"'),
    ("length-is", "yes_no", "so_long", 'claimed = "claimed"\nsteps = "steps"'),
    ("hat-lies", "text", "hat_on(P)", 'place = "place"'),
    ("opens", "yes_no", "opens", 'key = "key"\ndoor = "door"\ncursed = "cursed"'),
    ("so", "yes_no", "so", 'key = "key"\ndoor = "door"\ncursed = "cursed"\nasks = "asks"'),
    ("free", "yes_no", "free", 'cursed = "cursed"'),
    ("barred", "yes_no", "passable", 'cursed = "cursed"'),
    ("toll", "number", "toll(N)", 'coins = "coins"'),
    ("ferry", "yes_no", "ferry", 'coins = "coins"\ndoor = "door"\nkey = "key"'),
    ("watch", "yes_no", "watched", 'door = "door"\ncoins = "coins"'),
    ("garden", "yes_no", "garden", 'key = "key"'),
    ("tunnel-is", "yes_no", "right", 'claimed = "claimed"\nsteps = "steps"'),
    ("bribed", "yes_no", "bribed", 'coins = "coins"\nguards = "guards"\nfriend = "friend"'),
    ("hung", "yes_no", "hung", 'place = "place"'),
    ("alarm-rings", "yes_no", "alarm", 'coins = "coins"'),
    ("light-lamp", "yes_no", "lit", 'key = "key"'),
    ("post", "yes_no", "bought", 'wanted = "wanted"\ncoins = "coins"'),
)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> RuleModel:
    folder = tmp_path_factory.mktemp("games") / "gates"
    folder.mkdir()
    (folder / "facts.toml").write_text(FACTS)
    (folder / "rules").mkdir()
    text = "# Gates\n" + RULES + "".join(CHECK.format(*check) for check in CHECKS)
    (folder / "rules" / "doors.md").write_text(text)
    return load_rules(folder, clause_of("gates/rules#1.p1"), quotes=False)


def clause_of(identifier: str) -> dict[str, Clause]:
    """The one clause of a document, by its id."""
    document = identifier.partition("#")[0]
    clause = Clause(
        id=identifier, game=document.partition("/")[0], document=document, headings=(), text="Doors.", kind=Kind.RULE,
        start=0, end=6, digest=digest("Doors."), ordinal=0,
    )  # fmt: skip
    return {identifier: clause}


def told(model: RuleModel, check: str, facts: dict[str, Any]) -> CheckResult:
    result = run_check(model, check, facts)
    assert verify(model, json.loads(json.dumps(result_json(result)))) == []
    return result


@pytest.mark.parametrize(
    ("check", "facts", "summary"),
    [
        ("opens", {"key": True}, "Yes: the door opens."),
        ("opens", {"key": False}, "No: the door stays shut, because you hold no key."),
        ("opens", {"key": True, "door": "blue"}, "No: the door stays shut, because the door is blue."),
        ("opens", {"key": True, "cursed": True}, "No: the door stays shut, because the door is cursed."),
        ("so", {"key": True}, "Yes: the door opens."),
        ("so", {"key": True, "asks": "shut"}, "No: the door opens."),
        ("so", {"key": False, "asks": "shut"}, "Yes: the door stays shut, because you hold no key."),
        ("so", {"key": False}, "No: the door stays shut, because you hold no key."),
        ("barred", {"cursed": True}, "No: the door is barred, because a curse bars it."),
        ("toll", {"coins": 1}, "1: the toll takes 1 coin, so you pay that much."),
        ("toll", {"coins": 3}, "3: the toll takes 3 coins, so you pay that much."),
        ("toll", {"coins": 0}, "Not settled by the text: you have 0 coins."),
        (
            "ferry", {"coins": 1, "door": "red", "key": True},
            "No: the ferry does not take you, because you have 1 coin and the ferryman asks for 2 coins.",
        ),
        ("watch", {"door": "blue", "coins": 0}, "No: the watch stops you, because the door is blue."),
        ("garden", {"key": True}, "Yes: whoever holds the key may go in."),
        ("tunnel-is", {"claimed": 3, "steps": 4}, "No: it has another length, because the tunnel is 4 steps long."),
        ("bribed", {"coins": 1, "guards": 2}, BEYOND),
        ("bribed", {"coins": 1}, "No: the guards are not bribed, because you are no friend."),
        ("closes", {"hour": "night"}, "No: the gates stay open."),  # that no text makes an exception is no reason
        ("open-gates", {"hour": "night"}, "North, south: at night the way leads to the north and the south."),
        ("length-is", {"claimed": 4, "steps": 4}, "Yes: the tunnel is 4 steps long."),
        ("hat-lies", {"place": "hook"}, "The Guard's peg: that is where hats lie."),
        ("hung", {"place": "bench"}, "No: hats belong on hooks and nowhere else."),
        ("alarm-rings", {"coins": 3}, "No: the alarm does not ring, because you have 3 coins."),
        ("post", {"wanted": "guard", "coins": 2}, POST),
        (
            "light-lamp", {"key": True},
            "Yes: you can light the lamp now, because whoever holds the key has oil enough.",
        ),
        ("light-lamp", {"key": False}, "No: the lamp stays dark, because you hold no key."),
    ],
)  # fmt: skip
def test_a_summary_names_the_reason(model: RuleModel, check: str, facts: dict[str, Any], summary: str) -> None:
    assert told(model, check, facts).summary == summary


def test_what_has_no_denial_is_passed_over_for_what_is_missing(model: RuleModel) -> None:
    result = told(model, "opens", {"key": False})
    assert result.proof is not None
    assert proof_text(result.proof) == "- the door stays shut  [1.p1]\n  - you hold no key"
    assert result.citations == ("gates/rules#1.p1",)


def test_a_value_that_means_something_else_has_a_sentence_of_its_own(model: RuleModel) -> None:
    assert [each.sentence for each in told(model, "bribed", {"coins": 1}).told] == [
        "guards enough are there",
        "you are no friend",
    ]
    assert told(model, "bribed", {"coins": 9, "guards": 9}).read_as[-1]["sentence"] == "guards enough are there"


@pytest.mark.parametrize("asks", ["open", "shut"])
def test_no_proof_tells_what_was_asked(model: RuleModel, asks: str) -> None:
    for key in (True, False):
        result = told(model, "so", {"key": key, "asks": asks})
        assert result.proof is not None
        assert "asked" not in proof_text(result.proof)


def test_what_only_repeats_the_verdict_is_no_reason(model: RuleModel) -> None:
    assert told(model, "free", {"cursed": True}).summary == (
        "No: the door is held, because a curse keeps the door shut, and so the door stays shut."
    )
    assert told(model, "free", {}).summary == "Yes: no curse is on it."


@pytest.mark.parametrize(
    ("sentence", "says_little"),
    [("that is 3", True), ("it gets none", True), ("it costs 3 coins", False), ("no curse is on it", False)],
)
def test_a_sentence_that_says_next_to_nothing(sentence: str, says_little: bool) -> None:
    assert thin(sentence) is says_little


@pytest.mark.parametrize(
    ("reason", "sentence", "again"),
    [
        ("who rests skips the turn", "you rest and skip your turn", True),
        ("you have no key", "without a key you cannot open it", False),
        ("the door is shut", "you wait outside", False),
        ("the card is not drawn now", "it is not drawn now", True),
        ("you do not recruit the character", "you do not recruit it", True),
        ("the card does not say so of the guard", "the card does not say so", False),
    ],
)
def test_a_reason_that_says_the_same_again_is_none(reason: str, sentence: str, again: bool) -> None:
    assert says_it_again(reason, sentence) is again
