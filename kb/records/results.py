"""What comes of running a check: its status and verdict, the proof, what was assumed, and what would help to know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from kb.records import Verdict
from kb.records.types import Json, Plain


class Status(StrEnum):
    """How a check ended."""

    ANSWERED = "answered"
    DEPENDS = "depends"
    UNDETERMINED = "undetermined"
    CONTRADICTION = "contradiction"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one world decides; two outcomes are equal where status and value are."""

    status: Status
    value: Plain | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Node:
    """One step of a proof; `form` says how its children make it true (see kb/rules/prove/build.py).

    `kind` is given, card-text, rule, computed or absent. `atom` may hold `_`. `value` is an aggregate's
    result, `supposing` what a case assumes or an aggregate's variables, `also_holds` the atoms of an
    absent pattern that do hold.
    """

    id: str
    kind: str
    form: str
    atom: str
    sentence: str
    clause: str = ""
    rule: str = ""
    children: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    quote: str = ""
    interpretation: str = ""
    hidden: bool = False
    value: int | None = None
    supposing: tuple[str, ...] = ()
    also_holds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """A DAG of nodes; every node but the root is some node's child, children stand before their parents' ids."""

    root: str
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A fact that would help: its slot, question, type, choices, and what each answer leads to."""

    fact: str
    question: str
    type: str
    choices: tuple[Plain, ...]
    labels: tuple[tuple[str, str], ...]
    why: str


@dataclass(frozen=True, slots=True)
class Assumed:
    """A default that the verdict rests on; what is `quiet` goes without saying and is not shown under "assumed"."""

    fact: str
    value: object
    sentence: str
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class CheckResult:
    """A check that was run. `citations` are clause ids, those the verdict rests on most closely first; `reason` is what
    `summary` says behind the verdict, `said` the same without why it is so."""

    check: str
    title: str
    status: Status
    verdict: Verdict | None
    summary: str
    facts: Json
    read_as: tuple[Json, ...]
    assumed: tuple[Assumed, ...]
    ask: tuple[Ask, ...]
    proof: Proof | None
    citations: tuple[str, ...]
    reason: str = ""
    said: str = ""

    @property
    def told(self) -> tuple[Assumed, ...]:
        """What was assumed of the game; not what goes without saying."""
        return tuple(each for each in self.assumed if not each.quiet)

    @property
    def told_proof(self) -> Proof | None:
        """The proof as it is told: a step is hidden that says only what goes without saying, `it has 1 Wound`, or a
        number that rests on nothing else, `a shield of 0 takes nothing off`."""
        unsaid = {each.sentence for each in self.assumed if each.quiet} - {each.sentence for each in self.told}
        if self.proof is None or not unsaid:
            return self.proof
        below = {node.id: node for node in self.proof.nodes}

        def goes_without_saying(node: Node) -> bool:
            if node.form in ("none", "default") and node.sentence in unsaid:
                return True
            steps = [below[each] for each in node.children if each in below]
            return bool(steps) and all(map(goes_without_saying, steps))

        nodes = (
            replace(node, hidden=True)
            if node.id != self.proof.root
            and (not node.children or any(map(str.isdigit, node.sentence)))
            and goes_without_saying(node)
            else node
            for node in self.proof.nodes
        )
        return Proof(self.proof.root, tuple(nodes))
