"""An ordinal's id is its clause's for ever: whatever versions take away, put in or bring back, in whichever order they
are added."""

from __future__ import annotations

import pytest

from ingest.layouts import parse
from ingest.source import Source
from ingest.versions.document import with_ids
from kb.records import Document, Parsed

FISH, STORM, TRADE = "A boat carries fish.", "A storm ends the round.", "Trade opens at noon."
PILOTS, OARS = "Pilots pay two coins.", "Oars are stowed at night."


def boats(*paragraphs: str) -> Parsed:
    """A guide with one section, as it is parsed."""
    text = "# Boats\n\n" + "\n\n".join(paragraphs) + "\n"
    document = Document("g/d", "g", "Guide", "headed", "official", "g/d.txt", "0", characters=len(text))
    return parse(Source("g/d.txt", text, "0"), document, {})[0]


def ids(version: Parsed) -> dict[str, str]:
    """The paths of a version's clauses by their words."""
    return {each.plain: each.path for each in version.clauses}


@pytest.mark.parametrize(
    ("later", "expected"),
    [
        ([[FISH, STORM], [FISH, STORM, PILOTS]], {FISH: "boats.p1", STORM: "boats.p2", PILOTS: "boats.p4"}),
        ([[FISH, STORM], [FISH, STORM, TRADE]], {FISH: "boats.p1", STORM: "boats.p2", TRADE: "boats.p3"}),
        ([[STORM], [FISH, STORM]], {FISH: "boats.p1", STORM: "boats.p2"}),
        ([[STORM], [PILOTS, STORM]], {PILOTS: "boats.p4", STORM: "boats.p2"}),
    ],
    ids=["of-one-that-is-gone", "of-one-that-is-back", "of-the-first-that-is-back", "of-the-first-that-is-gone"],
)
def test_an_id_is_given_again_to_its_own_words_alone(later: list[list[str]], expected: dict[str, str]) -> None:
    versions = [boats(FISH, STORM, TRADE), *(boats(*each) for each in later)]
    assert ids(with_ids(versions, range(len(versions)))[-1]) == expected


def test_a_version_that_is_added_between_others_takes_no_id_of_theirs() -> None:
    first, between, last = boats(FISH, STORM), boats(FISH, OARS, STORM), boats(FISH, STORM, PILOTS)
    assert ids(with_ids([first, last], [0, 1])[1])[PILOTS] == "boats.p3"
    known = with_ids([first, between, last], [0, 2, 1])
    assert ids(known[2])[PILOTS] == "boats.p3"
    assert ids(known[1]) == {FISH: "boats.p1", OARS: "boats.p4", STORM: "boats.p2"}


def test_a_version_between_others_has_the_ids_of_the_later_one_for_what_came_with_it() -> None:
    first, between, last = boats(FISH), boats(FISH, OARS, PILOTS), boats(FISH, PILOTS)
    known = with_ids([first, between, last], [0, 2, 1])
    assert ids(known[1]) == {FISH: "boats.p1", PILOTS: "boats.p2", OARS: "boats.p3"}
