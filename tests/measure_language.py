"""Measure what docs/decisions/0001-spacy-pipeline.md decides by: `python -m tests.measure_language`.

Each splitter runs in a process of its own, so that load time and memory are its alone.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).resolve().parent / "golden"
Starts = Callable[[list[str]], list[set[int]]]


def passages() -> tuple[list[str], list[list[str]]]:
    """The protected names, and the sentences of every passage of the gold."""
    gold = tomllib.loads((GOLDEN / "sentences.toml").read_text(encoding="utf-8"))
    return gold["names"], [passage["sentences"] for passage in gold["passage"]]


def gold_starts(sentences: list[str]) -> set[int]:
    """The offsets at which the sentences after the first one begin."""
    starts, at = set(), 0
    for sentence in sentences[:-1]:
        at += len(sentence) + 1
        starts.add(at)
    return starts


def spacy_starts(nlp: Any) -> Starts:
    """A splitter that runs a spaCy pipeline."""
    return lambda texts: [{span.start_char for span in doc.sents} - {0} for doc in nlp.pipe(texts)]


def load(name: str, names: Iterable[str]) -> Starts:
    """The splitter called `name`, freshly loaded."""
    import spacy

    from ingest.language import MODEL
    from ingest.sentences import Splitter

    if name.startswith("rules"):
        splitter = Splitter(names if name == "rules" else ())
        return lambda texts: [{sentence.start for sentence in splitter.split(text)} - {0} for text in texts]
    if name == "parser":
        return spacy_starts(spacy.load(MODEL, exclude=["ner"]))
    if name == "senter":
        nlp = spacy.load(MODEL, exclude=["ner", "parser", "tagger", "attribute_ruler", "lemmatizer", "tok2vec"])
        nlp.enable_pipe("senter")
        return spacy_starts(nlp)
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    return spacy_starts(nlp)


def measure_splitter(name: str) -> str:
    """One row: precision, recall, F1, whole passages right, passages a second, seconds to load, MB at the peak."""
    names, gold = passages()
    texts = [" ".join(sentences) for sentences in gold]
    began = time.perf_counter()
    starts = load(name, names)
    loaded = time.perf_counter() - began
    began = time.perf_counter()
    found = starts(texts * 5)[: len(texts)]
    rate = 5 * len(texts) / (time.perf_counter() - began)
    wanted = [gold_starts(sentences) for sentences in gold]
    right = sum(len(one & other) for one, other in zip(found, wanted, strict=True))
    precision, recall = right / sum(map(len, found)), right / sum(map(len, wanted))
    whole = sum(one == other for one, other in zip(found, wanted, strict=True))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"{name:15} {precision:.3f} {recall:.3f} {2 * precision * recall / (precision + recall):.3f} "
        f"{whole:4}/{len(gold)} {rate:8.0f} {loaded:6.2f} {memory:6.0f}"
    )


def measure_norms() -> str:
    """Accuracy of modality and condition on the labelled sentences, and what is confused with what."""
    from ingest.norms import read_norms
    from kb.records import Clause, Kind, Term

    gold = tomllib.loads((GOLDEN / "norms.toml").read_text(encoding="utf-8"))["sentence"]
    clauses = [
        Clause(f"gold/norms#p{n}", "gold", "norms", (), row["text"], Kind(row["kind"]), 0, 0, "", n)
        for n, row in enumerate(gold)
    ]
    norms = read_norms(clauses, [Term("gold/names", "gold", "Dr. Doom", "card", ())])
    pairs = list(zip(gold, norms, strict=True))
    modality = sum(row["modality"] == norm.modality for row, norm in pairs)
    condition = sum(row.get("condition", "") == norm.condition for row, norm in pairs)
    confused = Counter((row["modality"], norm.modality) for row, norm in pairs if row["modality"] != norm.modality)
    return f"{len(pairs)} sentences: modality {modality}, condition {condition} right; confused {dict(confused)}"


def main() -> None:
    """Print every figure."""
    if len(sys.argv) > 1:
        print(measure_splitter(sys.argv[1]))
        return
    _, gold = passages()
    print(f"{len(gold)} passages, {sum(len(sentences) - 1 for sentences in gold)} boundaries between sentences")
    print(f"{'splitter':15} {'P':5} {'R':5} {'F1':5} {'whole':>8} {'passages/s':>8} {'load s':>6} {'MB':>6}")
    for name in ("parser", "senter", "sentencizer", "rules-no-names", "rules"):
        command = [sys.executable, "-m", "tests.measure_language", name]
        print(subprocess.run(command, capture_output=True, text=True, check=True).stdout, end="")
    if (GOLDEN / "norms.toml").is_file():
        print(measure_norms())


if __name__ == "__main__":
    main()
