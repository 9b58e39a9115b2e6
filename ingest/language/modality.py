"""Read what a sentence's main clause does: forbid, restrict, demand, advise, allow, define, count or state.

- cannot: `cannot`, `may not`, `must not`, `no player can`, `do not …`
- only: allowed or true within a bound alone: `only if`, `only once per turn`, `can have no more than 5`
- must: `must`, `has to`, and every imperative
- should: advice, which is not a demand
- may: `may`, `can`, `is allowed to`, `need not`
- definition: says what a term is, means or counts as
- quantity: gives an amount that something has, costs, gains, loses or is
- statement: everything else

Words inside a condition or an exception say nothing about the main clause and are left aside.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ingest.language.loaded import vocabulary

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

PERMITTING = vocabulary("may can ca")
PERMITTED = vocabulary("allowed able permitted optional free")
NEGATING = vocabulary("no neither nobody none never nor nothing")
ADVISING = vocabulary("recommend encourage advise suggest")
LETTING = vocabulary("let allow permit enable")
PREVENTING = vocabulary("bar keep prevent stop")
CONSEQUENT = vocabulary("this that which")
OBLIGING = vocabulary("required obliged")
CEILINGS = ("no more than", "not more than", "at most")
DEFINING = vocabulary("mean refer represent signify denote consist comprise count describe")
COUNTING = vocabulary(
    "be contain cost deal equal gain get give have increase lose reach reduce score start suffer take worth"
)
EQUATING = vocabulary("equal half double")
SUBJECTS = vocabulary("nsubj nsubjpass expl csubj")
HELPERS = vocabulary("aux auxpass neg advmod dep preconj")
OBJECTS = vocabulary("dobj attr acomp oprd npadvmod ccomp prep")
QUALIFIERS = vocabulary("det amod compound prep relcl")
LEADING = vocabulary("prep advmod aux neg npadvmod")
BEFORE_ORDERS = vocabulary("ADV CCONJ SCONJ INTJ PART")
ORDERS = vocabulary(
    """add advance attach change check choose copy count crossover deal determine discard divide draw exchange exhaust
    find flip follow gain give ignore keep ko look lose make mark move name negate note pay place play power pull push
    put read ready record recover remove repeat replace reroll resolve retrieve return reveal roll rotate score search
    see select set shuffle skip stack start stop stun swap take tap turn use"""
)
AMOUNT = re.compile(r"[+-]?\d+|[+-]X|[x×]\d+")


@dataclass(frozen=True, slots=True)
class Modality:
    """A modality and the tokens (their places in the document) that say it; an imperative has no subject."""

    name: str
    tokens: frozenset[int] = frozenset()
    imperative: bool = False


def main_verbs(body: Span, aside: frozenset[int]) -> list[Token]:
    """The verbs of the main clause: the root and what is joined to it, or the first verb outside `aside`.

    In `you may do it: this costs 1`, the parser subordinates the first clause to the second.
    """
    root = body.root
    told = [child for child in root.lefts if child.dep_ == "ccomp"]
    verbs = [*told, root, *(token for token in body if token.dep_ in ("conj", "parataxis") and chained(token, root))]
    kept = [verb for verb in verbs if verb.i not in aside and verb.pos_ in ("VERB", "AUX")]
    return kept or [token for token in body if token.i not in aside and token.pos_ in ("VERB", "AUX")][:1] or [root]


def chained(token: Token, root: Token) -> bool:
    """True where conjunctions alone join a token to the root."""
    while token.dep_ in ("conj", "parataxis"):
        token = token.head
    return bool(token == root)


def modality(body: Span, aside: frozenset[int], only: Sequence[Span], defining: bool) -> Modality:
    """The modality of a sentence's body.

    `aside` are the tokens of its conditions and exceptions, `only` the parts that open with `only`
    (conditions too), `defining` is True for the first sentence of a definition's clause.
    """
    verbs = main_verbs(body, aside)
    said = [found for verb in verbs if (found := modal(verb))]
    first = said[0] if said else None
    if first and first.name in ("cannot", "should"):
        return first
    if restricted := restriction(body, only, first):
        return restricted
    if first:
        return first
    if any(demands(verb, body, aside) for verb in verbs[:1]):
        prohibits = any(child.dep_ == "neg" for child in verbs[0].children)
        return Modality("cannot" if prohibits else "must", imperative=True)
    return Modality("definition" if defining or defines(verbs[0]) else "quantity" if counts(verbs[0]) else "statement")


def modal(verb: Token) -> Modality | None:
    """What a verb's auxiliaries, negation and subject say, None where it has no modal."""
    helpers = [child for child in verb.children if child.dep_ in HELPERS]
    words = {helper.lower_: helper.i for helper in helpers} | ({verb.lower_: verb.i} if verb.tag_ == "MD" else {})
    negated = [helper.i for helper in helpers if helper.dep_ == "neg" or helper.lower_ in NEGATING]
    allowing = [words[word] for word in words if word in PERMITTING]
    demanding = [words[word] for word in ("must", "shall") if word in words]
    if allowing or demanding:
        said = frozenset([*allowing, *negated, *demanding])
        return Modality("cannot" if negated or denied(verb, allowing) else "may" if allowing else "must", said)
    if "should" in words or verb.lemma_ in ADVISING:
        return Modality("should", frozenset(words[word] for word in ("should",) if word in words))
    return phrased(verb, negated)


