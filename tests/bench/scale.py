"""Headjudge alone on more clauses than any game has: synthetic ones, made from the words of the corpus.

A clause's words are drawn in pairs that follow each other somewhere in the corpus, and it is as long as one of the
corpus' clauses. Embedding 100,000 texts takes many minutes and grows by the number of texts alone, so only the first
EMBEDDED are embedded; the other vectors are those, mixed by twos at random, which keeps their lengths and nearness.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from ingest.building.files import write_encoder, write_manifest
from ingest.building.passages import place_of
from ingest.encoding.encoders import build_encoder
from kb.answering.answer import answer
from kb.answering.ranking import rank
from kb.home import RULES
from kb.knowledge import KnowledgeBase
from kb.records import Clause, Contents, Kind, Parsed, Passage, digest
from kb.retrieval.embedding.encoder import Vectors, normalised
from kb.retrieval.embedding.index import VectorIndex
from kb.snapshots.parts import STORE, VECTORS
from kb.snapshots.snapshot import Snapshot
from kb.store.sqlite import write_store
from tests.bench.peers.run import peak_mb

SIZES = (1_000, 20_000, 100_000, 500_000)
EMBEDDED = 500
ASKED = 40


def main(size: int) -> dict[str, Any]:
    """Stage -> seconds (builds), milliseconds (questions, medians) or MB, at one size."""
    with KnowledgeBase.open() as base:
        contents, questions = synthetic(base, size)
    found: dict[str, Any] = {"clauses": size}
    with TemporaryDirectory() as name:
        folder = Path(name)
        encoder = build_encoder()
        (folder / RULES).mkdir()
        with timed(found, "embed, s a thousand", EMBEDDED / 1000):
            known = encoder.embed([each.text for each in contents.passages[:EMBEDDED]], lambda done: None)
        vectors = mixed(known, size)
        with timed(found, "vector index, s"):
            VectorIndex.of(vectors).save(folder / VECTORS)
        with timed(found, "records and word index, s"):
            counts = write_store(folder / STORE, contents)
        settings = write_encoder(folder, encoder, None, lambda stage, done, total: None)
        write_manifest(folder, contents, "restated", settings, counts)
        found["on disk, MB"] = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
        del contents, vectors
        found |= json.loads(in_own_process(folder, questions))
    return found


def in_own_process(folder: Path, questions: list[str]) -> str:
    """Questions are measured in a process that did not build, so that memory is a server's."""
    import subprocess

    ran = subprocess.run(
        [sys.executable, "-m", "tests.bench.scale", "ask", str(folder), json.dumps(questions)],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return ran.stdout


def asked(folder: Path, questions: list[str]) -> dict[str, float]:
    """Medians by stage over the questions, after the first, which opens everything."""
    started = time.perf_counter()
    base = KnowledgeBase(Snapshot.open(folder))
    answer(base, questions[0])
    found = {"open to first answer, s": time.perf_counter() - started}
    stages: dict[str, list[float]] = defaultdict(list)
    for question in questions[1:]:
        with lap(stages, "read, ms"):
            reading = base.read(question)
        with lap(stages, "encode, ms"):
            vector = base.snapshot.encoder.encode([question])
        with lap(stages, "vector search, ms"):
            base.snapshot.index.search(vector, 300)
        with lap(stages, "word search, ms"):
            base.store.lexical(reading.content)
        with lap(stages, "rank, all of these, ms"):
            rank(base, base.read(question))
        with lap(stages, "answer, ms"):
            answer(base, question)
    found |= {name: float(np.median(times)) for name, times in stages.items()}
    found["answer p95, ms"] = float(np.percentile(stages["answer, ms"], 95))
    found["memory, MB"] = peak_mb()
    base.close()
    return found


def synthetic(base: KnowledgeBase, size: int) -> tuple[Contents, list[str]]:
    """Records of `size` clauses in the corpus' games, one document each, without cards, rules or wordings."""
    drawn = random.Random(size)
    real = list(base.store.clauses())
    follows: dict[str, list[str]] = defaultdict(list)
    for clause in real:
        texts = clause.plain.split()
        for one, two in pairwise(texts):
            follows[one].append(two)
    documents = list(base.documents.values())
    made = [invented(number, drawn.choice(real), follows, drawn) for number in range(size)]
    parsed = tuple(
        Parsed(document, (), tuple(each for each in made if each.document == document.id)) for document in documents
    )
    titles = {game.id: game.title for game in base.store.games()}
    passages = tuple(passage(number, each, titles, base) for number, each in enumerate(made))
    asking = [" ".join(drawn.sample(each.plain.split(), min(6, len(each.plain.split())))) for each in made[:ASKED]]
    return Contents(tuple(base.store.games()), parsed, (), (), (), passages), asking


def invented(number: int, like: Clause, follows: dict[str, list[str]], drawn: random.Random) -> Clause:
    """A clause as long as `like`, in its document, under its headings."""
    found = [drawn.choice(list(like.plain.split()))]
    while len(found) < len(like.plain.split()):
        found.append(drawn.choice(follows.get(found[-1]) or list(like.plain.split())))
    text = " ".join(found)
    return replace(
        like,
        id=f"{like.document}#n{number}",
        text=text,
        kind=Kind(like.kind),
        start=0,
        end=len(text),
        digest=digest(text),
        ordinal=number,
        flags=(),
        parts=(),
        explains="",
        subject="",
    )


def passage(number: int, clause: Clause, titles: dict[str, str], base: KnowledgeBase) -> Passage:
    """The clause as it is embedded and indexed."""
    place = place_of(clause, titles[clause.game], base.document(clause.document).title)
    text = place.text(clause.plain)
    return Passage(
        number, clause.id, clause.game, clause.document, "clause", text, place.lexical(clause.plain), digest(text)
    )


def mixed(known: Vectors, size: int) -> Vectors:
    """As many vectors as asked for: the known ones, then sums of two of them by random shares."""
    drawn = np.random.default_rng(7)
    one, two = drawn.integers(0, len(known), (2, max(0, size - len(known))))
    share = drawn.random((len(one), 1), dtype=np.float32)
    return normalised(np.concatenate([known, known[one] * share + known[two] * (1 - share)])[:size])


class timed:  # noqa: N801
    """Adds the seconds of a block to a stage, divided by `by`."""

    def __init__(self, into: dict[str, Any], stage: str, by: float = 1.0) -> None:
        self.into, self.stage, self.by = into, stage, by

    def __enter__(self) -> None:
        self.started = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.into[self.stage] = (time.perf_counter() - self.started) / self.by


class lap:  # noqa: N801
    """Appends the milliseconds of a block to a stage's list."""

    def __init__(self, into: dict[str, list[float]], stage: str) -> None:
        self.into, self.stage = into, stage

    def __enter__(self) -> None:
        self.started = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self.into[self.stage].append((time.perf_counter() - self.started) * 1000)


if __name__ == "__main__":
    if sys.argv[1] == "ask":
        print(json.dumps(asked(Path(sys.argv[2]), json.loads(sys.argv[3]))))
    else:
        print(json.dumps(main(int(sys.argv[1]))))
