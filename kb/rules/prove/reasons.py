"""What a summary tells of a proof: the step that says the verdict, and the nearest reason for it.

A step is passed over where players do not read it, or where it speaks of the question only. The reason of a denial is
what stands in its way, else the condition that is not met; what only repeats the denial is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from dataclasses import replace

from kb.records.results import Node, Outcome, Proof, Status
from kb.records.types import Schema
from kb.rules.language.graph import Slice
from kb.rules.language.syntax import Literal, Rule
from kb.rules.model.rulemodel import RuleModel
from kb.rules.model.words import ways_of_asking
from kb.rules.prove.checker.claims import HOLDING
from kb.rules.prove.denials import DERIVED, MOST_GROUNDS, Denials, Step, named, nearest
from kb.rules.prove.saying import content_stems, denied_stems, repeats, says_it_again, thin
from kb.rules.prove.steps import left_open
from kb.rules.prove.wording import SO, of_several, said_why, without_zero
from kb.rules.solve.outcomes import shown

PASSED = ("cases", "case", "value", "values", "both", "doubt", "settled")
JOINED = re.compile(r",| and ")
EITHER_WAY = "that is not "
"""So begins a denial that holds whichever way a question asks."""
NUMBER = re.compile(r"-?\d+")
ENDS = ("!", "?", ".")
"""What ends a sentence that a name ends, `Littering, Loitering, and Jaywalking!`."""
LEAST_ADDED = 2
"""So many words a step says beyond what is asked where it says how it is."""
OR = ", or "
MOST_LISTED = 3
"""So many sentences on several values are told one after another."""
LEAST_TOLD = 2
"""So many sentences are a verdict and its reason."""
TELLING = ("rule", "card-text", "computed", "absent")
FACTS = ("fact", "none", "default")
"""The forms of steps that are facts."""


def told_first(model: RuleModel, slice_: Slice, proof: Proof, title: str = "") -> tuple[Node, ...]:
    """What a proof says first of the game: the verdict's step and its reason, and the hidden steps on the way to them,
    whose clauses are cited. Empty where no step that players read says anything. `title` is what the check asks."""
    asked = {node.atom for node in proof.nodes if node.form == "fact"} & ways_of_asking(model.schema)
    other_way = frozenset(rule.id for rule in slice_.rules if asks_otherwise(rule, asked))
    return Reasons(proof, model.schema, slice_.rules, other_way, title).told()


def asks_otherwise(rule: Rule, asked: Set[str]) -> bool:
    """Whether a rule is for questions that ask the other way than by these facts: its "it does not pass" is no answer
    to `is it stopped?`."""
    return any(goal.negated and goal.atom.name in asked for goal in rule.body if isinstance(goal, Literal))


def summary_of(found: Outcome, said: str, label: str = "") -> str:
    """One sentence, the verdict first, by its `label` where it has one, then what is `said` of the game and why."""
    head = label or shown(found)
    said = f": {said}" if said else ""
    return f"{head[:1].upper()}{head[1:]}{said}{'' if said.endswith(ENDS) else '.'}"


def reason_of(found: Outcome, proof: Proof | None, told: tuple[Node, ...], title: str = "") -> tuple[str, str]:
    """What is `told` of the game, without the verdict: alone, and with why it is so; of a contradiction both its sides.
    `title` is what was asked."""
    head = shown(found)
    read = [each for each in told if not each.hidden]
    if found.status is Status.UNDETERMINED:  # what nobody told is no reason that a text leaves something open
        read = [each for each in read if each.kind != "absent" or each.form not in FACTS]
    sentences = [without_zero(each.sentence.rstrip(".").removesuffix(f": {head}")) for each in read]
    if proof and found.status is Status.CONTRADICTION and (both := sides(proof)):
        return (sentences[:1] or [""])[0], ", but ".join(both)
    if len(read) < LEAST_TOLD:
        return "".join(sentences), "".join(sentences)
    fact, denied = read[1].form in FACTS, read[0].kind == "absent"
    return sentences[0], said_why(sentences[0], sentences[1], content_stems(title), fact, denied)


def sides(proof: Proof) -> list[str]:
    """What the proof of a contradiction says on either side; nothing where a rule says that there is one."""
    nodes = {node.id: node for node in proof.nodes}
    node = nodes[proof.root]
    while node.form in PASSED and node.form not in ("values", "both"):
        node = nodes[node.children[0]]
    held = [nodes[child] for child in node.children] if node.form in PASSED else []
    return [child.sentence.rstrip(".") for child in held if child.form == "rule"]


class Reasons(Denials):
    """Looks through one proof of these `rules`; `other_way` are those for questions that ask the other way, `title` is
    what the check asks."""

    def __init__(
        self,
        proof: Proof,
        schema: Schema,
        rules: Iterable[Rule] = (),
        other_way: frozenset[str] = frozenset(),
        title: str = "",
    ) -> None:
        super().__init__(proof, schema, rules)
        self.other_way, self.asks = other_way, content_stems(title)

    def told(self) -> tuple[Node, ...]:
        """The verdict's step, then its reason where it has one that says more; of a fact that is not known no case is
        told in the place of all."""
        told = self._told(self.root)
        node = self.root
        while node.form in PASSED and node.form not in ("cases", "values") and node.children:
            node = self.nodes[node.children[0]]
        if node.form == "values":
            return self._of_values(node) or told
        if node.form != "cases" or not told:
            return told
        cases = [self._told(self.nodes[each]) for each in node.children]
        if any(len(each) != len(told) for each in cases):
            return told
        return tuple(
            replace(same[0], sentence=left_open([each.sentence for each in same])) for same in zip(*cases, strict=True)
        )

    def _of_values(self, node: Node) -> tuple[Node, ...]:
        """What is told of several values in one: that each of them is open, and not only that the first one is; empty
        where there is one value, or much is said of each in other words."""
        each = [self._told(child) for child in self._children(node) if child.form in HOLDING]
        shortest = min(map(len, each), default=0)
        if len(each) == 1 or not shortest or any(len(one) != shortest for one in each):
            return ()
        told = []
        for same in zip(*each, strict=True):
            sentences = list(dict.fromkeys(one.sentence for one in same))
            merged = sentences[0] if len(sentences) == 1 else of_several(sentences)
            if not merged and len(sentences) > MOST_LISTED:
                return ()
            told.append(replace(same[0], sentence=merged or "; ".join(sentences)))
        return tuple(told)

    def _told(self, node: Node) -> tuple[Node, ...]:
        """The same of the first case below a node."""
        while node.form in PASSED and node.children:
            node = self.nodes[node.children[0]]
        step = self._verdict(node) if node.hidden else Step(node)
        if step is None:
            return ()
        if step.node.kind != "absent":
            if (telling := self._right_number(step.node) or self._rests_on(step.node)) is not None:
                return (*(replace(each, hidden=True) for each in step.nodes), telling)
            if (why := self._why_so(step.node)) is not None:
                return (*step.nodes, *why.nodes)
            return (*step.nodes, *self._ground(step.node)) if thin(step.node.sentence) else step.nodes
        reason = self._reason_that_tells(step.node)
        if reason is None:
            return step.nodes
        ruled = reason.node.clause and not step.node.sentence.startswith(EITHER_WAY)
        if step.node.rule in self.other_way and ruled:
            return (*(replace(each, hidden=True) for each in step.nodes), *reason.nodes)
        return (*step.nodes, *reason.nodes)

    def _reason_that_tells(self, node: Node) -> Step | None:
        """Why something is denied: where the reason says in other words what was asked and denied, its own reason (of
        `his effect does not stun it`, that it costs 4); none where it is only what the question claims, or a sum of
        numbers that nobody told."""
        found = self.reason(node)
        if found is not None and says_it_again(found.node.sentence, node.sentence):
            found = self._below_what_repeats(found, node)
        if found is None:
            return None
        said = self.asks | content_stems(node.sentence)
        while found.node.form in DERIVED and content_stems(found.node.sentence) <= said:
            below = self.reason(found.node)
            if below is None or below.node.form == "default":
                break
            echo = denied_stems(found.node.sentence) == self.asks
            if not echo and below.node.form not in HOLDING and len(self.rules.get(named(found.node), ())) > 1:
                break  # one of the ways in which it could have been so is missing: that tells less than all of them
            found = Step(below.node, (*(replace(each, hidden=True) for each in found.nodes), *below.passed))
        if found.node.form in DERIVED and OR in found.node.sentence:
            found = self._one_of(found)
        idle = not found.sure or self._only_claimed(found.node, node) or self._made_up(found.node)
        return None if idle and self._says_how_it_is(node) else found

    def _one_of(self, found: Step) -> Step:
        """Of a reason that names several, `you lack fame, or the villain escaped`, the one that is so, where it was
        told."""
        below = self.reason(found.node)
        if below is None or below.node.form not in FACTS or below.node.form == "default":
            return found
        return Step(below.node, (*(replace(each, hidden=True) for each in found.nodes), *below.passed))

    def _below_what_repeats(self, found: Step, node: Node) -> Step | None:
        """The first reason below one that repeats a denial that is a fact that says more, or a denial that says more
        than that and what is asked; none where a rule gives it."""
        own, why = content_stems(node.sentence), self.reason(found.node) if found.node.form in DERIVED else None
        while why is not None and why.node.form != "rule":
            found = Step(why.node, (*(replace(each, hidden=True) for each in found.nodes), *why.passed))
            added = content_stems(found.node.sentence) - own
            if found.node.form not in DERIVED:
                return found if added else None
            if len(added - self.asks) >= LEAST_ADDED:
                return found
            why = self.reason(found.node)
        return None

    def _why_so(self, node: Node) -> Step | None:
        """Of a step that says only what is asked, `press makes it no cheaper`, why what it rests on is denied, else
        what it rests on."""
        if not content_stems(node.sentence) <= self.asks:
            return None
        denied_ = (each for each in self._children(node) if each.form in DERIVED and not each.also_holds)
        found = [Step(each) for each in self._children(node) if self._says_more(each, node)]
        found += [why for each in denied_ if (why := self._reason_that_tells(each)) is not None]
        return next((each for each in found if self._told_below(each.node)), None)

    def _says_more(self, node: Node, above: Node) -> bool:
        """Whether a step follows from a clause, and says more than what is asked and what stands above it."""
        added = content_stems(node.sentence) - self.asks - content_stems(above.sentence)
        return node.form == "rule" and bool(node.clause) and not node.hidden and len(added) >= LEAST_ADDED

    def _made_up(self, node: Node) -> bool:
        """Whether a step tells only numbers that are assumed: `the hero card says 5`, of a rating that nobody told."""
        leaves = [each for each in self._children(node) if not each.children]
        told = {number for each in leaves if each.form == "fact" for number in NUMBER.findall(each.atom)[-1:]}
        taken = {number for each in leaves if each.form == "default" for number in NUMBER.findall(each.atom)[-1:]}
        numbers = set(NUMBER.findall(node.sentence))
        return node.form == "rule" and bool(numbers) and numbers <= taken - told

    def _says_how_it_is(self, node: Node) -> bool:
        """Whether a denial says more than what is asked: `the card goes to your hand, and nowhere else`."""
        return len(content_stems(node.sentence) - self.asks) >= LEAST_ADDED

    def _only_claimed(self, reason: Node, denied: Node) -> bool:
        """Whether a reason says only that another value is told than the one a rule is about, and the rules ask for
        hardly anything else: `it goes on top of the deck`, of a card that goes to the hand."""
        bodies = [self._goals(rule) for rule in self.rules.get(named(denied), [])]
        own = {named(reason)} in bodies and all(named(reason) in body for body in bodies)
        return own and reason.atom in self.differing

    def _goals(self, rule: Rule) -> set[str]:
        """The names of what a rule asks for, the ways of asking aside."""
        return {goal.atom.name for goal in rule.body if isinstance(goal, Literal)} - self.asking

    def _rests_on(self, node: Node) -> Node | None:
        """The step right below a verdict's that all that was told leads to, where the rest of it is assumed: that a
        full area may be teleported into, and not that this one is within range."""
        if node.form != "rule" or "(" in node.atom:
            return None
        children = [each for each in self._children(node) if self._told_below(each)]
        if len(children) != 1 or children[0].kind != "rule" or children[0].hidden or thin(children[0].sentence):
            return None
        concluded = content_stems(node.sentence.rpartition(SO)[2])
        assumes = any(self._assumes(each) for each in self._children(node))
        return children[0] if assumes and concluded <= content_stems(children[0].sentence) else None

    def _right_number(self, node: Node) -> Node | None:
        """The step that gives the number which a question claims, where the verdict's own does not tell it: `3 heroes x
        15 are 45 HP`, and not `he has that many HP`."""
        children = list(self._children(node))
        asked = (each.atom for each in children if named(each) in self.asking and each.form in FACTS)
        claimed = {number for atom in asked for number in NUMBER.findall(atom)[-1:]}
        if node.form != "rule" or claimed & set(NUMBER.findall(node.sentence)):
            return None
        right = (each for each in children if each.form == "rule" and not each.hidden)
        return next((each for each in right if claimed & set(NUMBER.findall(each.sentence))), None)

    def _assumes(self, node: Node) -> bool:
        """Whether a step is a fact that goes without saying and holds."""
        return node.form == "default" and not node.hidden

    def _ground(self, node: Node) -> tuple[Node, ...]:
        """What a step that says next to nothing rests on, as one: the first things told that say more; none where there
        are none."""
        below = [step.node for step in self.below(node) if step.node.form != "default"]
        said = [each for each in below if not thin(each.sentence) and not repeats(node.sentence, each.sentence)]
        if not said:
            return ()
        sentences = list(dict.fromkeys(each.sentence.rstrip(".") for each in said))[:MOST_GROUNDS]
        joined = any(JOINED.search(each) for each in sentences)
        return (replace(said[0], sentence=sentences[0] if joined else " and ".join(sentences)),)

    def _verdict(self, node: Node) -> Step | None:
        """The step that is told in the place of a hidden one."""
        if node.form != "rule":
            return self.reason(node)
        found = sorted(self.below(node), key=lambda step: step.node.kind == "absent")  # what holds says more
        return nearest(found, TELLING)