def denied(verb: Token, allowing: list[int]) -> bool:
    """True for `no player can`, `neither of them may`, `nothing whatever can`."""
    before = {word.lower_ for at in allowing if at > verb.sent.start for word in (verb.doc[at - 1], opening(at, verb))}
    return bool(NEGATING & before) or any(negative(subject) for subject in subjects(verb))


def opening(at: int, verb: Token) -> Token:
    """The first word of the clause before a token: after the sign before it, else the sentence's first."""
    while at - 1 > verb.sent.start and not verb.doc[at - 1].is_punct:
        at -= 1
    return verb.doc[at - 1] if at - 1 == verb.sent.start and not verb.doc[at - 1].is_punct else verb.doc[at]


def subjects(verb: Token) -> list[Token]:
    """The heads of a verb's subject."""
    return [child for child in verb.children if child.dep_ in SUBJECTS]


def negative(subject: Token) -> bool:
    """True for `no player`, `neither`, `none of them`."""
    return subject.lower_ in NEGATING or any(child.lower_ in NEGATING for child in subject.children)


def phrased(verb: Token, negated: list[int]) -> Modality | None:
    """What a phrase says: `has to`, `need not`, `is not allowed to`, `is unable to`, `nothing keeps it from`."""
    words = {verb.lower_} | {child.lower_ for child in verb.children if child.dep_ in ("acomp", "oprd", "attr")}
    if "unable" in words or (words & PERMITTED and negated):
        return Modality("cannot")
    if words & PERMITTED:
        return Modality("may")
    if verb.lemma_ in LETTING and verb.dep_ != "acl":
        return Modality("cannot" if negated else "may")
    if verb.lemma_ in PREVENTING and any(child.lower_ == "from" for child in verb.children):
        return Modality("may" if negated or any(negative(child) for child in subjects(verb)) else "cannot")
    having = verb.lemma_ in ("have", "need") and any(child.dep_ == "xcomp" and to(child) for child in verb.children)
    needing = any(child.lower_ == "need" and child.dep_ == "aux" for child in verb.children)
    if having or needing or words & OBLIGING:
        return Modality("may" if negated else "must")
    return None


def to(verb: Token) -> bool:
    """True for an infinitive with `to`."""
    return any(child.lower_ == "to" and child.dep_ == "aux" for child in verb.children)


def restriction(body: Span, only: Sequence[Span], first: Modality | None) -> Modality | None:
    """`only` where a part restricts the main clause; a bare `only 4` is an amount, `the only one` a description."""
    for part in only:
        opener = part[0]
        described = opener.i > body.start and opener.nbor(-1).dep_ in ("det", "poss")
        counted = part.end - part.start > 1 and (part[1].like_num or bool(AMOUNT.fullmatch(part[1].text)))
        if opener.lower_ == "only" and not described and (not counted or first):
            return Modality("only", frozenset([opener.i]) | (first.tokens if first else frozenset()))
        if first and part.text.lower().startswith(CEILINGS):
            return Modality("only", first.tokens)
    return None


