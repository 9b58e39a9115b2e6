"""A result as JSON, and its proof as text for players and as a Mermaid graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from kb.records.checks import Ask, CheckResult, Json, Node, Proof

DEEPEST = 12
PASSED = ("value", "values", "both", "doubt", "settled")


def result_json(result: CheckResult) -> Json:
    """The result as JSON values, keys in a fixed order, empty fields of nodes left out."""
    return {
        "check": result.check,
        "title": result.title,
        "status": str(result.status),
        "verdict": {"kind": result.verdict.kind, "value": _plain(result.verdict.value)} if result.verdict else None,
        "summary": result.summary,
        "facts": result.facts,
        "read_as": list(result.read_as),
        "assumed": [asdict(each) for each in result.assumed],
        "ask": [ask_json(each) for each in result.ask],
        "proof": proof_json(result.proof) if result.proof else None,
        "citations": list(result.citations),
    }


def ask_json(ask: Ask) -> Json:
    """A fact that would help, as the contract names its fields."""
    return {
        "fact": ask.fact,
        "question": ask.question,
        "type": ask.type,
        "choices": list(ask.choices),
        "labels": dict(ask.labels),
        "why": ask.why,
    }


def proof_json(proof: Proof) -> Json:
    """The proof as `{root, nodes}`."""
    return {"root": proof.root, "nodes": [node_json(node) for node in proof.nodes]}


def node_json(node: Node) -> Json:
    """One node; fields that say nothing are left out."""
    always = {"id": node.id, "kind": node.kind, "form": node.form, "atom": node.atom, "sentence": node.sentence}
    rest: Json = {
        "clause": node.clause,
        "rule": node.rule,
        "quote": node.quote,
        "interpretation": node.interpretation,
        "children": list(node.children),
        "also": list(node.also),
        "supposing": list(node.supposing),
        "also_holds": list(node.also_holds),
        "hidden": node.hidden,
    }
    kept = {name: value for name, value in rest.items() if value}
    return {**always, **kept, **({"value": node.value} if node.value is not None else {})}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def spoken_children(node: Node) -> tuple[str, ...]:
    """The children that players read: of what is settled not the steps that exclude each doubt."""
    return node.children[:1] if node.form == "settled" else node.children


def proof_text(proof: Proof) -> str:
    """The proof as indented sentences; hidden steps are skipped, a step shown before is not unfolded again."""
    return "\n".join(_lines(proof))


def _lines(proof: Proof) -> Iterator[str]:
    nodes = {node.id: node for node in proof.nodes}
    shown: set[str] = set()

    def walk(identifier: str, depth: int, above: str, beside: set[str]) -> Iterator[str]:
        node = nodes[identifier]
        if node.hidden and node.also_holds:
            return
        if not _passed(node, above):
            again = identifier in shown and node.children
            if _said_already(node, beside, identifier in shown):
                return
            source = f"  [{node.clause.partition('#')[2]}]" if node.clause else ""
            yield f"{'  ' * depth}- {node.sentence}{' (see above)' if again else ''}{source}"
            if node.interpretation and not again:
                yield f"{'  ' * depth}  (as we read it: {node.interpretation})"
            if again:
                return
            depth, above, beside = depth + 1, node.sentence, set()
        elif identifier in shown:
            return
        shown.add(identifier)
        if depth <= DEEPEST:
            for child in spoken_children(node):
                yield from walk(child, depth, above, beside)

    yield from walk(proof.root, 0, "", set())


def _passed(node: Node, above: str) -> bool:
    """Whether a step is passed over: hidden, one that only joins others, or one that says what stands above it."""
    return node.hidden or node.form in PASSED or node.sentence == above


def _said_already(node: Node, beside: set[str], shown: bool) -> bool:
    """Whether a step beside says the same, and nothing new stands below this one; notes what it says."""
    said = node.sentence in beside and (shown or not node.children)
    beside.add(node.sentence)
    return said


def proof_tree(proof: Proof) -> list[tuple[Node, list[Any]]]:
    """The proof as nested (node, children) for a page: hidden steps are passed over, each step unfolded once."""
    nodes = {node.id: node for node in proof.nodes}
    shown: set[str] = set()

    def below(identifier: str, above: str, beside: set[str]) -> list[tuple[Node, list[Any]]]:
        node = nodes[identifier]
        if node.hidden and node.also_holds:
            return []
        again, passed = identifier in shown, _passed(node, above)
        if not passed and _said_already(node, beside, again):
            return []
        shown.add(identifier)
        above, beside = (above, beside) if passed else (node.sentence, set())
        children = [] if again else [each for child in spoken_children(node) for each in below(child, above, beside)]
        return children if passed else [(node, children)]

    return below(proof.root, "", set())


def mermaid(proof: Proof) -> str:
    """The proof as a Mermaid flow chart; steps that players do not read are passed over."""
    nodes = {node.id: node for node in proof.nodes}
    top = _visible(proof.root, nodes)
    drawn: dict[str, list[str]] = {}
    waiting = list(top)
    while waiting:
        identifier = waiting.pop(0)
        if identifier not in drawn:
            below = spoken_children(nodes[identifier])
            drawn[identifier] = [each for child in below for each in _visible(child, nodes)]
            waiting += drawn[identifier]
    lines = [f'  {each}["{_quoted(nodes[each])}"]' for each in drawn]
    arrows = [f"  {each} --> {child}" for each, children in drawn.items() for child in dict.fromkeys(children)]
    return "\n".join(["flowchart TD", *lines, *arrows])


def _quoted(node: Node) -> str:
    said = node.sentence.replace('"', "'").replace("<", "‹").replace(">", "›")
    return f"{said} ({node.clause.partition('#')[2]})" if node.clause else said


def _visible(identifier: str, nodes: Mapping[str, Node]) -> list[str]:
    """The node itself where players read it, else the nearest such nodes below it."""
    node = nodes[identifier]
    if node.hidden and node.also_holds:
        return []
    if not node.hidden and node.form not in PASSED:
        return [identifier]
    return [each for child in spoken_children(node) for each in _visible(child, nodes)]
