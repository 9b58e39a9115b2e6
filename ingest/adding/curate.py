"""What an assistant may do in one game's folder: read clauses, draft and write rules, lint, run cases, pin.

It writes into that folder only, and only files of the rule model; what does not lint is not written.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ingest.adding.folder import changed
from ingest.adding.new_check import clause_of, drafted, facts_text, rules_file
from ingest.games import game_folder, parse_game
from ingest.language.norms import read_norms
from ingest.lint.cases import try_cases
from ingest.lint.validate import lint_game
from ingest.source import inside
from kb.errors import Problem, SourceError, UsageError
from kb.gamefolder import CASE_FILE, FACTS, RULE_TEXT, RULES, rule_texts
from kb.records import Clause
from kb.rules.model.rulemodel import DRAFT, full_clause
from kb.rules.model.ruletexts.literate import Section, read_sections
from kb.rules.model.ruletexts.lock import read_lock, write_lock
from kb.rules.model.ruletexts.sections import short_id

Json = dict[str, Any]
LONGEST_FILE = 200_000
MOST_LISTED = 100
INSTRUCTIONS = """\
You model rules of one game for Headjudge: facts that a scenario can state, rules in a small answer-set language beside
the quoted clause, checks, cases. `not_modelled` first; then `read_clause`, `draft` for a start, `read_file` for what is
there, `write_file` with the whole text of a file (nothing is written that does not lint: it tells what is wrong),
`run_cases`; once the rules say what the clause says, `pin`, and the section's status from `draft` to `modelled` or
`partly: why`: a draft answers nobody. Never quote other words than the clause's. docs/rules.md
has the language."""


class Curator:
    """The tools, over one game's folder."""

    def __init__(self, game: str) -> None:
        self.folder = game_folder(game).resolve()

    def read_clause(self, clause: str) -> Json:
        """Show a clause: its words, what is read in it mechanically, the section that is written for it, if any."""
        found, documents = clause_of(self.folder, self._full(clause))
        section = self._section(found, documents)
        return {
            "clause": found.id,
            "reference": short_id(found, documents[0]),
            "headings": list(found.headings),
            "kind": str(found.kind),
            "text": found.plain,
            "sentences": [
                {
                    name: getattr(each, name)
                    for name in ("modality", "subject", "action", "condition", "exception", "limit")
                }
                for each in read_norms([found])
            ],
            "file": self._name(rules_file(self.folder, found)),
            "section": section.place.line if section is not None else 0,
            "status": section.status if section is not None else "",
        }

    def not_modelled(self, limit: int = 20) -> Json:
        """List clauses that state something and have no section in the rules yet, in the document's order, and those
        that are modelled in part, and drafts, with the reason."""
        clauses, documents = self._clauses()
        written = {
            full_clause(each, self.folder.name, documents): section
            for _, section in self._sections()
            for each in section.ids
        }
        stating = {
            norm.clause for norm in read_norms([each for each in clauses if each.id not in written][:MOST_LISTED])
        }
        open_ones = [each for each in clauses if each.id in stating]
        partly = {name: each.reason for name, each in written.items() if each.status == "partly"}
        drafts = {name: each.reason for name, each in written.items() if each.status == DRAFT}
        return {
            "clauses": len(clauses),
            "written": len(written),
            "next": [{"clause": each.id, "text": each.plain} for each in open_ones[:limit]],
            "partly": partly,
            "drafts": drafts,
        }

    def draft(self, clause: str) -> Json:
        """Draft facts, rule, check and two cases of a clause, as `headjudge new-check` does; nothing is written."""
        found, documents = clause_of(self.folder, self._full(clause))
        made = drafted(self.folder, found, documents)
        return {
            "file": self._name(rules_file(self.folder, found)),
            "section": made.section,
            "facts": facts_text(made.facts),
        }

    def read_file(self, file: str) -> Json:
        """Read a file of the rule model, such as facts.toml or rules/boats.md; empty where it is not there yet."""
        path = self._path(file)
        return {"file": file, "text": path.read_text("utf-8") if path.is_file() else "", "files": self._files()}

    def write_file(self, file: str, text: str) -> Json:
        """Write a file of the rule model anew: facts.toml, rules/<section>.md, rules/<section>.cases.toml. Where the
        game does not lint with it, nothing is written and the problems are told."""
        return self.write_files({file: text})

    def write_files(self, files: dict[str, str]) -> Json:
        """Write several files at once, for rules and the facts that they need."""
        for file, text in files.items():
            self._path(file)
            if len(text) > LONGEST_FILE:
                raise UsageError(f"{file} has {len(text)} characters: at most {LONGEST_FILE}")

        def write(made: Path) -> None:
            for file, text in files.items():
                path = inside(made, file)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8", newline="\n")

        try:
            with changed(self.folder.parent, self.folder.name, write):
                pass
        except SourceError as error:
            return {"written": False, "problems": [str(each) for each in error.problems]}
        return {"written": True, "problems": self.lint()["problems"]}

    def lint(self) -> Json:
        """Check the game's folder: every problem with its place and what was expected."""
        problems: tuple[Problem, ...] = lint_game(self.folder).problems
        errors = sum(each.severity == "error" for each in problems)
        return {"errors": errors, "problems": [str(each) for each in problems[:MOST_LISTED]]}

    def run_cases(self) -> Json:
        """Run every case of the game; those that come out otherwise with what was expected."""
        tried = list(try_cases(self.folder))
        wrong = [str(each) for each in tried if each.wrong]
        return {"passed": len(tried) - len(wrong), "failed": wrong}

    def pin(self, clause: str) -> Json:
        """Record that the rules on a clause were read against its words as they are now."""
        found, documents = clause_of(self.folder, self._full(clause))
        if self._section(found, documents) is None:
            raise UsageError(f"{found.id} has no section in the rules: write it first")
        name = short_id(found, documents[0])
        return {"pinned": write_lock(self.folder, {**read_lock(self.folder), name: found.digest})}

    def _full(self, clause: str) -> str:
        """An id with its game; one of another game is refused."""
        game = self.folder.name
        if "/" in clause.partition("#")[0]:
            if clause.partition("/")[0] != game:
                raise UsageError(f"{clause} is of another game: this is the curator of {game}")
            return clause
        if "#" in clause:
            return f"{game}/{clause}"
        return f"{self._clauses()[1][0]}#{clause}"

    def _clauses(self) -> tuple[list[Clause], tuple[str, ...]]:
        parsed = [each for _, each in parse_game(self.folder)]
        return [clause for each in parsed for clause in each.clauses], tuple(each.document.id for each in parsed)

    def _sections(self) -> list[tuple[Path, Section]]:
        """Every section of the rules with its file."""
        texts = rule_texts(self.folder)
        return [(path, each) for path in texts for each in read_sections(path.name, path.read_text("utf-8"))[0]]

    def _section(self, clause: Clause, documents: tuple[str, ...]) -> Section | None:
        """The section of a clause."""
        for _, section in self._sections():
            if clause.id in {full_clause(each, self.folder.name, documents) for each in section.ids}:
                return section
        return None

    def _path(self, file: str) -> Path:
        """A file of the rule model by its name in the folder; UsageError for any other."""
        path = inside(self.folder, file)
        ruled = file.startswith(f"{RULES}/") and file.endswith((RULE_TEXT, CASE_FILE))
        if file != FACTS and not ruled:
            raise UsageError(f"{file!r} is no file of the rule model: facts.toml, rules/<section>.md or .cases.toml")
        return path

    def _files(self) -> list[str]:
        return [self._name(each) for each in (self.folder / FACTS, *rule_texts(self.folder)) if each.is_file()]

    def _name(self, path: Path) -> str:
        return path.relative_to(self.folder).as_posix()
