"""Cards and words found in clauses: inflections, quotes, longest match, names that need their capital."""

from __future__ import annotations

import pytest

from ingest.language.mentions import find_mentions, inflections
from kb.records import Clause, Kind, Term

TERMS = [
    Term("g/underling", "g", "underling", "glossary", ()),
    Term("g/henchman", "g", "henchman", "glossary", ()),
    Term("g/stunned", "g", "stunned", "state", ("stun",)),
    Term("g/ko", "g", "KO", "glossary", ("KO'd", "KO'ed")),
    Term("g/ko-pile", "g", "KO'd pile", "glossary", ()),
    Term("g/cosmic-surge", "g", "cosmic—surge", "keyword", ()),
    Term("g/cosmic", "g", "cosmic", "keyword", ()),
    Term("g/doom", "g", "Dr. Doom, Latverian Monarch", "card", ("Dr. Doom",)),
    Term("g/live-kree", "g", "Live Kree . . . or Die!", "card", ()),
    Term("g/sentry", "g", "Sentry #459, Advance Guard", "card", ("Sentry #459",)),
    Term("g/press", "g", "Press", "card", ()),
    Term("g/surfer-5", "g", "Silver Surfer, Righteous Protector", "card", ("Silver Surfer",)),
    Term("g/surfer-7", "g", "Silver Surfer, Harbinger of Oblivion", "card", ("Silver Surfer",)),
    Term("other/underling", "other", "underling", "glossary", ()),
]


def clause(text: str, subject: str = "") -> Clause:
    """A rule of game `g`."""
    return Clause("g/d#1.p1", "g", "g/d", (), text, Kind.RULE, 0, len(text), "", 0, subject=subject)


def found(text: str, subject: str = "") -> list[tuple[str, str]]:
    """Each mention as term and words."""
    plain = clause(text).plain
    return [
        (mention.term, plain[mention.start : mention.end]) for mention in find_mentions([clause(text, subject)], TERMS)
    ]


MENTIONS = {
    "plural": ("KO two Underlings", [("g/ko", "KO"), ("g/underling", "Underlings")]),
    "irregular plural": ("All henchmen move", [("g/henchman", "henchmen")]),
    "inflected verb": ("It stuns a stunned one", [("g/stunned", "stuns"), ("g/stunned", "stunned")]),
    "curly quote": ("It is KO’d", [("g/ko", "KO’d")]),
    "longest match": ("in your KO'd pile", [("g/ko-pile", "KO'd pile")]),
    "em dash": ("a cosmic—surge or cosmic one", [("g/cosmic-surge", "cosmic—surge"), ("g/cosmic", "cosmic")]),
    "stop in a name": ("You control Dr. Doom.", [("g/doom", "Dr. Doom")]),
    "dots in a name": ("(Live Kree . . . or Die!; then)", [("g/live-kree", "Live Kree . . . or Die!")]),
    "number sign": ("Sentry #459's power", [("g/sentry", "Sentry #459")]),
    "name with its capital": ("Discard Press", [("g/press", "Press")]),
    "name in capitals": ("Discard PRESS", [("g/press", "PRESS")]),
    "small letters are no name": ("They press their luck", []),
    "shared name": ("Remove Silver Surfer", [("g/surfer-5", "Silver Surfer"), ("g/surfer-7", "Silver Surfer")]),
    "markup does not shift places": (
        "A **stunned** <b>underling</b>",
        [("g/stunned", "stunned"), ("g/underling", "underling")],
    ),
    "parts of words are no mentions": ("a cosmically underlingless", []),
}


@pytest.mark.parametrize(("text", "wanted"), MENTIONS.values(), ids=MENTIONS.keys())
@pytest.mark.slow
def test_terms_are_found_as_they_are_written(text: str, wanted: list[tuple[str, str]]) -> None:
    assert found(text) == wanted


@pytest.mark.slow
def test_a_shared_name_in_a_cards_own_entry_is_that_card() -> None:
    mentions = found("Remove Silver Surfer", "Silver Surfer, Harbinger of Oblivion")
    assert mentions == [("g/surfer-7", "Silver Surfer")]


def test_a_game_without_terms_has_no_mentions() -> None:
    assert find_mentions([clause("underling")], [term for term in TERMS if term.game == "other"]) == ()


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("ally", {"allies", "allied", "allying"}),
        ("hero", {"heroes", "heroed", "heroing"}),
        ("stun", {"stuns", "stunned", "stunning"}),
        ("recover", {"recovers", "recovered", "recovering"}),
        ("exchange", {"exchanges", "exchanged", "exchanging"}),
        ("push", {"pushes", "pushed", "pushing"}),
        ("team attack", {"team attacks", "team attacked", "team attacking"}),
        ("draw", {"draws", "drawed", "drawing", "drew", "drawn"}),
        ("DMG", set()),
        ("+1", set()),
    ],
)
def test_inflections_follow_the_spelling(word: str, wanted: set[str]) -> None:
    assert set(inflections(word)) == wanted
