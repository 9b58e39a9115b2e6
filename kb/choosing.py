"""Which check does a question ask for? Sample wordings, clauses found, the kind of answer wanted, slots filled.

Features of a check for a question, each about 0 to 1:

    asked    best cosine of the question and the check's sample wordings
    clause   1 / rank of the best hit among the check's clauses, 0 beyond the first ten
    kind     1 where the question wants the check's kind of answer, -1 where it wants another, 0 where unclear
    filled   share of the facts that must be known which the question states; 1 where there are none
    said     facts that the question states, up to three, divided by three
    unread   numbers in the question that no slot took, up to two, halved

The score is their weighted sum; kb/weights.toml keeps the weights and the two thresholds.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kb.fusion import weights
from kb.reading import Reading
from kb.records import Hit
from kb.rules.cases import full_clause
from kb.slots import Filled, fill

if TYPE_CHECKING:
    from kb.checks import Checks
    from kb.rules.model import RuleModel
    from kb.rules.records import Check, Schema

FEATURES = ("asked", "clause", "kind", "filled", "said", "unread")
DEPTH = 10
CANDIDATES = 6
LEAST_ASKED = 0.35
NUMBER = re.compile(
    r"\bhow (?:many|much|far|long|big|large|high)\b|\bwhat (?:does|do|would|will) .{0,60}\bcosts?\b|\bnumber of\b"
    r"|\bwhat(?:'s| is) the (?:cost|total|amount|number|damage|score|price|maximum|minimum|least|most)\b"
    r"|\btotal\b|\bcount\b",
    re.I,
)
WHO = re.compile(r"\b(?:who|whom|whose|which|where|what)\b", re.I)
AUXILIARY = re.compile(
    r"(?:^|[.,;:!?]\s*|\b(?:so|but|and|then|if so|now)\s+)"
    r"(?:can|can't|cannot|may|do|does|don't|did|is|isn't|are|aren't|am|was|were|will|would|won't|must|should|could|has|have)"
    r"\b",
    re.I,
)
TURNED = re.compile(
    r"\b(?:prevent(?:ed|s)?|forbidden|prohibited|illegal|not allowed|unable|safe from|immune|avoid|too late|stop me)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A check that the question may ask for, with the facts read for it."""

    check: Check
    score: float
    features: Mapping[str, float]
    filled: Filled


def wanted_kind(question: str) -> str:
    """`number`, `options` or `yes_no` where the question's form tells; empty where it does not."""
    if NUMBER.search(question):
        return "number"
    if AUXILIARY.search(question):
        return "yes_no"
    return "options" if WHO.search(question) else ""


def turned(question: str) -> bool:
    """Whether the question asks for the opposite of what checks ask: "is it forbidden to …"."""
    return bool(TURNED.search(question))


def choices(
    checks: Checks,
    reading: Reading,
    hits: Sequence[Hit],
    asked: Mapping[str, float],
    game: str,
    weight: Mapping[str, float] | None = None,
) -> tuple[Choice, ...]:
    """The checks of a game that the question may ask for, best first; none where the game has no rule model."""
    if game not in checks.games:
        return ()
    model = checks.model(game)
    rank = {hit.clause.id: at for at, hit in enumerate(hits[:DEPTH], 1)}
    near = sorted(model.checks.values(), key=lambda check: -_nearness(check, model, asked, rank))[:CANDIDATES]
    found = [_choice(check, model, reading, rank, asked, weight) for check in near]
    kept = [each for each in found if each.features["asked"] >= LEAST_ASKED or each.features["clause"] > 0]
    return tuple(sorted(kept, key=lambda each: (-each.score, each.check.id)))


def _nearness(check: Check, model: RuleModel, asked: Mapping[str, float], rank: Mapping[str, int]) -> float:
    return asked.get(check.full_id, 0.0) + 0.3 * _clause(check, model, rank)


def _clause(check: Check, model: RuleModel, rank: Mapping[str, int]) -> float:
    documents = tuple(dict.fromkeys(entry.document for entry in model.entries))
    clauses = (full_clause(each, check.game, documents) for each in check.clauses)
    return max((1.0 / rank[clause] for clause in clauses if clause in rank), default=0.0)


def _choice(
    check: Check,
    model: RuleModel,
    reading: Reading,
    rank: Mapping[str, int],
    asked: Mapping[str, float],
    weight: Mapping[str, float] | None,
) -> Choice:
    chosen = weights()["check"] if weight is None else weight
    schema = model.schema
    filled = fill(reading.text, check, schema)
    stated = filled.facts
    needed = [slot for slot in check.slots if slot.default is None and (slot.must or not _closed(schema, slot.fact))]
    kind = wanted_kind(reading.text)
    features = {
        "asked": asked.get(check.full_id, 0.0),
        "clause": _clause(check, model, rank),
        "kind": 0.0 if not kind else 1.0 if kind == _kind(check) else -1.0,
        "filled": sum(slot.name in stated for slot in needed) / len(needed) if needed else 1.0,
        "said": min(len(stated), 3) / 3,
        "unread": min(len(filled.unread), 2) / 2,
    }
    score = sum(chosen.get(name, 0.0) * value for name, value in features.items())
    return Choice(check, score, features, filled)


def _closed(schema: Schema, fact: str) -> bool:
    return fact not in schema.facts or schema.facts[fact].default is not None


def _kind(check: Check) -> str:
    return "options" if check.kind == "text" else check.kind
