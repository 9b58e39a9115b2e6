"""Legality against a table written by hand from the cards: whatever the scenario, both say the same."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import pytest

from kb.rules.solve.run import run_check
from tests.kb.rules.cards.test_powers import model, printed

pytestmark = pytest.mark.slow

COMBAT = ("your_attack_step", "opponents_attack_step", "combat_phase")
BUILD = ("your_recruit_step", "opponents_recruit_step", "build_phase")
TIMES = ("draw_phase", *BUILD, *COMBAT, "recovery_phase")
PLACES = ("play", "hand", "face_up_resource", "face_down_resource", "ko_d_pile", "deck", "removed_from_game_zone")
IN_PLAY = ("play",)
ROW = ("play", "face_up_resource")
SCENARIOS = 30


class Needs(NamedTuple):
    """What the line of a card needs; a `character` must not be stunned."""

    character: bool = True
    places: tuple[str, ...] = IN_PLAY
    times: tuple[str, ...] = TIMES
    endurance: int = -200
    points: int = 0
    counter: bool = False
    ready: bool = False
    once: bool = False
    pay: str = ""
    condition: str = ""


COUNTER = Needs(counter=True)
USE = {
    ("Alaris, The Outgoing One", 1): Needs(endurance=2),
    ("Arsenal of Doom", 1): Needs(False, ROW, ready=True),
    ("Arsenal of Doom", 2): Needs(False, ROW, ready=True),
    ("Dewoz, Dark Reflection", 1): Needs(times=COMBAT, endurance=2, once=True),
    ("Doom-Bot Corps, Army", 1): Needs(endurance=3, once=True),
    ("Dr. Doom, Latverian Monarch", 1): COUNTER._replace(times=("your_attack_step",), once=True, pay="KO one"),
    ("Ego the Living Planet", 1): Needs(False, ROW, ready=True),
    ("Klaw, Sonic Construct", 1): Needs(once=True, pay="KO one"),
    ("Mar-Vell", 1): Needs(pay="Discard a Kree"),
    ("Mole Man, Moloid Master", 1): Needs(points=1, once=True),
    ("Molecule Man, Owen Reece", 1): COUNTER._replace(once=True),
    ("Silver Surfer, Righteous Protector", 1): COUNTER,
    ("Silver Surfer, Harbinger of Oblivion", 1): COUNTER._replace(times=BUILD, pay="Remove three"),
    ("The Kyln", 1): Needs(False, ("hand",), ("your_recruit_step",)),
    ("Tyrant, The Original Herald", 1): Needs(pay="from another character"),
    ("Tyrant, The Original Herald", 2): COUNTER._replace(times=COMBAT, once=True),
    ("Ultimate Nullifier", 1): Needs(False, times=COMBAT),
}
ANYWHERE = Needs(False, PLACES)
OTHERS = {
    ("Act of Defiance, Team-Up", "play-card"): ANYWHERE._replace(pay="choose two"),
    ("Adam Warlock, Protector of the Soul Gem", "recruit-card"): ANYWHERE._replace(condition="a cosmic character"),
    ("Cosmic Necessity", "play-card"): ANYWHERE._replace(pay="exhaust one"),
    ("Cosmic Order", "play-card"): ANYWHERE._replace(times=("recovery_phase",)),
    ("Creation of a Herald", "play-card"): ANYWHERE._replace(pay="discard a character card"),
    ("Exploiting the Flaw", "play-card"): ANYWHERE._replace(condition="an Inhumans attacker"),
    ("Extended Family, Team-Up", "play-card"): ANYWHERE._replace(pay="choose two"),
    ("I Hunger", "play-card"): ANYWHERE._replace(condition="Heralds of Galactus character"),
    ("Master of Puppets", "play-card"): ANYWHERE._replace(pay="exhaust one Doom"),
    ("Pressed into Service, Team-Up", "play-card"): ANYWHERE._replace(pay="choose two"),
    ("The Kyln", "flip-card"): ANYWHERE._replace(pay="exhaust one"),
}
ROWS = [
    *((card, "use-power", number, needs) for (card, number), needs in USE.items()),
    *((card, check, 0, needs) for (card, check), needs in OTHERS.items()),
]


def words_of(card: str, needs: Needs) -> dict[str, str]:
    """The card's own words for what it asks for, by the slot that takes the answer."""
    texts = [str(text.fact[-1][1]) for text in model().texts if text.card.startswith(card) and text.fact[0] in WORDED]
    return {
        slot: next(text for text in texts if part in text)
        for slot, part in (("pay", needs.pay), ("condition", needs.condition))
        if part
    }


