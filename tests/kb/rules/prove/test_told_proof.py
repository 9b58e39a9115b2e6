"""A proof as it is told leaves out what goes without saying, and numbers that rest on nothing else."""

from __future__ import annotations

from kb.records.results import Assumed, CheckResult, Node, Proof, Status


def node(name: str, sentence: str, *children: str, form: str = "rule") -> Node:
    """A step of a proof."""
    return Node(name, "rule" if children else "given", form, name, sentence, children=children)


def test_a_number_that_rests_on_what_goes_without_saying_is_hidden() -> None:
    shield = node("shield", "the enemy has a shield of 0", form="default")
    proof = Proof(
        "root",
        (
            node("root", "the enemy suffers 3 damage", "takes", "hit", "told"),
            node("takes", "a shield of 0 takes nothing off", "shield"),
            node("hit", "the attack hits", "shield"),
            node("told", "the attack deals 3 damage", form="given"),
            shield,
        ),
    )
    quiet = (Assumed("shield", 0, shield.sentence, quiet=True),)
    result = CheckResult("harm", "How much?", Status.ANSWERED, None, "3", {}, (), quiet, (), proof, ())
    told = result.told_proof
    assert told is not None
    assert {each.id for each in told.nodes if each.hidden} == {"shield", "takes"}
