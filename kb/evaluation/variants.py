"""Do verdicts rest on the rules and not on the wording? Questions asked again in other forms and with other facts.

Only questions whose verdict was right are asked again. Where the form changes (capitals, no punctuation, small
talk, a typing error), the verdict must stay; where a number or a "not" changes, it must be what the check
computes from the changed facts. A verdict that is kept back is no fault, one that differs is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.answering.answer import Answer, answer
from kb.answering.rulings import Ruling
from kb.answering.ways import as_asked
from kb.errors import HeadjudgeError
from kb.evaluation.evaluate import same_value
from kb.evaluation.questions import LabelledQuestion
from kb.knowledge import KnowledgeBase
from kb.records import Verdict
from kb.records.types import Plain

FORMS = ("capitals", "small", "bare", "chatter", "typo")
FACTS = ("number", "negation")
LONG_WORD = re.compile(r"\b[a-z]{6,}\b")
STEP = 1


@dataclass(frozen=True, slots=True)
class Variant:
    """A question in another form or with another fact; `value` is the verdict that it must have."""

    kind: str
    question: str
    value: object


@dataclass(frozen=True, slots=True)
class Asked:
    """A variant with what came of it: kept, withheld or changed."""

    original: LabelledQuestion
    variant: Variant
    outcome: str


def ask_variants(base: KnowledgeBase, questions: Iterable[LabelledQuestion]) -> list[Asked]:
    """Ask every variant of every question whose verdict is right."""
    found = []
    for question in questions:
        expected = question.expect.get("verdict")
        given = answer(base, question.question)
        if expected is None or given.verdict is None or not same_value(given.verdict.value, expected["value"]):
            continue
        for variant in variants(base, given):
            verdict = answer(base, variant.question).verdict
            found.append(Asked(question, variant, _outcome(verdict, variant.value)))
    return found


def _outcome(verdict: Verdict | None, value: object) -> str:
    if verdict is None:
        return "withheld"
    return "kept" if same_value(verdict.value, value) else "changed"


def variants(base: KnowledgeBase, given: Answer) -> Iterator[Variant]:
    """The variants of a question that was answered with a verdict."""
    if given.verdict is None or given.ruling is None:
        return
    text, value = given.question, given.verdict.value
    yield Variant("capitals", text.upper(), value)
    yield Variant("small", text.lower(), value)
    yield Variant("bare", re.sub(r"[?!.,;:]+(?=\s|$)", "", text), value)
    yield Variant("chatter", f"hi there, quick one please: {text} thanks a lot", value)
    if word := max(LONG_WORD.findall(text), key=len, default=""):
        yield Variant("typo", text.replace(word, word[:2] + word[3] + word[2] + word[4:], 1), value)
    yield from _facts(base, given.ruling, text)


def _facts(base: KnowledgeBase, ruled: Ruling, text: str) -> Iterator[Variant]:
    """The question with one number or one state changed, and the verdict computed from that."""
    for reading in ruled.choice.filled.readings:
        said = re.search(rf"(?<![\w-]){re.escape(reading.text)}(?!\w)", text)
        if said is None or text.count(reading.text) != 1:
            continue
        other: Plain
        if isinstance(reading.value, bool):
            kind, other = "negation", not reading.value
            changed = f"not {reading.text}" if reading.value else ""
        elif isinstance(reading.value, int) and reading.text.isdigit():
            kind, other = "number", reading.value + STEP
            changed = str(other)
        else:
            continue
        value = computed(base, ruled, reading.slot, other)
        if changed and value is not None:
            yield Variant(kind, text[: said.start()] + changed + text[said.end() :], value)


def computed(base: KnowledgeBase, ruled: Ruling, slot: str, value: Plain) -> object:
    """What the check computes with one fact changed, as an answer to the question; None without a verdict, and where
    the question puts two things side by side, for then its words decide which facts there are."""
    if ruled.side:
        return None
    facts = {**ruled.choice.filled.facts, slot: value}
    try:
        verdict = base.checks.run(ruled.choice.check.full_id, facts).verdict
    except HeadjudgeError:
        return None
    found = as_asked(verdict, ruled.opposite, ruled.claimed)
    return found.value if found else None


def variants_table(asked: Iterable[Asked]) -> str:
    """Figures by kind: variants, shares kept, withheld and changed; `follows` leaves those withheld out."""
    count: dict[str, Counter[str]] = {kind: Counter() for kind in (*FORMS, *FACTS)}
    for each in asked:
        count[each.variant.kind][each.outcome] += 1
    lines = [f"{'variants':12}{'count':>7}{'kept':>8}{'withheld':>10}{'changed':>9}{'follows':>9}"]
    for kind, outcomes in count.items():
        total, told = sum(outcomes.values()), outcomes["kept"] + outcomes["changed"]
        shares = "".join(f"{outcomes[name] / max(total, 1):{width}.2f}" for name, width in WIDTHS)
        lines.append(f"{kind:12}{total:7}{shares}{outcomes['kept'] / max(told, 1):9.2f}")
    return "\n".join(lines)


WIDTHS = (("kept", 8), ("withheld", 10), ("changed", 9))


def listed_changes(asked: Iterable[Asked]) -> str:
    """Every variant whose verdict is not the one it must be."""
    lines = [
        f"{each.variant.kind:9} {each.variant.question} (must be {each.variant.value})"
        for each in asked
        if each.outcome == "changed"
    ]
    return "\n".join(lines) or "no verdict changed that should not"
