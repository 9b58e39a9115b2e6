"""A snapshot with the five games of the corpus, and beside them one game of as many synthetic clauses as asked for.

A clause's words are drawn in pairs that follow each other somewhere in the corpus, it is as long as one of the corpus'
clauses and stands under its headings; every NAMED-th has a name of its own, for real clauses bring new words too,
and every EXAMPLE-th explains the one before it.

Embedding a million texts takes hours, so a synthetic clause's vector is none of its text's: two real passages' vectors
are added by random shares, and noise of a length of NOISE to that, which varies in the directions in which real ones
do. So it lies near real ones, and no two are alike.
"""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from ingest.building.derive import write_looked_up
from ingest.building.passages import place_of
from kb.records import Clause, Document, Game, Kind, Passage, digest
from kb.retrieval.embedding.encoder import Vectors, normalised
from kb.retrieval.embedding.index import read_vectors
from kb.snapshots.parts import STORE, VECTORS
from kb.snapshots.snapshot import Manifest, file_sums
from kb.store.fulltext import write_full_text
from kb.store.rows import to_row
from kb.store.schema import FULL_TEXT, SCORED, SCORED_WORDS, TABLES
from kb.store.sqlite import Store

GAME = Game("synthetic", "Synthetic")
A_DOCUMENT = 500
"""Clauses of one document."""
NAMED, EXAMPLE, SECTION = 20, 10, 50
"""Every how many-th clause has a name of its own, is an example of the one before it; clauses of a section."""
SYLLABLES = "ba ce dor fen gul hir jo kal mer nox pra qui ros sul tav uld vex wyn yor zeb".split()
NOISE = 0.35
AT_ONCE = 50_000
QUESTIONS, WORDS = 220, 6
MADE, NUMBERS = "made.json", "vectors.npy"


@dataclass(frozen=True)
class Made:
    """A snapshot's folder, the passages' vectors, questions on the synthetic clauses, seconds by stage."""

    folder: Path
    vectors: Vectors
    questions: tuple[str, ...]
    took: Mapping[str, float]


def beside(real: Path, place: Path, size: int) -> Made:
    """The real snapshot with `size` synthetic clauses beside, in `place`; what an earlier run finished stays."""
    folder = place / "built"
    if not (place / MADE).exists():
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        shutil.copytree(real, folder)
        took: dict[str, float] = {}
        with stage(took, "vectors mixed, s"):
            write_mixed(read_vectors(real / VECTORS), size, place / NUMBERS)
        with closing(Store.open(real / STORE)) as store, stage(took, "clauses made, s"):
            questions = add_clauses(store, folder / STORE, size)
        with stage(took, "word index and scores, s"):
            index_words(folder / STORE)
        with stage(took, "words counted, s"):
            write_looked_up(folder)
        told = Manifest.read(folder)
        counts = {**told.counts, "clauses": told.counts["clauses"] + size, "passages": told.counts["passages"] + size}
        named = f"{told.version}-with-{size}"
        replace(told, version=named, counts=counts, files=file_sums(folder)).save(folder)
        (place / MADE).write_text(json.dumps({"questions": questions, "took": took}), "utf-8")
    told_of = json.loads((place / MADE).read_text("utf-8"))
    vectors = np.load(place / NUMBERS, mmap_mode="r")
    return Made(folder, vectors, tuple(told_of["questions"]), told_of["took"])


@contextmanager
def stage(into: dict[str, float], name: str) -> Iterator[None]:
    """Adds the seconds of a block to a stage."""
    started = time.perf_counter()
    yield
    into[name] = into.get(name, 0.0) + time.perf_counter() - started


