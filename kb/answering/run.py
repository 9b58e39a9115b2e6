"""Run the check that was chosen for a question, with the facts that were read for it."""

from __future__ import annotations

import re
from dataclasses import replace

from kb.answering.choose import Choice
from kb.errors import RuleError, UsageError
from kb.knowledge import KnowledgeBase
from kb.records.checks import CheckResult, FactType, Plain, Status
from kb.rules.solve.outcomes import Finding
from kb.words.text import content_words

OF_ASKING = re.compile(r"\b(?:question|asked|asks|claim(?:s|ed)?)\b", re.I)
"""Words by which a fact's own sentence says that it is about the question."""
MOST_HEARD = 2
MINDS, LEAST_MINDS = 5, 2


def run(base: KnowledgeBase, choice: Choice) -> CheckResult | None:
    """The check's result; None where the facts that were read do not fit. UnavailableError while the solver is busy."""
    try:
        return base.checks.run(choice.check.full_id, choice.filled.facts)
    except (UsageError, RuleError):
        return None


def find(base: KnowledgeBase, choice: Choice) -> Finding | None:
    """What the check comes to, without its proof; None where the facts that were read do not fit it."""
    try:
        return base.checks.find(choice.check.full_id, choice.filled.facts)
    except (UsageError, RuleError):
        return None


def as_samples_ask(base: KnowledgeBase, choice: Choice, result: CheckResult) -> tuple[Choice, CheckResult]:
    """The choice and its result where that waits only to be told which way the question asks (a fact that is `asked`),
    as the nearest samples ask, if all of those that state it do so alike; else both as they are."""
    schema = base.checks.model(choice.check.game).schema
    slots = {slot.name: schema.facts.get(slot.fact) for slot in choice.check.slots}
    unclear = {slot for slot, _ in choice.filled.unclear}
    heard, found = choice, result
    for _ in range(MOST_HEARD):
        if found.status is not Status.DEPENDS or not found.ask:
            break
        slot = found.ask[0].fact
        fact = slots.get(slot)
        said = [facts[slot] for facts in heard.near_facts() if slot in facts][:MINDS]
        if (
            fact is None
            or not fact.asked
            or slot in unclear
            or len(said) < LEAST_MINDS
            or said.count(said[0]) < len(said)
        ):
            break
        heard = replace(heard, filled=heard.filled.with_fact(slot, said[0]))
        found = run(base, heard) or found
    return (heard, found) if found.status is Status.ANSWERED else (choice, result)


def holds(base: KnowledgeBase, choice: Choice, result: CheckResult) -> str:
    """What is so, whichever way the question asks, where the check of a yes or no waits for that alone (a fact that is
    `asked`): the sentence of the answer that tells most. Empty elsewhere."""
    slots = {slot.name: slot.fact for slot in choice.check.slots}
    if choice.check.kind != "yes_no" or result.status is not Status.DEPENDS or not result.ask:
        return ""
    ask, schema = result.ask[0], base.checks.model(choice.check.game).schema
    fact = schema.facts.get(slots.get(ask.fact, ""))
    if fact is None or not fact.asked or len(result.ask) > 1:
        return ""
    asked = [replace(choice, filled=choice.filled.with_fact(ask.fact, value)) for value in ask.choices]
    tried = [(each, find(base, each)) for each in asked]
    if any(found is None or found.status is not Status.ANSWERED for _, found in tried):
        return ""
    said = [run(base, each) for each, _ in tried]
    ways = [each for each in said if each is not None and each.verdict is not None]
    yes = [each for each in ways if each.verdict is not None and each.verdict.value]
    if len(yes) != 1:
        return ""
    told = max(ways, key=lambda each: (len(set(content_words(each.reason))), each is yes[0]))
    return told.summary.partition(": ")[2]


def agreed(base: KnowledgeBase, choice: Choice, result: CheckResult) -> CheckResult:
    """The result, or where the question says two things of a fact, the verdict that either gives: not that of a
    default, which it does not say."""
    twice: dict[str, list[Plain]] = {}
    for slot, value in choice.filled.unclear:
        twice.setdefault(slot, []).append(value)
    for slot, values in twice.items():
        ways = [replace(choice, filled=choice.filled.with_fact(slot, value)) for value in values]
        first, *others = [find(base, each) for each in ways]
        alike = all(other is not None and first is not None and other.verdict == first.verdict for other in others)
        if alike and first is not None and first.status is Status.ANSWERED:
            return run(base, ways[0]) or result
    return result


def unless_assumed(base: KnowledgeBase, choice: Choice, result: CheckResult) -> CheckResult:
    """The result; where it rests on defaults alone, nothing of the game having been told, and no near sample leaves
    them unsaid or states them as well, what the check asks for without them."""
    stated, facts = choice.filled.facts, facts_of(base, choice)
    assumed = [each for each in result.assumed if each.fact in facts and not facts[each.fact].unsaid(each.value)]
    taken = {each.fact: each.value for each in assumed if of_the_game(facts[each.fact])}
    told = bool(choice.filled.lists) or any(of_the_game(facts[name]) for name in stated if name in facts)
    if result.status is not Status.ANSWERED or told or not taken:
        return result
    usual = {**taken, **stated}
    if any(all(name in usual and usual[name] == value for name, value in each.facts.items()) for each in choice.stated):
        return result
    try:
        return base.checks.run(choice.check.full_id, {**stated, **dict.fromkeys(taken)})
    except (UsageError, RuleError):
        return result


def facts_of(base: KnowledgeBase, choice: Choice) -> dict[str, FactType]:
    """The fact of each slot of a check."""
    schema = base.checks.model(choice.check.game).schema
    return {slot.name: schema.facts[slot.fact] for slot in choice.check.slots if slot.fact in schema.facts}


def of_the_game(fact: FactType) -> bool:
    """Whether a fact says what is so in the game, not which way a question asks or what it claims."""
    return not fact.asked and not OF_ASKING.search(f"{fact.sentence} {fact.question}")
