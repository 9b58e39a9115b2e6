"""One rule text against the clauses it speaks about: ids, quotes, digests, statuses, then its rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

from kb.errors import Place, Problem
from kb.gamefolder import file_name
from kb.records import Clause, Kind, plain
from kb.rules.language.parse import Parser
from kb.rules.language.syntax import Rule
from kb.rules.model.rulemodel import DRAFT, Entry
from kb.rules.model.ruletexts.assemble import Assembler
from kb.rules.model.ruletexts.literate import CASE, CHECK, Section, read_sections, resolve
from kb.words.conditions import swallowed_conditions

GENERAL = "cards"
MODELLED = "modelled"
DEFAULT_COUNTS = {DRAFT: (0, 1), "not-checkable": (0, 0), "symbol-lost": (0, 1)}


class RulesFile:
    """Reads one rule text of a game's folder.

    `document` is the game's first, whose clauses are named by their paths alone; `lock` the digests of the clauses by
    these names; `quotes` says whether the quotes belong to the edition at hand. `checks` are the texts of the blocks
    `check`, each with its section's clause.
    """

    def __init__(
        self,
        path: Path,
        folder: Path,
        document: str,
        clauses: Mapping[str, Clause],
        lock: Mapping[str, str],
        quotes: bool,
    ) -> None:
        self.path, self.file = path, file_name(folder, path)
        self.document, self.clauses, self.lock, self.quotes = document, clauses, lock, quotes
        self.problems: list[Problem] = []
        self.rules: list[Rule] = []
        self.checks: list[tuple[str, str]] = []
        self.entries: dict[str, Entry] = {}
        self.places: dict[str, Place] = {}

    def read(self) -> RulesFile:
        """Read the file: rules, checks, entries for coverage, problems."""
        text = self.path.read_text(encoding="utf-8")
        sections, problems = read_sections(self.file, text)
        self.problems += problems
        parser = Parser(self.file, text.splitlines())
        for section in sections:
            self._section(section, parser)
        self.problems += parser.problems
        return self

    @property
    def rests_on(self) -> set[str]:
        """The ids of the clauses that the file's rules were read against: its sections' own, those named by `also:`."""
        return {*self.entries, *(each for rule in self.rules for each in rule.also)}

    def _problem(self, code: str, message: str, place: Place, expected: str = "", severity: str = "error") -> None:
        self.problems.append(Problem(code, message, place, expected, severity))

    def clause_id(self, reference: str, place: Place) -> str:
        """The full id of a clause that must exist."""
        found = resolve(reference, self.document)
        if found not in self.clauses:
            near = get_close_matches(found, list(self.clauses), 3, 0.6)
            paths = [each.partition("#")[2] if each.startswith(self.document + "#") else each for each in near]
            self._problem("unknown-clause", f"there is no clause {found}", place, " or ".join(paths) or "a clause's id")
        return found

    def _general(self, section: Section, parser: Parser) -> None:
        """Rules that say how facts of cards are read: the cards' own lines are what they rest on."""
        assembler = Assembler("", f"{GENERAL}.{section.title}", False, self.clause_id)
        for block in section.blocks:
            self.rules += assembler.rules(block, parser.parse(block.text, block.first, block.options))
        self.problems += assembler.problems
        if section.quotes:
            self._problem("quote", "a section of no clause quotes none", section.place, "text without >")
        if section.tables[CHECK] or section.tables[CASE]:
            expected = "checks and cases in the section of the clause that they are about"
            self._problem("no-clause", "a section of no clause has no checks", section.place, expected)

    def _section(self, section: Section, parser: Parser) -> None:
        if section.ids == ("*",):
            self._general(section, parser)
            return
        ids = [self.clause_id(each, section.place) for each in section.ids]
        clause = self.clauses.get(ids[0])
        if len(ids) > 1 and (section.blocks or any(section.tables.values())):
            message = "a section with rules, checks or cases is about one clause"
            self._problem("many-clauses", message, section.place, "one id; `also:` for others")
        card = clause is not None and clause.kind is Kind.CARD
        assembler = Assembler(ids[0], section.ids[0].partition("#")[2] or section.ids[0], card, self.clause_id)
        rules: list[Rule] = []
        for block in section.blocks:
            rules += assembler.rules(block, parser.parse(block.text, block.first, block.options))
        self.problems += assembler.problems
        self.rules += rules
        if self.quotes and clause is not None:
            self._quoted(section, clause)
        self.checks += [(section.ids[0], text) for text in section.tables[CHECK]]
        self._enter(section, ids, rules)

    def _quoted(self, section: Section, clause: Clause) -> None:
        text = clause.plain
        for quote, place in section.quotes:
            if plain(quote) not in text:
                self._problem("wrong-quote", "these words do not stand in the clause", place, _near(plain(quote), text))
        if section.blocks and not section.quotes:
            self._problem("no-quote", "a section with rules quotes its clause", section.place, "> the clause's words")
        name = short_id(clause, self.document)
        if name in self.lock or section.blocks or section.quotes:
            self.problems += pin_problems(clause, self.lock.get(name), section.place)

    def _enter(self, section: Section, ids: list[str], rules: list[Rule]) -> None:
        status = section.status or (MODELLED if section.blocks else "")
        if not status:
            self._problem(
                "no-status", "a section without rules says why", section.place, "%@ status: not-checkable: why"
            )
            return
        if status == DRAFT:
            message = f"the rules on {section.ids[0]} are a draft: its checks answer nobody"
            expected = "read it against the clause, then %@ status: modelled, or partly: why"
            self._problem("draft", message, section.place, expected, "warning")
        counts = section.statements or DEFAULT_COUNTS.get(status) or self._by_quotes(section, status)
        for identifier in ids:
            if identifier in self.entries:
                self.problems.append(duplicate_section(identifier, section.place, self.places[identifier]))
                continue
            self.places[identifier] = section.place
            names = tuple(rule.id for rule in rules)
            known = self.clauses.get(identifier)
            document = known.document if known else self.document
            self.entries[identifier] = Entry(identifier, document, status, section.reason, *counts, names)
        clause = self.clauses.get(ids[0])
        if status == MODELLED and clause is not None:
            self._swallowed(section, clause, rules)

    def _by_quotes(self, section: Section, status: str) -> tuple[int, int]:
        if status == "partly":
            self._problem("no-count", "status partly does not say how much", section.place, "%@ statements: 2 of 3")
        return (0, 1) if status == "partly" else (max(1, len(section.quotes)),) * 2

    def _swallowed(self, section: Section, clause: Clause, rules: list[Rule]) -> None:
        """A clause is modelled only where every condition word of it stands in a quote or a rule's sentence."""
        held = [quote for quote, _ in section.quotes] + [rule.sentence for rule in rules]
        missing = swallowed_conditions(clause.plain, *(plain(each) for each in held)) if self.quotes else ()
        if missing:
            words = ", ".join(dict.fromkeys(missing))
            message = f"called modelled, but no quote or rule holds: {words}"
            self._problem("swallowed", message, section.place, "quote and model them, or status: partly")


def pin_problems(clause: Clause, pinned: str | None, place: Place) -> Iterator[Problem]:
    """What is wrong with the digest that a clause had when the rules resting on it were last read against it."""
    if pinned is None:
        yield Problem("unpinned", f"{clause.path} is not pinned", place, "headjudge pin", "warning")
    elif pinned != clause.digest:
        message = f"the clause has changed since its rules were written: {clause.plain[:80]!r}"
        yield Problem("drift", message, place, "read it again, then headjudge pin")


def short_id(clause: Clause, document: str) -> str:
    """How a clause is named in a game whose first document is `document`: `5.p2`, `other-document#5.p2`."""
    return clause.path if clause.document == document else clause.id.partition("/")[2]


def duplicate_section(identifier: str, place: Place, before: Place) -> Problem:
    """A second section on a clause."""
    return Problem("duplicate-section", f"{identifier} has a section at {before}", place, "one section a clause")


def _near(quote: str, text: str) -> str:
    """The clause's words from where the quote stops matching."""
    length = next((size for size in range(len(quote), 0, -1) if quote[:size] in text), 0)
    at = text.find(quote[:length]) if length > 3 else 0
    return re.sub(r"\s+", " ", text[at : at + max(length + 60, 100)])
