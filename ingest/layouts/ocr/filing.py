"""How each block is filed: its kind and letter, its section, what it explains, its flags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.draft import Draft
from ingest.layouts.ocr.anchors import missing, stretch_lines
from ingest.layouts.ocr.options import FilingRule
from ingest.source import Line
from kb.records import Kind

LETTERS = {Kind.EXAMPLE: "e", Kind.NOTE: "n", Kind.DEFINITION: "d", Kind.TABLE: "t"}


@dataclass(frozen=True, slots=True)
class Filed:
    """What the rules say of one block; None or empty where they say nothing."""

    kind: Kind | None = None
    letter: str = ""
    section: str = ""
    explains: str | None = None
    flags: tuple[str, ...] = ()


class Filing:
    """The filing rules of a document while it is read; it remembers which ones fitted something."""

    def __init__(self, draft: Draft, rules: Sequence[FilingRule]) -> None:
        self._draft = draft
        self._rules = tuple(rules)
        self._fitted: set[int] = set()
        self._stretches = {
            at: frozenset(line.number for line in stretch_lines(draft, rule.stretch, "filing"))
            for at, rule in enumerate(rules)
            if rule.stretch is not None
        }

    def leads(self, line: Line) -> bool:
        """True where a line begins with words that give it a kind or place of its own."""
        text = line.text.strip()
        return any(
            rule.match.match(text)
            for rule in self._rules
            if rule.match is not None and (rule.kind or rule.letter or rule.section)
        )

    def of_text(self, text: str, line: Line, section: str) -> Filed:
        """What the rules say of a block by its words, its first line and its section."""
        return self._merged([at for at, rule in enumerate(self._rules) if self._fits(at, rule, text, line, section)])

    def of_clause(self, path: str) -> Filed:
        """What the rules say of a clause by its path."""
        return self._merged([at for at, rule in enumerate(self._rules) if rule.clause == path])

    def report_unused(self) -> None:
        """Report each rule that fitted nothing: the document is not what game.toml describes."""
        for at, rule in enumerate(self._rules):
            if at in self._fitted or rule.stretch is not None:
                continue
            if rule.match is not None:
                missing(self._draft, rule.match, "filing")
            else:
                self._draft.problem("no-clause", f"filing: no clause {rule.clause!r}", 0, "the path of a clause")

    def _fits(self, at: int, rule: FilingRule, text: str, line: Line, section: str) -> bool:
        if rule.clause or not below(section, rule.within):
            return False
        if rule.match is not None and not rule.match.search(text):
            return False
        return rule.stretch is None or line.number in self._stretches[at]

    def _merged(self, fitting: Sequence[int]) -> Filed:
        self._fitted |= set(fitting)
        rules = [self._rules[at] for at in fitting]
        return Filed(
            kind=next((rule.kind for rule in rules if rule.kind), None),
            letter=next((rule.letter for rule in rules if rule.letter), ""),
            section=next((rule.section for rule in rules if rule.section), ""),
            explains=next((rule.explains for rule in rules if rule.explains is not None), None),
            flags=tuple(flag for rule in rules for flag in rule.flags),
        )


def below(section: str, within: Sequence[str]) -> bool:
    """True where a section is one of `within` or below one of them, or `within` is empty."""
    return not within or any(section == top or section.startswith(f"{top}/") for top in within)


def letter_of(kind: Kind, listed: bool, given: str) -> str:
    """The letter of a clause's path: the given one, its kind's, else list entry or paragraph."""
    return given or ("b" if listed else LETTERS.get(kind, "p"))
