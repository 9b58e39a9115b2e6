"""Measure what docs/decisions/0001-spacy-pipeline.md decides by: `python -m tests.bench.decisions.language`.

Each splitter runs in a process of its own, so that load time and memory are its alone.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
FIELDS = ("modality", "condition", "exception", "limit")
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

    from ingest.language.loaded import MODEL
    from ingest.language.sentences import Splitter

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


SAID = {
    "cannot": r"cannot|can['’]t|may not|must not|unable|not allowed",
    "only": r"only|no more than|at most",
    "must": r"must|(?:has|have) to",
    "should": r"should",
    "may": r"may|can|need not",
    "definition": r"means|counts? as|refers?",
    "quantity": r"(?:has|have|gets?|gains?|costs?|loses?) [^.]*\d",
}
CONDITIONS = r"\b(?:if|when|whenever|while|where|after|before|during|as long as|once)\b[^,;:.]*"
Reading = dict[str, str]


def by_words(row: Reading) -> Reading:
    """Modality and condition as words alone give them, which is all that a blank pipeline has."""
    from ingest.language.modality import ORDERS

    text = row["text"]
    found = re.findall(CONDITIONS, text, re.IGNORECASE)
    main = re.sub(CONDITIONS, "", text, flags=re.IGNORECASE)
    said = (name for name, words in SAID.items() if re.search(rf"\b(?:{words})\b", main, re.IGNORECASE))
    opener = re.match(r"\W*(\w+)", main)
    ordered = "must" if opener and opener[1].lower() in ORDERS else "statement"
    return {"modality": next(said, ordered), "condition": "; ".join(found)}


def by_parser(rows: list[Reading]) -> list[Reading]:
    """The norms that ingest/language/norms.py reads."""
    from ingest.language.norms import read_norms
    from kb.records import Clause, Kind, Term

    clauses = [
        Clause(f"gold/norms#p{n}", "gold", "norms", (), row["text"], Kind(row["kind"]), 0, 0, "", n)
        for n, row in enumerate(rows)
    ]
    norms = read_norms(clauses, [Term("gold/names", "gold", "Dr. Doom", "card", ())])
    return [{field: getattr(norm, field) for field in FIELDS} for norm in norms]


def measure_norms() -> None:
    """How many fields each reader gets right, on the sentences labelled first and on those labelled later."""
    gold = tomllib.loads((GOLDEN / "norms.toml").read_text(encoding="utf-8"))["sentence"]
    for name, read in (("words", [by_words(row) for row in gold]), ("parser", by_parser(gold))):
        for later in (False, True):
            pairs = [(row, got) for row, got in zip(gold, read, strict=True) if row.get("later", False) == later]
            right = {field: sum(row.get(field, "") == got.get(field, "") for row, got in pairs) for field in FIELDS[:2]}
            if later and name == "parser":
                right |= {field: sum(row.get(field, "") == got[field] for row, got in pairs) for field in FIELDS[2:]}
            confused = Counter(
                f"{row['modality']} as {got['modality']}" for row, got in pairs if row["modality"] != got["modality"]
            )
            print(f"{name}, {'later' if later else 'first'} {len(pairs)}: right {right}; confused {dict(confused)}")


def main() -> None:
    """Print every figure."""
    if len(sys.argv) > 1:
        print(measure_splitter(sys.argv[1]))
        return
    _, gold = passages()
    print(f"{len(gold)} passages, {sum(len(sentences) - 1 for sentences in gold)} boundaries between sentences")
    print(f"{'splitter':15} {'P':5} {'R':5} {'F1':5} {'whole':>8} {'passages/s':>8} {'load s':>6} {'MB':>6}")
    for name in ("parser", "senter", "sentencizer", "rules-no-names", "rules"):
        command = [sys.executable, "-m", "tests.bench.decisions.language", name]
        print(subprocess.run(command, capture_output=True, text=True, check=True).stdout, end="")
    measure_norms()


if __name__ == "__main__":
    main()
