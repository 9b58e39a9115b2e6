"""PostgreSQL on more clauses than any game has: opening, questions without a check, the vector graph's recall.

    python -m tests.bench postgres          # SIZES, or those that HEADJUDGE_BENCH_SIZES names

Each size has a server of its own, whose data stay in HEADJUDGE_HOME/bench-postgres: what was loaded is not loaded
again, so that a run that was stopped goes on, and what is asked can be asked anew. Every size goes the way of very many
clauses: a graph of the vectors, no list read whole. Questions are measured in a process that did not build.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any

import numpy as np
import psycopg

from kb.answering.answer import answer
from kb.answering.choosing.choose import chooser
from kb.evaluation.questions import load_questions
from kb.home import STORE_ADDRESS, file_sum, home_dir, snapshots_dir
from kb.knowledge import KnowledgeBase
from kb.paths import corpus_dir
from kb.retrieval.embedding import index
from kb.retrieval.embedding.encoder import Vectors
from kb.rules.model.compiled import write_compiled
from kb.snapshots.shared import bring, catch_up
from kb.snapshots.snapshot import Manifest, Snapshot, open_current
from kb.store.postgres import vectors as vectors_module
from kb.store.postgres import write
from kb.store.postgres.connections import connect
from kb.store.postgres.published import schema_of
from service.server.process.memory import bound_arenas, give_back
from tests.bench.peers.run import peak_mb
from tests.bench.stores.beside import GAME, Made, beside, stage
from tests.support.postgres import Server, database, made, programs, running

SIZES = (10_000, 100_000, 1_000_000)
SETTINGS = {
    "shared_buffers": "4GB",
    "max_wal_size": "16GB",
    "max_parallel_maintenance_workers": "1",
    "max_parallel_workers_per_gather": "0",
    "wal_level": "minimal",
    "max_wal_senders": "0",
}
SEARCHED = (40, 80, 110, 150, 300, 600)
"""`hnsw.ef_search` of the curve; what is served has kb/store/postgres/connections.py, SEARCHED."""
NEAREST, ASKED, WARM = 10, 200, 20
LOADED, PREPARED = "loaded.json", "prepared.json"
STAGES = {
    "_write_table": "records into PostgreSQL, s",
    "_write_words": "words into PostgreSQL, s",
}


def measure(size: int) -> dict[str, Any]:
    """Stage -> seconds, milliseconds or MB, at one size."""
    place = home_dir() / "bench-postgres" / str(size)
    with KnowledgeBase.open() as base:
        real = base.snapshot.folder
        every = [each.question for each in load_questions(corpus_dir())]
        players = every[:: max(1, len(every) // ASKED)][:ASKED]
        wanted = base.snapshot.encoder.encode(players)
    known = beside(real, place, size)
    found: dict[str, Any] = {"clauses": size, **known.took}
    home = place / "home"
    with kept_server(place / "server") as postgres:
        address = os.environ[STORE_ADDRESS] = loaded(postgres, place, known)
        found |= json.loads((place / LOADED).read_text("utf-8"))
        with stage(found, "fetched by a server, s"):
            shutil.rmtree(home, ignore_errors=True)
            catch_up(home)
        compiled(snapshots_dir(home))
        warmed(address)
        listed = place / "questions.json"
        listed.write_text(json.dumps({"synthetic": list(known.questions), "development": players}), "utf-8")
        command = [
            sys.executable,
            "-m",
            "tests.bench.stores.postgres",
            str(home),
            str(listed),
            str(postgres.process.pid),
        ]
        found |= json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
        version = snapshots_dir(home) / (home / "current").read_text("utf-8").strip()
        found |= recall(address, schema_of(version.name), known.vectors, wanted)
    return found


def warmed(address: str) -> None:
    """Read what questions read into the database's memory, as a server that has answered for a while has it there."""
    with connect(address) as connection:
        connection.execute("CREATE EXTENSION IF NOT EXISTS pg_prewarm SCHEMA public")
        connection.execute(
            "SELECT public.pg_prewarm(each.oid) FROM pg_class AS each JOIN pg_namespace AS of ON of.oid = relnamespace"
            " WHERE nspname LIKE 'kb_%' AND relkind IN ('r', 'i') AND relname !~ '^(words|passages)'"
        )


