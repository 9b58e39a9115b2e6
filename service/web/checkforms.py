"""A check as a form: one field a fact, by its type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.records import Verdict
from kb.records.atoms import Partial
from kb.records.checks import Check, Slot
from kb.records.results import Ask
from kb.records.types import FactType, Schema
from kb.rules.language.syntax import TEXT
from kb.rules.model.facts.values import ValueProblemError, thing
from kb.rules.model.words import Words
from kb.rules.solve.worlds import ways_of
from service.languages.current import gettext as _
from service.languages.written import listed
from service.show.formfacts import columns, row_labels
from service.show.serializing.present import slot_json

TRUTH = (("yes", "yes"), ("no", "no"))
NONE_OF_THESE = ("[]", "none of these")
MOST_THINGS = 12
FIRST = 3
MOST = 6
"""Fields that a form shows at once, where nothing is told of the others."""
MIN_FOLDED = 2


@dataclass(frozen=True, slots=True)
class Field:
    """A form's field; `choices` are (value, label) for those that are chosen from, `value` what is filled in.

    `type` is bool, choice, number, text, card, set (any of `choices`), names (of things) or rows; `about` is the
    thing whose property it is. `more` are the circumstances that are folded: what has a usual case, behind the first
    FIRST facts, and what is not told of a long form, behind the first MOST. `hint` says how it is written, in the
    language of the page; the label is the rules'.
    """

    name: str
    label: str
    type: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    low: int | None = None
    high: int | None = None
    default: str = ""
    about: str = ""
    more: bool = False
    hint: str = ""

    @property
    def picked(self) -> tuple[str, ...]:
        """The values of a set that are filled in."""
        return tuple(part.strip() for part in self.value.split(","))


def field_id(name: str) -> str:
    """The id of a fact's field on its page."""
    return "fact-" + re.sub(r"[^A-Za-z0-9_.-]+", "-", name)


def sign(verdict: Verdict | None) -> str:
    """The class of a yes or a no; empty for other verdicts."""
    return {True: "yes", False: "no"}.get(verdict.value, "") if verdict and isinstance(verdict.value, bool) else ""


def leads(ask: Ask) -> dict[str, str]:
    """What each answer to a fact leads to: `{"yes": "No", "no": "Yes"}`; empty where it is not told, or is the same."""
    ways = {label: verdict[:1].upper() + verdict[1:] for label, verdict in ways_of(ask.why)} if ask.why else {}
    return ways if len(set(ways.values())) > 1 else {}


def form_fields(
    check: Check, schema: Schema, stated: Mapping[str, str], asked: Sequence[Ask] = ()
) -> tuple[Field, ...]:
    """The fields of a check, filled with what was stated; of what a card asks for in its words those it asks now."""
    words = Words(schema, {member.name: member.called for member in check.cast})
    found: list[Field] = []
    for slot in check.slots:
        fact = schema.facts.get(slot.fact)
        if fact is not None and fact.among:
            found += _worded(slot, fact, words, stated, asked)
        elif slot.each:
            found += _things(slot, schema, words, stated)
        else:
            found.append(replace(_field(slot, fact, words, stated), more=_usual(slot, fact)))
    return _folded(found)


def _usual(slot: Slot, fact: FactType | None) -> bool:
    """Whether a fact has a usual case, so that nobody must tell it."""
    return slot_json(slot, fact)["required"] is not True


def _folded(fields: Sequence[Field]) -> tuple[Field, ...]:
    """The fields with those folded that are `more`: not one or two alone, and of the first ones as many stay as make
    FIRST with those that must be told."""
    shown = sum(not each.more for each in fields)
    if len(fields) - max(shown, FIRST) < MIN_FOLDED:
        return _shortened([replace(each, more=False) for each in fields])
    found: list[Field] = []
    for each in fields:
        kept = not each.more or shown < FIRST
        shown += each.more and kept
        found.append(replace(each, more=not kept))
    return _shortened(found)


def _shortened(fields: Sequence[Field]) -> tuple[Field, ...]:
    """The fields with those folded too that come behind the first MOST and of which nothing is told; the answer asks
    for what it needs of them. What is told of things with names stays beside its names."""
    shown = [each.name for each in fields if not each.more]
    late = {each.name for each in fields if each.name in shown[MOST:] and not (each.value or each.about)}
    if len(late) < MIN_FOLDED:
        return tuple(fields)
    return tuple(replace(each, more=each.more or each.name in late) for each in fields)


