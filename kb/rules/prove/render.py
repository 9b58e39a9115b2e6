"""A result as JSON, and its proof as a Mermaid graph; as text see steps.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from kb.records.results import Ask, CheckResult, Node, Proof
from kb.records.types import Json

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
