"""`must` and `may`: what a check of leave says of duty, and the other way round."""

from __future__ import annotations

from kb.answering.compose import duty_says
from kb.answering.operators.case import NOTHING, Case, Composed
from kb.answering.operators.own import mode_of, title_stems
from kb.answering.operators.scenarios import conditions
from kb.question.patterns import pattern
from kb.question.sentences import sentences
from kb.records.question import Operation, Question, Span
from kb.words.text import stem, words

DEED = 3
"""Among so many words behind what leaves it free stands what may be done."""


def of_duty(case: Case) -> Composed:
    """Leave and duty: what may be done need not, what must be done may. Where a rule leaves it free to do what is asked
    there is no duty, whatever else is so; nor where something else in its stead is allowed as well."""
    mode = mode_of(case.choice.check)
    must = next((each for each in case.left if each.kind is Operation.MUST), None)
    if must is not None and mode is Operation.MAY and not case.inner:
        done = deed(case.question, must.cue.end)
        if (done & title_stems(case.choice.check) and case.clause_says("leaves-free")) or left_free(case, done):
            return Composed(False, case.result, "the text leaves it free")
        stated = conditions(case.base, case.choice, Span(must.cue.end, must.scope.end))
        other = next((each for each, told in case.instead(stated) if told), None) if case.here else None
        if other is not None:
            return case.differing(False, other, "also when")
    if case.here is None:
        return NOTHING
    said = duty_says(mode, case.asked, case.here, commanded=commanded(case))
    return NOTHING if said is None else Composed(said, case.result)


def commanded(case: Case) -> bool:
    """Whether the sentence of the cited clauses that says most of the verdict leaves it to nobody: `Change the color of
    the base`, though another lets a hero switch sides."""
    verdict = {stem(word) for word in words(case.result.said)}
    clauses = filter(None, map(case.base.clause_at, case.result.citations))
    said = [clause.text[each.start : each.end] for clause in clauses for each in sentences(clause.text)]
    nearest = max(said, key=lambda part: len(verdict & {stem(word) for word in words(part)}), default=None)
    return nearest is not None and not pattern("operators", "gives-leave").search(nearest)


def left_free(case: Case, done: set[str]) -> bool:
    """Whether a sentence that the verdict rests on, or that its check is about, leaves it free to do just that: `you
    may use the ability if you hold one`."""
    check = case.choice.check
    about = case.base.checks.model(check.game).clauses_of(check)
    for each in dict.fromkeys((*case.result.citations, *about)):
        clause = case.base.clause_at(each)
        text = clause.text if clause is not None else ""
        for free in pattern("operators", "leaves-free").finditer(text):
            if done & {stem(word) for word in words(text[free.end() :])[:DEED]}:
                return True
    return False


def deed(question: Question, place: int) -> set[str]:
    """The stem of the first word behind a place that carries meaning: what must be done."""
    behind = [each.stem for each in question.words if each.start >= place and each.word in question.content]
    return set(behind[:1])
