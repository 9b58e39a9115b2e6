"""Powers, costs and restrictions: single lines of card text, then all powers of the VS System FAQ."""

from __future__ import annotations

from collections import Counter

import pytest

from ingest.cards.costs import parse_costs
from ingest.cards.powers import PowerKind, Wording, parse_line
from ingest.cards.restrictions import parse_restrictions
from ingest.cards.vocabulary import Vocabulary
from kb.records import Parsed, Power
from tests.conftest import ParseGame

WORDS = Vocabulary(
    types=("Character",),
    keywords=("Press", "Reservist", "Concealed", "Concealed—Optional"),
    gates=("Cosmic", "Cosmic—Surge", "Ongoing"),
    lasting=("Ongoing",),
    abbreviations=("Dr.",),
)
ONCE = ("once-per-turn", "once")
HAND = ("zone", "your hand")


def read(line: str, resolves: bool = False) -> list[Wording]:
    return list(parse_line(line, resolves, WORDS))


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Tiger cannot ready.", PowerKind.STATIC),
        ("Cosmic: Tiger gets +4 ATK.", PowerKind.STATIC),
        ("While Tiger is equipped, he gets +1 ATK.", PowerKind.STATIC),
        ("When Tiger comes into play, draw a card.", PowerKind.TRIGGERED),
        ("Ongoing: Whenever Tiger recovers, draw a card.", PowerKind.TRIGGERED),
        ("At the start of the draw phase, stun Tiger.", PowerKind.TRIGGERED),
        ("Activate >>> Draw a card.", PowerKind.PAYMENT),
        ("If you would draw a card, draw two cards instead.", PowerKind.REPLACEMENT),
        ("As an additional cost to flip Cave, exhaust a tiger.", PowerKind.ADDITIONAL_COST),
        ("You may discard a card rather than pay Spear's recruit cost.", PowerKind.ALTERNATIVE_COST),
        ("Instead of paying Spear's recruit cost, you may discard a card.", PowerKind.ALTERNATIVE_COST),
        ("Play Roar only during the build phase.", PowerKind.PLAY_RESTRICTION),
        ("Recruit Tiger only if you control a cat.", PowerKind.RECRUIT_RESTRICTION),
        ("Concealed", PowerKind.KEYWORD),
        ('Tigers have "Activate >>> Draw a card."', PowerKind.STATIC),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_template_words_tell_the_kind_of_a_power(line: str, kind: PowerKind) -> None:
    [wording] = read(line)
    assert (wording.kind, wording.text) == (kind, line)


def test_a_plain_line_of_a_card_that_resolves_is_its_effect() -> None:
    assert [wording.kind for wording in read("Draw a card.", True)] == [PowerKind.EFFECT]
    assert [wording.kind for wording in read("Ongoing: Draw less.", True)] == [PowerKind.STATIC]


def test_keywords_on_one_line_are_several_powers_and_reminders_stay_with_theirs() -> None:
    first, second = read("Reservist, Press (When you recruit this, pay less.)")
    assert (first.keyword, first.effect, first.text) == ("Reservist", "", "Reservist")
    assert (second.keyword, second.effect) == ("Press", "When you recruit this, pay less.")
    assert second.text == "Press (When you recruit this, pay less.)"


def test_a_keyword_that_runs_into_a_trigger_is_a_power_of_its_own() -> None:
    first, second = read("Reservist When Tiger comes into play, if you have no cards in hand, draw a card.")
    assert (first.kind, first.text) == (PowerKind.KEYWORD, "Reservist")
    assert (second.kind, second.effect) == (PowerKind.TRIGGERED, "draw a card.")
    assert second.condition == "When Tiger comes into play, if you have no cards in hand"


@pytest.mark.parametrize(
    ("line", "condition", "effect"),
    [
        ("While Tiger is equipped, he purrs.", "While Tiger is equipped", "he purrs."),
        ("Tigers get +1 ATK while attacking a cat.", "while attacking a cat", "Tigers get +1 ATK"),
        ("Tigers purr while asleep, then wake.", "", "Tigers purr while asleep, then wake."),
    ],
)
def test_a_static_power_holds_its_while_apart(line: str, condition: str, effect: str) -> None:
    [power] = read(line)
    assert (power.kind, power.condition, power.effect) == (PowerKind.STATIC, condition, effect)


@pytest.mark.parametrize("line", ["Press cards cost 1 less.", "Pressing on, draw a card.", "Concealed—Maybe"])
def test_a_line_that_only_begins_like_a_keyword_is_none(line: str) -> None:
    assert [wording.kind for wording in read(line)] == [PowerKind.STATIC]


def test_a_payment_power_is_split_into_its_parts() -> None:
    line = "Cosmic—Surge: KO a cat you control >>> If no one is named Dr. Doom, draw a card."
    [power] = read(f"{line} Use this power only once per turn.")
    assert (power.keyword, power.condition) == ("Cosmic—Surge", "If no one is named Dr. Doom")
    assert power.effect == "draw a card."
    assert [(cost.kind, cost.amount, cost.what) for cost in power.costs] == [("ko", 1, "cat you control")]
    assert [(limit.kind, limit.value) for limit in power.restrictions] == [("once-per-turn", "once")]


def test_only_in_an_effect_is_no_limit_on_the_power() -> None:
    [power] = read("Activate >>> You may recruit it only during your recruit step.")
    assert (power.restrictions, power.effect) == ((), "You may recruit it only during your recruit step.")


