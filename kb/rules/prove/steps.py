"""A proof as a few steps to read: what players read of it, a fact's cases that say the same told once.

Where a fact is not known, a proof goes through each of its values: 61 numbers are 61 proofs, which differ in that
number and in nothing else. Here they are one step for all of these values, and what differs between them is left open
(`…`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kb.records.results import Node, Proof
from kb.rules.prove.render import PASSED, spoken_children
from kb.rules.prove.saying import echoes
from kb.rules.prove.wording import without_zero

NUMBER = re.compile(r"-?\d+")
BE = r"(?:is|are|was|were|has|have)"
COUNTED = re.compile(rf"(?:\b{BE} )?-?\d+(?: [^\W\d_]+?s?\b)?(?: {BE}\b)?")
"""A number with what agrees with it: `there is 1 area`, `there are 2 areas`."""
OPEN = "…"
MOST_VALUES = 4
Shape = tuple[object, ...]
Branch = tuple[Node, list[Any]]
"""A step, its sentence as it is told, and the branches below it."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step that is told, `level` steps below the verdict; `again` where what it rests on was told before."""

    level: int
    node: Node
    sentence: str
    again: bool = False


def steps(proof: Proof) -> tuple[Step, ...]:
    """The steps that players read, the verdict first, each before those it rests on."""
    found = Steps(proof).of(proof.root, 0, "", set(), set())
    return tuple(replace(each, sentence=without_zero(each.sentence)) for each in found)


def proof_text(proof: Proof) -> str:
    """The proof as indented sentences; what a step rests on is told where it is told first."""
    lines = []
    for step in steps(proof):
        source = f"  [{step.node.clause.partition('#')[2]}]" if step.node.clause else ""
        lines.append(f"{'  ' * step.level}- {step.sentence}{' (see above)' if step.again else ''}{source}")
        if step.node.interpretation and not step.again:
            lines.append(f"{'  ' * (step.level + 1)}(as we read it: {step.node.interpretation})")
    return "\n".join(lines)


def proof_tree(proof: Proof) -> list[Branch]:
    """The proof for a page, each step with those that it rests on."""
    top: list[Branch] = []
    open_at: list[list[Branch]] = [top]
    for step in steps(proof):
        below: list[Branch] = []
        del open_at[step.level + 1 :]
        open_at[-1].append((replace(step.node, sentence=step.sentence), below))
        open_at.append(below)
    return top


class Steps:
    """Tells one proof."""

    def __init__(self, proof: Proof) -> None:
        self.nodes = {node.id: node for node in proof.nodes}
        self.shapes: dict[str, Shape] = {}

    def of(self, identifier: str, level: int, above: str, beside: set[str], shown: set[str]) -> Iterator[Step]:
        """A node's steps; `above` is the sentence that stands over them, `beside` are those that stand under the same
        one, `shown` the nodes that were told, with the sentences of facts. What says the same as the sentence above it,
        and a fact that was told before, is not told again."""
        node = self.nodes[identifier]
        if node.hidden and node.also_holds:
            return
        if node.form == "cases":
            yield from self._cases(node, level, shown)
            return
        passed = node.hidden or node.form in PASSED or echoes(node.sentence, above)
        leaf = not node.children and node.kind == "given"
        again = identifier in shown or (leaf and node.sentence in shown)
        if (again and (passed or not node.children)) or (node.sentence in beside and (again or not node.children)):
            return
        if not passed:
            yield Step(level, self._sourced(node), node.sentence, again)
            beside.add(node.sentence)
            level, above, beside = level + 1, node.sentence, set()
        shown.update((identifier, node.sentence) if leaf and not passed else (identifier,))
        if not again:
            for child in spoken_children(node):
                yield from self.of(child, level, above, beside, shown)

    def _sourced(self, node: Node) -> Node:
        """A step with the clause of one below it that says the same and is not told for that."""
        below = (self.nodes[each] for each in spoken_children(node)) if not node.clause else ()
        echo = next((each for each in below if each.clause and echoes(each.sentence, node.sentence)), None)
        return replace(node, clause=echo.clause, interpretation=echo.interpretation) if echo else node

    def _cases(self, node: Node, level: int, shown: set[str]) -> Iterator[Step]:
        """The cases of a fact that is not known, those together that say the same."""
        alike: dict[Shape, list[Node]] = {}
        for case in (self.nodes[child] for child in node.children):
            alike.setdefault(self.shape(case.children[0]), []).append(case)
        for group in alike.values():
            yield Step(level, group[0], _supposed(group))
            told = [list(self.of(case.children[0], level + 1, "", set(), set(shown))) for case in group]
            if any(len(each) != len(told[0]) for each in told):
                told = told[:1]
            for same in zip(*told, strict=True):
                yield replace(same[0], sentence=left_open([each.sentence for each in same]))
            shown.update(step.node.id for step in told[0])

    def shape(self, identifier: str) -> Shape:
        """What a proof says but for its numbers."""
        if identifier not in self.shapes:
            node = self.nodes[identifier]
            said = (node.form, node.clause, node.rule, node.hidden, COUNTED.sub(OPEN, node.sentence))
            self.shapes[identifier] = (hash(said), *dict.fromkeys(map(self.shape, node.children)))
        return (hash(self.shapes[identifier]),)


def _supposed(group: Sequence[Node]) -> str:
    """Which values of the fact a group of cases stands for: `What is its Attack? -20 to 40`."""
    values = [case.supposing[0].partition("=")[2] for case in group]
    question = group[0].sentence
    labels = [case.sentence for case in group]
    while question and not all(label.startswith(question) for label in labels):
        question = question[:-1]
    if len(group) == 1:
        return labels[0]
    question = question[: question.rfind("?") + 1] or question.strip()
    numbers = [int(each) for each in values if NUMBER.fullmatch(each)]
    if len(numbers) == len(values) and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return f"{question} {numbers[0]} to {numbers[-1]}, it comes to the same"
    named = [label[len(question) :].strip() for label in labels]
    more = f" and {len(named) - MOST_VALUES} more" if len(named) > MOST_VALUES else ""
    return f"{question} {', '.join(named[:MOST_VALUES])}{more}, it comes to the same"


def left_open(sentences: Sequence[str]) -> str:
    """What sentences that differ in numbers say together: `it gives 3 of its -20`, `it gives 3 of its -19` -> `it gives
    3 of its …`."""
    told = list(dict.fromkeys(sentences))
    if len(told) == 1:
        return told[0]
    numbers = [NUMBER.findall(each) for each in told]
    if len({len(each) for each in numbers}) > 1:
        return told[0]
    same = iter([each[0] if len(set(each)) == 1 else OPEN for each in zip(*numbers, strict=True)])
    return NUMBER.sub(lambda _: next(same), max(told, key=len))  # the plural says it of all
