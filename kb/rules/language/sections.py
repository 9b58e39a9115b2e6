"""One `.rules.md` against the clauses it speaks about: ids, quotes, digests, statuses, then its rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

from kb.errors import Place, Problem
from kb.gamefolder import file_name
from kb.records import Clause, Kind, plain
from kb.rules.language.assemble import Assembler
from kb.rules.language.literate import SUFFIX, Section, read_sections, resolve
from kb.rules.language.lock import read_lock
from kb.rules.language.parse import Parser
from kb.rules.language.syntax import Rule
from kb.rules.model.rulemodel import Entry
from kb.words.conditions import swallowed_conditions

GENERAL = "cards"
MODELLED = "modelled"
DEFAULT_COUNTS = {"not-checkable": (0, 0), "symbol-lost": (0, 1)}


class RulesFile:
    """Reads one rules file of a game's folder; `quotes` says whether its quotes belong to the edition at hand."""

    def __init__(self, path: Path, folder: Path, clauses: Mapping[str, Clause], quotes: bool) -> None:
        self.path = path
        self.file = file_name(folder, path)
        self.document = f"{folder.name}/{path.name.removesuffix(SUFFIX)}"
        self.clauses = clauses
        self.quotes = quotes
        self.problems: list[Problem] = []
        self.rules: list[Rule] = []
        self.entries: dict[str, Entry] = {}

    def read(self) -> RulesFile:
        """Read the file: rules, entries for coverage, problems."""
        text = self.path.read_text(encoding="utf-8")
        sections, problems = read_sections(self.file, text)
        self.problems += problems
        parser = Parser(self.file, text.splitlines())
        lock = read_lock(self.path)
        for section in sections:
            self._section(section, parser, lock)
        self.problems += parser.problems
        return self

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

    def _section(self, section: Section, parser: Parser, lock: Mapping[str, str]) -> None:
        if section.ids == ("*",):
            self._general(section, parser)
            return
        ids = [self.clause_id(each, section.place) for each in section.ids]
        clause = self.clauses.get(ids[0])
        if section.blocks and len(ids) > 1:
            self._problem(
                "many-clauses", "a section with rules is about one clause", section.place, "one id; `also:` for others"
            )
        card = clause is not None and clause.kind is Kind.CARD
        assembler = Assembler(ids[0], section.ids[0].partition("#")[2] or section.ids[0], card, self.clause_id)
        rules: list[Rule] = []
        for block in section.blocks:
            rules += assembler.rules(block, parser.parse(block.text, block.first, block.options))
        self.problems += assembler.problems
        self.rules += rules
        if self.quotes and clause is not None:
            self._quoted(section, clause, lock)
        self._enter(section, ids, rules)

    def _quoted(self, section: Section, clause: Clause, lock: Mapping[str, str]) -> None:
        text = clause.plain
        for quote, place in section.quotes:
            if plain(quote) not in text:
                self._problem("wrong-quote", "these words do not stand in the clause", place, _near(plain(quote), text))
        if section.blocks and not section.quotes:
            self._problem("no-quote", "a section with rules quotes its clause", section.place, "> the clause's words")
        pinned = lock.get(clause.path if clause.document == self.document else clause.id)
        if (section.blocks or section.quotes) and pinned is None:
            self._problem("unpinned", f"{clause.path} is not pinned", section.place, "headjudge pin", "warning")
        elif pinned is not None and pinned != clause.digest:
            message = f"the clause has changed since its rules were written: {clause.plain[:80]!r}"
            self._problem("drift", message, section.place, "read it again, then headjudge pin")

    def _enter(self, section: Section, ids: list[str], rules: list[Rule]) -> None:
        status = section.status or (MODELLED if section.blocks else "")
        if not status:
            self._problem(
                "no-status", "a section without rules says why", section.place, "%@ status: not-checkable: why"
            )
            return
        counts = section.statements or DEFAULT_COUNTS.get(status) or self._by_quotes(section, status)
        for identifier in ids:
            if identifier in self.entries:
                self._problem(
                    "duplicate-section", f"{identifier} has a section already", section.place, "one section a clause"
                )
                continue
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


def _near(quote: str, text: str) -> str:
    """The clause's words from where the quote stops matching."""
    length = next((size for size in range(len(quote), 0, -1) if quote[:size] in text), 0)
    at = text.find(quote[:length]) if length > 3 else 0
    return re.sub(r"\s+", " ", text[at : at + max(length + 60, 100)])
