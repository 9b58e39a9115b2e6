"""An open knowledge base: the store of one snapshot with everything that reading and ranking need.

Opening is cheap (SQLite and the word lists); the encoder and the vector index are loaded when first
needed, so that lexical answers come at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kb.errors import UsageError
from kb.question.lettercache import LetterCache
from kb.question.read import LETTERS_KEPT, read
from kb.question.texts.parts import Part, parts_of
from kb.records import Card, Clause, Document
from kb.records.question import Question
from kb.retrieval.classifying.games import GameDetector
from kb.retrieval.embedding.nearness import Dense, dense_search, kept_vectors
from kb.retrieval.ranking.found import FoundLayout
from kb.retrieval.ranking.layout import Layout
from kb.retrieval.ranking.meaning import Meaning
from kb.retrieval.ranking.port import PassageLayout
from kb.retrieval.ranking.retriever import Retriever
from kb.retrieval.ranking.teaching import Teaching
from kb.snapshots.in_time import InTime
from kb.snapshots.shared import catch_up
from kb.snapshots.snapshot import LAYOUT, LEXICON, WORDS, Snapshot, open_current
from kb.words.gamenames import GameName
from kb.words.gamewords import GameWords, open_words, words_of
from kb.words.lexicon import Lexicon, clause_texts
from kb.words.terms import TermIndex
from kb.words.typography import plain_characters
from kb.words.vocabulary import Vocabulary

if TYPE_CHECKING:
    from kb.records.checks import Check
    from kb.records.results import CheckResult
    from kb.records.versions import Stale
    from kb.retrieval.arrays import Floats, Rows
    from kb.retrieval.classifying.learned import Learned
    from kb.rules.checks import Checks
    from kb.rules.process.forkserver import Nursery
    from kb.rules.process.worker import Worker


class KnowledgeBase:
    """One snapshot, opened for questions; close it, or use it as a context manager."""

    def __init__(
        self,
        snapshot: Snapshot,
        use_dense: bool = True,
        check_limit_s: float | None = None,
        nursery: Nursery | None = None,
        worker: Worker | None = None,
    ) -> None:
        self.snapshot = snapshot
        self.store = snapshot.store
        self.use_dense = use_dense
        self.check_limit_s = check_limit_s
        self.nursery = nursery
        self.worker = worker
        """What runs checks, where it is shared with the base that was served before."""
        self.awaits_meaning = False
        """Whether the encoder is to come in a moment, so that no verdict is asserted by words alone till then."""
        self._models: dict[tuple[str, str], Learned | None] = {}
        self.choosers: dict[str, Any] = {}
        """What chooses among each game's checks: it holds this base, and so must be held by nothing but this base."""
        self.pasts: dict[type, Any] = {}
        """How all of it stood on the day that was asked for last, and stands today; likewise."""

    @classmethod
    def open(cls, home: Path | None = None, use_dense: bool = True) -> KnowledgeBase:
        """The current snapshot of a home folder, which first takes what a shared database publishes; SnapshotError
        where there is none."""
        catch_up(home)
        return cls(open_current(home), use_dense)

    @property
    def version(self) -> str:
        """The snapshot's version."""
        return self.snapshot.version

    @property
    def edition(self) -> str:
        """restated or official."""
        return self.snapshot.edition

    @cached_property
    def documents(self) -> dict[str, Document]:
        """Every document by id."""
        return {document.id: document for document in self.store.documents()}

    @cached_property
    def games(self) -> tuple[GameName, ...]:
        """Every game with the spellings of its name."""
        return tuple(
            GameName(game.id, game.title, (game.title, game.id, game.id.replace("-", " "), *game.aliases))
            for game in self.store.games()
        )

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of the corpus and of its players; ordinary English words are those that the encoder's
        vocabulary knows whole."""
        kept = self.snapshot.folder / LEXICON
        if kept.exists():
            return Lexicon.open(kept, self.snapshot.knows_word)
        clauses = self.store.clauses()
        texts, printed = clause_texts(clauses, self.store.heard()), clause_texts(clauses, {})
        return Lexicon.of(texts, self.snapshot.knows_word, printed)

    @cached_property
    def words(self) -> dict[str, GameWords]:
        """The words of each game."""
        kept = self.snapshot.folder / WORDS
        return open_words(kept) if kept.exists() else words_of(self.store.clauses(), self.store.heard())

    @cached_property
    def terms(self) -> TermIndex:
        """Cards and words of all games."""
        return TermIndex(self.store.terms(), self.lexicon)

    @cached_property
    def detector(self) -> GameDetector:
        """Tells games apart by their words."""
        return GameDetector(self.words)

    @cached_property
    def retriever(self) -> Retriever:
        """Ranks clauses; without vectors where the base was opened so."""
        teaching = Teaching(self.store.heard_for, self.learned, self.words)
        meaning = self.meaning if self.use_dense else None
        return Retriever(self.store, self.layout, self.lexicon, meaning, teaching)

    @cached_property
    def meaning(self) -> Meaning:
        """Search by meaning, word by word too where the base has games of text alone."""
        asked = self.store.very_large and self.store.vectors is not None
        second = self.snapshot.second
        return Meaning(self.dense, self._cosines if asked else None, second.alike if second is not None else None)

    def _cosines(self, text: str, rows: Rows) -> Floats:
        """How near these passages are to a text: asked where the index compares the nearest alone."""
        assert self.store.vectors is not None
        return self.store.vectors.cosines(self.vector(text), rows)

    @cached_property
    def layout(self) -> PassageLayout:
        """Where passages lead, as the build kept it; read with each question where they are very many."""
        kept = self.snapshot.folder / LAYOUT
        if self.store.very_large:
            return FoundLayout(self.store, self.snapshot.counts["passages"])
        return Layout.open(kept) if kept.exists() else Layout.of(self.store.passage_places())

    @cached_property
    def dense(self) -> Dense:
        """Nearness by meaning: by the snapshot's encoder and index, in games of text alone by a second encoder too."""
        second = self.snapshot.second
        found = dense_search(self.vector, self.layout.knowing(self.snapshot.index.near))
        return found if second is None else second.averaged(found)

    @cached_property
    def vector(self) -> Callable[[str], Floats]:
        """A text's vector by the snapshot's encoder."""
        return kept_vectors(self.snapshot.encoder.encode)

    @cached_property
    def checks(self) -> Checks:
        """What can be computed: the rule models of this snapshot. The solver is imported when first needed."""
        from kb.rules.checks import Checks

        found = Checks.of(
            self.snapshot.rules, self.in_time.clauses_as_pinned, self.store.cards, quotes=self.edition == "restated"
        )
        if self.worker is not None:
            found.worker = self.worker.also_for(found.folders)
        found.worker.nursery = self.nursery
        if self.check_limit_s is not None:
            found.worker.limit_s = self.check_limit_s
        return found

    @cached_property
    def in_time(self) -> InTime:
        """What became of documents and clauses in time."""
        return InTime(self.snapshot)

    def rests_on(self, result: CheckResult) -> tuple[str, ...]:
        """The clauses that a check's result rests on."""
        return self.checks.model(result.check.partition("/")[0]).rests_on(result)

    def stale_of(self, result: CheckResult) -> tuple[Stale, ...]:
        """The clauses that a result rests on and that changed after their rules were read against them."""
        if result.check.partition("/")[0] not in self.in_time.changing:
            return ()
        return self.in_time.stale_among(self.rests_on(result))

    def learned(self, what: str, game: str, text: str) -> Mapping[str, float]:
        """How much a question speaks for each of a game's `checks` or `clauses`, for what may be told of its `facts`,
        or for the `gaps` of all games, "" (see kb/retrieval/classifying/learned.py); nothing while it is searched by
        words alone."""
        model = self._model(what, game)
        return model.scores(text, self.vector(text)) if model is not None else {}

    def likely_told(self, check: Check, slot: str, text: str) -> Mapping[bool | str | None, float]:
        """How likely a question tells each value of a check's fact, None for none of them, by what was learned from
        other questions; nothing while it is searched by words alone."""
        model = self._model("facts", check.game)
        return model.values(check.id, slot, text, self.vector(text)) if model is not None else {}

    def _model(self, what: str, game: str) -> Learned | None:
        """What was learned from a game's questions; None while questions are searched by words alone."""
        if not self.by_meaning:
            return None
        if (game, what) not in self._models:
            self._models[game, what] = self.snapshot.learned(game, what)
        return self._models[game, what]

    @property
    def by_meaning(self) -> bool:
        """Whether questions are searched by meaning too, not by words alone."""
        return self.retriever.meaning is not None

    def add_dense(self) -> None:
        """Load encoder and vectors, and search by meaning from now on: for a base that was opened without, so that
        it could answer by words at once."""
        self.dense("warm up")
        self.retriever.search_by(self.meaning)
        self.use_dense, self.awaits_meaning = True, False

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """What questions are read by."""
        return Vocabulary(self.lexicon, self.terms, self.games)

    def read(self, text: str, game: str | None = None) -> Question:
        """The question as it is understood before anything is looked up."""
        return read(text, self.vocabulary, game)

    def parts(self, text: str, game: str | None = None, most: int | None = None) -> tuple[Part, ...]:
        """Every question that a text asks, each as it is understood, `most` of them at most."""
        return self._parts(text, game, most)

    @cached_property
    def _parts(self) -> LetterCache[tuple[Part, ...]]:
        """The same, kept of the latest texts: a question is read again as a link and for the next judge."""
        return LetterCache(lambda text, game, most: parts_of(text, self.vocabulary, game, most), LETTERS_KEPT // 4)

    def likest(self, thing: str, others: Sequence[str]) -> int:
        """Which of other things, by its place among them, is most like a thing in meaning; the last where words alone
        are searched."""
        if not self.by_meaning or len(others) == 1:
            return len(others) - 1
        wanted = self.vector(thing)
        return max(range(len(others)), key=lambda at: float(self.vector(others[at]) @ wanted))

    def document(self, identifier: str) -> Document:
        """One document by id."""
        return self.documents[identifier]

    def title(self, game: str) -> str:
        """A game's title by its id."""
        return next((known.title for known in self.games if known.id == game), game)

    def require_game(self, game: str) -> None:
        """UsageError, naming the games there are, unless `game` is one of them."""
        known = [each.id for each in self.games]
        if game not in known:
            raise UsageError(f"there is no game {game!r}: the games are {', '.join(sorted(known))}")

    def clause_at(self, address: str) -> Clause | None:
        """The clause of an id, also where `/` stands for `#` as in a page's address; None where there is none."""
        address = plain_characters(address).strip()
        if "#" in address:
            return self.store.find_clause(address)
        document, _, path = address.partition("/")[2].partition("/")
        game = address.partition("/")[0]
        return self.store.find_clause(f"{game}/{document}#{path}") if path else None

    def section_start(self, identifier: str) -> Clause | None:
        """The first clause of the section that an id names, `game/document#6`: sections have no clause of their own.
        None where no section is called so."""
        document, _, section = identifier.partition("#")
        within = (f"{section}/", f"{section}.")
        held = (each for each in self.store.clauses(document.partition("/")[0]) if each.document == document)
        return next(
            (each for each in held if section and (each.section == section or each.path.startswith(within))), None
        )

    def cards_named(self, name: str, game: str | None = None) -> tuple[Card, ...]:
        """The cards that a name, a part of one or a misspelled one may mean; the whole name wins alone."""
        matches = [match for match in self.terms.find(name, game) if match.term.kind in ("card", "nickname")]
        best = max((match.score for match in matches), default=0.0)
        titles = dict.fromkeys(match.term.name for match in matches if match.score == best)
        return tuple(card for card in self.store.cards() if card.title in titles and game in (None, card.game))

    def around(self, clause: Clause, reach: int) -> Sequence[Clause]:
        """The clauses up to `reach` before and after this one in its document."""
        return self.store.neighbours(clause.id, reach)

    def close(self) -> None:
        """Give the files back, and end the process that runs checks."""
        if "checks" in self.__dict__:
            self.checks.close()
        self.snapshot.close()

    def __enter__(self) -> KnowledgeBase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
