"""How everything stood on a day: documents of several versions as they read then, the others where they were in force.

Clauses that read otherwise, or are gone now, are ranked beside those of today: what they said is embedded when a day is
first asked for, for a version changes few clauses.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace
from datetime import date

import numpy as np

from kb.answering.paststores import FewStore, ThenStore
from kb.knowledge import KnowledgeBase
from kb.records import Clause, Document, Hit
from kb.records.question import Question
from kb.records.results import CheckResult
from kb.records.versions import Stale, since
from kb.retrieval.arrays import Floats, Rows
from kb.retrieval.embedding.nearness import Dense
from kb.retrieval.ranking.layout import Layout
from kb.retrieval.ranking.meaning import Meaning
from kb.retrieval.ranking.retriever import Retriever
from kb.retrieval.ranking.teaching import Teaching
from kb.retrieval.weights import weights
from kb.versions.timeline import Stand


def in_force(document: Document, day: date) -> bool:
    """Whether a document was in force on a day, by its effective date, else its publication; always without dates."""
    return since(document) <= day.isoformat()


class Past:
    """A knowledge base as of a day. It holds the base, and so is held by the base alone (`past_of`)."""

    def __init__(self, base: KnowledgeBase, day: date) -> None:
        self.base, self.day = base, day
        self.stands: dict[str, Stand | None] = {}
        for document, timeline in base.in_time.timelines.items():
            version = timeline.at(day)
            self.stands[document] = timeline.stand(version) if version is not None else None
        known = [stand for stand in self.stands.values() if stand is not None]
        self.otherwise = {name: clause for stand in known for name, clause in stand.otherwise.items()}
        gone = [clause for stand in known for clause in stand.gone.values()]
        changed = [clause for clause in self.otherwise.values() if clause is not None]
        self.few = FewStore([*changed, *gone])
        self._retrievers: dict[bool, tuple[Retriever, Retriever]] = {}

    def document(self, identifier: str) -> Document:
        """A document as it was then."""
        stand = self.stands.get(identifier)
        return stand.version.document if stand is not None else self.base.document(identifier)

    def document_of(self, clause: Clause) -> Document:
        """The document of a clause as it was then, with the file in which the clause stands where it says."""
        now, stand = self.base.document(clause.document), self.stands.get(clause.document)
        if stand is None:
            return now
        read = stand.files.get((clause.id, clause.digest), now)
        return replace(stand.version.document, file=read.file, sha256=read.sha256, characters=read.characters)

    def in_force(self, document: str) -> bool:
        """Whether a document was in force, in any version."""
        if document in self.stands:
            return self.stands[document] is not None
        return in_force(self.base.document(document), self.day)

    def clause(self, clause: Clause) -> Clause | None:
        """How a clause of now read then; None where it was not there."""
        return self.otherwise.get(clause.id, clause) if self.in_force(clause.document) else None

    def clauses(self, clauses: Iterable[Clause]) -> list[Clause]:
        """Those of some clauses that were there, as they read then."""
        return [then for each in clauses if (then := self.clause(each)) is not None]

    def all(self, game: str | None) -> list[Clause]:
        """Every clause of then, those that are gone now behind the others."""
        gone = [each for stand in self.stands.values() if stand is not None for each in stand.gone.values()]
        kept = [*self.clauses(self.base.store.clauses(game)), *(each for each in gone if game in (None, each.game))]
        return sorted(kept, key=lambda each: (each.document, each.ordinal))

    def computed(self, result: CheckResult) -> bool:
        """Whether a check computes what its clauses said then: rules that are stale now may have been right."""
        return all(map(self.as_read, self.base.rests_on(result)))

    def as_read(self, identifier: str) -> bool:
        """Whether a clause was in force then, and read as its rules were read against it."""
        return self.in_force(identifier.partition("#")[0]) and self._as_read(identifier)

    def stale_of(self, result: CheckResult) -> tuple[Stale, ...]:
        """Of a day that is past nothing is to be read again: what read otherwise then is not computed."""
        return ()

    def _as_read(self, identifier: str) -> bool:
        """Whether the clause of this id read then as its rules were read against it."""
        stale = self.base.in_time.stale_rules.get(identifier)
        if stale is None or stale.change.before is None:
            return identifier not in self.otherwise
        stand = self.stands.get(identifier.partition("#")[0])
        then = stand.named(identifier, None) if stand is not None else None
        return then is not None and then.digest == stale.change.before.digest

    @property
    def retriever(self) -> Retriever:
        """Ranks the clauses of then that are there now."""
        return self._both[0] if self.otherwise else self.base.retriever

    @property
    def _both(self) -> tuple[Retriever, Retriever]:
        """What ranks the clauses of then that are there now, and those that read otherwise or are gone; anew once
        search by meaning is there."""
        now = self.base.retriever
        by_meaning = now.meaning is not None
        if by_meaning not in self._retrievers:
            near = now.meaning.near if now.meaning is not None else None
            then = Retriever(
                ThenStore(self.base, self.otherwise), now.layout, now.lexicon,
                Meaning(near) if near is not None else None, now.teaching,
            )  # fmt: skip
            alone = now.text_alone({each.game for each in self.few.clauses.values()})
            few = Retriever(
                self.few, Layout.of(self.few.passage_places()), now.lexicon,
                Meaning(self._dense(alone)) if near is not None else None,
                Teaching(vocabularies=self.base.words, text_alone=alone),
            )  # fmt: skip
            self._retrievers[by_meaning] = then, few
        return self._retrievers[by_meaning]

    def _dense(self, alone: Container[str]) -> Dense:
        """How near the clauses come that read otherwise or are gone; games of text `alone` by both encoders."""
        texts = [self._placed(each) for each in self.few.clauses.values()]
        vectors: Floats = self.base.snapshot.encoder.encode(texts)
        rows: Rows = np.arange(len(texts), dtype=np.int64)
        second = self.base.snapshot.second

        def found(text: str) -> tuple[Rows, Floats]:
            return rows, vectors @ self.base.vector(text)

        if second is None:
            return found
        own = [at for at, each in enumerate(self.few.clauses.values()) if each.game in alone]
        return second.averaged(found, (np.array(own, dtype=np.int64), [texts[at] for at in own]))

    def _placed(self, clause: Clause) -> str:
        """What is embedded of a clause, as ingest/building/passages.py has it."""
        title = clause.subject or " > ".join(clause.headings)
        parts = (self.base.title(clause.game), self.document(clause.document).title, title)
        return f"{' > '.join(part for part in parts if part)}: {clause.plain}"

    def search(
        self, question: Question, game: str | None, limit: int, without: str = "", also: Question | None = None
    ) -> tuple[Hit, ...]:
        """The best clauses of then, best first."""
        hits = self.retriever.search(question, game, limit=limit, without=without, also=also)
        kept = [hit for hit in hits if self.clause(hit.clause) is not None]
        found = {hit.clause.id: hit for hit in kept}
        for hit in self._few_hits(question, game, limit, also) if self.few.clauses else ():
            if hit.clause.id not in found or found[hit.clause.id].score < hit.score:
                found[hit.clause.id] = hit
        order = sorted(found.values(), key=lambda hit: (-hit.score, hit.clause.id))[:limit]
        return tuple(replace(hit, rank=rank) for rank, hit in enumerate(order, 1))

    def _few_hits(self, question: Question, game: str | None, limit: int, also: Question | None) -> list[Hit]:
        """The clauses that read otherwise or are gone; for BM25 stands the share of the question's words they hold."""
        few = self._both[1]
        hits = few.search(question, game, limit=limit, also=also)
        weight = weights()["fusion"].get("bm25", 0.0)
        return [
            replace(hit, score=hit.score + weight * few.words.coverage(question.content, few.words.stems(hit.clause)))
            for hit in hits
        ]

    def around(self, clause: Clause, reach: int) -> list[Clause]:
        """The clauses before and after one, as they read then; none of one that is gone now."""
        if self.base.store.find_clause(clause.id) is None:
            return []
        return self.clauses(self.base.around(clause, reach))

    def begins(self, game: str | None) -> str:
        """Since when the documents of a game, or of all, are known that were not in force yet; empty where all were."""
        later = []
        for document in self.base.documents.values():
            if game in (None, document.game) and not self.in_force(document.id):
                timeline = self.base.in_time.timelines.get(document.id)
                first = timeline.versions[0].document if timeline is not None else document
                later.append(f"{self.base.title(document.game)}, {document.title}, from {since(first)}")
        return "; ".join(later)

    def nothing(self, game: str | None) -> str:
        """The sentence for a day before all that is known; empty where something was in force that is not now."""
        begins = self.begins(game)
        return f"Nothing here was in force on {self.day.isoformat()}: {begins}." if begins else ""


class Today(Past):
    """A knowledge base as of today, where versions are known that are not in force yet. All else is as it is without a
    day: documents of one version are in force whatever their day, and what is stale is told."""

    def in_force(self, document: str) -> bool:
        """Whether a document is in force, in any version."""
        return document not in self.stands or self.stands[document] is not None

    def _as_read(self, identifier: str) -> bool:
        return identifier not in self.otherwise or super()._as_read(identifier)

    def stale_of(self, result: CheckResult) -> tuple[Stale, ...]:
        """Those that changed by today."""
        return tuple(each for each in self.base.stale_of(result) if each.version.since <= self.day.isoformat())


def past_of(base: KnowledgeBase, day: date | None, game: str | None = None) -> Past | None:
    """A base as of a day; without one as of today where a version of the game's documents, or of any, lies ahead, else
    None: as it is. The last one of each is kept, for a day is asked about several times."""
    kind = Past
    if day is None:
        day, kind = today(), Today
        games = base.in_time.ahead(day)
        if not games or (game and game not in games):
            return None
    kept = base.pasts.get(kind)
    if kept is None or kept.day != day:
        kept = base.pasts[kind] = kind(base, day)
    found: Past = kept
    return found


def today() -> date:
    """The day on which it is asked."""
    return date.today()