def compiled(snapshots: Path) -> None:
    """Compile the rules of what was fetched by this program, as a build does: what another one compiled is not read."""
    for folder in snapshots.iterdir():
        with KnowledgeBase(Snapshot.open(folder)) as base:
            for game in base.checks.games:
                write_compiled(base.checks.model(game), base.snapshot.rules / game)
            manifest = Manifest.read(folder)
            sums = {name: file_sum(folder / name) for name in manifest.files}
        replace(manifest, files=sums).save(folder)


@contextmanager
def kept_server(place: Path) -> Iterator[Server]:
    """A server whose data are in `place`, and stay there."""
    place.mkdir(parents=True, exist_ok=True)
    for each in (place, place.parent, place.parent.parent):
        each.chmod(0o755)
    copied = place / "pginstall" / "bin"
    bin_ = copied if copied.exists() else programs(place)
    if not (place / "data").exists():
        made(bin_, place / "data", place)
    with running(bin_, place / "data", **SETTINGS) as started:
        yield started


def loaded(postgres: Server, place: Path, known: Made) -> str:
    """The address of the database that has the snapshot; loads it where an earlier run did not finish that."""
    address = prepared(postgres, place, known.vectors)
    if (place / LOADED).exists():
        return address
    took = json.loads((place / PREPARED).read_text("utf-8"))
    for name, stage_ in STAGES.items():
        setattr(write, name, counted(getattr(write, name), took, stage_))
    write.write_vectors = moved  # type: ignore[assignment]
    index.read_vectors = lambda path: known.vectors  # type: ignore[assignment]  # they need no FAISS index first
    with stage(took, "all but the vectors, published, s"):
        bring(address, known.folder)
    with psycopg.connect(address) as connection:
        for name, query in {
            "in the database, MB": "SELECT pg_database_size(current_database())",
            "vector graph, MB": "SELECT sum(pg_relation_size(indexrelid)) FROM pg_stat_user_indexes"
            " WHERE relname = 'vectors' AND indexrelname LIKE '%vector_idx'",
        }.items():
            [[bytes_]] = connection.execute(query).fetchall()
            took[name] = float(bytes_ or 0) / 1e6
    (place / LOADED).write_text(json.dumps(took), "utf-8")
    return address


def prepared(postgres: Server, place: Path, vectors: Vectors) -> str:
    """The database's address, in which the vectors and their graph stand ahead of the rest: of a million the graph
    takes longest by far, and a run that is stopped later need not make it again."""
    vectors_module.EXACT = min(vectors_module.EXACT, len(vectors) - 1)
    if (place / PREPARED).exists():
        return postgres.address("scale")
    took: dict[str, float] = {}
    address = database(postgres, "scale")
    with connect(address) as connection, connection.transaction():
        connection.execute(
            "CREATE EXTENSION vector SCHEMA public; CREATE SCHEMA ahead; SET search_path = ahead, public"
        )
        with stage(took, "vectors into PostgreSQL, s"):
            write.copy_vectors(connection, vectors)
        with stage(took, "vector graph, s"):
            write.write_graph(connection, *vectors.shape)
    (place / PREPARED).write_text(json.dumps(took), "utf-8")
    return address


def moved(connection: psycopg.Connection[Any], vectors: Vectors, graph: bool) -> None:
    """In place of writing the vectors: takes those that stand ready."""
    [[schema]] = connection.execute("SELECT current_schema()").fetchall()
    connection.execute(f"ALTER TABLE ahead.vectors SET SCHEMA {schema}")
    write.write_facts(connection, vectors, graph)


def counted(function: Callable[..., Any], took: dict[str, float], name: str) -> Callable[..., Any]:
    """A function whose seconds are added up."""

    @wraps(function)
    def run(*given: Any, **named: Any) -> Any:
        with stage(took, name):
            return function(*given, **named)

    return run


