"""Cases as they are written: what a variant takes from its base, and what is told of one that has none."""

from __future__ import annotations

from pathlib import Path

from kb.rules.model.cases import read_cases

SECTION = "## 1.p1 Striking\n> A figure strikes.\n"


def written(folder: Path, cases: str) -> Path:
    """A game's folder with these cases."""
    game = folder / "tiny-duel"
    (game / "rules").mkdir(parents=True)
    (game / "rules" / "striking.md").write_text(f"{SECTION}```case\n{cases}```\n", encoding="utf-8")
    return game


def test_a_variant_has_its_bases_check_and_facts(tmp_path: Path) -> None:
    cases, problems = read_cases(
        written(
            tmp_path,
            'base = { title = "B", check = "can-strike", facts = { stunned = true, row = "front" }, verdict = false }\n'
            'variant = { title = "Variant", variant_of = "base", facts = { stunned = false }, verdict = true }\n',
        ),
        ("tiny-duel/rulebook",),
    )
    assert problems == []
    assert cases[1].check == "can-strike"
    assert cases[1].facts == {"stunned": False, "row": "front"}


def test_cases_that_vary_one_another_are_told_with_their_place(tmp_path: Path) -> None:
    """However many there are: a thousand in a ring are as wrong as two."""
    many = 1_200
    ring = "".join(
        f'c{at} = {{ title = "One", variant_of = "c{(at + 1) % many}", verdict = true }}\n' for at in range(many)
    )
    _, problems = read_cases(written(tmp_path, ring), ("tiny-duel/rulebook",))
    assert {each.code for each in problems} == {"bad-case"}
    assert problems[0].place.line > 1
