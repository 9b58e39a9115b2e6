"""A question as it is put to its check, and what comes of it once its operators were applied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.answering.choosing.choose import Choice
from kb.answering.compose import Told
from kb.answering.operators.own import clause_says
from kb.answering.operators.scenarios import Scenario, changed, others
from kb.answering.run import facts_of, of_the_game, run
from kb.knowledge import KnowledgeBase
from kb.readers.slots import SlotReading
from kb.records.question import Operation, Operator, Question
from kb.records.results import CheckResult, Status
from kb.records.types import FactType, Plain

MOST_TAKEN = 6


@dataclass(frozen=True, slots=True)
class Composed:
    """What a check says of a question once its operators were applied: yes, no, or nothing that could be asserted.

    `shown` is the result whose reason is told, `words` what the operator adds to it.
    """

    value: Told
    shown: CheckResult | None = None
    words: str = ""


NOTHING = Composed(None)


@dataclass(frozen=True, slots=True)
class Case:
    """A question as it is put to its check: `choice` and `result` are of the question without the operators, `inner`
    whether its yes is the check's no, `left` its operators that the check does not ask itself, `asked` MUST or MAY
    where it asks for duty or for leave."""

    base: KnowledgeBase
    question: Question
    choice: Choice
    result: CheckResult
    inner: bool
    left: tuple[Operator, ...]
    asked: Operation | None

    @property
    def facts(self) -> dict[str, FactType]:
        """The fact of each slot of the check."""
        return facts_of(self.base, self.choice)

    @property
    def told(self) -> list[SlotReading]:
        """What the question says of the game."""
        facts = self.facts
        return [each for each in self.choice.filled.readings if of_the_game(facts[each.slot])]

    @property
    def here(self) -> Told:
        """What the check says of what was told."""
        verdict = self.result.verdict
        if self.result.status is not Status.ANSWERED or verdict is None or not isinstance(verdict.value, bool):
            return None
        return self.turned(verdict.value)

    def turned(self, said: Told) -> Told:
        """What the check says, as the question asks it."""
        return None if said is None else said is not self.inner

    def says(self, scenarios: Sequence[Scenario]) -> list[Told]:
        """What the check says in each scenario."""
        return [self.turned(each.says) for each in scenarios]

    def tried(self, changes: Sequence[dict[str, Plain]]) -> list[tuple[Scenario, Told]]:
        """Scenarios with these changes, each with what the check says."""
        found = changed(self.base, self.choice, changes)
        return list(zip(found, self.says(found), strict=True))

    def instead(self, readings: Sequence[SlotReading], most: int | None = None) -> list[tuple[Scenario, Told]]:
        """Each of these facts otherwise, in every way (at most so many each)."""
        facts = self.facts
        changes = {each.slot: list(others(facts[each.slot], each.value))[:most] for each in readings}
        return self.tried([{slot: value} for slot, values in changes.items() for value in values])

    def shown(self, scenario: Scenario) -> CheckResult | None:
        """The whole result of a scenario."""
        new, filled = dict(scenario.changed), scenario.choice.filled
        kept = [each for each in filled.readings if each.slot not in new]
        added = [SlotReading(slot, value, 0, 0, "") for slot, value in new.items()]
        return run(self.base, replace(scenario.choice, filled=replace(filled, readings=(*kept, *added))))

    def differing(self, said: bool, scenario: Scenario, word: str) -> Composed:
        """The verdict with the scenario that shows it, in the words of the fact that makes it another."""
        shown = self.shown(scenario)
        names = {name.split(".")[0] for name, _ in scenario.changed}
        told = [str(each["sentence"]) for each in (shown.read_as if shown else ()) if str(each["fact"]) in names]
        return Composed(said, shown, f"{word} {' and '.join(told)}" if told else "")

    def clause_says(self, what: str) -> bool | None:
        """Whether the clause that the verdict rests on says something of a kind; None where no clause is known."""
        return clause_says(self.base, self.result, what)
