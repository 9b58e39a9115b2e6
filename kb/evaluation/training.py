"""The questions that a knowledge base was taught by, as passages: most of them are embedded in none.

Those that stand for the others (ingest/learning/exemplars.py) have a row in the index, and their `number` says which;
the number of all others is UNFOUND.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from kb.answering.choosing.choose import chooser
from kb.evaluation.labelled import Line, full_ids, labelled
from kb.gamefolder import TRAIN
from kb.knowledge import KnowledgeBase
from kb.records import Passage, digest

UNFOUND = -1


def training(base: KnowledgeBase, corpus: Path) -> list[Passage]:
    """Every question to learn from of the base's games, in the order of their files, each once for a check, a gap or
    each clause that answers it; SourceError with every line that is none."""
    rows = {(each.game, each.text): each.number for each in base.store.passages() if each.kind in ("wording", "gap")}
    found: list[Passage] = []
    for game in sorted(each.id for each in base.games):
        leads = chooser(base, game).clauses if game in base.checks.games else {}
        for each in labelled(corpus / game, TRAIN):
            number = rows.get((game, each.line.ask), UNFOUND)
            found += _passages(each.line, game, number, leads.get(each.line.check, ()))
    return found


def _passages(line: Line, game: str, number: int, leads: Sequence[str]) -> Iterator[Passage]:
    """What a line teaches; nothing where it says only what the verdict is. `leads` are the clauses of its check."""
    states, check, clauses = "", "", full_ids(line.clauses, game)
    if line.check:
        check, clauses = f"{game}/{line.check}", tuple(leads[:1])
        states = json.dumps({"facts": line.facts, "opposite": line.opposite}, sort_keys=True, ensure_ascii=False)
    elif line.lacks:
        states, clauses = json.dumps({"lacks": line.lacks}), clauses[:1]
    for clause in clauses:
        kind = "gap" if line.lacks and not check else "wording"
        yield Passage(number, clause, game, "", kind, line.ask, "", digest(line.ask), check, states)
