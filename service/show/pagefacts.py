"""Facts that a question leaves open, told on its own page: the check is run again with them, and its verdict replaced.

The page's address states them beside the question: `f.oil=2` is a fact of the check that `check` names; of the second
question of a post it is `f2.oil=2` and `check2`. They are all the facts of the check, those of the question too: so an
address means the same whoever reads the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from kb.answering.answer import Answer, answer
from kb.answering.rulings import OUTCOMES, Ruling
from kb.answering.today import cited_today, run_today
from kb.answering.ways import asked_back, asks_opposite
from kb.knowledge import KnowledgeBase
from kb.records import Outcome
from kb.records.checks import Check
from kb.records.results import CheckResult
from service.show.formfacts import as_query, as_text, of_check, stated_facts
from service.show.pageasked import AS_OF, GAME, QUESTION, PageAsked
from service.show.serializing.present import check_url

if TYPE_CHECKING:
    from kb.answering.assisting.assistant import Assistant

CITATIONS = 5
STATED = re.compile(r"f\d*\.|check\d*$")


@dataclass(frozen=True, slots=True)
class PageFacts:
    """Where facts are told: the question's page, which question of a post they belong to (0 where it is alone),
    what the address states already, and the day that is asked about. On a page of two questions (beside.py) `page` is
    that page, `side` what its names begin with there, `other` what it says of the other one."""

    question: str
    game: str
    number: int = 0
    beside: tuple[tuple[str, str], ...] = ()
    page: str = "/"
    side: str = ""
    other: tuple[tuple[str, str], ...] = ()
    day: date | None = None

    @property
    def prefix(self) -> str:
        """What the names of facts begin with in the page's address."""
        return f"f{self.number or ''}."

    @property
    def check(self) -> str:
        """The name under which the address says which check the facts are of."""
        return f"check{self.number or ''}"

    def query(self, result: CheckResult, fact: str = "", choice: object = None) -> dict[str, str]:
        """The address' query with the facts of a result, and one more where it is given."""
        facts = as_query(result.facts) | ({fact: as_text(choice)} if fact and choice is not None else {})
        own = {self.check: result.check} | {self.prefix + name: each for name, each in facts.items()}
        return self.asked(self.question, self.game, dict(self.beside) | own)

    def asked(self, question: str, game: str, stated: Mapping[str, str]) -> dict[str, str]:
        """The query of this page with a question, and what is stated of it."""
        found = {QUESTION: question} | ({GAME: game} if game else {})
        found |= ({AS_OF: self.day.isoformat()} if self.day else {}) | dict(stated)
        return {self.side + name: each for name, each in found.items()} | dict(self.other)

    def fact_name(self, fact: str) -> str:
        """What a fact is called in the page's address."""
        return f"{self.side}{self.prefix}{fact}"

    @property
    def place(self) -> str:
        """Where on the page its answer stands."""
        return self.side.rstrip(".") or "answer"


def told_page(told: PageFacts, result: CheckResult, fact: str, choice: object) -> str:
    """The question's page with one fact more."""
    return f"{told.page}?{urlencode(told.query(result, fact, choice))}#{told.place}"


def question_page(told: PageFacts, question: str, game: str) -> str:
    """The same page with another question, or in another game."""
    return f"{told.page}?{urlencode(told.asked(question, game, {}))}"


def told_form(told: PageFacts, result: CheckResult, fact: str) -> tuple[str, Iterable[tuple[str, str]], str]:
    """A form that tells one fact more: its page, what it states besides, and the fact's name there."""
    own = told.fact_name(fact)
    kept = {name: each for name, each in told.query(result).items() if name != own}
    return told.page, kept.items(), own


def check_form(result: CheckResult, fact: str) -> tuple[str, Iterable[tuple[str, str]], str]:
    """The same on the page of the check."""
    kept = {name: each for name, each in as_query(result.facts).items() if name != fact}
    return check_url(result.check), kept.items(), fact