WORDED = ("pays_in_words", "only_if")


def scenario(card: str, check: str, number: int, needs: Needs, chance: random.Random) -> dict[str, Any]:
    """Every fact known, most of them as the line needs them, one or another not."""

    def mostly(good: Any, others: tuple[Any, ...]) -> Any:
        return good if chance.random() < 0.75 else chance.choice(others)

    facts: dict[str, Any] = {
        "card": card,
        "zone": mostly(chance.choice(needs.places), PLACES),
        "now": mostly(chance.choice(needs.times), TIMES),
        "exhausted": mostly(False, (True,)),
        "counter": mostly(True, (False,)),
        "used": mostly(False, (True,)),
        "endurance": mostly(max(needs.endurance, 1), (needs.endurance - 1 if needs.endurance > 0 else -5, 0, 30)),
        "points": mostly(needs.points, (max(needs.points - 1, 0), 5)),
        "hand": chance.randrange(5),
    }
    if check == "use-power":
        facts |= {"which": number, "stunned": mostly(False, (True,))}
    for slot, words in words_of(card, needs).items():
        facts[slot] = {words: mostly(True, (False,))}
    return facts


def legal(needs: Needs, facts: dict[str, Any]) -> bool:
    """What the table says."""
    return (
        facts["zone"] in needs.places
        and facts["now"] in needs.times
        and facts["endurance"] >= needs.endurance
        and facts["points"] >= needs.points
        and not (needs.character and facts.get("stunned"))
        and not (needs.counter and not facts["counter"])
        and not (needs.ready and facts["exhausted"])
        and not (needs.once and facts["used"])
        and all(so for slot in ("pay", "condition") for so in facts.get(slot, {}).values())
    )


@pytest.mark.parametrize(
    ("card", "check", "number", "needs"), ROWS, ids=[f"{row[0]} {row[1]} {row[2]}" for row in ROWS]
)
def test_legality_is_as_the_table_says_in_every_scenario(card: str, check: str, number: int, needs: Needs) -> None:
    chance = random.Random(f"{card} {check} {number}")
    found = []
    for _ in range(SCENARIOS):
        facts = scenario(card, check, number, needs, chance)
        result = run_check(model(), check, facts)
        assert (result.verdict and result.verdict.value) is legal(needs, facts), facts
        found.append(legal(needs, facts))
    assert 0 < sum(found) < SCENARIOS


UNSAID = {"recruit-card": ("Plot Twist", "Location"), "flip-card": ("Character", "Equipment")}
"""Of recruiting a plot twist and of flipping a character the documents say nothing."""


def test_every_other_card_has_no_power_and_nothing_in_its_text_stops_it() -> None:
    powers = {card for card, _ in USE} | {"Mar-Vell <> Captain Marvel, Enemy of the Empire"}
    limits = {name for name, _ in OTHERS}
    types = {card.title: card.type for card in printed()[0]}
    assert len(types) == 50
    for title, kind in types.items():
        if title not in powers:
            facts = {"card": title, "zone": "play", "stunned": False}
            result = run_check(model(), "use-power", facts)
            assert (result.verdict and result.verdict.value) is False, title
        if title not in limits:
            for check in ("play-card", "recruit-card", "flip-card"):
                result = run_check(model(), check, {"card": title})
                wanted = None if kind in UNSAID.get(check, ()) else True
                assert (result.verdict and result.verdict.value) is wanted, title
