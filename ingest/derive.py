"""What is worked out of all records once for each build, so that no server has to: learned models, counts, places."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from ingest.cache import cached_learned
from ingest.progress import Progress
from kb.records import Passage
from kb.retrieval.encoder import Vectors
from kb.retrieval.layout import Layout
from kb.snapshots.snapshot import LAYOUT, LEARNED, LEXICON, STORE, WORDS
from kb.store.sqlite import Store
from kb.words.gamewords import save_words, words_of
from kb.words.lexicon import Lexicon, clause_texts

QUESTIONS = ("wording", "gap")


def write_learned(
    aside: Path, found: Sequence[Passage], vectors: Vectors, home: Path | None, progress: Progress
) -> None:
    """Learn from each game's questions which check and clause one asks for, and from those of all games together what
    kind of question no document answers: a price or a rarity is missing here as it is there."""
    games = sorted({each.game for each in found if each.kind in QUESTIONS})
    for done, game in enumerate(games):
        progress("learn", done, len(games))
        own = [each for each in found if each.game == game]
        asked = [(each, each.check) for each in own if each.kind in QUESTIONS and each.check]
        spoken = [(each, each.clause) for each in own if each.kind in ("wording", "clause", "sentence")]
        write_lesson(aside / LEARNED / game / "checks.npz", asked, vectors, home)
        write_lesson(aside / LEARNED / game / "clauses.npz", spoken, vectors, home)
    known = [(each, "gap" if each.kind == "gap" else "answer") for each in found if each.kind in QUESTIONS]
    write_lesson(aside / LEARNED / "gaps.npz", known, vectors, home)
    progress("learn", len(games), len(games))


def write_lesson(target: Path, lesson: Sequence[tuple[Passage, str]], vectors: Vectors, home: Path | None) -> None:
    """Learn to tell the classes of passages apart; nothing is written where there are too few."""
    samples = [(each.text, label) for each, label in lesson]
    kept = cached_learned(samples, vectors[[each.number for each, _ in lesson]], home)
    if kept is not None:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(kept, target)


def write_looked_up(aside: Path) -> None:
    """Write what a server would else work out when it starts: how often all words stand, in each game, and where
    passages lead."""
    with closing(Store.open(aside / STORE)) as store:
        clauses, wordings = store.clauses(), store.wordings()
        Lexicon.of(clause_texts(clauses, wordings), printed=clause_texts(clauses, {})).save(aside / LEXICON)
        save_words(words_of(clauses, wordings), aside / WORDS)
        Layout.of(store.passage_places()).save(aside / LAYOUT)
