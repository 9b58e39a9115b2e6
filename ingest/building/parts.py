"""A build in parts: machines take games from one queue, and one of them puts together what they worked out.

To work a game out is to fill a cache (ingest/building/kept/cache.py) with all that a build asks it for: the checked
rules, what spaCy read, what questions teach, vectors. It goes into the database beside the game's files; whoever puts
the parts together unpacks all of them and builds as ever, from the cache. So a machine that dies loses the game in
its hands and no more, and a game that is broken stays in the snapshot as it last was whole.
"""

from __future__ import annotations

import shutil
import tarfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from ingest.building.answers import answered_samples
from ingest.building.kept.cache import cache_dir, code_digest, read_vectors, write_vectors
from ingest.building.kept.checked import check_games
from ingest.building.kept.digests import sums_of
from ingest.building.pipeline import Embedding, build, contents_of, learned_games, read_games
from ingest.building.progress import Progress, silent
from ingest.encoding.encoders import BuildEncoder
from ingest.games import game_folders
from kb.errors import HeadjudgeError, Place, Problem, SourceError, UsageError
from kb.home import STORE_ADDRESS, snapshots_dir, store_address
from kb.records import digest
from kb.snapshots.parts import require_postgres
from kb.snapshots.shared import catch_up
from kb.snapshots.snapshot import Snapshot, open_current

if TYPE_CHECKING:
    from kb.store.postgres.queue import Queue

LOOK_EVERY_S = 0.5
ENCODERS, VECTORS = "encoders", "vectors"
SAID = 2_000
"""Characters of what is wrong with a game that are kept."""


def build_in_parts(
    corpus: Path,
    encoder: BuildEncoder,
    edition: str = "restated",
    sources: Path | None = None,
    home: Path | None = None,
    progress: Progress = silent,
) -> tuple[Snapshot, Mapping[str, str]]:
    """Take part in building every game of `corpus` until all are worked out, then put them together, unless another
    machine did; the published snapshot, opened, and what is wrong with each game that is in it as it was before, or
    not at all.

    UsageError where no database is named; SourceError where no game is whole.
    """
    address = store_address()
    if not address:
        raise UsageError(f"games are built in parts from a queue in PostgreSQL: set {STORE_ADDRESS}")
    require_postgres(address)
    from kb.store.postgres.queue import BROKEN, Queue

    folders = {folder.name: folder for folder in game_folders(corpus)}
    parts = {game: part_digest(folder, edition, encoder) for game, folder in folders.items()}
    with closing(Queue(address, parts, edition)) as queue:
        queue.try_again()
        work(queue, folders, encoder, edition, sources, home, progress)
        wrong = {game: said for game, (state, said) in queue.states().items() if state == BROKEN}
        with queue.assembling():
            return assembled(queue, corpus, encoder, edition, sources, home, progress), wrong


def part_digest(folder: Path, edition: str, encoder: BuildEncoder) -> str:
    """Of all that is worked out of one game: its files, the program, the encoder."""
    return digest(repr([code_digest(), edition, encoder.sha256, sums_of(folder)]))


def work(
    queue: Queue,
    folders: Mapping[str, Path],
    encoder: BuildEncoder,
    edition: str,
    sources: Path | None,
    home: Path | None,
    progress: Progress,
) -> None:
    """Take games from the queue until every one is worked out, by this machine or another."""
    from kb.store.postgres.queue import BROKEN, DONE, OPEN

    while True:
        states = [state for state, _ in queue.states().values()]
        progress("games", len(states) - states.count(OPEN), len(states))
        if OPEN not in states:
            return
        with queue.take() as taken:
            if taken is not None:
                folder = folders[taken.game]
                try:
                    taken.worked = worked_out(folder, encoder, edition, sources, home, progress)
                    taken.state, taken.folder = DONE, packed(folder, folder.rglob("*"))
                except HeadjudgeError as error:
                    taken.state, taken.said = BROKEN, str(error)[:SAID]
        if taken is None:
            time.sleep(LOOK_EVERY_S)


