"""Sixty development questions whose check is known, told by hand from what each check computes: twelve of each game.

`python -m tests.service.mcp.known` scores `list_checks` on them with the knowledge base of HEADJUDGE_HOME. Where two
checks settle a question alike, either counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from kb.files.jsonlines import numbered_lines
from kb.knowledge import KnowledgeBase
from service.mcp.short.listed import list_of

ROOT = Path(__file__).resolve().parents[3]
KNOWN = Path(__file__).with_name("known_checks.jsonl")


@dataclass(frozen=True, slots=True)
class Known:
    """A question with the checks that settle it."""

    game: str
    ask: str
    checks: tuple[str, ...]


@lru_cache
def asked(game: str) -> dict[str, str]:
    """A game's development questions by their ids."""
    lines = numbered_lines(ROOT / "corpus" / game / "questions" / "dev.jsonl")
    return {each["id"]: each["ask"] for each in (json.loads(line) for _, line in lines)}


def known(game: str | None = None) -> Iterator[Known]:
    """The questions, of one game where it is named."""
    for _, line in numbered_lines(KNOWN):
        each = json.loads(line)
        if game in (None, each["game"]):
            yield Known(each["game"], asked(each["game"])[each["id"]], tuple(each["checks"]))


def scored(base: KnowledgeBase, questions: Sequence[Known]) -> tuple[float, float]:
    """The shares of questions whose check stands first, and among the first five."""
    found = [[check["id"] for check in list_of(base, each.ask, each.game)["checks"]] for each in questions]
    first = sum(bool({*ids[:1]} & {*each.checks}) for ids, each in zip(found, questions, strict=True))
    five = sum(bool({*ids[:5]} & {*each.checks}) for ids, each in zip(found, questions, strict=True))
    return first / len(questions), five / len(questions)


if __name__ == "__main__":
    with KnowledgeBase.open() as opened:
        questions = list(known())
        first, five = scored(opened, questions)
        print(f"{len(questions)} questions: right check first {first:.2f}, among five {five:.2f}")
