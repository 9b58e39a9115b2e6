"""`python -m tests.bench.foreign [practice | sealed | fit] [DOCUMENT …]`: how much is found in others' rulebooks.

Every document of HEADJUDGE_FOREIGN that is here becomes a game by `headjudge add --yes` (kept between runs), each
question is asked within its document's game, of Headjudge and its peers alike. Prints two tables in Markdown. Misses of
the practice half are listed with `--misses`; those of the sealed half never are.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from kb.knowledge import KnowledgeBase
from kb.records import Clause
from tests.bench.foreign.documents import DOCUMENTS, FOREIGN, PRACTICE, SEALED, Asked, added, home, present, questions
from tests.bench.foreign.fitted import fitted
from tests.bench.foreign.ranked import Ranked, ranked
from tests.bench.foreign.scored import AMONG, Replied, answered, hits, place, shares

MISSES, FIT = "--misses", "fit"


def main(arguments: Sequence[str]) -> None:
    """Both tables of the halves that are named, of practice where none is."""
    halves = [each for each in arguments if each in (PRACTICE, SEALED) and FIT not in arguments] or [PRACTICE]
    names = [name for name in present() if name in arguments or not set(arguments) & set(DOCUMENTS)]
    if not names:
        sys.exit("the publishers' documents are not here: set HEADJUDGE_FOREIGN to their folder")
    built = added(names, home())
    asked = {name: [each for each in questions(name) if each.half in halves] for name in names}
    with KnowledgeBase.open(built) as base:
        if FIT in arguments:
            print(fitted(base, asked))
            return
        clauses = {clause.id: clause for clause in base.store.clauses()}
        rows = {name: ranked(base, name, of, _folder(name)) for name, of in asked.items()}
        told = {name: list(answered(base, of)) for name, of in asked.items()}
    print(f"{' and '.join(halves)} half, {sum(map(len, asked.values()))} questions about {FOREIGN.name} documents\n")
    print(retrieval(rows, asked, clauses), answering(told), sep="\n\n")
    if MISSES in arguments and halves == [PRACTICE]:
        print(*_misses(rows, asked, clauses, told), sep="\n")


def _folder(document: str) -> Path:
    """Where what is worked out for a document's peers is kept."""
    folder = home() / "peers" / document
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def retrieval(rows: Mapping[str, Ranked], asked: Mapping[str, Sequence[Asked]], clauses: Mapping[str, Clause]) -> str:
    """hit@1 / hit@5 of each row by document."""
    scored = {name: hits(found, asked[name], clauses) for name, found in rows.items()}
    counted = {name: sum(each.settled for each in of) for name, of in asked.items()}
    lines = [["hit@1 / hit@5", *(f"{name} ({count})" for name, count in counted.items())]]
    for row in next(iter(scored.values())):
        lines.append([row, *(" / ".join(map(str, of[row])) for of in scored.values())])
    return table(lines)


def answering(told: Mapping[str, Sequence[Replied]]) -> str:
    """What is cited and declined, by document and of all."""
    found = {name: shares(of) for name, of in told.items()}
    found["all"] = shares([each for of in told.values() for each in of])
    kinds = list(found["all"])
    lines = [["", *(f"{kind} ({found['all'][kind].count})" for kind in kinds)]]
    lines += [[name, *(str(of[kind]) for kind in kinds)] for name, of in found.items()]
    return table(lines)


def table(lines: Sequence[Sequence[str]]) -> str:
    """A table in Markdown, its first line the head."""
    head, *rest = lines
    return "\n".join("| " + " | ".join(line) + " |" for line in (head, ["---"] * len(head), *rest))


def _misses(
    rows: Mapping[str, Ranked],
    asked: Mapping[str, Sequence[Asked]],
    clauses: Mapping[str, Clause],
    told: Mapping[str, Sequence[Replied]],
) -> list[str]:
    """Where each row finds what Headjudge does not find at once, and what is declined though it is settled."""
    found = ["", f"not first: place by {', '.join(next(iter(rows.values())))}"]
    for name, of in asked.items():
        for at, each in enumerate(of):
            if not each.settled:
                continue
            places = [place(ranking[at], each, clauses) for ranking in rows[name].values()]
            if places[0] > 1:
                shown = " ".join(f"{int(one) if one < 1000 else '-'}" for one in places)
                first = rows[name]["Headjudge"][at][0].partition("#")[2]
                late = "" if places[0] <= AMONG else "late"
                found.append(f"{each.id} {shown} {late} {each.text!r} wants {sorted(each.clauses)}, first {first}")
    for of in told.values():
        wrong = [each for each in of if each.declined is each.asked.settled]
        found += [f"{'not ' * (not each.declined)}declined: {each.asked.id} {each.asked.text!r}" for each in wrong]
    return found


if __name__ == "__main__":
    main(sys.argv[1:])
