"""Whether a card's line can be used now: all payment powers and limits of VS System, and cards made up like them."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from ingest.cards.powers import parse_line
from ingest.cards.vocabulary import Vocabulary
from ingest.games import parse_game
from ingest.lint.samples import sample_problems
from kb.errors import FactsError
from kb.gamefolder import FACTS
from kb.records import Card, Clause
from kb.records.scenario import TextFact
from kb.rules.cards.lint import card_problems
from kb.rules.cards.texts import action, card_facts, used
from kb.rules.model.facts.values import plain
from kb.rules.model.loader import load_rules
from kb.rules.model.rulemodel import RuleModel
from kb.rules.model.schema import read_schema
from kb.rules.prove.checker.verify import verify
from kb.rules.prove.render import result_json
from kb.rules.solve.run import run_check
from service.show.formfacts import as_query, stated_facts
from service.web.checkforms import form_fields
from tests.ingest.lint.test_samples import ask

pytestmark = pytest.mark.slow  # all rules of VS System are read

FOLDER = Path(__file__).resolve().parents[4] / "corpus" / "vs-system"
CHECKS = {"use": "use-power", "play": "play-card", "recruit": "recruit-card", "flip": "flip-card"}
IN_TIME = {
    "combat_phase": ("combat_phase", "recovery_phase"),
    "attack_step": ("opponents_attack_step", "combat_phase"),
    "your_attack_step": ("your_attack_step", "opponents_attack_step"),
    "build_phase": ("opponents_recruit_step", "combat_phase"),
    "recovery_phase": ("recovery_phase", "build_phase"),
    "your_recruit_step": ("your_recruit_step", "opponents_recruit_step"),
    "opponents_attack_step": ("opponents_attack_step", "your_attack_step"),
    "draw_phase": ("draw_phase", "combat_phase"),
}
FROM_HAND = ("reveal_itself", "discard_itself")
Line = tuple[Card, str, int]


def made_up(title: str, type_: str, *lines: str) -> Card:
    """A card that no publisher printed, read as any other."""
    name, _, version = title.partition(", ")
    vocabulary = Vocabulary(gates=("Cosmic", "Cosmic—Surge", "Ongoing"), lasting=("Ongoing",))
    identifier = f"vs-system/heralds-faq#{name.lower().replace(' ', '-')}"
    said = [each for line in lines for each in parse_line(line, type_ == "Plot Twist", vocabulary)]
    powers = tuple(
        each.power(f"{identifier}.power{at}", identifier, f"{identifier}.text{at}") for at, each in enumerate(said, 1)
    )
    return Card(
        id=identifier, game="vs-system", document="vs-system/heralds-faq", name=name, identity="", version=version,
        type=type_, cost=3, affiliations=(), attack=None, defense=None, keywords=(), powers=powers,
        current="\n".join(lines), printed="", clauses=(f"{identifier}.stats",),
    )  # fmt: skip


MADE_UP = (
    made_up(
        "Tide Caller, Deep Scout",
        "Character",
        "Pay 7 endurance, pay 2 resource points >>> Draw a card. Use this power only during your recruit step.",
    ),
    made_up(
        "Lantern Keeper",
        "Character",
        "Discard two cards, activate >>> Target player loses 2 endurance. "
        "Use this power only once per turn and only during the draw phase.",
    ),
    made_up(
        "Vault of Echoes",
        "Location",
        "Reveal this card >>> Draw a card. Use this power only while this card is in your hand.",
    ),
    made_up(
        "Star Broker",
        "Character",
        "Cosmic—Surge: Remove one cosmic counter from Star Broker >>> Gain 4 endurance. "
        "Use this power only during an opponent's attack step.",
    ),
    made_up(
        "Borrowed Time",
        "Plot Twist",
        "Play this card only during the build phase and only while you control a Mole attacker.",
        "As an additional cost to play this card, return two locations you control to their owners' hands.",
    ),
)


@lru_cache
def printed() -> tuple[tuple[Card, ...], dict[str, Clause]]:
    parsed = [document for _, document in parse_game(FOLDER)]
    clauses = {clause.id: clause for document in parsed for clause in document.clauses}
    return tuple(card for document in parsed for card in document.cards), clauses


@lru_cache
def model() -> RuleModel:
    cards, clauses = printed()
    every = (*cards, *MADE_UP)
    return load_rules(FOLDER, clauses, card_facts(every), [card.title for card in every])


@lru_cache
def texts() -> tuple[TextFact, ...]:
    """What the cards say, without the rules: to read those takes seconds, and tests are named after this."""
    schema, _ = read_schema(FACTS, (FOLDER / FACTS).read_text("utf-8"))
    return used(card_facts((*printed()[0], *MADE_UP)), schema)


def test_the_model_has_what_the_cards_say() -> None:
    assert model().texts == texts()


def lines() -> list[Line]:
    """Every line that costs or limits something, with its number among the card's lines of that action."""
    found: list[Line] = []
    for card in (*printed()[0], *MADE_UP):
        counts: dict[str, int] = {}
        for power in card.powers:
            about = action(power, card)
            if about:
                counts[about] = counts.get(about, 0) + 1
                found.append((card, about, counts[about]))
    return found


