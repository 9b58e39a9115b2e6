"""The questions of questions/train.jsonl that name no check: what a clause answers, and what no document here says.

{"id": "…", "ask": "can a stunned guy attack", "clauses": ["rules#5.p2"]}
{"id": "…", "ask": "what is the attack of Thanos", "clauses": ["rules#5.p1"], "lacks": "figures of Thanos"}

The second is a gap: `lacks` is shown with "not found", and its clause, the one that comes nearest, is not taken for an
answer.
"""

from __future__ import annotations

import json
from pathlib import Path

from ingest.building.passages import Wording
from kb.evaluation.labelled import full_ids, labelled
from kb.gamefolder import TRAIN


def load_wordings(folder: Path) -> tuple[Wording, ...]:
    """The wordings of a game's folder, then its gaps, each in the file's order; SourceError with every line that is
    unreadable."""
    lines = [each.line for each in labelled(folder, TRAIN) if each.line.clauses and not each.line.check]
    asked = [
        Wording(clause, each.ask) for each in lines if not each.lacks for clause in full_ids(each.clauses, folder.name)
    ]
    gaps = [
        Wording(clause, each.ask, states=json.dumps({"lacks": each.lacks}), kind="gap")
        for each in lines
        if each.lacks
        for clause in full_ids(each.clauses, folder.name)[:1]
    ]
    return (*asked, *gaps)
