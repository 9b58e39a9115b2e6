"""Which words a text denies: `he does not gain it` denies the gaining, `without a counter` the counter."""

from __future__ import annotations

import re

from kb.question.claims import asking_sentence
from kb.question.polarity import STARTS
from kb.records.question import Negation, Question, Span
from kb.words.text import stem

BETWEEN = (
    r"(?:just|even|then|also|be|been|being|have|actually|really|ever|simply|still|always|a|an|any|the|to|my|his|her"
    r"|your|its|their|further|more|other|another|of|that|this|these|it|able|allowed)"
)
DENIED = re.compile(
    rf"(?:n['\u2019]t|\b(?:not|cannot|can not|never|no longer|no|without|cant|dont|doesnt|wont|isnt))(?![a-z])"
    rf"(?:[ _]{BETWEEN}(?![a-z]))*[ _](?!{BETWEEN}(?![a-z]))(?P<word>[a-z]+)",
    re.I,
)
CONDITION = re.compile(
    r"\b(?:if|when|whenever|while|as long as|until|unless|because|since|even though|although|who|which)\b[^,;]*", re.I
)
REASON = re.compile(r",? because\b")


def denied(text: str) -> frozenset[str]:
    """The stems of the words that a text denies."""
    return frozenset(stem(found["word"].lower()) for found in DENIED.finditer(text))


def negations(text: str) -> tuple[Negation, ...]:
    """The denials of a text, each with the word that it denies."""
    found = ((each.start(), each.span("word")) for each in DENIED.finditer(text))
    return tuple(Negation(Span(start, word[0]), Span(*word)) for start, word in found)


def claim_holds(question: Question, sentence: str) -> bool | None:
    """Whether a claim is right that denies a word which a verdict's sentence denies too, its reason aside: `so he ends
    up without a counter, right?` by `it gets no counter`. None where a question claims nothing, or denies none of it.

    Where the question asks whether the claim is wrong, its answer is the other one.
    """
    claim = question.claim
    if claim is None and STARTS.match(question.at(question.asked)):
        return None
    said = question.at(claim.span) if claim else asking_sentence(question.text)
    alike = denied(CONDITION.sub("", said)) & denied(REASON.split(sentence)[0])
    return not (claim is not None and claim.wrong) if alike else None