LINES = lines()


def said(line: Line, name: str) -> list[tuple[Any, ...]]:
    """What a line's facts of one name say beyond card, action and number."""
    card, about, number = line
    start = (name, ('"', card.title), about, number)
    return [text.fact[4:] for text in texts() if text.fact[:4] == start]


def asked_in_words(card: Card, about: str, name: str) -> dict[str, bool]:
    asked = [text for text in texts() if text.fact[0] == name and text.card == card.title]
    return {str(plain(text.fact[-1])): True for text in asked if text.fact[2] == about}


def allowed(line: Line) -> dict[str, Any]:
    """A scenario in which nothing stands in the way of a line, nor of the card's other lines of that action."""
    card, about, number = line
    times = [
        fact for at in range(1, 5) for fact in said((card, about, at), "only_in") if about != "use" or at == number
    ]
    from_hand = said(line, "works_from") or any(kind in FROM_HAND for kind, _ in said(line, "pays"))
    facts = {
        "card": card.title, "zone": "hand" if from_hand else "play", "exhausted": False, "counter": True,
        "now": IN_TIME[times[0][0]][0] if times else "combat_phase", "used": False,
        "endurance": 30, "points": 9, "hand": 4,
        "pay": asked_in_words(card, about, "pays_in_words"), "condition": asked_in_words(card, about, "only_if"),
    }  # fmt: skip
    return {**facts, "which": number, "stunned": False} if about == "use" else facts


def ruled(line: Line, facts: dict[str, Any]) -> tuple[object, list[str]]:
    """The verdict on a line, its proof checked again, and the clauses it cites."""
    result = run_check(model(), CHECKS[line[1]], facts)
    assert verify(model(), json.loads(json.dumps(result_json(result)))) == []
    return result.verdict and result.verdict.value, list(result.citations)


def named(line: Line) -> str:
    card, about, number = line
    return f"{card.name} {about} {number}"


@pytest.mark.parametrize("line", LINES, ids=named)
def test_a_line_whose_costs_and_limits_are_met_is_allowed_and_cites_the_card(line: Line) -> None:
    value, cited = ruled(line, allowed(line))
    assert value is True
    powers = [power for power in line[0].powers if action(power, line[0]) == line[1]]
    assert powers[line[2] - 1].clause in cited


def short(kind: str, amount: int) -> dict[str, Any]:
    """What a player has who cannot pay a cost of a kind, by one."""
    return {
        "activate": {"exhausted": True},
        "endurance": {"endurance": amount - 1},
        "resource": {"points": amount - 1},
        "card": {"hand": amount - 1},
        "own_counter": {"counter": False},
        "itself": {"zone": "ko_d_pile"},
        "reveal_itself": {"zone": "play"},
        "discard_itself": {"zone": "ko_d_pile"},
    }[kind]


def broken() -> list[tuple[Line, str, dict[str, Any]]]:
    """For each cost and limit of each line a scenario in which it alone is not met."""
    found = []
    for line in LINES:
        card, about, _ = line
        for when in said(line, "only_in"):
            found.append((line, "time", {"now": IN_TIME[when[0]][1]}))
        if said(line, "once_per_turn"):
            found.append((line, "once", {"used": True}))
        for gate in said(line, "gate"):
            found += [(line, "counter", {"counter": False})] if gate[0] != "ongoing" else []
        for kind, amount in said(line, "pays"):
            found.append((line, kind, short(kind, amount)))
        for name, slot in (("pays_in_words", "pay"), ("only_if", "condition")):
            found += [(line, slot, {slot: {plain(words): False}}) for (words,) in said(line, name)]
        if about == "use":
            in_hand = allowed(line)["zone"] == "hand"
            found.append((line, "place", {"zone": "play" if in_hand else "hand"}))
            found.append((line, "face down", {"zone": "face_down_resource"}))
            found += [(line, "stunned", {"stunned": True})] if card.type == "Character" and not in_hand else []
    return found


