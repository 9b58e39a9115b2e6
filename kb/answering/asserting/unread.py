"""Which words of a question kept a computed verdict from being asserted: no fact took them, and they could matter.

A number that no slot took, a content word of what asks that neither the check's nearest questions hold nor a fact,
words that only tell that something else is asked than the check settles, and those that were read as facts which lead
to two verdicts at once. Where a verdict is withheld for another reason, a rival check or little trust, none is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kb.answering.asserting.evidence import answers, evidence, unsaid
from kb.answering.asserting.gates import ending
from kb.answering.asserting.trust import log_odds, probability_of
from kb.answering.attempt import Attempt
from kb.answering.choosing.choose import Choice, chooser
from kb.answering.choosing.instead import unheard
from kb.answering.numbers.leftover import idle, left_over, one_more_or_less, without_printed
from kb.answering.rulings import Ruling
from kb.answering.run import find
from kb.answering.ways import asks_opposite
from kb.knowledge import KnowledgeBase
from kb.readers.saying import tells_of_question
from kb.records import Outcome
from kb.records.question import Question
from kb.records.results import Status
from kb.retrieval.classifying.decline import Support
from kb.retrieval.weights import weights
from kb.words.text import stem

OPEN = (Status.UNDETERMINED, Status.CONTRADICTION)


def unread(base: KnowledgeBase, question: Question, ruled: Ruling, belief: Support) -> tuple[str, ...]:
    """The words that could change the answer, as they stand in the question; none where no word is the reason that a
    verdict is withheld."""
    if other := unheard(question, ruled.choice):
        return (other,)
    if ruled.result.status in OPEN:
        return tuple(dict.fromkeys(_settling(base, ruled.choice, ruled.result.status)))
    if ruled.result.status is not Status.ANSWERED or ruled.outcome is Outcome.ANSWERED:
        return ()
    numbers = _numbers(base, question, ruled)
    words = _words(base, question, ruled.choice)
    if not _would_answer(base, question, ruled, belief):
        return ()
    return tuple(dict.fromkeys((*numbers, *words)))


def _would_answer(base: KnowledgeBase, question: Question, ruled: Ruling, belief: Support) -> bool:
    """Whether the verdict would be asserted if there were no such words."""
    choice = replace(ruled.choice, filled=replace(ruled.choice.filled, unread=()))
    attempt = Attempt(question, choice, ruled.result, asks_opposite(question, ruled.choice, ruled.result))
    if not ruled.side and ending(base, attempt) is not Outcome.ANSWERED:
        return False
    heard = log_odds(ruled.trust) - weights()["check"]["unheard"] * ruled.choice.features["unheard"]
    return answers(evidence(question, choice, probability_of(heard), belief) | {"missing": 0.0})


def _numbers(base: KnowledgeBase, question: Question, ruled: Ruling) -> list[str]:
    """The numbers that no slot took, where they may matter."""
    if idle(base, question, ruled.choice, ruled.result):
        return []
    choice = without_printed(base, question, ruled.choice)
    values = set(left_over(question, choice))
    found = [each.text for each in choice.filled.unread if each.value in values]
    return found or ["one"] * one_more_or_less(question, choice)


def _words(base: KnowledgeBase, question: Question, choice: Choice) -> list[str]:
    """The content words of what asks that neither what is near the check says, nor its clauses."""
    clauses = [base.store.clause(each) for each in chooser(base, choice.check.game).clauses[choice.check.id]]
    known = frozenset().union(*map(base.retriever.words.stems, clauses), *map(base.retriever.words.heard, clauses))
    return written(question, unsaid(question, choice) - known)


def written(question: Question, stems: frozenset[str]) -> list[str]:
    """The words of what asks with these stems, as they stand there; those of an operator, `at least`, were heard."""
    within, cues = question.claim.span if question.claim else question.asking, [each.cue for each in question.operators]
    found = (each for each in question.words if within.holds(each.start) and stem(each.word) in stems)
    return [question.text[each.start : each.end] for each in found if not any(cue.holds(each.start) for cue in cues)]


def _settling(base: KnowledgeBase, choice: Choice, status: Status) -> Iterator[str]:
    """The words without which the check would not leave the question open: they were read as asking for something else
    than it settles, or as facts that lead to two verdicts at once."""
    slots = choice.check.types(base.checks.model(choice.check.game).schema)
    for each in choice.filled.readings:
        fact = slots.get(each.slot)
        if each.text and fact is not None and (status is Status.CONTRADICTION or tells_of_question(fact)):
            rest = tuple(other for other in choice.filled.readings if other is not each)
            found = find(base, replace(choice, filled=replace(choice.filled, readings=rest)))
            if found is not None and found.status not in OPEN:
                yield each.text
