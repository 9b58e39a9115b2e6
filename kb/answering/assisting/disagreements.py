"""The curator's list: questions at which the computed verdict and the answer from the clauses alone differ.

One of the two is wrong: a fact read wrongly, a rule, or the model. It is the one place where questions are stored:
`disagreements.jsonl` in the home folder, for its owner's eyes only, MOST_BYTES at most and once as much before it.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kb.files.jsonlines import append_line, json_line, numbered_objects

NAME, EARLIER = "disagreements.jsonl", "disagreements.1.jsonl"
MOST_BYTES = 4_000_000
SAME = ("question", "asked", "kb", "model")


class Disagreements:
    """The list below one folder; each case once for a question, version and model."""

    def __init__(self, home: Path, most: int = MOST_BYTES) -> None:
        self.home, self.most = home, most
        self._seen: set[str] = set()
        self._lock = threading.Lock()

    def add(self, case: Mapping[str, Any]) -> None:
        """Append a case as one line; a folder that cannot be written to loses it, and no answer."""
        with self._lock:
            if (key := _key(case)) in self._seen:
                return
            try:
                self.home.mkdir(parents=True, exist_ok=True)
                number = append_line(self.home / NAME, json_line(case), self.most, self.home / EARLIER)
            except OSError:
                return
            if number == 1:  # the list begins anew: what was seen before may be given up with the next
                self._seen.clear()
            self._seen.add(key)

    def cases(self) -> list[dict[str, Any]]:
        """Every case, the latest last, each once; lines that are none are passed over."""
        found: dict[str, dict[str, Any]] = {}
        for name in (EARLIER, NAME):
            found |= {_key(case): case for _, case in numbered_objects(self.home / name)}
        return list(found.values())


def _key(case: Mapping[str, Any]) -> str:
    return json.dumps([case.get(name) for name in SAME])
