"""Look at a finished snapshot as a reader would, before anyone depends on it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from kb.errors import SnapshotError
from kb.records import Passage
from kb.snapshots.snapshot import Snapshot
from kb.words.text import content_words

PROBES = 3
NEAREST = 5
LEAST_COSINE = 0.7


def verify(folder: Path, counts: Mapping[str, int]) -> None:
    """Open the snapshot in `folder`, count, compare checksums, and find a few passages again by word and meaning.

    Raises SnapshotError for the first thing that is not as it was written.
    """
    with Snapshot.open(folder) as snapshot:
        found = snapshot.store.counts()
        for table, number in counts.items():
            if found[table] != number:
                raise SnapshotError(f"{number} {table} were written and {found[table]} are there")
        rows = len(snapshot.index)
        if rows != found["passages"]:
            raise SnapshotError(f"the index has {rows} rows for {found['passages']} passages")
        if snapshot.index.dimension != snapshot.encoder.dimension:
            raise SnapshotError("the index and the encoder differ in dimension")
        for number in sorted({round(share) for share in np.linspace(0, rows - 1, PROBES)}):
            probe(snapshot, snapshot.store.passage(number))


def probe(snapshot: Snapshot, passage: Passage) -> None:
    """A passage's text, encoded as a question, must lead back to it or to its like; its words to something."""
    scores, rows = snapshot.index.search(snapshot.encoder.encode([passage.text]), NEAREST)
    near = [int(row) for score, row in zip(scores[0], rows[0], strict=True) if row >= 0 and score >= LEAST_COSINE]
    if not any(snapshot.store.passage(row).digest == passage.digest for row in near):
        raise SnapshotError(f"passage {passage.number} ({passage.clause}) is not found by its own text")
    asked = content_words(passage.lexical)
    if asked and not snapshot.store.lexical(asked, passage.game, passage.document):
        raise SnapshotError(f"passage {passage.number} ({passage.clause}) is not found by its own words")
