"""Is the verdict that a check computed the answer to what was asked? A small logistic model whose weights can be read.

A check that was chosen rightly still answers a question beside its own where that asks for something else: `does
resting remove an injury?` beside `does resting give one?`, `may two of them stand there?` beside `may one pass?`. What
tells is what the question says and nobody who asked for the check has said. Features:

    trust    log-odds that the verdict is right, see kb/answering/asserting/trust.py
    support  log-odds that any clause answers the question, see kb/retrieval/classifying/decline.py
    missing  how many different content words of the sentence that asks, up to MOST, neither one of the check's nearest
             samples holds nor a fact that was read, nor the name of a card
    filled   see kb/answering/choosing/features.py
    doubt    see kb/retrieval/classifying/decline.py: it counts in `support` too, and once more for a verdict

`headjudge fit verdicts` fits the weights, and `fit calibration` puts them on a scale on which nine in ten of those
verdicts are right that are told to be so with .9; kb/weights.toml keeps them, docs/decisions/0008-what-is-asserted.md
says what it brought.
"""

from __future__ import annotations

from collections.abc import Mapping

from kb.answering.asserting.trust import log_odds
from kb.answering.choosing.choose import Choice
from kb.logistic import logistic
from kb.question.asking import asking_words
from kb.question.written.names import given_names
from kb.records.question import Question
from kb.retrieval.classifying.decline import Support
from kb.retrieval.weights import weights
from kb.words.text import content_words, stem, words

FEATURES = ("trust", "support", "missing", "filled", "doubt")
MOST = 5
FURTHEST = 8.0
ASKING = frozenset(
    """
    right correct true yeah fine legal allowed permitted possible ruling rule rules wrong claim assume able usable
    cannot cant isnt arent doesnt didnt wont hes shes whos im ive although though merely simply exactly want wants given
    either confirm confirmed verify whose ordinary ordinarily normally may might
    """.split()
)
"""Words of asking and telling, of no game; `may` and `might` ask for leave, which operators hear."""
CARDS = ("card", "nickname", "mentioned-card")


def evidence(question: Question, choice: Choice, trust: float, belief: Support) -> dict[str, float]:
    """The features of a check's verdict for a question, by name."""
    return {
        "trust": max(-FURTHEST, min(FURTHEST, log_odds(trust))),
        "support": max(-FURTHEST, min(FURTHEST, log_odds(belief.probability))),
        "missing": float(min(MOST, len(unsaid(question, choice)))),
        "filled": choice.features["filled"],
        "doubt": belief.features["doubt"],
    }


def unsaid(question: Question, choice: Choice) -> frozenset[str]:
    """The stems of the content words of what asks which none of the check's nearest samples holds, no fact
    that was read, and no card's name; the name of somebody is none."""
    read = {stem(word) for each in choice.filled.readings for word in words(each.text)}
    return frozenset(_content(question) - read - choice.near_words())


def says_nothing_known(question: Question, choice: Choice) -> bool:
    """Whether what asks holds content words, and none that the check's nearest samples hold, or a fact that was read:
    `is a 4 a pass?` beside samples that ask which number counts."""
    content = _content(question)
    return bool(content) and unsaid(question, choice) == content


def _content(question: Question) -> frozenset[str]:
    """The stems of the content words of what asks, without words of asking, numbers, names of persons and of cards."""
    cards = {word for each in question.mentions if each.term.kind in CARDS for word in words(each.text)}
    persons = given_names() | question.figures
    said = content_words(asking_words(question))
    return frozenset(
        stem(each)
        for each in said
        if each not in cards and each not in ASKING and not each.isdigit() and each.removesuffix("'s") not in persons
    )


def probability_that_asked(found: Mapping[str, float]) -> float:
    """The logistic model's probability that the verdict answers what was asked."""
    weight = weights()["assert"]
    return logistic(weight["bias"] + sum(weight[name] * found[name] for name in FEATURES))


def answers(found: Mapping[str, float]) -> bool:
    """Whether a verdict with these features is asserted."""
    return probability_that_asked(found) >= weights()["assert"]["sure"]


def asks_back(found: Mapping[str, float]) -> bool:
    """Whether a fact is asked back that a check with these features lacks: less is at stake than with a verdict."""
    return probability_that_asked(found) >= weights()["assert"]["asks"]
