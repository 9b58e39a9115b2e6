"""Build a snapshot: read every game's documents, embed, store, verify, publish.

Everything is written aside and made current by one rename at the end, so that a build that fails
or is killed changes nothing. What an earlier build worked out is taken from the cache.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ingest.building.ahead import reading_ahead
from ingest.building.answers import answered_samples
from ingest.building.derive import numbers_asked, write_lessons, write_looked_up
from ingest.building.files import (
    rules_digests,
    write_encoder,
    write_manifest,
    write_records,
    write_rules,
    write_second_look,
)
from ingest.building.kept.cache import cached_vectors
from ingest.building.kept.checked import check_games
from ingest.building.kept.digests import build_digest
from ingest.building.passages import Wording, passages
from ingest.building.progress import Progress, silent
from ingest.building.verify import verify
from ingest.encoding.encoders import BuildEncoder, build_encoder
from ingest.games import game_folders, known_documents, load_game
from ingest.language.reading import LanguageReading, read_language
from ingest.learning.game import Taught, renewed, taught, teaches_the_same, write_taught
from ingest.learning.gaps import gaps_file, learn_gaps, learned_gaps
from ingest.lint.rules import check_wordings
from ingest.spec import GameSpec
from ingest.terms import game_terms
from ingest.versions.pinning import asked_wordings
from ingest.versions.stale import as_pinned
from ingest.wordings import load_wordings
from kb.errors import UsageError
from kb.records import Contents, Game, Heard, Parsed, Term, digest
from kb.retrieval.embedding.encoder import Vectors
from kb.retrieval.embedding.index import VectorIndex
from kb.rules.model.rulemodel import RuleModel
from kb.snapshots.parts import VECTORS
from kb.snapshots.publish import building
from kb.snapshots.shared import published
from kb.snapshots.snapshot import Snapshot
from kb.versions.stored import write_timeline
from kb.versions.timeline import Timeline


@dataclass(frozen=True, slots=True)
class GameReading:
    """All that was read of one game."""

    game: GameSpec
    documents: tuple[Parsed, ...]
    terms: tuple[Term, ...]
    language: LanguageReading
    wordings: tuple[Wording, ...]
    timelines: tuple[Timeline, ...] = ()
    pinned: tuple[Parsed, ...] = ()
    """The documents as the game's rules were read against them."""


def build(
    corpus: Path,
    edition: str = "restated",
    sources: Path | None = None,
    home: Path | None = None,
    progress: Progress = silent,
    encoder: BuildEncoder | None = None,
    made_from: str = "",
    beside: bool = False,
) -> Snapshot:
    """Build and publish a snapshot of every game in `corpus`; it is returned opened. `made_from` is the digest by which
    ingest/building/kept/unchanged.py finds it again, empty where it is not to be found; nor is it where files changed
    meanwhile. `beside` says that a process of its own may read language meanwhile.

    Raises SourceError with every problem of every game, SnapshotError where the result is not whole or
    another build is running, UsageError where there are no games or no usable encoder. The current
    snapshot stays as it was in each case.
    """
    folders = game_folders(corpus)
    if not folders:
        raise UsageError(f"no folder with a game.toml in {corpus}")
    chosen = encoder or build_encoder()
    with building(home) as aside:
        digests = rules_digests(folders)
        with reading_ahead(corpus, edition, sources, home, beside) as read:
            models = check_games(folders, edition, sources, progress, home)
            read()
        readings = read_games(folders, models, edition, sources, home, progress)
        settings = write_encoder(aside, chosen, home, progress)  # what is embedded leaves less memory for it
        embed = Embedding(chosen, home, progress)
        lessons = learned_games(folders, readings, embed)
        contents = contents_of(readings, lessons)
        contents = replace(contents, passages=answered_samples(contents.passages, models, home, progress))
        vectors = embed([each.text for each in contents.passages])
        VectorIndex.of(vectors).save(aside / VECTORS)
        write_second_look(aside, contents, chosen, home, progress)
        write_lessons(aside, lessons, learned_gaps(contents.passages, vectors, chosen.sha256))
        counts = write_records(aside, contents, progress)
        write_looked_up(aside, numbers_asked(models))
        pinned = [each for reading in readings for each in reading.pinned]
        write_rules(aside, folders, pinned, edition, list(zip(digests, models, strict=True)))
        for timeline in (each for reading in readings for each in reading.timelines):
            write_timeline(aside, timeline)
        if made_from and made_from != build_digest(corpus, edition, sources, chosen.sha256):
            made_from = ""
        write_manifest(aside, contents, edition, settings, {**counts, "embedded": embed.new}, made_from)
        progress("verify", 0, 1)
        verify(aside, counts)
        progress("verify", 1, 1)
        return published(aside, home)


