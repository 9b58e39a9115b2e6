"""What speaks for a check where a question is asked, and the small logistic model that weighs it and can be read.

Features of a check for a question, each about 0 to 1:

    asked    best cosine of the question and the check's sample wordings
    lead     how far its best cosine is ahead of the next check's (behind: negative), or of CHANCE where that is nearer:
             a lone check is ahead of nothing
    clause   1 / rank of the best hit among the check's clauses, 0 beyond the first ten
    kind     1 where the question wants the check's kind of answer, -1 where it wants another, 0 where unclear or
             where it wants the number confirmed that the check gives, or one of two things that the check may give
    filled   share of the facts that must be known which the question states; 1 where there are none
    said     facts that the question states, up to three, divided by three
    alike    share of the facts stated by the nearest sample or by the question that both state
    unread   numbers in the question that no slot took, up to two, halved
    unheard  share of the question's content words, by idf, that neither the check nor its clauses nor its
             samples hold: a condition that the check does not know
    card     1 where the check's clauses are a card's that the question names, -1 where it names another one
    constant 1 for a check without facts: nothing in the question can change its verdict
    learned  the score that the game's learned model gives the check, see kb/retrieval/classifying/learned.py
    ahead    how far that score is ahead of the next check's (behind: negative), at most 1

`headjudge fit verdicts` fits the weights on the tuning split; kb/weights.toml keeps them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from kb.logistic import logistic
from kb.records.question import Form

if TYPE_CHECKING:
    from kb.records.checks import Check
    from kb.records.types import FactType

FEATURES = (
    "asked", "lead", "clause", "kind", "filled", "said", "alike", "unread", "unheard", "card",
    "constant", "learned", "ahead",
)  # fmt: skip

READ = ("filled", "said", "alike", "unread", "unheard")
"""What is known only once the question was read for the check, each from 0 to 1."""
CHANCE = 0.45
"""How near a check comes by chance: in a large game one that is not meant does."""


def probability(features: Mapping[str, float], weight: Mapping[str, float]) -> float:
    """The logistic model's probability that the check's verdict answers the question."""
    return logistic(weight["bias"] + sum(weight.get(name, 0.0) * features[name] for name in FEATURES))


def at_best(given: Mapping[str, float], fits: bool, weight: Mapping[str, float]) -> dict[str, float]:
    """All features of a check of which some are `given`, as if the others spoke for it most; `fits` where it gives the
    kind of answer that is asked for."""
    found = {name: float(weight.get(name, 0.0) > 0) for name in READ}
    for name in ("asked", "kind"):
        found[name] = 1.0 if weight.get(name, 0.0) > 0 else -1.0
    if not fits:
        found["kind"] = min(found["kind"], 0.0)
    return {**found, **given}


def leads(scores: Mapping[str, float], names: Iterable[str], least: float = 0.0) -> dict[str, float]:
    """How far the scores of these are ahead of the best of the others, at least of `least`."""
    first, second = [*sorted(scores.values(), reverse=True)[:2], 0.0, 0.0][:2]
    known = {name: scores[name] for name in names if name in scores}
    return {name: score - max(least, second if score == first else first) for name, score in known.items()}


def alike(read: set[str], stated: set[str]) -> float:
    """How far two sets of slots agree: 1 where both are empty."""
    return len(read & stated) / len(read | stated) if read | stated else 1.0


def closed(types: Mapping[str, FactType], slot: str) -> bool:
    """Whether what is not said of a slot's fact is assumed."""
    return slot not in types or types[slot].default is not None


def fits_kind(wanted: Form, given: Form, worded: Callable[[], Form]) -> float:
    """The feature `kind`; it is unclear too where the check's nearest sample is `worded` for another kind than the
    check gives, like the question: `which space does he start on` is answered by a number."""
    open_forms = (Form.NUMBER, Form.WHICH)
    if wanted in open_forms and given in open_forms and wanted != given:
        return 0.0 if worded() == wanted else -1.0
    return 0.0 if not wanted else 1.0 if wanted == given else -1.0


def form_given(check: Check) -> Form:
    """The form of answer that a check gives."""
    return {"yes_no": Form.YES_NO, "number": Form.NUMBER}.get(check.kind, Form.WHICH)
