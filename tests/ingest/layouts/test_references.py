"""Numbers of rules in the words of others, and numbers that are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from ingest.adding.folder import read_document
from ingest.layouts.blocks.references import pointed

RULES = "1. Boats\n\n1.1 {words}\n\n2. Oars\n\n2.3 Row.\n\n(a) Port.\n\n(b) Lee.\n\n2.5 Rest.\n\n3. End\n\n3.1 Go.\n"


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("You may hold six letters, cf. 2.3.", ["2.3"]),
        ("The game ends (§4.2), or sooner.", ["4.2"]),
        ("See §§ 4.2 and 4.3.", ["4.2", "4.3"]),
        ("Said of a punt on mud, see 4.3.", ["4.3"]),
        ("No, see also 3.3 and 3.4. Only that.", ["3.3", "3.4"]),
        ("Ties are broken by age, unless 3.1 says otherwise.", ["3.1"]),
        ("Where 2.1 applies, rule 2.3(b) does not.", ["2.1", "2.3(b)"]),
        ("As described in Section 6, or as described in 6.1.", ["6", "6.1"]),
        ("cf. rule 1.3 and §2.3", ["1.3", "2.3"]),
        ("Rules 704.5, 704.6a and (9.2.2).", ["704.5", "704.6a", "9.2.2"]),
    ],
)
def test_a_number_of_a_rule_is_seen(words: str, numbers: list[str]) -> None:
    assert sorted(number for _, number, _ in pointed(words, True)) == sorted(numbers)


@pytest.mark.parametrize(
    "words",
    [
        "A figure moves up to 2.5 inches.",
        "As you can see 2.5 inches of the board are water.",
        "Version 1.4 applies from today.",
        "It costs 2.5 coins, or 3.1 with a smelter.",
        "As shown in 2.5% of games.",
        "See 12 cards.",
        "Effective from 01.05.2026.",
        "See 1.5 m of it.",
    ],
)
def test_a_number_that_counts_or_measures_is_none(words: str) -> None:
    assert list(pointed(words, True)) == []


@pytest.mark.parametrize(
    ("words", "target"),
    [
        ("As section 2 says.", "2"),
        ("See Rule 2.3(b).", "2.3b"),
        ("Rest, cf. 2.5(a).", "2.5"),
        ("Nobody rows unless 3.1 says so.", "3.1"),
    ],
)
def test_a_reference_leads_to_a_rule_a_section_or_a_point(tmp_path: Path, words: str, target: str) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(RULES.format(words=words), "utf-8")
    found = read_document(path, "ferry")
    assert [each.target for each in found.parsed.references] == [f"ferry/rules#{target}"]
    assert not found.problems


def test_one_that_leads_nowhere_is_a_warning_in_every_spelling(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(RULES.format(words="See 9.9, cf. 9.8, §9.7, and unless 9.6 says so."), "utf-8")
    found = read_document(path, "ferry").problems
    assert [(each.code, each.severity, each.message.split()[3]) for each in found] == [
        ("no-such-rule", "warning", f"{number},") for number in ("9.7", "9.9", "9.8", "9.6")
    ]