@pytest.mark.parametrize(
    ("text", "costs"),
    [
        ("Activate", [("activate", None, "")]),
        ("Free", [("free", None, "")]),
        ("Pay 2 endurance", [("endurance", 2, "")]),
        ("Pay 1 resource point", [("resource", 1, "")]),
        ("Activate, pay 3 endurance", [("activate", None, ""), ("endurance", 3, "")]),
        ("Discard two cat cards and stun a dog", [("discard", 2, "cat cards"), ("stun", 1, "dog")]),
        ("Remove a cosmic counter from Tiger", [("remove-counter", 1, "cosmic counter from Tiger")]),
        ("Remove three cosmic counters from cats", [("remove-counter", 3, "cosmic counters from cats")]),
        ("Remove Spear from the game", [("remove-from-game", 1, "Spear")]),
        ("Reveal this card", [("reveal", 1, "this card")]),
        ("KO any cat you control", [("ko", 1, "cat you control")]),
        ("choose any number of cats.", [("choose", None, "any number of cats")]),
        ("Sing a song", [("other", None, "Sing a song")]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_costs_are_typed(text: str, costs: list[tuple[str, int | None, str]]) -> None:
    assert [(cost.kind, cost.amount, cost.what) for cost in parse_costs(text)] == costs


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        (" only once per turn.", [ONCE]),
        (" only during your attack step and only once per turn.", [("phase", "your attack step"), ONCE]),
        (" only once each turn, and use it only during a combat phase.", [ONCE, ("phase", "combat phase")]),
        (" only if this card is in your hand and only in the draw phase.", [HAND, ("phase", "draw phase")]),
        (" only if you control an Inhumans attacker.", [("control", "Inhumans attacker")]),
        (" only on Sundays.", [("other", "on Sundays")]),
        (" twice per turn.", [("other", "twice per turn")]),
        (" only once per turn while it rains.", [ONCE, ("other", "while it rains")]),
        (" only if Tiger is ready and only once per turn.", [("other", "if Tiger is ready"), ONCE]),
        (" only once per turn. Use it only during the draw phase.", [ONCE, ("phase", "draw phase")]),
        (" only once per turn unless it rains.", [("other", "once per turn unless it rains")]),
        (
            " only during the draw phase or your attack step.",
            [("other", "during the draw phase or your attack step")],
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_restrictions_are_typed(text: str, limits: list[tuple[str, str]]) -> None:
    assert [(limit.kind, limit.value) for limit in parse_restrictions(text)] == limits


@pytest.fixture(scope="module", params=["official", "restated"])
def faq(request: pytest.FixtureRequest, parsed: ParseGame) -> Parsed:
    """The records of the FAQ in either edition."""
    return parsed("vs-system", request.param)[1]


def powers(parsed: Parsed) -> list[Power]:
    return [power for card in parsed.cards for power in card.powers]


def test_the_powers_of_the_cards_are_counted_by_kind(faq: Parsed) -> None:
    assert Counter(power.kind for power in powers(faq)) == {
        "keyword": 16,
        "triggered": 22,
        "payment": 16,
        "effect": 11,
        "static": 15,
        "additional-cost": 7,
        "replacement": 2,
        "play-restriction": 3,
        "recruit-restriction": 1,
        "alternative-cost": 1,
    }


def test_the_first_a_middle_and_the_last_power(faq: Parsed) -> None:
    found = powers(faq)
    assert [found[number].id.partition("#")[2] for number in (0, 47, -1)] == [
        "act-of-defiance-team-up.power1",
        "klaw-sonic-construct.power2",
        "unthinkable.power1",
    ]


def test_the_costs_of_the_sixteen_payment_powers(faq: Parsed) -> None:
    paid = [cost for power in powers(faq) if power.kind == "payment" for cost in power.costs]
    assert Counter((cost.kind, cost.amount) for cost in paid) == {
        ("activate", None): 3,
        ("endurance", 2): 2,
        ("endurance", 3): 1,
        ("ko", 1): 2,
        ("discard", 1): 1,
        ("resource", 1): 1,
        ("remove-counter", 1): 4,
        ("remove-counter", 3): 1,
        ("remove-from-game", 1): 1,
    }


def test_mar_vells_line_is_one_clause_and_two_powers(faq: Parsed) -> None:
    [card] = [card for card in faq.cards if card.name == "Mar-Vell"]
    assert [(power.clause.rpartition(".")[2], power.kind) for power in card.powers] == [
        ("text1", "keyword"),
        ("text1", "triggered"),
        ("text2", "payment"),
    ]


def test_no_cost_or_restriction_of_the_cards_is_unread(faq: Parsed) -> None:
    kinds = {part.kind for power in powers(faq) for part in (*power.costs, *power.restrictions)}
    assert "other" not in kinds


def test_every_power_stands_in_its_clause(faq: Parsed) -> None:
    texts = {clause.id: clause.text for clause in faq.clauses}
    assert all(power.text in texts[power.clause] for power in powers(faq))


def test_both_editions_have_the_same_powers(parsed: ParseGame) -> None:
    def fields(power: Power) -> tuple[object, ...]:
        costs = [(cost.kind, cost.amount) for cost in power.costs]
        limits = [(limit.kind, limit.value) for limit in power.restrictions]
        return (power.id, power.clause, power.kind, power.keyword, costs, limits, bool(power.condition))

    official, restated = (powers(parsed("vs-system", edition)[1]) for edition in ("official", "restated"))
    assert [fields(power) for power in restated] == [fields(power) for power in official]