def check_told(query: Mapping[str, str]) -> str:
    """The page of the check that an address names, with the facts that it states: where the question is no longer read
    as asking for that check. Empty where the address names none."""
    told = PageFacts("", "")
    facts = {name.removeprefix(told.prefix): each for name, each in query.items() if name.startswith(told.prefix)}
    return f"{check_url(query[told.check])}?{urlencode(facts)}" if query.get(told.check) else ""


def can_be_told(answer: Answer) -> bool:
    """Whether the check's own verdict, perhaps turned round, is the answer: then more facts give the new answer."""
    ruled = answer.ruling
    return ruled is not None and ruled.asserted and ruled.composed is None and not ruled.side


def answer_to(base: KnowledgeBase, asked: PageAsked, assistant: Assistant | None = None) -> Answer:
    """The answer to what an address asks, on its day, and in its game where there is such a one; without the facts
    that it states."""
    game = asked.game if asked.game in {each.id for each in base.games} else None
    return answer(base, asked.question, game, as_of=asked.day, assistant=assistant)


def with_facts(base: KnowledgeBase, found: Answer, asked: PageAsked) -> Answer:
    """The answer with the facts that its address states, see `with_told`; as it is where none are told."""
    return with_told(base, found, asked.stated) if asked.tells else found


def answered(base: KnowledgeBase, asked: PageAsked) -> Answer:
    """The answer to what an address asks, with the facts that it states; FactsError for those that do not fit."""
    return with_facts(base, answer_to(base, asked), asked)


def run_stated(base: KnowledgeBase, check: Check, query: Mapping[str, str]) -> CheckResult:
    """A check with those facts of an address' query that are its own; FactsError for those that do not fit, AheadError
    where its rules are not in force yet."""
    schema = base.checks.model(check.game).schema
    return run_today(base, check.full_id, stated_facts(check, schema, of_check(check, query)))


def with_told(base: KnowledgeBase, found: Answer, query: Mapping[str, str]) -> Answer:
    """The answer with the facts that its page's address states; as it is where it states none, or of another check.

    Raises FactsError for facts that do not fit.
    """
    if not found.parts:
        return _refined(base, found, query, PageFacts("", ""))
    parts = tuple(_refined(base, each, query, PageFacts("", "", at)) for at, each in enumerate(found.parts, 1))
    return found if parts == found.parts else replace(parts[0], parts=parts, left=found.left)


def _refined(base: KnowledgeBase, found: Answer, query: Mapping[str, str], told: PageFacts) -> Answer:
    """One answer with the facts that are told of its check."""
    ruled = found.ruling
    stated = {name.removeprefix(told.prefix): each for name, each in query.items() if name.startswith(told.prefix)}
    if ruled is None or not stated or not can_be_told(found) or query.get(told.check) != ruled.result.check:
        return found
    check = ruled.choice.check
    result = run_stated(base, check, stated)
    if result.status not in OUTCOMES:
        return found
    return _answered(base, found, ruled, result)


def _answered(base: KnowledgeBase, found: Answer, ruled: Ruling, result: CheckResult) -> Answer:
    """The answer by a check that was run again. Where it is not clear which way round the question asks, the verdict is
    the check's own, and the answer's sentence names the check."""
    way = asks_opposite(ruled.asked, ruled.choice, result) if result.verdict is not None else ruled.opposite
    back = asked_back(result, way, ruled.claimed)
    outcome = OUTCOMES[result.status]
    now = Ruling(ruled.choice, back, outcome, ruled.asked, bool(way), ruled.claimed, trust=ruled.trust)
    sentence = now.summary if way is not None else f"{result.summary} ({ruled.choice.check.title})"
    proven = cited_today(base, result)
    shown = {each.clause.id for each in proven}
    citations = [*proven]
    citations += [each for each in found.citations if each.clause.id not in shown]
    return replace(
        found,
        outcome=outcome,
        verdict=now.verdict if outcome is Outcome.ANSWERED else None,
        sentence=sentence,
        citations=tuple(citations[: max(CITATIONS, len(proven))]),
        ruling=now,
    )
