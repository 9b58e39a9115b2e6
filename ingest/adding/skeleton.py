"""A first draft of a clause's check, made of what is read in it mechanically: `headjudge new-check`.

Each condition and exception of the sentence becomes a fact that holds or does not, each limit with a number a number
to compare, by a fact that the game has already where that counts the same; the rule says that the sentence holds when
they do. It lints and its two cases pass, and it says of itself that nobody has read it yet: what the clause means is
for a person to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from string import Template
from typing import Any

from kb.files.toml import toml_value
from kb.records import Clause, Norm
from kb.words.numbers import NUMBERS
from kb.words.text import content_words

SUBORDINATE = re.compile(
    r"^(?:if|when|whenever|while|unless|as long as|once|because|until)\s+(?P<rest>\w.*\s\w.*)$", re.I
)
LIMIT = re.compile(
    r"\b(?P<way>at most|up to|no more than|at least|exactly|fewer than|less than|more than)\s+"
    rf"(?P<number>\d{{1,3}}|{'|'.join(NUMBERS)})\s+(?P<noun>[a-z]+)",
    re.I,
)
WAYS = {
    "at most": ("<=", 0), "up to": ("<=", 0), "no more than": ("<=", 0), "at least": (">=", 0), "exactly": ("=", 0),
    "fewer than": ("<", -1), "less than": ("<", -1), "more than": (">", 1),
}  # fmt: skip
"""How each way of saying a limit is compared, and how far from it the nearest number is that keeps it."""
AMOUNT = re.compile(rf"\b(?:\d{{1,3}}|half|twice|double|{'|'.join(NUMBERS)})\b(?: (?:[a-z]+))?", re.I)
MOST = 999
NOBODY = re.compile(r"^(?:no|nobody|none|neither)\b\s*(?P<rest>.*)$", re.IGNORECASE)
LONGEST_NAME = 32
SECTION = Template("""\
## $reference $title
%@ status: draft: of headjudge new-check, nobody has read it against the clause
%@ statements: 0 of $statements

> $clause

```asp
$rules
```

```check
[$check]
title = $asked
kind = "yes_no"
goal = $goal
wordings = [$wording]
slots = { $slots }
```

```case
[$check-kept]
title = "Where all of it is so"
check = "$check"
facts = { $kept }
verdict = $holds
cites = [$cited]

[$check-otherwise]
title = "Where one thing is otherwise"
variant_of = "$check-kept"
facts = { $broken }
verdict = $otherwise
```
""")
"""What is written for a clause in its game's rules."""


@dataclass(frozen=True, slots=True)
class DraftFact:
    """A fact of the draft: its table in facts.toml, empty where it stands there already, how the rule asks for it, its
    value where the rule applies and where it does not."""

    name: str
    table: dict[str, object]
    literal: str
    kept: bool | int
    broken: bool | int


@dataclass(frozen=True, slots=True)
class Skeleton:
    """What is written for a clause: the facts that are new, and its section. `amount` is the first amount that the
    sentence names where no fact compares one: then players may ask how much."""

    facts: tuple[DraftFact, ...]
    section: str
    check: str
    amount: str = ""


@dataclass(slots=True)
class _Names:
    """Names that are taken: of facts and predicates, checks and rules."""

    taken: set[str] = field(default_factory=set)
    facts: Mapping[str, Any] = field(default_factory=dict)
    drawn: set[str] = field(default_factory=set)

    def counts(self, noun: str, most: int) -> str:
        """The game's fact that counts a noun up to a number at least, once for a draft; empty where it has none."""
        for name, table in self.facts.items():
            low, _, high = str(table.get("value", "")).partition("..")
            whole = low == "0" and high.isdigit() and int(high) >= most
            if whole and name not in self.drawn and not table.get("args") and noun in table.get("forms", ()):
                self.drawn.add(name)
                return name
        return ""

    def free(self, words: str, fallback: str) -> str:
        """A name of some words that nothing has yet."""
        parts = [re.sub(r"[^a-z0-9]", "", each.lower()) for each in content_words(words)[:4]]
        name = "_".join(part for part in parts if part)[:LONGEST_NAME].strip("_") or fallback
        name = name if name[0].isalpha() else f"{fallback}_{name}"
        found, number = name, 2
        while found in self.taken:
            found, number = f"{name}_{number}", number + 1
        self.taken.add(found)
        return found


def skeleton(
    clause: Clause, reference: str, norms: Sequence[Norm], taken: Iterable[str], known: Mapping[str, Any] | None = None
) -> Skeleton:
    """The draft for a clause; `reference` is how its game's rules name it, `taken` are the names that are there, and
    `known` the tables of the game's facts."""
    names = _Names(set(taken), known or {})
    norm = max(norms, key=lambda each: bool(each.condition) + bool(each.exception) + bool(LIMIT.search(each.limit)))
    facts = tuple(_facts(norm, names))
    head = names.free(norm.action or norm.text, "holds")
    new = tuple(each for each in facts if each.table)
    compared = any(type(each.kept) is int for each in facts)
    found = None if compared else AMOUNT.search(norm.text)
    section = _section(clause, reference, norm, facts, head, len(norms))
    return Skeleton(new, section, _check(head), found[0] if found else "")