def demands(verb: Token, body: Span, aside: frozenset[int]) -> bool:
    """True for an imperative: a bare verb without subject opens the main clause.

    The tagger often takes the first word of `Place henchmen on …` for a noun, so usual orders are known by name.
    """
    heard = (token for token in body if token.i not in aside and not token.is_punct)
    opener = next((token for token in heard if token.pos_ not in BEFORE_ORDERS), None)
    if opener is None:
        return False
    if orders(opener, body):
        return True
    bare = verb.tag_ in ("VB", "VBP") and not subjects(verb)
    led = opener.dep_ in LEADING and (verb.i - opener.i < 4 or verb.nbor(-1).text == ",")
    return bare and (verb == opener or led)


def orders(opener: Token, body: Span) -> bool:
    """True for a usual order by its word and place, whatever the tagger takes it for."""
    if opener.lower_ not in ORDERS or opener.i + 1 >= body.end:
        return False
    after = opener.nbor(1)
    opens = opener.text[:1].isupper() or opener.i != body.start
    return opens and after.pos_ not in ("AUX", "PUNCT", "VERB") and after.lower_ != "of"


def defines(verb: Token) -> bool:
    """True for `a cosmic character is a …`, `“away” means …`, `counts as a …`; `this means` draws a conclusion."""
    if verb.lemma_ == "mean" and any(subject.lower_ in CONSEQUENT for subject in subjects(verb)):
        return False
    quoted = verb.sent[0].text == '"' and bool(subjects(verb))
    counted_as = verb.lemma_ != "count" or any(child.lower_ == "as" for child in verb.children)
    if (verb.lemma_ in DEFINING and counted_as) or quoted:
        return True
    attributes = [child for child in verb.children if child.dep_ == "attr"]
    named = any(subject.pos_ in ("NOUN", "PROPN") for subject in subjects(verb) if subject.dep_ != "expl")
    return verb.lemma_ == "be" and named and any(names_kind(noun) for noun in attributes)


def names_kind(noun: Token) -> bool:
    """True for a noun that says what something is; not for an amount, nor for praise: `the most versatile`."""
    praised = any(token.tag_ in ("JJS", "RBS") for token in noun.subtree)
    marked = noun.tag_ in ("NNS", "NNPS") or any(child.dep_ in QUALIFIERS for child in noun.children)
    return noun.pos_ in ("NOUN", "PROPN") and marked and not amounts(noun) and not praised


def counts(verb: Token) -> bool:
    """True where the main verb gives a number: `have 4 HP`, `gets +1 ATK`, `is equal to …`."""
    changes = any(child.dep_ == "prt" for child in verb.children) and verb.lemma_ == "go"
    counting = verb.lemma_ in COUNTING or changes
    return counting and any(amounts(child) for child in verb.children if child.dep_ in OBJECTS)


def amounts(thing: Token) -> bool:
    """True where a noun phrase holds a number or an `equal to`."""
    phrase = list(thing.subtree)
    return any(
        (token.like_num and (token.lower_ != "one" or token.dep_ == "nummod"))
        or AMOUNT.fullmatch(token.text)
        or token.lower_ in EQUATING
        for token in phrase
    )


def subject_of(verbs: Sequence[Token]) -> Iterator[Token]:
    """The tokens of the main clause's subject, in order; the noun that a wrong parse took for the main verb will do."""
    for verb in verbs:
        for child in verb.children:
            if child.dep_ in ("nsubj", "nsubjpass", "csubj") and child.tag_ not in ("WDT", "WP"):
                yield from child.subtree
                return
    root = verbs[0].sent.root if verbs else None
    if root is not None and root.pos_ in ("NOUN", "PROPN"):
        yield from root.doc[root.left_edge.i : root.i + 1]
