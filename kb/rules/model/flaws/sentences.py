"""What lint finds in the sentences beside rules and facts: flaws of wording, and sentences that deny themselves."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from kb.errors import Place, Problem
from kb.records.checks import Check
from kb.records.types import Schema
from kb.rules.language.graph import UNSETTLED
from kb.rules.language.syntax import Const, Literal, Rule
from kb.rules.model.words import ways_of_asking
from kb.words.grammar.wording import about_asking, of_asking, of_question, written_flaws

OF_QUESTION = "question"
ASKS_WHAT = re.compile(r"(?:how|what|when|where|which|who|whom|whose|why|from when|to whom|in which)\b", re.I)


def flawed(text: str, place: Place, but: Iterable[str] = ()) -> Iterator[Problem]:
    """The flaws of a sentence as it is written, each with a caret where it stands; none of the kinds in `but`."""
    for flaw in written_flaws(text):
        if flaw.kind not in but:
            at = pointed(place, text, flaw.at)
            yield Problem(f"wording-{flaw.kind}", flaw.message, at, EXPECTED[flaw.kind])


def pointed(place: Place, text: str, at: int = 0) -> Place:
    """Where in a place's line a text stands, `at` letters on; the place itself where the line does not hold it."""
    start = place.text.find(text)
    return Place(place.file, place.line, start + at + 1, place.text) if start >= 0 else place


EXPECTED = {
    "article": "a or an as the word is spoken",
    "plural": "the singular behind 1, or a number's field, which is bent by itself",
    OF_QUESTION: "what holds in the game",
    "code": "words of the game",
    "agreement": "a verb that agrees with its subject",
    "double-negation": "one negation",
}


def about_the_question(schema: Schema) -> Iterator[Problem]:
    """Facts that tell what a question says and not what holds in the game, unless they are the value that a question
    names for the goal to judge (`named`)."""
    for fact in schema.facts.values():
        if not fact.named and of_question(fact.sentence):
            message = f"{fact.name}'s sentence speaks of what was told or would be, not of what is"
            expected = "what holds in the game, or named = true where it is the value that the goal is asked of"
            yield Problem("fact-of-question", message, fact.place, expected)


def asked_back(schema: Schema, checks: Iterable[Check]) -> Iterator[Problem]:
    """Questions that may be put to a player who left a fact unsaid: each asks of the game, in a whole question."""
    for fact in schema.facts.values():
        if fact.default is None and not fact.asked and not of_asking().search(fact.question):
            yield from _asked(fact.question, fact.place, f"{fact.name}'s question")
    for check in checks:
        for slot in check.slots:
            if slot.question:
                yield from _asked(slot.question, check.place, f"the question of slot {slot.name}")


def _asked(question: str, place: Place, what: str) -> Iterator[Problem]:
    if question and not question.rstrip().endswith("?"):
        yield Problem("question-back", f"{what} ends without a question mark", place, "a question: Is it stunned?")
    if question and (found := about_asking().search(question)):
        message = f"{what} speaks of the question: “{found[0]}”"
        yield Problem(
            "question-back",
            message,
            pointed(place, question, found.start()),
            "what holds in the game: Which card is it?",
        )


def titles(checks: Iterable[Check]) -> Iterator[Problem]:
    """One warning for all checks of yes or no whose titles ask for a thing: `Where does it go?` is answered `Yes`."""
    asking = [check for check in checks if check.kind == "yes_no" and ASKS_WHAT.match(check.title)]
    if asking:
        number = f"{len(asking)} checks ask" if len(asking) > 1 else "1 check asks"
        message = f"{number} for a thing and are answered by yes or no, the first {asking[0].id}: {asking[0].title}"
        yield Problem("title-kind", message, asking[0].place, "a title that is answered by yes or no", "warning")


def fragments(rules: Sequence[Rule]) -> Iterator[Problem]:
    """Sentences of rules that are one word."""
    for rule in rules:
        if rule.sentence and not rule.hidden and " " not in rule.sentence.strip():
            yield Problem("wording-fragment", f"{rule.id} says only “{rule.sentence}”", rule.place, "a whole sentence")


def unnamed_answers(schema: Schema, rules: Sequence[Rule], checks: Iterable[Check]) -> Iterator[Problem]:
    """Words that rules answer with, where the game's sentences write them with capitals: `hero_b` is the Hero B."""
    goals = {str(check.goal[0]) for check in checks if check.kind in ("text", "options")}
    written = " ".join(text for rule in rules for text in (rule.sentence, rule.denial))
    known = {word for fact in schema.facts.values() for type_ in fact.types for word, _ in type_.words} | set(
        schema.names
    )
    seen: set[str] = set()
    for rule in rules:
        for arg in rule.head.args if rule.head is not None and rule.head.name in goals else ():
            word = arg.value if isinstance(arg, Const) else None
            if isinstance(word, str) and word not in known and word not in seen:
                seen.add(word)
                found = set(re.findall(rf"\b{re.escape(word.replace('_', ' '))}\b", written, re.I))
                if found and all(each != each.lower() for each in found):
                    message = f"the answer {word} is written {min(found)} in the sentences"
                    yield Problem(
                        "unnamed-answer",
                        message,
                        rule.place,
                        f'{word} = "{min(found)}" in [names] of facts.toml',
                        "warning",
                    )


def two_faced(rules: Sequence[Rule], schema: Schema) -> Iterator[Problem]:
    """Rules with one sentence of which one asks for what another asks not to hold, as the question goes: `he must` and
    `he need not` in the same words."""
    asking = ways_of_asking(schema)
    groups: dict[tuple[str, object], list[Rule]] = defaultdict(list)
    for rule in rules:
        if rule.head is not None and not rule.hidden and rule.head.signature not in UNSETTLED:
            groups[rule.id.partition("~")[0], rule.head.signature].append(rule)
    for (name, _), group in groups.items():
        opposite = next((each for one, other in product(group, group) for each in _opposed(one, other, asking)), None)
        if opposite is not None:
            message = f"{name} says the same where {opposite} holds and where it does not: one of them is denied"
            expected = "a sentence for either, or %@ hidden, so that the reason itself is told"
            yield Problem("self-denial", message, group[0].place, expected)


def _opposed(one: Rule, other: Rule, asking: frozenset[str]) -> Iterator[str]:
    """The predicates that one body asks for and the other asks not to hold, where the bodies are about other ways of
    asking."""
    held, denied = _atoms(one, negated=False), _atoms(other, negated=True)
    ways = _atoms(other, negated=False) | denied
    asked = {atom for atom in held if atom[0] in asking}
    if any(way[0] == atom[0] and (way != atom or way in denied) for atom in asked for way in ways):
        yield from (str(atom[0]) for atom in held & denied if atom[0] not in asking)


def _atoms(rule: Rule, negated: bool) -> set[tuple[object, ...]]:
    """The atoms of a body's literals, with None for what is no constant."""
    goals = [goal.atom for goal in rule.body if isinstance(goal, Literal) and goal.negated == negated]
    return {(atom.name, *(arg.value if isinstance(arg, Const) else None for arg in atom.args)) for atom in goals}
