"""How much of each document the rule model decides: clause by clause, and in percent of the checkable statements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from kb.records.types import Json
from kb.rules.model.rulemodel import Entry, RuleModel


@dataclass(frozen=True, slots=True)
class DocumentCoverage:
    """A document's checkable statements: how many there are, how many rules decide; clauses by status."""

    document: str
    done: int
    total: int
    statuses: tuple[tuple[str, int], ...]
    entries: tuple[Entry, ...]

    @property
    def share(self) -> float:
        """The share of the checkable statements that rules decide, 1.0 where nothing is checkable."""
        return self.done / self.total if self.total else 1.0


def coverage(model: RuleModel) -> tuple[DocumentCoverage, ...]:
    """The coverage of a game's documents."""
    documents = dict.fromkeys(entry.document for entry in model.entries)
    return tuple(
        of_entries(document, [entry for entry in model.entries if entry.document == document]) for document in documents
    )


def of_entries(document: str, entries: Iterable[Entry]) -> DocumentCoverage:
    """The coverage of one document's clauses."""
    kept = tuple(entries)
    statuses = Counter(entry.status for entry in kept)
    done, total = sum(entry.done for entry in kept), sum(entry.total for entry in kept)
    return DocumentCoverage(document, done, total, tuple(statuses.most_common()), kept)


def coverage_json(found: DocumentCoverage) -> Json:
    """The coverage as JSON, every clause with its reason."""
    return {
        "document": found.document,
        "done": found.done,
        "total": found.total,
        "share": round(found.share, 4),
        "statuses": dict(found.statuses),
        "clauses": [
            {
                "clause": each.clause,
                "status": each.status,
                "reason": each.reason,
                "done": each.done,
                "total": each.total,
            }
            for each in found.entries
        ],
    }
