"""Measure what docs/decisions/0002-encoder.md decides by: `python -m tests.bench.decisions.encoder`.

Each encoder runs in a process of its own, so that cold start and memory are its alone.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kb.retrieval.embedding.encoder import MODEL, EncoderSettings, OnnxEncoder, Vectors

ROOT = Path(__file__).resolve().parents[3]
QUESTIONS = (ROOT / "tests" / "fixtures" / "questions.txt").read_text("utf-8").splitlines()
WHOLE = "float32"
KINDS = ("int8", WHOLE, "sentence-transformers")
Encode = Callable[[Sequence[str]], Vectors]


def clause_texts() -> list[str]:
    """Every clause of the five games as it is embedded."""
    from ingest.building.passages import place_of
    from ingest.games import parse_game

    return [
        place_of(clause, folder.name, parsed.document.title).text(clause.plain)
        for folder in sorted((ROOT / "corpus").iterdir())
        if folder.is_dir()
        for _, parsed in parse_game(folder)
        for clause in parsed.clauses
    ]


def export_both(folder: Path) -> None:
    """The exported encoder in 8 bit as a build writes it, and beside it the same graph in full precision."""
    from ingest.encoding import export
    from ingest.encoding.embed import chosen_encoder

    quantise = export.quantise
    (folder / WHOLE).mkdir()
    (folder / "int8").mkdir()

    def keep(whole: Path, path: Path) -> None:
        (folder / WHOLE / MODEL).write_bytes(whole.read_bytes())
        quantise(whole, path)

    export.quantise = keep
    export.export(chosen_encoder(), folder / "int8")
    for name in ("tokenizer.json", "encoder.json"):
        (folder / WHOLE / name).write_bytes((folder / "int8" / name).read_bytes())


def load(kind: str, folder: Path) -> Encode:
    """The encoder called `kind`."""
    if kind != KINDS[2]:
        return OnnxEncoder(folder / kind, EncoderSettings.read(folder / kind)).encode
    from ingest.encoding.embed import chosen_encoder, embed

    source = chosen_encoder()
    return lambda texts: embed(source, texts)


def measure(kind: str, folder: Path) -> str:
    """One row: seconds to the first vector, milliseconds a question, clauses a second, MB at the peak."""
    began = time.perf_counter()
    encode = load(kind, folder)
    encode(QUESTIONS[:1])
    cold = time.perf_counter() - began
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    taken = []
    for question in QUESTIONS * 4:
        began = time.perf_counter()
        encode([question])
        taken.append(time.perf_counter() - began)
    began = time.perf_counter()
    clauses = clause_texts()[::3]
    began = time.perf_counter()
    encode(clauses)
    rate = len(clauses) / (time.perf_counter() - began)
    p50, p95 = np.percentile(taken, [50, 95]) * 1000
    size = 0 if kind == KINDS[2] else (folder / kind / MODEL).stat().st_size / 1e6
    return f"{kind:22} {cold:6.2f} {memory:6.0f} {p50:6.2f} {p95:6.2f} {rate:8.0f} {size:6.1f}"


def top(questions: Vectors, clauses: Vectors, count: int = 5) -> Any:
    """The rows of the nearest clauses of each question, best first."""
    return np.argsort(-(questions @ clauses.T), axis=1, kind="stable")[:, :count]


def agreement(name: str, own: Any, found: Any) -> str:
    """How two rankings agree: the same first, its first among the other's five, and the share of five in common."""
    first = np.mean(own[:, 0] == found[:, 0])
    among = np.mean([one[0] in other for one, other in zip(own, found, strict=True)])
    common = np.mean([len({*one} & {*other}) / len(one) for one, other in zip(own, found, strict=True)])
    return f"{name:42} first {first:.3f}, first among five {among:.3f}, five in common {common:.3f}"


def measure_agreement(folder: Path) -> None:
    """Cosines and rankings of each exported graph beside sentence-transformers."""
    whole, small, own = (load(kind, folder) for kind in (WHOLE, "int8", KINDS[2]))
    texts = clause_texts()
    clauses, asked = own(texts), own(QUESTIONS)
    ranked = top(asked, clauses)
    print(f"{len(QUESTIONS)} questions, {len(texts)} clauses")
    for name, encode in ((WHOLE, whole), ("int8", small)):
        found = encode(QUESTIONS)
        cosines = (found * asked).sum(axis=1)
        print(f"{name}: cosine to its own, mean {cosines.mean():.4f}, least {cosines.min():.4f}")
        print(agreement(f"questions by {name}, clauses in full", ranked, top(found, clauses)))
    print(agreement("questions and clauses by int8", ranked, top(small(QUESTIONS), small(texts))))
    session, tokenizer = batching(folder / "int8")
    alone = small(QUESTIONS)
    batch = session(tokenizer(QUESTIONS))
    print(f"int8, the questions in one batch: cosine to alone, least {(alone * batch).sum(axis=1).min():.4f}")


def measure_batches() -> None:
    """Clauses a second through sentence-transformers, in batches of a fixed number of texts and bounded by size."""
    from ingest.encoding import embed

    source = embed.chosen_encoder()
    texts = sorted(clause_texts(), key=len)
    embed.embed(source, texts[::10])
    for largest, characters in ((64, 10**6), (32, 10**6), (16, 10**6), (8, 10**6), (64, embed.BATCH)):
        embed.LARGEST, embed.BATCH = largest, characters
        began = time.perf_counter()
        embed.embed(source, texts)
        rate = len(texts) / (time.perf_counter() - began)
        print(f"at most {largest} texts, {characters} characters: {rate:.0f} clauses/s")


def batching(folder: Path) -> tuple[Callable[[Any], Vectors], Callable[[Sequence[str]], Any]]:
    """The graph run on many texts at once, which OnnxEncoder never does."""
    import onnxruntime
    from tokenizers import Tokenizer

    session = onnxruntime.InferenceSession(str(folder / MODEL), providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_padding()
    tokenizer.enable_truncation(256)

    def feed(texts: Sequence[str]) -> Any:
        found = tokenizer.encode_batch(list(texts))
        columns = {"input_ids": "ids", "attention_mask": "attention_mask", "token_type_ids": "type_ids"}
        inputs = [each.name for each in session.get_inputs()]
        return {name: np.array([getattr(each, columns[name]) for each in found], np.int64) for name in inputs}

    return lambda fed: session.run(None, fed)[0], feed


def main() -> None:
    """Print every figure."""
    if len(sys.argv) > 1:
        print(measure(sys.argv[1], Path(sys.argv[2])))
        return
    with tempfile.TemporaryDirectory() as aside:
        command = [sys.executable, "-c", f"from tests.bench.decisions.encoder import *; export_both(Path({aside!r}))"]
        subprocess.run(command, check=True)
        print(f"{'encoder':22} {'cold s':>6} {'MB':>6} {'p50 ms':>6} {'p95 ms':>6} {'texts/s':>8} {'file MB':>6}")
        for kind in KINDS:
            one = [sys.executable, "-m", "tests.bench.decisions.encoder", kind, aside]
            print(subprocess.run(one, capture_output=True, text=True, check=True).stdout, end="")
        measure_agreement(Path(aside))
        measure_batches()


if __name__ == "__main__":
    main()
