"""Put rules together from statements and the `%@` lines above them: ids, sentences, order of evaluation."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from kb.errors import Place, Problem
from kb.rules.language.convert import Statement
from kb.rules.language.noting import Noting
from kb.rules.language.safety import UnsafeError, arrange, known_after, outer_variables, require
from kb.rules.language.syntax import Atom, Compare, Goal, Literal, Rule, Term, variables
from kb.rules.model.flaws.sentences import OF_QUESTION, flawed, pointed
from kb.rules.model.ruletexts.literate import Block, Note

ID = re.compile(r"[a-z0-9][a-z0-9._-]*\Z")
HIDDEN = re.compile(r"hidden(?:\s+|\Z)")
KEYED = re.compile(r"(interpretation|also)\s*:\s*(.+)")
FIELD = re.compile(r"\{([^{}]*)\}")


@dataclass(slots=True)
class Said:
    """What the annotations above a rule say."""

    id: str = ""
    sentence: str = ""
    denial: str = ""
    hidden: bool = False
    interpretation: str = ""
    also: tuple[str, ...] = ()
    place: Place | None = None
    notes: int = 0
    repeats: int = field(default=1)


class Assembler(Noting):
    """Makes the rules of one section; `clause` is the section's full clause id."""

    def __init__(self, clause: str, path: str, card: bool, resolve: Callable[[str, Place], str]) -> None:
        self.clause, self.path, self.card, self.resolve = clause, path, card, resolve
        self.problems: list[Problem] = []
        self.hidden = 0

    def rules(self, block: Block, statements: Sequence[Statement]) -> list[Rule]:
        """The rules of a block, in order."""
        notes = [note for note in block.notes if note.text != "options"]
        found: list[Rule] = []
        said, last = Said(), -1
        for statement in statements:
            above = [note for note in notes if last < note.place.line < statement.place.line]
            if above or not said.id or statement.place.line > last + 1:
                said = self._said(above, statement.place)
            else:
                said.repeats += 1
            last = statement.last
            rule = self._rule(statement, said, block.quote)
            if rule is not None:
                found.append(rule)
        unused = [note for note in notes if note.place.line > last]
        for note in unused:
            self.problem("bad-annotation", "no rule follows this annotation", note.place, "a rule below it")
        return found

    def _said(self, notes: Sequence[Note], place: Place) -> Said:
        said = Said(place=place)
        for note in notes:
            self._note(said, note)
        if said.hidden and not said.id:
            self.hidden += 1
            said.id = f"{re.sub(r'[^a-z0-9._-]+', '-', self.path.lower())}.hidden{self.hidden}"
        if not said.id:
            self.problem(
                "no-id", "this rule has no id and sentence", place, "%@ rule.id | sentence, or %@ hidden, above it"
            )
        for text in (said.sentence, said.denial):
            self.problems += flawed(text, said.place or place, (OF_QUESTION,) if said.hidden else ())
        return said

    def _note(self, said: Said, note: Note) -> None:
        if hidden := HIDDEN.match(note.text):
            said.hidden = True
            if text := note.text[hidden.end() :]:
                self._named(said, text, note.place)
        elif keyed := KEYED.fullmatch(note.text):
            if keyed[1] == "interpretation":
                said.interpretation = keyed[2].strip()
            else:
                said.also = tuple(self.resolve(part.strip(), note.place) for part in keyed[2].split(","))
        else:
            self._named(said, note.text, note.place)

    def _named(self, said: Said, text: str, place: Place) -> None:
        """Take `rule.id | sentence | denial`."""
        parts = [part.strip() for part in text.split("|")]
        if not ID.match(parts[0]) or not 2 <= len(parts) <= 3 or said.id:
            expected = "%@ rule.id | sentence | denial; hidden …; interpretation: …; also: …; options; status: …"
            self.problem("bad-annotation", f"unreadable annotation {text[:60]!r}", place, expected)
            return
        said.id, said.sentence, said.denial = parts[0], parts[1], parts[2] if len(parts) == 3 else ""
        said.place = place

    def _rule(self, statement: Statement, said: Said, quote: str) -> Rule | None:
        place = said.place or statement.place
        rule = Rule(
            id=said.id if said.repeats == 1 else f"{said.id}~{said.repeats}",
            head=statement.head,
            body=statement.body,
            choice=statement.choice,
            sentence=said.sentence,
            denial=said.denial,
            clause=self.clause,
            quote=quote,
            place=statement.place,
            hidden=said.hidden,
            interpretation=said.interpretation,
            also=said.also,
            card=self.card,
        )
        self._templates(rule, place)
        try:
            return arranged(rule)
        except UnsafeError as error:
            names = ", ".join(error.names) or "a number within an argument"
            expected = "each variable in a positive atom of the body, or computed with `=`"
            self.problem("unsafe", f"nothing gives {names} a value", statement.place, expected)
            return None

    def _templates(self, rule: Rule, place: Place) -> None:
        head = rule.head.args if rule.head else ()
        in_head = {name for arg in head for name in variables(arg)}
        numbers = {str(number) for number in range(1, len(head) + 1)}
        in_rule = in_head | known_after(rule.body)
        if rule.choice:
            in_rule |= {name for atom, _ in rule.choice.elements for arg in atom.args for name in variables(arg)}
        for template, names in ((rule.sentence, in_rule), (rule.denial, in_head)):
            for found in FIELD.findall(template):
                if found not in names | numbers:
                    known = ", ".join(f"{{{each}}}" for each in sorted(names | numbers)) or "a sentence without it"
                    at = pointed(place, f"{{{found}}}")
                    self.problem("bad-template", f"{{{found}}} stands for nothing here", at, known)


def arranged(rule: Rule) -> Rule:
    """The rule with its body in evaluable order; UnsafeError where a variable has no value."""
    head: tuple[Term, ...] = rule.head.args if rule.head else ()
    body = arrange(rule.body, (), outer_variables(head, rule.body))
    known = known_after(body)
    require(head, known)
    choice = rule.choice and replace(
        rule.choice, elements=tuple(_chosen(atom, known, c) for atom, c in rule.choice.elements)
    )
    return replace(rule, body=body, choice=choice)


Chosen = tuple[Atom, tuple[Literal | Compare, ...]]


def _chosen(atom: Atom, known: set[str], condition: Sequence[Goal]) -> Chosen:
    ordered = arrange(condition, known, ())
    require(atom.args, known_after(ordered, known))
    return atom, tuple(goal for goal in ordered if isinstance(goal, Literal | Compare))