def _worded(slot: Slot, fact: FactType, words: Words, stated: Mapping[str, str], asked: Sequence[Ask]) -> list[Field]:
    """One field for each text of a card, stated or asked for: yes or no."""
    addresses = dict.fromkeys([*stated, *(ask.fact for ask in asked)])
    own = [each for each in addresses if each.startswith(f"{slot.name}.")]
    labels = [words.question(fact, ((TEXT, each.partition(".")[2]),)) for each in own]
    return [Field(each, label, "bool", stated.get(each, ""), TRUTH) for each, label in zip(own, labels, strict=True)]


def _things(slot: Slot, schema: Schema, words: Words, stated: Mapping[str, str]) -> Iterator[Field]:
    """The names of a list's things, then for each thing its properties."""
    label = slot.question or f"Which {slot.name.replace('_', ' ')} are there?"
    hint = "" if slot.question else _("Names with commas between them")
    written = stated.get(slot.name, "")
    yield Field(slot.name, label, "names", written, default="" if slot.default is None else "none", hint=hint)
    named = [] if written[:1] == "[" else [part.strip() for part in written.split(",") if part.strip()]
    named += [each.split(".")[1] for each in stated if each.startswith(f"{slot.name}.") and each.count(".") > 1]
    for name in list(dict.fromkeys(named))[:MOST_THINGS]:
        for fact in (schema.facts[each] for each in slot.properties):
            address = f"{slot.name}.{name}.{fact.name}"
            single = replace(slot, name=address, fact=fact.name, args=_about(name, fact), each="", properties=())
            single = replace(single, question="", default=None)
            yield replace(_field(single, fact, words, stated), about=name)


def _about(name: str, fact: FactType) -> Partial:
    """A property's arguments for a thing."""
    try:
        return (thing(name), *(None for _ in fact.args[1:]))
    except ValueProblemError:
        return (name, *(None for _ in fact.args[1:]))


def _field(slot: Slot, fact: FactType | None, words: Words, stated: Mapping[str, str]) -> Field:
    taken = slot_json(slot, fact)
    kind, offered = str(taken["type"]), taken.get("choices")
    choices = tuple((str(key), str(label)) for key, label in offered.items()) if isinstance(offered, dict) else ()
    if kind == "bool":
        choices = TRUTH
    elif kind == "list":
        kind = "set" if choices and not columns(slot, fact) else "rows"
    elif fact is not None and fact.value is not None and fact.value.kind == "card":
        kind = "card"
    if kind == "set" and taken["default"] is None:
        choices += (NONE_OF_THESE,)
    low, high = taken.get("minimum"), taken.get("maximum")
    return Field(
        name=slot.name,
        label=_asked(slot, fact, words, kind),
        hint=_rows_hint(slot, fact) if kind == "rows" and fact is not None else "",
        type=kind,
        value=stated.get(slot.name, ""),
        choices=choices if kind != "rows" else (),
        low=low if isinstance(low, int) else None,
        high=high if isinstance(high, int) else None,
        default=_shown(taken["default"], dict(choices), kind),
    )


def _asked(slot: Slot, fact: FactType | None, words: Words, kind: str) -> str:
    """The question of a slot in its check's words; for rows with what a row holds."""
    if kind == "rows" and fact is not None:
        return _rows(slot, fact, words)
    if slot.question:
        return words.fill(slot.question, (*slot.args, None))
    return words.question(fact, slot.args) if fact else slot.name.replace("_", " ").capitalize()


def _rows(slot: Slot, fact: FactType, words: Words) -> str:
    """What a row of a relation, or each of several values, says."""
    if not columns(slot, fact):
        return words.question(fact, slot.args)
    said = words.fill(fact.sentence, tuple(_columns(slot, fact)))
    return f"{said[:1].upper()}{said[1:]}."


def _columns(slot: Slot, fact: FactType) -> list[str]:
    """What a row's cells are called where it is shown how they are written."""
    return [label.upper() for label in row_labels(slot, fact)]


def _rows_hint(slot: Slot, fact: FactType) -> str:
    """How the rows of a relation, or several values, are written."""
    types, names = columns(slot, fact), _columns(slot, fact)
    if not types:
        return _("Several with commas between them")
    row = ", ".join(names)
    kinds = [
        _("%(column)s is %(choices)s.", column=name, choices=listed(type_.choices, "or"))
        for name, type_ in zip(names, types, strict=True)
        if type_.choices
    ]
    return " ".join([_("Written as %(rows)s.", rows=f"{row}; {row}"), *kinds])


def _shown(default: object, labels: Mapping[str, str], kind: str) -> str:
    if default is None:
        return ""
    if kind in ("set", "rows") and not default:
        return "none"
    if isinstance(default, list):
        return ", ".join(labels.get(str(each), str(each)) for each in default) or "none"
    text = {True: "yes", False: "no"}[default] if isinstance(default, bool) else str(default)
    return labels.get(text, text)
