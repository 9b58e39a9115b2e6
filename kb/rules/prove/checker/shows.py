"""Whether the root of a proof says what the result's verdict says: the checker's last question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from kb.records.atoms import Fact, Partial
from kb.records.checks import Check
from kb.records.results import Node
from kb.rules.language.graph import Slice
from kb.rules.model.demand import matches
from kb.rules.prove.checker.claims import DENYING, HOLDING, Claims, UnjustifiedError
from kb.rules.solve.outcomes import concerns, joined, open_doubts


class Showing:
    """The roots of a proof below all its cases, against what the result says."""

    def __init__(self, check: Check, slice_: Slice, written: Mapping[str, Any], nodes: Mapping[str, Node]) -> None:
        self.check, self.slice, self.nodes = check, slice_, nodes
        self.status = str(written["status"])
        self.value = (written["verdict"] or {}).get("value")

    def problems(self, root: Node) -> Iterator[str]:
        """Each root that shows something else."""
        for leaf in self._leaves(root):
            try:
                if leaf.form != "choices" and not self._settled(leaf):
                    yield f"{leaf.id} ({leaf.form})"
            except (UnjustifiedError, ValueError) as error:
                yield f"{leaf.id}: {error}"

    def _leaves(self, node: Node) -> Iterator[Node]:
        """The roots below all cases."""
        if node.form == "cases":
            for case in (self.nodes[child] for child in node.children):
                for child in case.children[:1]:
                    yield from self._leaves(self.nodes[child])
        else:
            yield node

    def _settled(self, leaf: Node) -> bool:
        """Whether a root shows the verdict, and that no rule raises a doubt about it."""
        if leaf.form == "doubt":
            claims = self._claims(leaf)
            return any(fact[0] == self.status and concerns(self.check, fact) for fact in claims.holds)
        doubts = open_doubts(self.slice.heads)
        if leaf.form != "settled":
            return not doubts and self._shows(leaf)
        claims = self._claims(leaf)
        left = [claims.at_most(pattern) for pattern in doubts]
        excluded = all(each is not None and not any(concerns(self.check, fact) for fact in each) for each in left)
        return excluded and self._shows(self.nodes[leaf.children[0]])

    def _claims(self, leaf: Node) -> Claims:
        single = leaf.form in (*HOLDING, *DENYING)
        return Claims.of([leaf] if single else [self.nodes[child] for child in leaf.children])

    def _shows(self, leaf: Node) -> bool:
        """Whether a root shows the verdict, doubts aside."""
        goal, claims = self.check.goal, self._claims(leaf)
        atoms = sorted((fact for fact in claims.holds if matches(goal, fact)), key=repr)
        rest = claims.at_most(goal)
        complete = rest is not None and set(rest) <= set(atoms)
        if self.check.kind == "yes_no":
            return self._yes_no(bool(atoms), complete and not atoms, claims)
        return complete and self._values(goal, atoms)

    def _values(self, goal: Partial, atoms: list[Fact]) -> bool:
        shown = [joined([atom[at] for at, part in enumerate(goal) if part is None]) for atom in atoms]
        if self.check.kind == "options":
            listed = sorted(map(str, dict.fromkeys(shown)))
            return self.status == "answered" and listed == sorted(map(str, self.value or ()))
        if self.status == "answered":
            return list(dict.fromkeys(shown)) == [self.value]
        return self.status == ("contradiction" if len(set(shown)) > 1 else "undetermined" if not shown else "")

    def _yes_no(self, holds: bool, denied: bool, claims: Claims) -> bool:
        against = self.check.against
        if against is None:
            return self.status == "answered" and ((self.value is True and holds) or (self.value is False and denied))
        other = any(matches(against, fact) for fact in claims.holds)
        not_other = claims.at_most(against) == ()
        if self.status == "answered":
            return (self.value is True and holds and not_other) or (self.value is False and denied and other)
        both, neither = holds and other, denied and not_other
        return (self.status == "contradiction" and both) or (self.status == "undetermined" and neither)