def add_clauses(store: Store, path: Path, size: int) -> list[str]:
    """Write the synthetic game into a kb.db that has the real ones; questions that its clauses answer."""
    first = store.counts()["passages"]
    documents = [book(number) for number in range(-(-size // A_DOCUMENT))]
    drawn = random.Random(size)
    asked = set(random.Random(size + 1).sample(range(size), min(size, QUESTIONS)))
    questions: list[str] = []
    with closing(sqlite3.connect(path)) as database:
        database.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
        with database:
            insert(database, "games", [GAME])
            insert(database, "documents", documents)
            made = invented(list(store.clauses()), size, drawn)
            for start in range(0, size, AT_ONCE):
                batch = [next(made) for _ in range(start, min(size, start + AT_ONCE))]
                insert(database, "clauses", batch)
                passages = [
                    passage(first + start + at, each, documents[(start + at) // A_DOCUMENT])
                    for at, each in enumerate(batch)
                ]
                insert(database, "passages", passages)
                for at, each in enumerate(batch):
                    if start + at in asked:
                        words = each.text.split()
                        questions.append(" ".join(drawn.sample(words, min(WORDS, len(words)))))
    return questions


def insert(
    database: sqlite3.Connection, table: str, records: list[Game] | list[Document] | list[Clause] | list[Passage]
) -> None:
    """Write records into their table."""
    spec = next(each for each in TABLES if each.name == table)
    columns = list(spec.columns)
    marks = ", ".join("?" for _ in columns)
    named = ", ".join(f'"{column}"' for column in columns)
    rows = (to_row(record, spec.nullable) for record in records)
    database.executemany(
        f'INSERT INTO "{table}" ({named}) VALUES ({marks})', ([row[column] for column in columns] for row in rows)
    )


def book(number: int) -> Document:
    """A document of the synthetic game."""
    return Document(
        f"{GAME.id}/book-{number}", GAME.id, f"Book {number}", "numbered", "1", f"book-{number}.md", digest(str(number))
    )


def invented(real: list[Clause], size: int, drawn: random.Random) -> Iterator[Clause]:
    """Clauses as long as real ones, under their headings."""
    follows: dict[str, list[str]] = defaultdict(list)
    texts = [each.plain.split() for each in real]
    for words in texts:
        for one, two in pairwise(words):
            follows[one].append(two)
    before = ""
    for number in range(size):
        at = drawn.randrange(len(real))
        words = texts[at]
        found = [drawn.choice(words)]
        while len(found) < len(words):
            found.append(drawn.choice(follows.get(found[-1]) or words))
        if number % NAMED == 0:
            found.append("".join(drawn.choice(SYLLABLES) for _ in range(4)).capitalize())
        text = " ".join(found)
        document = f"{GAME.id}/book-{number // A_DOCUMENT}"
        example = number % EXAMPLE == EXAMPLE - 1
        yield Clause(
            f"{document}#{number % A_DOCUMENT // SECTION + 1}.p{number}", GAME.id, document, real[at].headings, text,
            Kind.EXAMPLE if example else Kind.RULE, 0, len(text), digest(text), number % A_DOCUMENT,
            explains=before if example else "",
        )  # fmt: skip
        before = f"{document}#{number % A_DOCUMENT // SECTION + 1}.p{number}"


def passage(number: int, clause: Clause, document: Document) -> Passage:
    """The clause as it is indexed."""
    place = place_of(clause, GAME.title, document.title)
    text = place.text(clause.text)
    return Passage(
        number, clause.id, clause.game, clause.document, "clause", text, place.lexical(clause.text), digest(text)
    )


def index_words(path: Path) -> None:
    """Make the word index of a kb.db anew, of all its passages."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000")
        for table in (FULL_TEXT, SCORED, SCORED_WORDS):
            database.execute(f'DROP TABLE "{table}"')
        write_full_text(database)


def write_mixed(real: Vectors, size: int, path: Path) -> None:
    """The real vectors, then `size` made of them, in one file."""
    drawn = np.random.default_rng(7)
    spread, axes = np.linalg.eigh(np.cov(real.T))
    turned = (np.sqrt(np.maximum(spread, 0.0))[:, None] * axes.T).astype(np.float32)
    found = np.lib.format.open_memmap(path, "w+", np.float32, (len(real) + size, real.shape[1]))
    found[: len(real)] = real
    for start in range(0, size, AT_ONCE):
        count = min(AT_ONCE, size - start)
        one, two = drawn.integers(0, len(real), (2, count))
        share = drawn.random((count, 1), dtype=np.float32)
        mixed = normalised(real[one] * share + real[two] * (1 - share))
        noise = normalised(drawn.normal(size=mixed.shape).astype(np.float32) @ turned)
        found[len(real) + start :][:count] = normalised(mixed + NOISE * noise)
    found.flush()
