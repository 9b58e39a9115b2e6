"""Is the verdict of a check that was run asserted? Each gate in turn may withhold it; the first one that does is named.

The gates stand in the order of what they cost: the last ones ask the solver.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from kb.answering.asserting.evidence import says_nothing_known
from kb.answering.asserting.readings import same_read_otherwise, sample_joins
from kb.answering.asserting.trust import log_odds
from kb.answering.asserting.withheld import Withheld
from kb.answering.attempt import Attempt, Wording
from kb.answering.choosing.choose import Choice, chooser
from kb.answering.choosing.features import CHANCE
from kb.answering.choosing.ordered import Scored
from kb.answering.eitheror import same_of_both
from kb.answering.numbers.leftover import idle
from kb.answering.operators import own
from kb.answering.rulings import OUTCOMES
from kb.answering.run import find
from kb.answering.taught import taught_otherwise
from kb.answering.ways import as_asked, asks_opposite, differ
from kb.knowledge import KnowledgeBase
from kb.question.alternatives import joined
from kb.question.asking import asks_duty, asks_leave, asks_what
from kb.records import Outcome
from kb.records.question import Question
from kb.records.results import Status
from kb.retrieval.weights import weights

LIKELY = 0.5
LIKE = r"\b(?:like|unlike|as with|similar to|same as)\s+(?:(?:the|my|his|her|a|with|for|on)\s+)*"
Gate = Callable[[KnowledgeBase, Attempt], bool]


def ending(base: KnowledgeBase, attempt: Attempt, rivals: Iterable[Choice] = ()) -> Outcome | Withheld:
    """How a question ends by the check that was run for it; `rivals` are the checks that it may as well mean, each
    looked for only once all other gates are passed."""
    if not attempt.computed:
        return _open(base, attempt)
    for why, closed in GATES:
        if closed(base, attempt):
            return why
    return Withheld.RIVAL if _contradicted(base, attempt, rivals) else Outcome.ANSWERED


def beside(base: KnowledgeBase, wording: Wording, attempt: Attempt) -> Withheld | None:
    """Why a question is hardly about what the check is about, however its verdict comes out; None where it may be."""
    if only_compared(base, wording.whole, attempt.choice):
        return Withheld.CARD_COMPARED
    if attempt.claim is not None and says_nothing_known(attempt.question, attempt.choice):
        return Withheld.NOTHING_KNOWN
    return None


def asks_what_was_told(told: Choice, attempt: Attempt) -> bool:
    """Whether a fact would be asked back that the question states, by a number which its operators compare: `must I
    discard with only six cards?` of how many are discarded. `told` is the check with what the whole question states."""
    stated = {each.slot for each in told.filled.readings}
    return attempt.result.status is Status.DEPENDS and any(each.fact in stated for each in attempt.result.ask)


def _open(base: KnowledgeBase, attempt: Attempt) -> Outcome | Withheld:
    """How a question ends on which nothing was computed: a fact is asked back, or told that nothing settles it, only
    where the check is likely and the question names its card, if it has one."""
    status, features = attempt.result.status, attempt.choice.features
    if status is Status.ANSWERED:
        return Withheld.OPERATOR
    if attempt.choice.score < weights()["check"]["ask"]:
        return Withheld.UNLIKELY_TO_ASK
    owned = bool(chooser(base, attempt.choice.check.game).owners(attempt.choice.check.id))
    if features["card"] > 0 or (features["asked"] >= CHANCE and not owned):
        return OUTCOMES.get(status, Withheld.TIMEOUT)
    return Withheld.CARD_UNNAMED


def _polarity_unclear(base: KnowledgeBase, attempt: Attempt) -> bool:  # noqa: ARG001
    return attempt.opposite is None


def _of_another_kind(base: KnowledgeBase, attempt: Attempt) -> bool:
    """Of two things side by side a yes or no is an answer where the check says the same of each."""
    question, choice = attempt.question, attempt.choice
    return not (fits_question(question, choice) or same_of_both(base, question, choice, attempt.result))


def _empty(base: KnowledgeBase, attempt: Attempt) -> bool:  # noqa: ARG001
    return attempt.result.verdict is not None and attempt.result.verdict.value == ()


def _untrusted(base: KnowledgeBase, attempt: Attempt) -> bool:  # noqa: ARG001
    return attempt.odds < log_odds(weights()["check"]["likely"])


def _number_unread(base: KnowledgeBase, attempt: Attempt) -> bool:
    return not idle(base, attempt.question, attempt.choice, attempt.result)


def _read_otherwise(base: KnowledgeBase, attempt: Attempt) -> bool:
    read = base, attempt.question, attempt.choice, attempt.result
    return not same_read_otherwise(*read) or taught_otherwise(*read)


GATES: tuple[tuple[Withheld, Gate], ...] = (
    (Withheld.POLARITY, _polarity_unclear),
    (Withheld.KIND, _of_another_kind),
    (Withheld.EMPTY, _empty),
    (Withheld.UNTRUSTED, _untrusted),
    (Withheld.NUMBER_UNREAD, _number_unread),
    (Withheld.READ_OTHERWISE, _read_otherwise),
)
"""What a computed verdict passes, in this order; rivals come last."""


def fits_question(question: Question, choice: Choice) -> bool:
    """Whether the check gives the kind of answer asked for."""
    together = sample_joins(choice) or own.either_too(question, choice.check)
    other = (joined(question) and not together) or asks_what(question)
    return choice.features["kind"] >= 0 and not (choice.check.kind == "yes_no" and other)


def _contradicted(base: KnowledgeBase, attempt: Attempt, rivals: Iterable[Choice]) -> bool:
    """Whether a rival check comes to another verdict."""
    return any(_rivals(attempt, each) and _says_otherwise(base, attempt, each) for each in rivals)


def _rivals(attempt: Attempt, rival: Choice) -> bool:
    """Whether a check's verdict can be held against that of the one that was run."""
    best = attempt.choice
    return (
        rival.check.kind == best.check.kind
        and not _asks_duty_for_leave(attempt.question, rival)
        and not takes_more_numbers(best, rival)
    )


