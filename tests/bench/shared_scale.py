"""PostgreSQL alone on more clauses than any game has: synthetic ones, as in scale.py, written straight into a schema.

    python -m tests.bench.shared_scale 100000 [1000]

The second number is above how many the vectors have a graph, where that is to be seen of few. Measured in a process of
its own, against the server that the bench starts: opening, questions without a check, the recall of the vector graph
against comparing all, memory of the asking process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import psycopg

from ingest.building.derive import write_looked_up
from ingest.building.pipeline import write_encoder, write_manifest
from ingest.encoding.encoders import build_encoder
from kb.answering.answer import answer
from kb.home import STORE_ADDRESS
from kb.knowledge import KnowledgeBase
from kb.retrieval.index import VectorIndex
from kb.snapshots.shared import bring, catch_up
from kb.snapshots.snapshot import RULES, STORE, VECTORS, open_current
from kb.store.postgres import vectors as vectors_module
from kb.store.postgres.connections import connect
from kb.store.postgres.published import schema_of
from kb.store.postgres.vectors import as_text
from kb.store.sqlite import write_store
from tests.bench.peers.run import peak_mb
from tests.bench.scale import EMBEDDED, mixed, synthetic, timed
from tests.postgres import database, server

SETTINGS = {"shared_buffers": "2GB", "maintenance_work_mem": "2GB", "max_wal_size": "8GB"}
NEAREST = 10


def main(size: int) -> dict[str, Any]:
    """Stage -> seconds, milliseconds or MB, at one size."""
    found: dict[str, Any] = {"clauses": size}
    with KnowledgeBase.open() as base:
        contents, questions = synthetic(base, size)
    with TemporaryDirectory() as name, server(**SETTINGS) as postgres:
        folder, home, encoder = Path(name) / "built", Path(name) / "home", build_encoder()
        (folder / RULES).mkdir(parents=True)
        known = encoder.embed([each.text for each in contents.passages[:EMBEDDED]], lambda done: None)
        vectors = mixed(known, size)
        VectorIndex.of(vectors[:1]).save(folder / VECTORS)
        with timed(found, "records and word index, s"):
            counts = write_store(folder / STORE, contents)
        write_looked_up(folder)
        settings = write_encoder(folder, encoder, None, lambda stage, done, total: None)
        write_manifest(folder, contents, "restated", settings, counts)
        del contents
        address = os.environ[STORE_ADDRESS] = database(postgres, "scale")
        with timed(found, "brought into PostgreSQL, s"):
            version = brought(address, folder, vectors)
        with timed(found, "fetched by a server, s"):
            catch_up(home)
        with psycopg.connect(address) as connection:
            size_ = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        found["in the database, MB"] = size_[0] / 1e6 if size_ else 0
        found["recall@10"] = recall(address, schema_of(version), vectors)
        found |= json.loads(in_own_process(home, questions))
    return found


def brought(address: str, folder: Path, vectors: Any) -> str:
    """Publish the folder with these vectors: they need not go through a FAISS index first."""
    from kb.retrieval import index

    index.read_vectors = lambda path: vectors  # type: ignore[assignment]
    return bring(address, folder)


def recall(address: str, schema: str, vectors: Any) -> float:
    """The share of the NEAREST that the graph finds, of those that comparing all finds."""
    drawn = np.random.default_rng(11)
    found = []
    query = f"SELECT number FROM {schema}.vectors ORDER BY vector <#> %s::halfvec LIMIT %s"
    with connect(address) as connection:
        connection.execute("SET hnsw.ef_search = 300")
        for row in drawn.choice(len(vectors), 100, replace=False):
            asked = vectors[row] + 0.03 * drawn.normal(size=vectors.shape[1]).astype(np.float32)
            asked /= np.linalg.norm(asked)
            near = {number for (number,) in connection.execute(query, [as_text(asked), NEAREST])}
            best = set(np.argsort(-(vectors @ asked), kind="stable")[:NEAREST].tolist())
            found.append(len(near & best) / NEAREST)
    return float(np.mean(found))


def in_own_process(home: Path, questions: list[str]) -> str:
    """Questions are measured in a process that did not build, so that memory is a server's."""
    command = [sys.executable, "-m", "tests.bench.shared_scale", "ask", str(home), json.dumps(questions)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def asked(home: Path, questions: list[str]) -> dict[str, float]:
    """Opening, the first answer, then each question once."""
    started, cpu = time.perf_counter(), time.process_time()
    base = KnowledgeBase(open_current(home))
    _ = base.retriever, base.terms, base.games, base.documents
    found = {"open, s": time.perf_counter() - started, "open, processor s": time.process_time() - cpu}
    answer(base, questions[0])
    found["open to first answer, s"] = time.perf_counter() - started
    times, processor = [], []
    for question in questions[1:]:
        started, cpu = time.perf_counter(), time.process_time()
        answer(base, question)
        times.append((time.perf_counter() - started) * 1000)
        processor.append((time.process_time() - cpu) * 1000)
    p50, p95 = np.percentile(times, [50, 95])
    found |= {"answer p50, ms": float(p50), "answer p95, ms": float(p95)}
    found |= {"answer, processor ms": float(np.median(processor)), "memory, MB": peak_mb()}
    base.close()
    return found


if __name__ == "__main__":
    if sys.argv[1] == "ask":
        print(json.dumps(asked(Path(sys.argv[2]), json.loads(sys.argv[3]))))
    else:
        if len(sys.argv) > 2:
            vectors_module.EXACT = int(sys.argv[2])
        print(json.dumps(main(int(sys.argv[1]))))