def worked_out(
    folder: Path, encoder: BuildEncoder, edition: str, sources: Path | None, home: Path | None, progress: Progress
) -> bytes:
    """All that a build asks the cache for of one game, packed."""
    with TemporaryDirectory(prefix="headjudge-part-") as name:
        own = Path(name)
        with encoders_of(home, own):
            models = check_games([folder], edition, sources, progress, own)
            readings = read_games([folder], models, edition, sources, own, progress)
            embed = Embedding(encoder, own, progress)
            contents = contents_of(readings, learned_games([folder], readings, embed))
            contents = replace(contents, passages=answered_samples(contents.passages, models, own, progress))
            embed([each.text for each in contents.passages])
        cache = cache_dir(own)
        kept = (path for path in cache.rglob("*") if ENCODERS not in path.relative_to(cache).parts)
        return packed(cache, kept)


@contextmanager
def encoders_of(home: Path | None, own: Path) -> Iterator[None]:
    """Have the exported encoders of a home folder in another one's cache: to export one takes as long as a game."""
    known = cache_dir(home) / ENCODERS
    known.mkdir(parents=True, exist_ok=True)
    cache_dir(own).mkdir(parents=True, exist_ok=True)
    link = cache_dir(own) / ENCODERS
    link.symlink_to(known.resolve(), target_is_directory=True)
    try:
        yield
    finally:
        link.unlink()


def assembled(
    queue: Queue,
    corpus: Path,
    encoder: BuildEncoder,
    edition: str,
    sources: Path | None,
    home: Path | None,
    progress: Progress,
) -> Snapshot:
    """The snapshot of all parts, put together now or by another machine before."""
    known = list(queue.whole())
    if not known:
        problems = [Problem("broken-game", said, Place(game)) for game, (_, said) in queue.states().items()]
        raise SourceError(problems)
    made_of = digest(repr([edition, corpus_sums(corpus), sorted((each.game, each.digest) for each in known)]))
    if (version := queue.assembled(made_of)) is not None:
        catch_up(home)
        there = snapshots_dir(home) / version
        return Snapshot.open(there) if there.exists() else open_current(home)
    with TemporaryDirectory(prefix="headjudge-parts-") as name:
        place = Path(name)
        for path in corpus.glob("*.toml"):
            shutil.copyfile(path, place / path.name)
        for each in known:
            unpacked(each.folder, place / each.game)
            take_over(each.worked, cache_dir(home))
        snapshot = build(place, edition, sources, home, progress, encoder)
    queue.has_assembled(made_of, snapshot.version)
    return snapshot


def corpus_sums(corpus: Path) -> Sequence[tuple[str, str]]:
    """What games share, by name and digest."""
    return [(path.name, digest(path.read_text("utf-8"))) for path in sorted(corpus.glob("*.toml"))]


def packed(folder: Path, paths: Iterable[Path]) -> bytes:
    """Files below a folder as one archive."""
    stream = BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz", compresslevel=1) as archive:
        for path in sorted(paths):
            if path.is_file():
                archive.add(path, path.relative_to(folder).as_posix(), recursive=False)
    return stream.getvalue()


def unpacked(content: bytes, folder: Path) -> None:
    """The files of an archive, in a folder; nothing outside of it, whatever the archive says."""
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(fileobj=BytesIO(content), mode="r:gz") as archive:
        archive.extractall(folder, filter="data")


def take_over(worked: bytes, cache: Path) -> None:
    """Add what was worked out of a game to a cache; vectors are one file for all games."""
    with TemporaryDirectory(prefix="headjudge-part-") as name:
        own = Path(name)
        unpacked(worked, own)
        for path in [each for each in own.rglob("*") if each.is_file()]:
            target = cache / path.relative_to(own)
            target.parent.mkdir(parents=True, exist_ok=True)
            if path.parent.name == VECTORS and target.exists():
                write_vectors(target, read_vectors(target) | read_vectors(path))
            else:
                shutil.move(path, target)