def recall(address: str, schema: str, vectors: Vectors, wanted: Vectors) -> dict[str, Any]:
    """The share of the NEAREST of each question that the graph finds, of those that comparing all finds in full
    precision, by how many candidates are kept; with the milliseconds that a search takes."""
    best = exactly(vectors, wanted)
    query = f"SELECT number FROM {schema}.vectors ORDER BY vector <#> %s::halfvec LIMIT %s"
    found: dict[str, Any] = {}
    with connect(address) as connection:
        for searched in SEARCHED:
            connection.execute(f"SET hnsw.ef_search = {searched}")
            shares, times = [], []
            for vector, numbers in zip(wanted, best, strict=True):
                started = time.perf_counter()
                near = connection.execute(query, [vector, NEAREST]).fetchall()
                times.append((time.perf_counter() - started) * 1000)
                shares.append(len({number for (number,) in near} & numbers) / NEAREST)
            found[f"recall@10, ef_search {searched}"] = float(np.mean(shares))
            found[f"search, ef_search {searched}, ms"] = float(np.median(times))
    return found


def exactly(vectors: Vectors, wanted: Vectors, at_once: int = 100_000) -> list[set[int]]:
    """The numbers of the NEAREST of each question, every vector compared."""
    scores = np.empty((len(wanted), 0), dtype=np.float32)
    numbers = np.empty((len(wanted), 0), dtype=np.int64)
    for start in range(0, len(vectors), at_once):
        own = wanted @ np.asarray(vectors[start : start + at_once]).T
        near = np.argpartition(-own, NEAREST, axis=1)[:, :NEAREST]
        scores = np.concatenate([scores, np.take_along_axis(own, near, axis=1)], axis=1)
        numbers = np.concatenate([numbers, near + start], axis=1)
    best = np.argsort(-scores, axis=1, kind="stable")[:, :NEAREST]
    return [set(each.tolist()) for each in np.take_along_axis(numbers, best, axis=1)]


def asked(home: Path, questions: dict[str, Sequence[str]], server: int) -> dict[str, float]:
    """Opening, the first answer, then questions that were never asked before: on synthetic clauses, whose game is given
    or not, and players' own on the five games where no check decides them, for which the rules are read first. Memory
    is taken from the system, and given back once all is warm, and what stays is not looked through for garbage, as by a
    server."""
    bound_arenas()
    started, cpu = time.perf_counter(), time.process_time()
    base = KnowledgeBase(open_current(home))
    _ = base.retriever, base.terms, base.games, base.documents, base.detector
    found = {"open, s": time.perf_counter() - started, "open, processor s": time.process_time() - cpu}
    found["memory once open, MB"] = peak_mb()
    synthetic, development = questions["synthetic"], questions["development"]
    answer(base, synthetic[0], GAME.id)
    found["open to first answer, s"] = time.perf_counter() - started
    base.lexicon.warm_up()
    half = (len(synthetic) - WARM) // 2 + WARM
    found |= told("game given", base, synthetic[:WARM], synthetic[WARM:half], server, GAME.id)
    found["memory a worker, no rules read, MB"] = peak_mb()
    for game in base.checks.games:
        chooser(base, game).warm_up()
    give_back()
    gc.freeze()
    found |= told("game not given", base, (), synthetic[half:], server)
    found |= told("players' questions", base, development[:WARM], development[WARM:], server)
    found["memory a worker, MB"] = peak_mb()
    base.close()
    return found


def told(
    kind: str, base: KnowledgeBase, warm: Sequence[str], texts: Sequence[str], server: int, game: str | None = None
) -> dict[str, float]:
    """Milliseconds by the clock, and of both sides' processors, of the texts that no check decides."""
    for question in warm:
        answer(base, question, game)
    clock, own, theirs = [], [], []
    for question in texts:
        server_before = processor_of(server)  # which looks at every process, and is no part of the answer's time
        before = time.perf_counter(), time.process_time()
        said = answer(base, question, game)
        after = time.perf_counter(), time.process_time()
        server_after = processor_of(server)
        if said.ruling is None:
            differing = zip((clock, own, theirs), (*before, server_before), (*after, server_after), strict=True)
            for into, one, two in differing:
                into.append((two - one) * 1000)
    p50, p95 = np.percentile(clock, [50, 95])
    return {
        f"{kind}: questions": len(clock),
        f"{kind}: p50, ms": float(p50),
        f"{kind}: p95, ms": float(p95),
        f"{kind}: processor, worker, ms": float(np.median(own)),
        f"{kind}: processor, PostgreSQL, ms": float(np.mean(theirs)),
    }


def processor_of(server: int) -> float:
    """The processor seconds of a server's processes so far (Linux), to a hundredth."""
    total = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == server:
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    print(json.dumps(asked(Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text("utf-8")), int(sys.argv[3]))))
