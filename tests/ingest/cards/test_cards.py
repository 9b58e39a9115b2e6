"""Card entries: titles, type lines, and the cards of the VS System FAQ in both editions."""

from __future__ import annotations

from collections import Counter

import pytest

from ingest.cards.entry import Title, TypeLine, parse_title, parse_type_line
from ingest.cards.vocabulary import Vocabulary
from kb.records import Card, Parsed
from tests.conftest import ParseGame

DOCUMENT = "vs-system/heralds-faq"
WORDS = Vocabulary(types=("Character", "Plot Twist", "Location", "Equipment"), traits=("Flight", "Range"))
ITALICS_LOST = [
    "admiral-galen-kor-lunatic-legion",
    "doom-bot-corps-army",
    "morg-harbinger-of-extinction",
    "red-shift-rift-walker",
    "silver-surfer-righteous-protector",
    "time-gem-infinity-gem",
]


@pytest.fixture(scope="module", params=["official", "restated"])
def faq(request: pytest.FixtureRequest, parsed: ParseGame) -> Parsed:
    """The records of the FAQ in either edition."""
    return parsed("vs-system", request.param)[1]


def cards(parsed: Parsed) -> dict[str, Card]:
    return {card.id.partition("#")[2]: card for card in parsed.cards}


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Klaw, Sonic Construct", Title("Klaw", "", "Sonic Construct")),
        ("Doom-Bot <> Dr. Doom, Cosmic Thief", Title("Doom-Bot", "Dr. Doom", "Cosmic Thief")),
        ("Extended Family, Team-Up", Title("Extended Family", "", "Team-Up")),
        ("Live Kree . . . or Die!", Title("Live Kree . . . or Die!", "", "")),
        ("Sentry #459, Advance Guard", Title("Sentry #459", "", "Advance Guard")),
        ("Dr. Doom, Latverian Monarch", Title("Dr. Doom", "", "Latverian Monarch")),
        ("The Uni-Power", Title("The Uni-Power", "", "")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_title_is_name_identity_and_version(text: str, title: Title) -> None:
    assert parse_title(text) == title


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Plot Twist, 0", TypeLine("Plot Twist", 0)),
        ("Character, 0, Kree, 0/1, Range", TypeLine("Character", 0, ("Kree",), 0, 1, ("Range",))),
        ("Character, 1, Doom / Masters of Evil, 5/1", TypeLine("Character", 1, ("Doom", "Masters of Evil"), 5, 1)),
        ("Character, 5, Kree, 9/8, Swimming", TypeLine("Character", 5, ("Kree",), 9, 8, (), ("Swimming",))),
        ("Character, seven", None),
        ("Character, 99999", None),
        ("Characters, 7", None),
        ("Whenever a character, 7", None),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_type_line_is_type_cost_affiliations_figures_and_traits(text: str, line: TypeLine | None) -> None:
    assert parse_type_line(text, WORDS) == line


def test_there_are_fifty_cards(faq: Parsed) -> None:
    counts = Counter(card.type for card in faq.cards)
    assert counts == {"Character": 27, "Plot Twist": 18, "Location": 3, "Equipment": 2}
    assert len(cards(faq)) == 50
    names = [card.title for card in faq.cards]
    assert (names[0], names[26], names[-1]) == ("Act of Defiance, Team-Up", "Mole Man, Moloid Master", "Unthinkable")


def test_a_cards_title_is_its_heading(faq: Parsed) -> None:
    headings = {clause.id: clause.headings[-1] for clause in faq.clauses}
    assert all(headings[card.clauses[0]] == card.title for card in faq.cards)


def test_zero_is_a_real_cost_and_a_real_attack(faq: Parsed) -> None:
    found = cards(faq)
    haywire = found["haywire-suicidal-lover"]
    assert (haywire.cost, haywire.attack, haywire.defense) == (0, 0, 1)
    assert (found["time-gem-infinity-gem"].cost, found["kindred-spirits"].cost) == (0, 0)
    assert (found["time-gem-infinity-gem"].attack, found["kindred-spirits"].defense) == (None, None)


def test_two_silver_surfers_differ_by_version(faq: Parsed) -> None:
    surfers = [card for card in faq.cards if card.name == "Silver Surfer"]
    assert [(card.version, card.cost) for card in surfers] == [("Righteous Protector", 5), ("Harbinger of Oblivion", 7)]
    assert surfers[0].id == f"{DOCUMENT}#silver-surfer-righteous-protector"


def test_names_identities_and_versions_of_the_odd_ones(faq: Parsed) -> None:
    found = cards(faq)
    assert {card.name: card.identity for card in faq.cards if card.identity} == {
        "Doom-Bot": "Dr. Doom",
        "Frankie Raye": "Nova",
        "Mar-Vell": "Captain Marvel",
    }
    assert {card.name for card in faq.cards if card.version == "Team-Up"} == {
        "Act of Defiance",
        "Extended Family",
        "Pressed into Service",
    }
    assert found["ego-the-living-planet"].version == ""
    assert found["klaw-sonic-construct"].affiliations == ("Doom", "Masters of Evil")


@pytest.mark.parametrize(
    ("card", "keywords"),
    [
        ("shatterax-starforce", ("Flight", "Range", "Reservist", "Press")),
        ("mar-vell-enemy-of-the-empire", ("Flight", "Range", "Reservist")),
        ("doom-bot-cosmic-thief", ("Flight", "Range", "Loyalty—Reveal", "Cosmic")),
        ("tyrant-the-original-herald", ("Flight", "Range", "Cosmic—Surge")),
        ("dewoz-dark-reflection", ("Range", "Concealed—Optional")),
        ("the-kyln", ("Terraform",)),
        ("time-gem-infinity-gem", ("Unique",)),
        ("terragenesis", ("Ongoing",)),
        ("unthinkable", ()),
    ],
)
def test_keywords_come_from_the_type_line_and_the_text(faq: Parsed, card: str, keywords: tuple[str, ...]) -> None:
    assert cards(faq)[card].keywords == keywords


def test_six_cards_have_lost_what_was_printed(faq: Parsed) -> None:
    lost = [path for path, card in cards(faq).items() if card.flags]
    assert lost == ITALICS_LOST
    flagged = {clause.path.rpartition(".")[0] for clause in faq.clauses if "italics-lost" in clause.flags}
    assert sorted(flagged) == ITALICS_LOST
    assert all((card.printed == "") == (path in ITALICS_LOST) for path, card in cards(faq).items())


def test_the_current_wording_is_the_cards_lines(faq: Parsed) -> None:
    texts = {clause.id: clause.text for clause in faq.clauses}
    for card in faq.cards:
        assert card.current == "\n".join(texts[clause] for clause in card.clauses[1:])
        assert card.printed in ("", card.current)


def test_both_editions_have_the_same_cards(parsed: ParseGame) -> None:
    def fields(card: Card) -> tuple[object, ...]:
        figures = (card.type, card.cost, card.affiliations, card.attack, card.defense)
        return (card.id, card.title, *figures, card.keywords, card.clauses, card.flags)

    official, restated = (parsed("vs-system", edition)[1].cards for edition in ("official", "restated"))
    assert [fields(card) for card in restated] == [fields(card) for card in official]