def _facts(norm: Norm, names: _Names) -> Iterable[DraftFact]:
    """The facts that a sentence names; one for its being about the case at all, where it names none."""
    found = [_stated(text, names, True) for text in _parts(norm.condition)]
    found += [_stated(text, names, False) for text in _parts(norm.exception)]
    found += [_numbered(limit, names) for limit in LIMIT.finditer(norm.limit)]
    if not found:
        found = [_stated(f"if the case is the one of “{_short(norm.text)}”", names, True)]
    return found


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split("; ") if part.strip()]


def _stated(text: str, names: _Names, wanted: bool) -> DraftFact:
    """A condition, or an exception, as a fact that holds or does not."""
    clausal = SUBORDINATE.match(text)
    said = clausal["rest"] if clausal else f"it is so “{text}”"
    name = names.free(text, "applies")
    table: dict[str, object] = {"args": [], "question": f"Is this so: {said}?", "sentence": said}
    table |= {"denial": f"it is not so that {said}" if clausal else f"it is not so “{text}”"}
    table |= {} if wanted else {"default": False}
    return DraftFact(name, table, name if wanted else f"not {name}", wanted, not wanted)


def _numbered(limit: re.Match[str], names: _Names) -> DraftFact:
    """A limit as a number to compare."""
    noun, word = limit["noun"].lower(), limit["number"].lower()
    bound = NUMBERS[word] if word in NUMBERS else int(word)
    sign, step = WAYS[limit["way"].lower()]
    there = names.counts(noun, bound + 1)
    name = there or names.free(noun, "number")
    variable = f"N{len(names.taken)}"
    broken = bound + 1 if sign in ("<=", "=") else bound if step else max(0, bound - 1)
    table: dict[str, object] = (
        {}
        if there
        else {
            "args": [],
            "value": f"0..{min(MOST, max(20, bound * 2))}",
            "question": f"How many {noun} are there?",
            "sentence": f"there are {{1}} {noun}",
            "forms": [noun],
        }
    )
    return DraftFact(name, table, f"{name}({variable}), {variable} {sign} {bound}", bound + step, broken)


def _section(clause: Clause, reference: str, norm: Norm, facts: Sequence[DraftFact], head: str, statements: int) -> str:
    """The clause's section of the rules' text, `head` what its rule concludes."""
    subject, says, says_not = _said(norm)
    asked = _question(norm, subject)
    denied = norm.modality == "cannot"
    check = _check(head)
    said = f"%@ {check}.rule | {says} | {says_not}"
    first = facts[0]
    return SECTION.substitute(
        reference=reference,
        title=_plain(clause.headings[-1] if clause.headings else clause.path),
        statements=statements,
        clause=clause.plain,
        rules=_denying(head, facts, said) if denied else f"{said}\n{head} :- {_body(facts)}.",
        check=check,
        asked=_toml(asked),
        goal=_toml(head),
        wording=_toml(asked.rstrip("?").lower()),
        slots=_pairs((each.name, each.name) for each in facts),
        kept=_pairs((each.name, each.kept) for each in facts),
        broken=_pairs([(first.name, first.broken)]),
        holds=toml_value(not denied),
        otherwise=toml_value(denied),
        cited=_toml(reference),
    )


def _check(head: str) -> str:
    """The name of the check whose goal is `head`."""
    return head.replace("_", "-")


def _body(facts: Iterable[DraftFact]) -> str:
    return ", ".join(each.literal for each in facts)


def _denying(head: str, facts: Iterable[DraftFact], said: str) -> str:
    """The rules of what holds unless the facts do."""
    barred = f"barred_{head}"[:LONGEST_NAME]
    return f"%@ hidden\n{barred} :- {_body(facts)}.\n\n{said}\n{head} :- not {barred}."


def _pairs(pairs: Iterable[tuple[str, object]]) -> str:
    """The inside of an inline table."""
    return ", ".join(f"{name} = {toml_value(value)}" for name, value in pairs)


def _said(norm: Norm) -> tuple[str, str, str]:
    """Who it is about, and the sentences of its holding and of its not holding."""
    subject = norm.subject or "the player"
    nobody = NOBODY.match(subject)
    if nobody:
        subject = f"a {nobody['rest']}" if nobody["rest"] else "a player"
    action = norm.action or norm.text
    if norm.modality in ("may", "cannot"):
        return subject, f"{subject} may {action}", f"it is not so that {subject} may {action}"
    if norm.modality == "must":
        return subject, f"{subject} must {action}", f"{subject} need not {action}"
    return subject, f"it holds: {_short(norm.text)}", f"it does not hold: {_short(norm.text)}"


def _question(norm: Norm, subject: str) -> str:
    """What the check asks."""
    if norm.modality in ("may", "cannot"):
        return f"May {subject} {norm.action}?"
    if norm.modality == "must":
        return f"Must {subject} {norm.action}?"
    return f"Does it hold that {_short(norm.text)[:1].lower()}{_short(norm.text)[1:]}?"


def _short(text: str) -> str:
    """A sentence without its stop and what parts an annotation."""
    return _plain(text).rstrip(".!?; ")


def _plain(text: str) -> str:
    return " ".join(text.replace("|", "/").split())


def _toml(text: str) -> str:
    return toml_value(_plain(text))