BROKEN = broken()


@pytest.mark.parametrize(("line", "what", "change"), BROKEN, ids=[f"{named(line)} {what}" for line, what, _ in BROKEN])
def test_each_cost_and_limit_alone_stops_a_line(line: Line, what: str, change: dict[str, Any]) -> None:
    facts = allowed(line)
    for name, each in change.items():
        facts[name] = {**facts[name], **each} if isinstance(each, dict) else each
    assert ruled(line, facts)[0] is False


def test_every_payment_power_and_limit_of_the_document_is_among_them() -> None:
    own = [line for line in LINES if line[0] not in MADE_UP]
    kinds = [power.kind for card in printed()[0] for power in card.powers]
    assert sum(line[1] == "use" for line in own) == kinds.count("payment") == 16
    limits = kinds.count("play-restriction") + kinds.count("recruit-restriction") + kinds.count("additional-cost")
    assert sum(line[1] != "use" for line in own) == limits == 11


def test_a_cost_or_limit_of_no_known_shape_is_reported_and_asked_for_in_the_cards_words() -> None:
    odd = made_up("Odd One", "Character", "Whistle a tune >>> Draw a card. Use this power only on Tuesdays.")
    assert sorted(problem.code for problem in card_problems([odd], model().schema)) == ["unknown-cost", "unknown-limit"]
    names = [
        (text.fact[0], plain(text.fact[-1]))
        for text in card_facts([odd])
        if text.fact[0] in ("pays_in_words", "only_if")
    ]
    assert names == [("pays_in_words", "Whistle a tune"), ("only_if", "on Tuesdays")]
    assert card_problems(printed()[0], model().schema) == []


def test_only_what_the_card_asks_for_is_asked() -> None:
    asked = run_check(model(), "use-power", {"card": "Mole Man, Moloid Master", "zone": "play"}).ask
    assert {each.fact for each in asked} == {"stunned", "used", "points"}
    worded = run_check(model(), "play-card", {"card": "I Hunger"}).ask
    assert [each.fact for each in worded] == ["condition.while you control any Heralds of Galactus character"]


def test_a_form_asks_for_a_cards_words_and_takes_the_answer() -> None:
    check, schema = model().check("play-card"), model().schema
    asked = run_check(model(), check.id, {"card": "I Hunger"}).ask
    words = "condition.while you control any Heralds of Galactus character"
    field = next(each for each in form_fields(check, schema, {"card": "I Hunger"}, asked) if each.name == words)
    assert field.label == "Is this condition met now: while you control any Heralds of Galactus character?"
    facts = stated_facts(check, schema, {"card": "I Hunger", words: "no"})
    result = run_check(model(), check.id, facts)
    assert result.verdict is not None
    assert result.verdict.value is False
    assert as_query(result.facts) == {"card": "I Hunger", words: "no"}


def test_a_card_is_known_by_its_name_where_no_other_has_it() -> None:
    facts = {"zone": "play", "stunned": False, "pay": {"Discard a Kree character card": True}}
    result = run_check(model(), "use-power", {"card": "mar-vell", **facts})
    assert (result.verdict and result.verdict.value) is True
    assert verify(model(), json.loads(json.dumps(result_json(result)))) == []
    with pytest.raises(FactsError, match="several cards are called 'Silver Surfer'"):
        run_check(model(), "use-power", {"card": "Silver Surfer", **facts})


def test_words_that_the_card_does_not_have_are_refused() -> None:
    with pytest.raises(FactsError, match="no such words here"):
        run_check(model(), "play-card", {"card": "I Hunger", "condition.while it rains": True})


def test_a_sample_may_not_quote_a_card_because_another_edition_words_it_otherwise(tmp_path: Path) -> None:
    words = "condition.while you control any Heralds of Galactus character"
    line = {"ask": "no herald here, I Hunger?", "verdict": False, "check": "play-card"}
    ask(tmp_path, {**line, "facts": {"card": "I Hunger", words: False}})
    [problem] = sample_problems(tmp_path, model())
    assert "quotes a card's text" in problem.message
    assert problem.place.line == 1
    ask(tmp_path, {**line, "facts": {"card": "I Hunger"}})
    assert sample_problems(tmp_path, model()) == []
