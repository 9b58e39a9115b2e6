"""Count what is wrong with the sentences that cases tell: `python -m tests.bench.decisions.reasons [kind …]`.

Every case of the corpus is run. Each kind is counted in the summaries and in the steps of the proofs that players
read; a kind that is named is listed with its sentences.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kb.rules.prove.render import PASSED, result_json
from kb.words.grammar.negation import NEGATIVE
from kb.words.grammar.wording import flaws
from tests.support.cases import cases, checks_of

BECAUSE = ", because "
TWICE = re.compile(r"(?P<value>[^:]+): .*: (?P=value)\.", re.S | re.I)
NOT_SO = re.compile(r"it (?:is not so|does not follow) that")
LITTLE = frozenset("a an and are as at be by for has have he in is it of on or so that the there they to you".split())
ALIKE = 0.8
"""From which share of common words on two sentences say the same, or the contrary."""


def kinds(sentence: str, summary: bool) -> Iterator[str]:
    """The kinds of flaw of a sentence."""
    yield from {flaw.kind for flaw in flaws(sentence)}
    if NOT_SO.search(sentence):
        yield "not-so"
    if summary and TWICE.fullmatch(sentence):
        yield "number-twice"
    if summary and BECAUSE in sentence:
        yield from self_denials(*sentence.partition(": ")[2].split(BECAUSE, 1))


def self_denials(told: str, reason: str) -> Iterator[str]:
    """Whether a reason says what was told once more, or the contrary."""
    one, other = words_of(told), words_of(reason)
    if reason.rstrip(".").casefold() in told.casefold():
        yield "repeated"
    elif one and other and len(one & other) / len(one | other) >= ALIKE:
        same = len(NEGATIVE.findall(told)) % 2 == len(NEGATIVE.findall(reason)) % 2
        yield "repeated" if same else "contrary"


def words_of(sentence: str) -> set[str]:
    """The words that carry meaning, without their endings."""
    kept = NEGATIVE.sub(" ", sentence.casefold())
    return {re.sub(r"(?:ing|ed|es|s|e)\Z", "", word) for word in re.findall(r"[a-z0-9']+", kept)} - LITTLE


def counted(results: Iterable[Mapping[str, Any]]) -> dict[str, Counter[tuple[str, str]]]:
    """How often each sentence of each kind is told, apart for summaries and steps."""
    found: dict[str, Counter[tuple[str, str]]] = {"summaries": Counter(), "steps": Counter()}
    for result in results:
        if result["status"] != "depends":
            found["summaries"].update((kind, result["summary"]) for kind in kinds(result["summary"], True))
        nodes = (result["proof"] or {"nodes": []})["nodes"]
        steps = [node["sentence"] for node in nodes if not node.get("hidden") and node["form"] not in PASSED]
        found["steps"].update((kind, step) for step in steps for kind in kinds(step, False))
    return found


def report(found: Mapping[str, Counter[tuple[str, str]]], listed: Iterable[str]) -> Iterator[str]:
    """One line a kind, then the sentences of those that are to be listed."""
    for where, sentences in found.items():
        totals: Counter[str] = Counter()
        for (kind, _), number in sentences.items():
            totals[kind] += number
        yield f"{where}: " + (", ".join(f"{kind} {number}" for kind, number in sorted(totals.items())) or "none")
        yield from (f"  {kind}: {said}" for kind, said in sorted(sentences) if kind in listed)


def results() -> Iterator[Mapping[str, Any]]:
    """The results of all cases, as JSON values."""
    for case in cases():
        yield result_json(checks_of(case.game).run_here(f"{case.game}/{case.check}", case.facts))


if __name__ == "__main__":
    print("\n".join(report(counted(results()), sys.argv[1:])))
