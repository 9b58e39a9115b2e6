"""Answers to try chat formats with: the corpus' own clauses, and a thousand made of hostile and over-long parts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ingest.games import parse_game
from kb.records import Citation, Clause, Document, Kind, digest
from kb.records.results import Ask
from service.show.view import Spoken

CORPUS = Path(__file__).resolve().parents[2] / "corpus"
POST = (
    "Can an exhausted character attack? We play VS System. I argued about it for an hour. "
    "Can an exhausted character attack a zeppelin? And what does rule 4.1 say about it?"
)
"""A post that asks three things, of which the second holds a word that no rule knows."""
HOSTILE = (
    "@everyone", "@here", "<@123456789012345678>", "<@!1>", "<@&2>", "<#3>", "<!channel>", "<!here|here>",
    "<@U123>", "<!subteam^S1>", "[click](https://evil.example)", "https://evil.example/a_b_c",
    "http://evil.example", "evil.example", "www.evil.example", "<https://evil.example|safe>", "discord.gg/abc",
    "mailto:a@evil.example", "a@evil.example", "**bold**", "*it*", "__under__", "_it_", "~~gone~~", "~gone~",
    "`code`", "```block```", "||spoiler||", "# Head", "> quote", ">>> quote", "- item", "1. item",
    "<script>alert(1)</script>", "<img src=x onerror=y>", "&lt;b&gt;", "![pic](https://evil.example/x.png)",
    "<t:1700000000:R>", ":skull:", "<:name:123>", "</ruling:1>", "\\*", "\u202egnp", "#123", "GH-1", "$x^2$",
    "line\nbreak", "tab\there", "nul\u0000", "\u200b@everyone", "＠everyone", "==mark==", "javascript:alert(1)",
    "[a]: https://evil.example", "| a | b |", "\U0001f469\u200d\U0001f469\u200d\U0001f467", "ﷺ" * 30,
)  # fmt: skip


@lru_cache
def citations() -> tuple[Citation, ...]:
    """Every clause of the corpus, the longest first."""
    found: list[Citation] = []
    for path in sorted(CORPUS.glob("*/game.toml")):
        for _, parsed in parse_game(path.parent, "restated", None):
            found += [Citation(clause, parsed.document, "support", 1.0) for clause in parsed.clauses]
    return tuple(sorted(found, key=lambda each: -len(each.clause.text)))


def spoken(*cited: Citation, sentence: str = "The character is unable to attack.", label: str = "No") -> Spoken:
    """An answer that cites some clauses."""
    return Spoken("answered", label, sentence, cited, "/checks/vs-system/attack-able?stunned=yes")


def clause(text: str) -> Citation:
    """A citation of a clause with this text."""
    made = Clause("g/d#1.p1", "g", "g/d", ("Part", text[:80]), text, Kind.RULE, 0, len(text), digest(text), 0)
    return Citation(made, Document("g/d", "g", text[:60], "x", "restated", "g/d.txt", "0"), "proof", 1.0)


def phrase(chance: random.Random, words: int) -> str:
    """Some words, a third of them hostile, with a full stop here and there."""
    told = [
        chance.choice(HOSTILE) if chance.random() < 0.33 else chance.choice(("the", "Hero", "may", "not", "attack."))
        for _ in range(words)
    ]
    return " ".join(told)


@lru_cache
def generated(count: int = 1_000) -> tuple[Spoken, ...]:
    """Answers of every outcome, made by chance but always the same."""
    return tuple(_generated(count))


def _generated(count: int) -> Iterator[Spoken]:
    chance = random.Random(6)
    for _ in range(count):
        outcome = chance.choice(("answered", "depends", "undetermined", "cited", "ambiguous", "not_found"))
        cited = [
            chance.choice(citations()) if chance.random() < 0.5 else clause(phrase(chance, chance.randint(1, 600)))
            for _ in range(chance.randint(0, 5))
        ]
        yield Spoken(
            outcome=outcome,
            label=chance.choice(("Yes", "No", "4", "It depends", "Which game?", phrase(chance, 3))),
            sentence=phrase(chance, chance.randint(1, 200)),
            citations=tuple(cited),
            link=f"/?q={'a' * chance.randint(1, 400)}",
            games=tuple((f"game-{number}", phrase(chance, 4)) for number in range(chance.randint(0, 5))),
            check=chance.choice(("", "vs-system/attack-able")),
            facts=(("stunned", "yes"),),
            asks=tuple(
                Ask("stunned", phrase(chance, chance.randint(2, 90)), "bool", (True, False), (), phrase(chance, 60))
                for _ in range(chance.randint(0, 5))
            ),
            given=tuple(phrase(chance, 10) for _ in range(chance.randint(0, 4))),
            assumed=tuple(phrase(chance, 10) for _ in range(chance.randint(0, 4))),
        )


def posts(count: int = 250) -> Iterator[Spoken]:
    """Posts that ask two to four things, made of such answers."""
    chance = random.Random(7)
    answers = iter(generated())
    for _ in range(count):
        parts = tuple(
            replace(next(answers), asked=phrase(chance, chance.randint(1, 60))) for _ in range(chance.randint(2, 4))
        )
        left = tuple(phrase(chance, chance.randint(1, 30)) for _ in range(chance.choice((0, 0, 3))))
        first = parts[0]
        yield Spoken(first.outcome, first.label, first.sentence, first.citations, first.link, parts=parts, left=left)
