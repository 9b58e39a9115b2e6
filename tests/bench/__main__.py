"""`make bench`: cold starts, memory, and warm questions, on the knowledge base that `headjudge build` made.

Timings on a shared machine are noisy: the least and the middle of several runs are printed, and what is
compared is compared within one run.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence

from kb.knowledge import KnowledgeBase
from kb.paths import corpus_dir
from service.answer import answer
from service.questions import load_questions

RUNS = 5
QUESTION = "can i pull a large enemy"
COLD = {
    "search, cold": ["search", QUESTION],
    "search by words alone, cold": ["search", QUESTION, "--lexical"],
    "ask, cold": ["ask", QUESTION],
}


def main() -> None:
    """Print one line a figure."""
    for name, arguments in COLD.items():
        times, megabytes = zip(*(cold(arguments) for _ in range(RUNS)), strict=True)
        print(f"{name:30} {min(times):7.2f} s least {statistics.median(times):7.2f} s median {max(megabytes):7.0f} MB")
    asked = [each.question for each in load_questions(corpus_dir())]
    with KnowledgeBase.open() as base:
        warm("ask, warm", lambda question: answer(base, question), asked)
    with KnowledgeBase.open(use_dense=False) as base:
        warm("ask by words alone, warm", lambda question: answer(base, question), asked)


def cold(arguments: Sequence[str]) -> tuple[float, float]:
    """Seconds and megabytes at most of one command in a process of its own."""
    code = (
        "import resource, sys; from service.cli import main; main(); "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)"
    )
    started = time.perf_counter()
    ran = subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True, text=True)
    return time.perf_counter() - started, float(ran.stderr.split()[-1])


def warm(name: str, ask: Callable[[str], object], questions: Sequence[str]) -> None:
    """Median and 95th percentile over every development question, after a first round."""
    ask(questions[0])
    times = []
    for question in questions:
        started = time.perf_counter()
        ask(question)
        times.append((time.perf_counter() - started) * 1000)
    middle, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{name:30} {middle:7.1f} ms p50   {late:7.1f} ms p95   {memory:7} MB, {len(times)} questions")


if __name__ == "__main__":
    main()