def read_games(
    folders: Sequence[Path],
    models: Sequence[RuleModel | None],
    edition: str,
    sources: Path | None,
    home: Path | None,
    progress: Progress,
) -> list[GameReading]:
    """All that is read of every game; `models` are the games' rule models."""
    readings = []
    for done, (folder, model) in enumerate(zip(folders, models, strict=True)):
        progress("read", done, len(folders))
        readings.append(read_game(folder, model, edition, sources, home))
    progress("read", len(folders), len(folders))
    return readings


def learned_games(folders: Sequence[Path], readings: Sequence[GameReading], embed: Embedding) -> dict[str, Taught]:
    """What each game's questions teach, by the game's id; they are embedded where it is not known yet."""
    found = {}
    for done, (folder, reading) in enumerate(zip(folders, readings, strict=True)):
        embed.progress("learn", done, len(folders))
        own = found[reading.game.id] = taught(folder, reading.wordings, embed.encoder.sha256, embed, embed.home)
        embed.given |= zip((digest(each.question) for each in own.exemplars), own.vectors, strict=True)
    embed.progress("learn", len(folders), len(folders))
    return found


def learned_from(corpus: Path, out: Path, progress: Progress = silent, home: Path | None = None) -> Iterator[Path]:
    """Learn from all questions of every game of a folder, and write each game's file and that of the gaps; each file's
    path once it is written. Where rules alone have changed and no question teaches anything else, nothing is learned
    anew: that takes seconds instead of minutes."""
    encoder, folders = build_encoder(), game_folders(corpus)
    models = check_games(folders, "restated", None, progress, home)
    readings = read_games(folders, models, "restated", None, home, progress)
    asked = zip(folders, readings, strict=True)
    if all(teaches_the_same(folder, each.wordings, encoder.sha256) for folder, each in asked):
        yield from (renewed(out, folder) for folder in folders)
        return
    wordings = [each for reading in readings for each in reading.wordings]
    vectors = Embedding(encoder, home, progress)([each.question for each in wordings])
    start = 0
    for folder, reading in zip(folders, readings, strict=True):
        end = start + len(reading.wordings)
        yield write_taught(out, folder, reading.wordings, vectors[start:end], encoder.sha256)
        start = end
    gaps = learn_gaps([each.question for each in wordings], vectors, [each.kind == "gap" for each in wordings])
    if gaps is not None:
        path = out / gaps_file(encoder.sha256)
        gaps.save(path)
        yield path


def contents_of(readings: Sequence[GameReading], lessons: Mapping[str, Taught]) -> Contents:
    """Every record of every game, passages included."""
    parsed = tuple(document for reading in readings for document in reading.documents)
    clauses = {clause.id for document in parsed for clause in document.clauses}
    return Contents(
        games=tuple(Game(each.game.id, each.game.title, each.game.aliases) for each in readings),
        parsed=parsed,
        terms=tuple(term for reading in readings for term in reading.terms),
        mentions=tuple(mention for reading in readings for mention in reading.language.mentions),
        norms=tuple(norm for reading in readings for norm in reading.language.norms),
        passages=passages(
            {each.game.id: each.game.title for each in readings},
            parsed,
            {clause: texts for each in readings for clause, texts in each.language.sentences.items()},
            [each for own in lessons.values() for each in own.exemplars if each.clause in clauses],
        ),
        heard=tuple(
            Heard(clause, words) for own in lessons.values() for clause, words in own.heard.items() if clause in clauses
        ),
    )


def read_game(
    folder: Path, model: RuleModel | None, edition: str, sources: Path | None, home: Path | None
) -> GameReading:
    """Everything that is read of one game's folder."""
    game = load_game(folder)
    known = known_documents(folder, edition, sources)
    documents = tuple(each.parsed for each in known)
    terms = game_terms(game, documents)
    clauses = [clause for parsed in documents for clause in parsed.clauses]
    wordings = wordings_of(folder, model, documents)
    timelines = tuple(each.timeline for each in known if each.timeline)
    language = read_language(clauses, terms, home)
    return GameReading(game, documents, terms, language, wordings, timelines, tuple(as_pinned(folder, known)))


def wordings_of(folder: Path, model: RuleModel | None, documents: Sequence[Parsed]) -> tuple[Wording, ...]:
    """A game's labelled questions, and those that its checks are written with."""
    checked = check_wordings(folder, model, documents[0].document.id) if model else ()
    return (*load_wordings(folder), *asked_wordings(documents), *checked)


@dataclass
class Embedding:
    """Embeds texts for one build, those that no earlier one embedded and whose vectors are not `given` by digest, and
    counts them in `new`."""

    encoder: BuildEncoder
    home: Path | None
    progress: Progress
    given: dict[str, Vectors] = field(default_factory=dict)
    new: int = 0

    def __call__(self, texts: Sequence[str]) -> Vectors:
        """The texts' vectors (n, dimension), normalised."""
        vectors, new = cached_vectors(texts, self.encoder.sha256, self._embed, self.home, self.given)
        self.new += new
        return vectors

    def _embed(self, new: list[str]) -> Vectors:
        self.progress("embed", 0, len(new))
        return self.encoder.embed(new, lambda done: self.progress("embed", done, len(new)), self.home)
