"""Does what is held settle what was asked? A small logistic model that is asked once a check was run.

A near miss is worded like the clauses that come near it (kb/retrieval/classifying/decline.py), so their likeness tells
little. What tells more is whether a check is meant by it and comes to an end: `how many wounds are in the stack at
setup?` finds the stack's clauses, but no check that is about it says a number. Features:

    support   log-odds that any clause answers the question, see kb/retrieval/classifying/decline.py
    computed  1 where a check was run and gave a verdict with what was told, 0 where it asks or there is none
    ahead     how far that check is ahead of the next by what was learned, see kb/answering/choosing/features.py
    unheard   share of the question's content words that the check does not know, see there
    missing   different content words that no question near the check has, see kb/answering/asserting/evidence.py
    gap       see kb/retrieval/classifying/decline.py: it counts in `support` too, and once more here, as does `doubt`
    doubt     see there
    counting  1 where a number is asked for and the check read none in the question: what is not said of a thing is
              mostly how many or how much, and who tells numbers that a check takes asks for what can be reckoned

`headjudge fit settled` fits the weights with whole games left out, by the development questions and those of
tests/questions/settled; kb/weights.toml keeps them. A game without rules or without questions is judged by its clauses
alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from kb.answering.asserting.evidence import FURTHEST, MOST, unsaid
from kb.answering.asserting.trust import log_odds
from kb.answering.rulings import Ruling
from kb.logistic import logistic
from kb.records.question import Form, Question
from kb.records.results import Status
from kb.retrieval.classifying.decline import Support
from kb.retrieval.weights import weights

FEATURES = ("support", "computed", "ahead", "unheard", "missing", "gap", "doubt", "counting")


def settling(question: Question, ruled: Ruling | None, belief: Support) -> dict[str, float]:
    """The features of a question, by name; `ruled` is None where no check fits it well enough to be run."""
    checked = ruled.choice.features if ruled is not None else {}
    return {
        "support": max(-FURTHEST, min(FURTHEST, log_odds(belief.probability))),
        "computed": float(ruled is not None and ruled.result.status is Status.ANSWERED),
        "ahead": checked.get("ahead", 0.0),
        "unheard": checked.get("unheard", 0.0),
        "missing": float(min(MOST, len(unsaid(ruled.asked, ruled.choice)))) if ruled is not None else 0.0,
        "gap": belief.features.get("gap", 0.0),
        "doubt": belief.features.get("doubt", 0.0),
        "counting": float(question.form is Form.NUMBER and not (ruled is not None and _reckons(ruled))),
    }


def _reckons(ruled: Ruling) -> bool:
    """Whether the check took a number that the question tells."""
    return any(type(each.value) is int for each in ruled.choice.filled.readings)


def probability_settled(found: Mapping[str, float]) -> float:
    """The logistic model's probability that something held settles the question."""
    weight = weights()["settled"]
    return logistic(weight["bias"] + sum(weight[name] * found[name] for name in FEATURES))


def declined(found: Mapping[str, float]) -> bool:
    """Whether a question with these features, on which no verdict is asserted, is told to have no answer here."""
    return probability_settled(found) < weights()["settled"]["declined"]


def doubted(found: Mapping[str, float]) -> bool:
    """Whether a verdict on a question with these features is withheld: nothing may settle what it asks."""
    return probability_settled(found) < weights()["settled"]["asserted"]
