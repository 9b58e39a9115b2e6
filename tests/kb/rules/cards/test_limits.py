"""Costs and limits in words that nobody foresaw: reported by lint, and asked for rather than skipped."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from ingest.games import parse_game
from ingest.lint.rules import read_rules
from kb.records import Card
from kb.records.results import Status
from kb.rules.cards.lint import card_problems
from kb.rules.cards.texts import LINE, card_facts, used
from kb.rules.model.facts.values import plain
from kb.rules.model.loader import load_rules
from kb.rules.model.rulemodel import RuleModel
from kb.rules.prove.checker.verify import verify
from kb.rules.prove.render import result_json
from kb.rules.solve.run import run_check
from tests.conftest import copied
from tests.kb.rules.cards.test_powers import FOLDER, made_up, model, printed

pytestmark = pytest.mark.slow  # each reads all rules of a game

COST, LIMIT = "unknown-cost", "unknown-limit"
DRAW = "Activate >>> Draw a card."
ASKED = [
    (f"{DRAW} Use this power only on Tuesdays.", "use", LIMIT, "on Tuesdays"),
    (f"{DRAW} Use this power only twice per turn and only once per turn.", "use", LIMIT, "twice per turn"),
    (f"{DRAW} Use only while it rains.", "use", LIMIT, "while it rains"),
    (f"{DRAW} Use this power only during the tea step.", "use", LIMIT, "during the tea step"),
    (
        f"{DRAW} Use this power only while this card is in your pocket.",
        "use",
        LIMIT,
        "while this card is in your pocket",
    ),
    (f"{DRAW} Only use this power at night.", "use", LIMIT, "this is kept to: Only use this power at night"),
    (
        f"{DRAW} You cannot use this power unless you hold a lamp.",
        "use",
        LIMIT,
        "this is kept to: You cannot use this power unless you hold a lamp",
    ),
    ("Whistle a tune >>> Draw a card.", "use", COST, "Whistle a tune"),
    ("Pay 2 endurance or whistle >>> Draw a card.", "use", COST, "Pay 2 endurance or whistle"),
    ("Pay 9999 endurance >>> Draw a card.", "use", COST, "Pay 9999 endurance"),
    ("Sleepy: Activate >>> Draw a card.", "use", COST, "Sleepy: Activate"),
    ("Play this card only during your turn.", "play", LIMIT, "during your turn"),
    (
        "This card cannot be played unless you control a lamp.",
        "play",
        LIMIT,
        "this is kept to: This card cannot be played unless you control a lamp",
    ),
    (
        "You can't recruit Odd One in the rain.",
        "recruit",
        LIMIT,
        "this is kept to: You can't recruit Odd One in the rain",
    ),
    ("Flip it only by day.", "flip", LIMIT, "this is kept to: Flip it only by day"),
]
CHECKS = {"use": "use-power", "play": "play-card", "recruit": "recruit-card", "flip": "flip-card"}
READ = [
    "Use this power only during an opponent's attack step and only once per turn.",
    "Use this power only while Odd One is in your KO'd pile.",
    "This power may be used only in your recruit step.",
    "Use only once each turn. Use it only if you control a lamp.",
]
OTHERS = [
    "Play plot twists only during the build phase.",
    "As an additional cost to recruit characters, pay 2 endurance.",
    "As an additional cost to attack with Odd One, pay 2 endurance.",
]


OPPONENTS = {"now": "opponents_recruit_step"}
SPENT = [
    ("Discard Odd One from your hand >>> Draw a card.", {"zone": "hand"}, {"zone": "play"}),
    ("Discard this card >>> Draw a card.", {"zone": "hand"}, {"zone": "ko_d_pile"}),
    ("Reveal this card from your hand >>> Draw a card.", {"zone": "hand"}, {"zone": "face_up_resource"}),
    ("Exhaust Odd One >>> Draw a card.", {"exhausted": False}, {"exhausted": True}),
    ("KO this character >>> Draw a card.", {}, {"stunned": True}),
    ("Stun him >>> Draw a card.", {}, {"zone": "deck"}),
    ("Discard two cards from your hand >>> Draw a card.", {"hand": 2}, {"hand": 1}),
    ("Free >>> Draw a card.", {}, {"zone": "hand"}),
    (f"{DRAW} Use this power only while Odd One is in your KO'd pile.", {"zone": "ko_d_pile"}, {"zone": "play"}),
    (f"{DRAW} Use this power only during an opponent's recruit step.", OPPONENTS, {"now": "your_recruit_step"}),
]
NAMES = [f"Odd {first}{second}" for first in "BDFGKLMN" for second in "aeio"]
LINES = [line for line, *_ in (*ASKED, *SPENT)]
PLACES = 3
"""Locations with Terraform and no, one or two powers before it."""


def named(text: str, title: str) -> str:
    """A text of the card of this name."""
    return text.replace("Odd One", title)


@lru_cache
def odd_cards() -> tuple[Card, ...]:
    """A card for each line, and the locations: all read into one rule model, for to read it takes seconds."""
    cards = [made_up(title, "Character", named(line, title)) for title, line in zip(NAMES, LINES, strict=False)]
    titles = NAMES[len(LINES) : len(LINES) + PLACES]
    places = [made_up(title, "Location", *[DRAW] * lines) for lines, title in enumerate(titles)]
    return (*cards, *(replace(each, keywords=("Terraform",)) for each in places))


@lru_cache
def odd_model() -> RuleModel:
    cards, clauses = printed()
    every = (*cards, *odd_cards())
    return load_rules(FOLDER, clauses, card_facts(every), [each.title for each in every])


@pytest.mark.parametrize(("line", "about", "code", "words"), ASKED, ids=[line for line, *_ in ASKED])
def test_words_of_no_known_shape_are_reported_and_asked_for(line: str, about: str, code: str, words: str) -> None:
    odd = odd_cards()[LINES.index(line)]
    words = named(words, odd.title)
    problems = card_problems([odd], model().schema)
    assert {problem.code for problem in problems} == {code}
    assert {problem.place.file for problem in problems} == {f"{odd.id}.text1"}
    name, slot = ("pays_in_words", "pay") if code == COST else ("only_if", "condition")
    facts: dict[str, Any] = {
        "card": odd.title, "zone": "play", "exhausted": False, "used": False, "endurance": 30, slot: {words: True},
    }  # fmt: skip
    facts |= {"stunned": False} if about == "use" else {}
    told = [fact.fact[2:] for fact in used(card_facts([odd]), model().schema) if fact.fact[0] == name]
    assert [(fact[0], plain(fact[-1])) for fact in told] == [(about, words)]
    rules = odd_model()
    for allowed in (True, False):
        result = run_check(rules, CHECKS[about], facts | {slot: {words: allowed}})
        assert (result.verdict and result.verdict.value) is allowed
        assert verify(rules, json.loads(json.dumps(result_json(result)))) == []
    asked = run_check(rules, CHECKS[about], {key: facts[key] for key in facts if key != slot})
    assert (asked.status, [each.fact for each in asked.ask]) == (Status.DEPENDS, [f"{slot}.{words}"])


@pytest.mark.parametrize("limit", READ)
def test_known_shapes_in_other_words_are_read_and_not_reported(limit: str) -> None:
    odd = made_up("Odd One", "Character", f"{DRAW} {limit}")
    assert card_problems([odd], model().schema) == []
    names = {fact.fact[0] for fact in card_facts([odd]) if fact.fact[0] in LINE}
    assert names & {"only_in", "works_from", "once_per_turn", "only_if"}


@pytest.mark.parametrize("line", OTHERS)
def test_a_cost_or_limit_of_something_else_is_reported_and_not_taken_for_the_cards_own(line: str) -> None:
    odd = made_up("Odd One", "Character", line)
    assert card_problems([odd], model().schema)
    assert [fact for fact in card_facts([odd]) if fact.fact[0] in LINE] == []


def test_a_line_that_limits_all_powers_of_its_card_is_weighed_for_each_and_cited() -> None:
    odd = made_up("Odd One", "Character", "Odd One's powers cannot be used in the rain.", DRAW)
    found = [fact for fact in card_facts([odd]) if fact.fact[0] == "only_if"]
    assert [(fact.fact[2:4], fact.clause) for fact in found] == [(("use", 1), f"{odd.id}.text1")]
    assert [problem.code for problem in card_problems([odd], model().schema)] == [LIMIT]


def test_the_cards_of_the_document_leave_nothing_to_report() -> None:
    assert card_problems(printed()[0], model().schema) == []


PRINTED = [
    ("Use this power only once per turn.", "Use this power only on Tuesdays.", LIMIT),
    ("Play this card only during the recovery phase.", "This card cannot be played in the rain.", LIMIT),
    ("Pay 1 resource point >>>", "Whistle a tune >>>", COST),
]


def test_lint_reads_the_cards_of_a_document_and_reports_them(tmp_path: Path) -> None:
    folder = copied(["vs-system"], tmp_path) / "vs-system"
    document = folder / "heralds-faq.txt"
    text = document.read_text("utf-8")
    for printed_words, odd_words, _ in PRINTED:
        assert printed_words in text
        text = text.replace(printed_words, odd_words)
    document.write_text(text, "utf-8")
    _, problems = read_rules(folder, [parsed for _, parsed in parse_game(folder)], "restated")
    found = [(problem.code, problem.message) for problem in problems if problem.code in (LIMIT, COST)]
    for _, odd_words, code in PRINTED:
        said = "Tuesdays" if "Tuesdays" in odd_words else odd_words.strip(" .>")
        assert [each for each in found if each[0] == code and said in each[1]], odd_words
    assert all("Tuesdays" in said or "in the rain" in said or "Whistle a tune" in said for _, said in found)


@pytest.mark.parametrize(("line", "met", "unmet"), SPENT, ids=[line for line, *_ in SPENT])
def test_a_card_may_be_its_own_cost_and_say_where_and_when_it_works(
    line: str, met: dict[str, Any], unmet: dict[str, Any]
) -> None:
    odd, rules = odd_cards()[LINES.index(line)], odd_model()
    assert card_problems([odd], model().schema) == []
    facts = {"card": odd.title, "zone": "play", "stunned": False, "exhausted": False, **met}
    for change, expected in (({}, True), (unmet, False)):
        result = run_check(rules, "use-power", facts | change)
        assert (result.verdict and result.verdict.value) is expected


@pytest.mark.parametrize("lines", range(PLACES))
def test_terraform_is_the_last_power_of_a_location_that_has_others(lines: int) -> None:
    odd, rules = odd_cards()[len(LINES) + lines], odd_model()
    played = {"card": odd.title, "zone": "play", "exhausted": False, "now": "your_recruit_step"}
    for which in range(1, lines + 2):
        for facts in (played, played | {"zone": "hand"}):
            result = run_check(rules, "use-power", facts | {"which": which})
            assert (result.verdict and result.verdict.value) is ((which > lines) == (facts["zone"] == "hand"))
    asked = [each.fact for each in run_check(rules, "use-power", played).ask]
    assert asked == (["which"] if lines else [])
