"""Run a check and make its result: verdict, one sentence, proof, what was assumed, what to ask, whom to cite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from operator import attrgetter

from kb.records import Verdict
from kb.records.atoms import Partial, Value
from kb.records.checks import Check
from kb.records.results import Assumed, CheckResult, Node, Proof, Status
from kb.records.scenario import Assumption, Reading
from kb.rules.cards.texts import ABOUT, LINE
from kb.rules.language.graph import atoms_of
from kb.rules.language.syntax import Rule, Term, Var, read_fact
from kb.rules.model.apart import apart_from_any
from kb.rules.model.demand import matches
from kb.rules.model.facts.values import thing
from kb.rules.model.rulemodel import RuleModel
from kb.rules.model.words import Words
from kb.rules.prove.reasons import reason_of, summary_of, told_first
from kb.rules.prove.render import spoken_children
from kb.rules.solve.decide import Decision, decide
from kb.rules.solve.outcomes import verdict
from kb.words.grammar.wording import of_question, only_untold

LEAVES = ("none", "default")
READ = {*LINE, *ABOUT}
SAID = attrgetter(*[each.name for each in fields(Node) if each.name not in ("id", "children")])
PASSED = ("cases", "case", "value", "values", "both", "doubt", "settled")


def run_check(model: RuleModel, identifier: str, facts: Mapping[str, object]) -> CheckResult:
    """Run a check with these facts; the same facts give the same result, byte for byte.

    Raises UsageError for an unknown check, FactsError for facts that do not fit, RuleError where the two
    evaluators disagree.
    """
    return result_of(model, decide(model, identifier, facts))


def result_of(model: RuleModel, decision: Decision) -> CheckResult:
    """What was decided, as it is told."""
    proof = pruned(decision.proof) if decision.proof else None
    said = told_first(model, model.slices[decision.check.id], proof, decision.check.title) if proof else ()
    found, ruled = decision.outcome, _labelled(model, decision)
    alone, reason = reason_of(found, proof, tuple(said), decision.check.title) if found else ("", "")
    return CheckResult(
        check=decision.check.full_id,
        title=decision.check.title,
        status=found.status if found else Status.DEPENDS,
        verdict=ruled,
        summary=summary(decision, reason, ruled.label if ruled else ""),
        facts=decision.reading.facts,
        read_as=decision.reading.read_as,
        assumed=tuple(assumed(model, decision.check, decision.reading, proof)) if proof else (),
        ask=decision.ask,
        proof=proof,
        citations=tuple(citations(proof, said)) if proof else model.clauses_of(decision.check),
        reason=reason,
        said=alone,
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
            same = (*SAID(node), children)
            if same not in kept:
                kept[same] = replace(node, id=f"n{len(kept) + 1}", children=children)
            number[identifier] = kept[same].id
        elif identifier not in number:
            waiting.append((identifier, True))
            waiting += [(child, False) for child in reversed(node.children) if child not in number]
    return Proof(number[proof.root], tuple(kept.values()))


def _labelled(model: RuleModel, decision: Decision) -> Verdict | None:
    """The verdict, with the capitals that names have: a value is a word of the rules, `crime_fighter`."""
    found = verdict(decision.check, decision.outcome) if decision.outcome else None
    if found is None or isinstance(found.value, int):
        return found
    names = Words(model.schema, decision.reading.names).names
    values = found.value if isinstance(found.value, tuple) else (found.value,)
    written = [each.replace("_", " ") for each in values]
    called = [names.get(value, each) for value, each in zip(values, written, strict=True)]
    kept = [name if name.casefold() == each.casefold() else each for name, each in zip(called, written, strict=True)]
    kept = [model.schema.names.get(value, each) for value, each in zip(values, kept, strict=True)]
    return replace(found, label=", ".join(kept))


def summary(decision: Decision, said: str, label: str = "") -> str:
    """One sentence, the verdict first, then what is `said` of the game and why; or what it depends on."""
    if decision.outcome is None:
        return f"It depends: {decision.ask[0].question}" if decision.ask else "It depends on facts that were not given."
    return summary_of(decision.outcome, said, label)


def assumed(model: RuleModel, check: Check, reading: Reading, proof: Proof) -> Iterator[Assumed]:
    """The defaults on which the proof rests, each once, in the order of the slots; quiet where they speak of the
    question or of what nobody told, or where no rule looks at the value.

    What the text of a card leaves out is no default: the whole text was read.
    """
    looked_at = values_looked_at(model.slices[check.id].rules)
    leaves = [read_fact(node.atom) for node in proof.nodes if node.form in LEAVES]
    words = Words(model.schema, reading.names)
    told = [(str(atom[0]), atom[-1] if len(atom) > 1 else True) for atom in reading.atoms]
    said: set[str] = set()
    for each in reading.assumptions:
        for leaf in leaves if each.slot or each.pattern[0] not in READ else ():
            if matches(each.pattern, leaf):
                sentence = default_sentence(words, each, leaf)
                if sentence not in said:
                    said.add(sentence)
                    fact = model.schema.facts.get(str(each.pattern[0]))
                    quiet = fact is not None and (
                        fact.unsaid(each.value) or (fact.valued and fact.name not in looked_at)
                    )
                    quiet = quiet or (fact is not None and fact.named) or of_question(sentence) or only_untold(sentence)
                    quiet = quiet or apart_from_any(model.schema.facts, (str(each.pattern[0]), each.value), told)
                    yield Assumed(each.slot or str(each.pattern[0]), each.value, sentence, quiet)


def values_looked_at(rules: Iterable[Rule]) -> frozenset[str]:
    """The predicates whose last argument some rule asks for, and not only that there is one: `wounds(W)`, not
    `wounds(_)`."""
    atoms = (atom for rule in rules for atom in atoms_of(rule))
    return frozenset(atom.name for atom in atoms if not anonymous(atom.args[-1:]))


def anonymous(args: Sequence[Term]) -> bool:
    """Whether arguments are `_` alone."""
    return all(isinstance(each, Var) and each.anonymous for each in args)


def default_sentence(words: Words, each: Assumption, leaf: Partial) -> str:
    """What a default says about a leaf of a proof."""
    pattern = tuple(one if other is None else other for one, other in zip(leaf, each.pattern, strict=True))
    if each.value is False or each.value == []:
        return words.none_of(pattern) if None in pattern else words.fact(pattern, False)
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