def _says_otherwise(base: KnowledgeBase, attempt: Attempt, rival: Choice) -> bool:
    """Whether a rival check ends with another verdict."""
    other = find(base, rival)
    if other is None or other.status is not Status.ANSWERED:
        return False
    way, other_way = (asks_opposite(attempt.question, each) for each in (attempt.choice, rival))
    if way is None or other_way is None:
        return differ(attempt.choice, attempt.result.verdict, rival, other.verdict)
    return as_asked(attempt.result.verdict, way, None) != as_asked(other.verdict, other_way, None)


def _asks_duty_for_leave(question: Question, rival: Choice) -> bool:
    """Whether a question asks what may be done, and all that is near of a check asks what must be."""
    return asks_leave(question, question.asked) and all(asks_duty(sample) for sample, _ in rival.samples)


def takes_more_numbers(best: Choice, rival: Choice) -> bool:
    """Whether a check takes all numbers that a question tells, and a rival leaves some of them."""
    return not best.filled.unread and bool(rival.filled.unread)


def meant_as_well(best: Scored, several: bool, rival: Scored) -> bool:
    """Whether a question may as well mean a rival check as the best one.

    It may where their log-odds are less than `margin` apart ([check] in kb/weights.toml), less than `margin-storied` in
    a post that asks `several` things: .62 beside .66 may be meant, .58 in such a post alone. So may a rival that is
    likely by itself and about a card that the question names, where the best one is about none: by the best one that
    card would go unread.
    """
    margin = weights()["check"]["margin-storied" if several else "margin"]
    near = log_odds(best.score) - log_odds(rival.score) < margin
    return near or (rival.score > LIKELY and rival.features["card"] > 0 >= best.features["card"])


def only_compared(base: KnowledgeBase, question: Question, choice: Choice) -> bool:
    """Whether a question names the check's card only to compare another one with it: `do I get this Gem back like the
    Time Gem?`."""
    about = {base.store.clause(each).subject for each in chooser(base, choice.check.game).clauses[choice.check.id]}
    named = {each.text for each in question.mentions if each.term.kind == "card" and each.term.name in about}
    return bool(named) and all(
        len(re.findall(rf"{LIKE}{re.escape(text)}\b", question.text, re.I))
        == len(re.findall(rf"\b{re.escape(text)}\b", question.text, re.I))
        for text in named
    )
