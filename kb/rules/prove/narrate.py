"""Nodes of a proof as players read them: built here for the prover, and compared with here by the checker."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kb.records.atoms import Fact, Partial, Value
from kb.records.results import Node
from kb.records.scenario import Assumption, Reading, TextFact, Unknown
from kb.records.types import Plain
from kb.rules.language.graph import UNSETTLED
from kb.rules.language.join import Binding, head_binding
from kb.rules.language.syntax import Const, Literal, Rule, show_fact
from kb.rules.model.demand import matches
from kb.rules.model.facts.values import said
from kb.rules.model.words import Words, denials, has_holes, ways_of_asking
from kb.words.grammar.wording import says_nothing

COMPUTED = {
    "count": "there are {}",
    "sum": "together that is {}",
    "min": "the least is {}",
    "max": "the greatest is {}",
}
CASES = "it comes to the same in every case"
UNSAID = "that does not follow"
NO_WAY = "there is no way to choose"
ALIKE = ("value", "values", "both", "doubt", "settled")


class Narrator:
    """Says what a step claims, in one scenario."""

    def __init__(self, words: Words, reading: Reading, rules: Iterable[Rule]) -> None:
        self.words, self.reading = words, reading
        self.texts: dict[Fact, TextFact] = {text.fact: text for text in reading.texts}
        facts = words.schema.facts
        self.values: dict[Partial, Value] = {
            **{fact[:-1]: fact[-1] for fact in self.texts if (known := facts.get(str(fact[0]))) and known.valued},
            **reading.values,
        }
        self.asking = ways_of_asking(words.schema)
        self.defaults: dict[object, list[Assumption]] = {}
        for each in reading.assumptions:
            self.defaults.setdefault(each.pattern[0], []).append(each)
        self.rules: dict[tuple[str, int], list[Rule]] = {}
        for rule in rules:
            if rule.head is not None:
                self.rules.setdefault(rule.head.signature, []).append(rule)

    def assumed(self, fact: Partial) -> list[Assumption]:
        """The defaults that decide an atom or a pattern."""
        return [each for each in self.defaults.get(fact[0], ()) if matches(each.pattern, fact)]

    def given(self, fact: Fact) -> Node:
        """A fact of the scenario or of a card's text."""
        text = self.texts.get(fact)
        if text is not None:
            return Node("", "card-text", "fact", show_fact(fact), text.sentence, clause=text.clause)
        kind, form = ("absent", "default") if self.assumed(fact) else ("given", "fact")
        hidden = fact[0] in self.words.schema.entities or fact[0] in self.asking
        hidden = hidden or (form == "default" and self._quiet(fact))
        return Node("", kind, form, show_fact(fact), self.words.fact(fact), hidden=hidden)

    def missing(self, pattern: Partial, others: tuple[str, ...]) -> Node:
        """No fact of a pattern, those in `others` aside: of a fact with a single value, which value it has instead."""
        instead = self.values.get(pattern[:-1])
        told = pattern if instead is None or None in pattern else (*pattern[:-1], instead)
        sentence = self.words.fact(told, told != pattern)
        kind = "absent" if self.assumed(pattern) or others else "given"
        hidden = self._untold(pattern, others)
        return Node("", kind, "none", show_fact(pattern), sentence, hidden=hidden, also_holds=others)

    def _untold(self, pattern: Partial, others: tuple[str, ...]) -> bool:
        """Whether players read nothing of it that no fact of a pattern is there."""
        if (
            others
            or str(pattern[0]) not in self.words.schema.facts
            or pattern[0] in self.asking
            or self._quiet(pattern)
        ):
            return True  # players read of facts: what no rule gives has no words
        template = denials(self.words.schema).get(str(pattern[0]), "")
        return has_holes(template, pattern[1:])

    def _quiet(self, pattern: Partial) -> bool:
        fact = self.words.schema.facts.get(str(pattern[0]))
        return fact is not None and fact.quiet

    def derived(self, rule: Rule, fact: Fact, binding: Binding, children: tuple[str, ...]) -> Node:
        """An instance of a rule."""
        sentence = self.words.fill(rule.sentence, fact[1:], binding) if rule.sentence else show_fact(fact)
        return Node(
            id="", kind="card-text" if rule.card else "rule", form="rule", atom=show_fact(fact), sentence=sentence,
            clause=rule.clause, rule=rule.id, children=children, also=rule.also, quote=rule.quote,
            interpretation=rule.interpretation, hidden=rule.hidden or says_nothing(sentence),
        )  # fmt: skip

    def denied(self, form: str, pattern: Partial, others: tuple[str, ...], children: Iterable[str]) -> Node:
        """What no rule derives, in the words of the first rule that could have given it: of one that is about something
        else than the scenario, a Push where it tells of a Pull, only where no other has words for it. Without words of
        its own it is hidden: players read what is missing for it."""
        rules = self.rules_for(pattern)
        near = sorted(rules, key=self._elsewhere)
        rule = next((each for each in near if _denies(each, pattern)), near[0] if near else None)
        own = rule is not None and _denies(rule, pattern)
        sentence = self._denial(rule, pattern) if own else UNSAID
        unsaid = not own or says_nothing(sentence) or any(pattern[0] == name for name, _ in UNSETTLED)
        return Node(
            id="", kind="absent", form=form, atom=show_fact(pattern), sentence=sentence,
            clause=rule.clause if rule else "", rule=rule.id if rule else "", children=tuple(dict.fromkeys(children)),
            quote=rule.quote if rule else "", interpretation=rule.interpretation if rule else "",
            hidden=bool(others) or unsaid or all(each.hidden for each in rules), also_holds=others,
        )  # fmt: skip

    def _denial(self, rule: Rule | None, pattern: Partial) -> str:
        return self.words.fill(rule.denial, pattern[1:], _named(rule, pattern)) if rule else ""

    def rules_for(self, pattern: Partial) -> Sequence[Rule]:
        """The rules that may derive an atom of a pattern."""
        return self.rules.get((str(pattern[0]), len(pattern) - 1), ())

    def _elsewhere(self, rule: Rule) -> bool:
        """Whether a rule asks for a value of a fact that has another one in the scenario; what a question only names is
        no part of that."""
        return any(
            (value := self.values.get((goal.atom.name,))) is not None and value != goal.atom.args[0].value
            for goal in rule.body
            if isinstance(goal, Literal) and not goal.negated and len(goal.atom.args) == 1
            if isinstance(goal.atom.args[0], Const) and goal.atom.name not in self.asking
        )

    @staticmethod
    def computed(
        rule: Rule, at: int, function: str, value: int | None, named: tuple[str, ...], children: Iterable[str]
    ) -> Node:
        """What the aggregate at `at` of a rule's body comes to."""
        sentence = COMPUTED[function].format("no such value" if value is None else value)
        return Node(
            id="", kind="computed", form=function, atom=f"{rule.id}#{at}", sentence=sentence, clause=rule.clause,
            rule=rule.id, children=tuple(dict.fromkeys(children)), value=value, supposing=named,
        )  # fmt: skip


def choice_node(rule: Rule) -> Node:
    """A rule of an options block."""
    return Node(
        "", "rule", "choice", rule.id, rule.sentence or rule.id, clause=rule.clause, rule=rule.id, also=rule.also,
        quote=rule.quote, interpretation=rule.interpretation, hidden=rule.hidden,
    )  # fmt: skip


def case_sentence(unknown: Unknown, value: Plain) -> str:
    """What a case supposes."""
    return f"{unknown.question} {label(unknown, value)}"


def label(unknown: Unknown, value: Plain) -> str:
    """What a value of an unknown fact is called."""
    text = said(value)
    return dict(unknown.labels).get(text, {"true": "yes", "false": "no"}.get(text, text))


def _denies(rule: Rule, pattern: Partial) -> bool:
    """Whether a rule has a denial that the pattern fills."""
    return bool(rule.denial) and not has_holes(rule.denial, pattern[1:], _named(rule, pattern))


def _named(rule: Rule | None, pattern: Partial) -> Mapping[str, Value | None]:
    """The head's variables by name, for a denial's sentence."""
    return {} if rule is None else dict(head_binding(rule, pattern) or {})
