"""Run a check and make its result: verdict, one sentence, proof, what was assumed, what to ask, whom to cite."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import fields, replace

from kb.records.atoms import Partial, Value
from kb.records.checks import Assumed, Assumption, CheckResult, Node, Proof, Reading, Status
from kb.rules.cards.texts import ABOUT, LINE
from kb.rules.language.syntax import Literal, read_fact
from kb.rules.model.demand import matches
from kb.rules.model.rulemodel import RuleModel
from kb.rules.model.values import thing
from kb.rules.model.words import Words
from kb.rules.prove.render import spoken_children
from kb.rules.solve.claims import HOLDING
from kb.rules.solve.decide import Decision, decide
from kb.rules.solve.graph import Slice
from kb.rules.solve.outcomes import shown, verdict

LEAVES = ("none", "default")
READ = {*LINE, *ABOUT}
SAID = tuple(each.name for each in fields(Node) if each.name not in ("id", "children"))
PASSED = ("cases", "case", "value", "values", "both", "doubt", "settled")


def run_check(model: RuleModel, identifier: str, facts: Mapping[str, object]) -> CheckResult:
    """Run a check with these facts; the same facts give the same result, byte for byte.

    Raises UsageError for an unknown check, FactsError for facts that do not fit, RuleError where the two
    evaluators disagree.
    """
    decision = decide(model, identifier, facts)
    proof = pruned(decision.proof) if decision.proof else None
    said = told_first(model, model.slices[decision.check.id], proof) if proof else ()
    found = decision.outcome
    return CheckResult(
        check=decision.check.full_id,
        title=decision.check.title,
        status=found.status if found else Status.DEPENDS,
        verdict=verdict(decision.check, found) if found else None,
        summary=summary(decision, proof, said),
        facts=decision.reading.facts,
        read_as=decision.reading.read_as,
        assumed=tuple(assumed(model, decision.reading, proof)) if proof else (),
        ask=decision.ask,
        proof=proof,
        citations=tuple(citations(proof, said)) if proof else tuple(decision.check.clauses),
    )


def pruned(proof: Proof) -> Proof:
    """The nodes that the root reaches, each after its children, numbered anew from n1; nodes that say the same from the
    same children are one, so that the cases of a fact that is not known share what it does not change."""
    nodes = {node.id: node for node in proof.nodes}
    number: dict[str, str] = {}
    kept: dict[tuple[object, ...], Node] = {}
    waiting = [(proof.root, False)]
    while waiting:
        identifier, done = waiting.pop()
        node = nodes[identifier]
        if done:
            children = tuple(dict.fromkeys(number[child] for child in node.children))
            same = (*(getattr(node, name) for name in SAID), children)
            if same not in kept:
                kept[same] = replace(node, id=f"n{len(kept) + 1}", children=children)
            number[identifier] = kept[same].id
        elif identifier not in number:
            waiting.append((identifier, True))
            waiting += [(child, False) for child in reversed(node.children) if child not in number]
    return Proof(number[proof.root], tuple(kept.values()))


def summary(decision: Decision, proof: Proof | None, told: Sequence[Node]) -> str:
    """One sentence, the verdict first, then what is `told` of the game and why."""
    if decision.outcome is None:
        return f"It depends: {decision.ask[0].question}" if decision.ask else "It depends on facts that were not given."
    head = shown(decision.outcome)
    said = ", because ".join(each.sentence.rstrip(".") for each in told)
    if proof and decision.outcome.status is Status.CONTRADICTION:
        said = ", but ".join(sides(proof)) or said
    return f"{head[:1].upper()}{head[1:]}: {said}." if said else f"{head[:1].upper()}{head[1:]}."


def sides(proof: Proof) -> list[str]:
    """What the proof of a contradiction says on either side; nothing where a rule says that there is one."""
    nodes = {node.id: node for node in proof.nodes}
    node = nodes[proof.root]
    while node.form in PASSED and node.form not in ("values", "both"):
        node = nodes[node.children[0]]
    held = [nodes[child] for child in node.children] if node.form in PASSED else []
    return [child.sentence.rstrip(".") for child in held if child.form == "rule"]


def negated(slice_: Slice) -> set[str]:
    """The names of the predicates that some rule asks not to hold."""
    return {goal.atom.name for rule in slice_.rules for goal in rule.body if isinstance(goal, Literal) and goal.negated}


def ways_of_asking(model: RuleModel) -> frozenset[str]:
    """The names of the facts that tell only which way a question asks."""
    return frozenset(name for name, fact in model.schema.facts.items() if fact.asked)


def told_first(model: RuleModel, slice_: Slice, proof: Proof) -> tuple[Node, ...]:
    """The nodes of a proof that the summary tells, see `spoken`."""
    return spoken(proof, negated(slice_), ways_of_asking(model))


def spoken(proof: Proof, negated: AbstractSet[str], asking: AbstractSet[str]) -> tuple[Node, ...]:
    """What the proof says first of the game: below cases and below rules that are hidden, as those are that say only
    which way was asked; for a "no" what stands in the way; behind a denial its reason. Empty where no rule that is
    shown says anything."""
    nodes = {node.id: node for node in proof.nodes}
    node = nodes[proof.root]
    while node.form in PASSED and node.children:
        node = nodes[node.children[0]]
    if node.hidden and node.form == "rule":
        told = [child for child in visible(node, nodes) if named(child) not in asking]
        told.sort(key=lambda child: child.kind == "absent")  # what holds says more than what stands against nothing
        first = nearest(iter(told), ("rule", "card-text", "computed", "absent"))
        if first is None:
            return ()
        node = first
    elif node.hidden and (denied := blocker(node, nodes, negated, asking)):
        node = denied
    reason = blocker(node, nodes, negated, asking) if node.kind == "absent" else None
    return (node, reason) if reason and reason.sentence != node.sentence else (node,)


def blocker(node: Node, nodes: Mapping[str, Node], negated: AbstractSet[str], asking: AbstractSet[str]) -> Node | None:
    """What players read of why something is denied: what stands against it, else what is missing, else what holds.

    `negated` are the predicates that rules ask not to hold; what is only `asking` is no reason.
    """
    for child in (nodes[each] for each in node.children):
        if child.form in HOLDING and named(child) in negated - asking:
            return child if not child.hidden else nearest(visible(child, nodes), ("rule",))
    told = [child for child in visible(node, nodes) if named(child) not in asking]
    missing = [child for child in told if child.kind in ("absent", "computed")]
    return nearest(iter(missing or told), ("absent", "computed", "rule", "card-text"))


def named(node: Node) -> str:
    """The name of the predicate that a node is about."""
    return node.atom.partition("(")[0]


def nearest(below: Iterator[Node], kinds: Collection[str]) -> Node | None:
    """The first node of these kinds, of any where there is none."""
    found = list(below)
    return next((each for each in found if each.kind in kinds), found[0] if found else None)


def visible(node: Node, nodes: Mapping[str, Node]) -> Iterator[Node]:
    """The nodes right below one, hidden ones replaced by those below them."""
    for child in (nodes[each] for each in node.children):
        if child.hidden:
            yield from visible(child, nodes) if not child.also_holds else ()
        elif child.form not in ("cases", "case"):
            yield child


def assumed(model: RuleModel, reading: Reading, proof: Proof) -> Iterator[Assumed]:
    """The defaults on which the proof rests, each once, in the order of the slots.

    What the text of a card leaves out is no default: the whole text was read.
    """
    leaves = [read_fact(node.atom) for node in proof.nodes if node.form in LEAVES]
    words = Words(model.schema, reading.names)
    said: set[str] = set()
    for each in reading.assumptions:
        for leaf in leaves if each.slot or each.pattern[0] not in READ else ():
            if matches(each.pattern, leaf):
                sentence = default_sentence(words, each, leaf)
                if sentence not in said:
                    said.add(sentence)
                    fact = model.schema.facts.get(str(each.pattern[0]))
                    quiet = fact is not None and fact.unsaid(each.value)
                    yield Assumed(each.slot or str(each.pattern[0]), each.value, sentence, quiet)


def default_sentence(words: Words, each: Assumption, leaf: Partial) -> str:
    """What a default says about a leaf of a proof."""
    pattern = tuple(one if other is None else other for one, other in zip(leaf, each.pattern, strict=True))
    if each.value is False or each.value == []:
        return words.fact(pattern, False)
    if each.value is True or isinstance(each.value, list):
        return words.fact(pattern)
    return words.fact((*pattern[:-1], read_default(each.value)))


def read_default(value: object) -> Value:
    """A default's value as a rule's: text that is no constant is a text."""
    return value if isinstance(value, int) else thing(value)


def citations(proof: Proof, told: Sequence[Node]) -> Iterator[str]:
    """The clauses of the proof: first that of what is `told`, of a denial that of its reason, then those nearest to the
    root, hidden steps last; none of doubts it excludes."""
    nodes = {node.id: node for node in proof.nodes}
    found: dict[str, None] = {each.clause: None for each in reversed(told) if each.clause}
    late: dict[str, None] = {}
    seen, level = {proof.root}, [proof.root]
    while level:
        after = []
        for node in (nodes[identifier] for identifier in level):
            target = late if node.hidden else found
            target.update(dict.fromkeys(clause for clause in (node.clause, *node.also) if clause))
            after += [child for child in spoken_children(node) if child not in seen]
            seen.update(spoken_children(node))
        level = list(dict.fromkeys(after))
    yield from found
    yield from (clause for clause in late if clause not in found)
