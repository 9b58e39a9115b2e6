"""Rule models whose programs do not end in time."""

from __future__ import annotations

from pathlib import Path

from kb.rules.model.loader import lint_rules
from kb.rules.model.rulemodel import RuleModel
from tests.kb.rules.conftest import read_clauses

FACTS = """
[entities]
thing = "{1} is a thing"

[fact.size]
args = ["thing"]
value = "0..9"
sentence = "{1} has size {2}"
"""
CHECKS = """
[ends]
title = "Does it end?"
kind = "yes_no"
goal = "ends(hero)"
cast = { hero = "thing" }
wordings = ["does it end"]
[ends.slots]
size = "size(hero)"
"""
BOMBS = {
    "a program without end": "n(0) :- thing(hero).\nn(f(X)) :- n(X).\nends(T) :- thing(T), n(X), X = 7.",
    "an interval bomb": "n(X) :- thing(hero), X = 1..900000.\nm(X+Y) :- n(X), n(Y).\nends(T) :- thing(T), m(7).",
    "a cross join": (
        "n(X) :- thing(hero), X = 1..1500.\nends(T) :- thing(T), n(A), n(B), n(C), n(D), A * B + C * D = 0 - 7."
    ),
}


def planted(folder: Path, rules: str) -> RuleModel:
    """A rule model with a program that does not end in time, loaded as if lint had missed it."""
    game = folder / "bomb"
    (game / "rules").mkdir(parents=True)
    (game / "facts.toml").write_text(FACTS)
    (game / "clauses.txt").write_text("book#1.p1 | It ends.")
    quoted = "\n\n".join(f"%@ r{number} | it ends\n{rule}" for number, rule in enumerate(rules.split("\n")))
    blocks = f"```asp\n{quoted}\n```\n\n```check\n{CHECKS}```\n"
    (game / "rules" / "book.md").write_text(f"# Book\n\n## 1.p1 End\n\n> It ends.\n\n{blocks}")
    model, _ = lint_rules(game, read_clauses(game))
    return model
