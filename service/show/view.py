"""An answer in the parts that people are shown: what it comes to, one sentence, clauses, and a link to it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from kb.records import Citation, Outcome, Verdict
from kb.records.checks import Check
from kb.records.results import Ask, CheckResult, Proof, Status
from kb.records.types import Json
from kb.words.grammar.wording import in_passing, of_question
from service.show.formfacts import as_query
from service.show.serializing.present import card_url, check_url, clause_url

if TYPE_CHECKING:
    from kb.answering.answer import Answer
    from kb.knowledge import KnowledgeBase

LONGEST_LINK = 500
OR_ELSE = re.compile(r" \(or [^()]*\)")
"""What may be so instead of what a title asks about."""
SEVERAL = 2
WHICH_CARD = "Which card?"
NEAREST_RULE = "The nearest rule"
SURELY = 0.9
"""Less likely clauses are not told as what the rules say: of clauses cited without a verdict 103 of 132 on what nothing
settles are, and 105 of 225 that settle it (practice questions, 2026-11-28)."""
LABELS = {
    "depends": "It depends",
    "undetermined": "The text does not settle it",
    "contradiction": "The text contradicts itself",
    "timeout": "Stopped",
    "cited": "The rules say",
    "not_understood": "Not understood",
    "ambiguous": "Which game?",
    "not_found": "Not found",
}


@dataclass(frozen=True, slots=True)
class Spoken:
    """What is said: `label` is the verdict or outcome in a word or two, `sentence` why, `link` a path on this site.

    `games` are (id, title) where the game is asked back; `check` is the check that was run, `facts` its facts
    as its page's address states them, `given` the same in sentences. Of a post that asks several things `parts` are the
    answers, `asked` the question of each, and `left` what was not answered; the post itself says what its first part
    does, and has no check of its own. `cards` are those that are named, as (title, path). `reader` says which language
    model read the question, or why none was heard; empty where none is asked.
    """

    outcome: str
    label: str
    sentence: str
    citations: tuple[Citation, ...]
    link: str
    games: tuple[tuple[str, str], ...] = ()
    check: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    asks: tuple[Ask, ...] = ()
    given: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    proof: Proof | None = None
    asked: str = ""
    parts: tuple[Spoken, ...] = ()
    left: tuple[str, ...] = ()
    cards: tuple[tuple[str, str], ...] = ()
    reader: str = ""

    @property
    def settled(self) -> bool:
        """Whether a clause answers; false where clauses only come nearest."""
        return self.outcome not in ("ambiguous", "not_found")


def spoken_answer(base: KnowledgeBase, answer: Answer, as_of: date | None = None) -> Spoken:
    """An answer as it is said, `as_of` the day that was asked about; of a post that asks several things each of its
    answers."""
    if not answer.parts:
        return _spoken(base, answer, as_of)
    parts = tuple(_spoken(base, each, as_of) for each in answer.parts)
    link = _answer_link(answer, None, as_of)
    return Spoken(
        parts[0].outcome, parts[0].label, parts[0].sentence, parts[0].citations, link, parts[0].games,
        parts=parts, left=answer.left,
    )  # fmt: skip


def _spoken(base: KnowledgeBase, answer: Answer, as_of: date | None) -> Spoken:
    """The answer to one question."""
    ruled = answer.ruling if answer.ruling and answer.ruling.asserted else None
    asked_back = answer.games_considered[:5] if answer.outcome is Outcome.AMBIGUOUS and not answer.cards else ()
    label = _label(answer)
    result = answer.ruling.result if answer.ruling else None
    return Spoken(
        outcome=str(answer.outcome),
        label=label,
        sentence=_without_label(answer.sentence, ruled.result if ruled else None, label),
        citations=answer.citations,
        link=_answer_link(answer, ruled.result if ruled and ruled.plain else None, as_of),
        games=tuple((guess.game, base.title(guess.game)) for guess in asked_back if guess.probability >= 0.02),
        check=result.check if result else "",
        facts=tuple(as_query(result.facts).items()) if result else (),
        asks=ruled.result.ask if ruled else (),
        given=given_sentences(ruled.result) if ruled else (),
        assumed=tuple(each.sentence for each in ruled.result.told) if ruled else (),
        proof=ruled.result.told_proof if ruled else None,
        asked=answer.asked if answer.one_of > 1 else "",
        cards=tuple((card.title, card_url(card.id)) for card in answer.cards),
        reader=answer.read_by.note or (f"Read by {answer.read_by.model}." if answer.read_by.model else ""),
    )


def _label(answer: Answer) -> str:
    """What an answer is called, in a word or two."""
    if len(answer.cards) >= SEVERAL:
        return WHICH_CARD
    if answer.outcome is Outcome.CITED and answer.support.probability < SURELY:
        return NEAREST_RULE
    return label_of(str(answer.outcome), answer.verdict)


def spoken_result(base: KnowledgeBase, result: CheckResult) -> Spoken:
    """The parts of a check that was run."""
    from kb.answering.today import cited_today

    label, sentence = said_of(result)
    return Spoken(
        outcome=str(result.status),
        label=label,
        sentence=sentence,
        citations=cited_today(base, result),
        link=result_link(result),
        check=result.check,
        facts=tuple(as_query(result.facts).items()),
        asks=result.ask,
        given=given_sentences(result),
        assumed=tuple(each.sentence for each in result.told),
        proof=result.told_proof,
    )


def said_of(result: CheckResult) -> tuple[str, str]:
    """The verdict or outcome of a check in a word or two, and the sentence behind it."""
    label = label_of(str(result.status), result.verdict)
    return label, _without_label(result.summary, result, label)


def given_sentences(result: CheckResult) -> tuple[str, ...]:
    """The facts as they were read, each as a sentence."""
    return tuple(str(each["sentence"]) for each in facts_shown(result))


def facts_shown(result: CheckResult) -> tuple[Json, ...]:
    """The facts as they were read, without what a question does not ask for, `the question is not for the contrary`,
    without numbers that are told in passing, `there are 9 of something else`, and without what it asks about, `Where
    would the hero go? the Underpit`, which nobody told."""
    return tuple(
        each
        for each in result.read_as
        if not (each["value"] is False and of_question(str(each["sentence"])))
        and not in_passing(str(each["sentence"]))
        and "? " not in str(each["sentence"])
    )


def goal_of(check: Check) -> str:
    """What a check's title asks whether it is so, without what may be so instead: `can it be used only once, or more
    often?`, `do they go on the bottom (or top)?` are not answered by yes."""
    first, other, _ = OR_ELSE.sub("", check.title).partition(", or ")
    return f"{first}?" if other else first


def label_of(outcome: str, verdict: Verdict | None) -> str:
    """`Yes`, `4`, `Two spaces`, or what the outcome is called."""
    if outcome != Status.ANSWERED or verdict is None:
        return LABELS.get(outcome, outcome.capitalize())
    value = verdict.value
    if isinstance(value, bool):
        return "Yes" if value else "No"
    written = ", ".join(value) if isinstance(value, tuple) else str(value)
    shown = verdict.label or written.replace("_", " ") or "none"
    return shown[:1].upper() + shown[1:]


def _without_label(summary: str, result: CheckResult | None, label: str) -> str:
    """The sentence without the verdict that it begins with."""
    if summary.startswith(f"{label}, "):  # the number that the question wants confirmed, or the one it should be
        return summary.removeprefix(f"{label}, ")
    if summary.startswith(f"{label}: "):
        return (rest := summary.removeprefix(f"{label}: "))[:1].upper() + rest[1:]
    own = label_of(str(result.status), result.verdict) if result else label
    rest = summary.removeprefix(f"{own}:").removeprefix(own).strip() if summary.startswith(f"{own}:") else summary
    return rest[:1].upper() + rest[1:] if rest else summary


def result_link(result: CheckResult) -> str:
    """The page of a check with its facts filled in."""
    facts = as_query(result.facts)
    return check_url(result.check) + (f"?{urlencode(facts, quote_via=quote)}" if facts else "")


def _answer_link(answer: Answer, result: CheckResult | None, as_of: date | None) -> str:
    """The ruling with its facts, else the answer's page, else (for long questions) the first clause's page. A check
    computes by the rules of now: what was asked about a day is never linked to it."""
    if result is not None and as_of is None and len(ruling := result_link(result)) <= LONGEST_LINK:
        return ruling
    asked = {"q": answer.question} | ({"game": answer.game} if answer.game else {})
    asked |= {"as_of": as_of.isoformat()} if as_of else {}
    page = f"/?{urlencode(asked, quote_via=quote)}"
    if len(page) <= LONGEST_LINK:
        return page
    return clause_url(answer.citations[0].clause.id, as_of or answer.day) if answer.citations else "/"
