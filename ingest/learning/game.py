"""What a game's labelled questions teach, in one file: exemplars, the words heard for each clause, and three lessons.

A build embeds the exemplars alone. The lessons, which check and which clause a question asks for and what it tells of
the check's facts, were learned from all questions: that takes minutes for tens of thousands, so what was learned is
kept, in the cache of whoever learned it, and for the games of this project beside this module (`headjudge learn` writes
it). Both are found by a digest of the questions and the encoder: what was learned from other questions is never used.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from ingest.building.kept.cache import cache_dir
from ingest.building.passages import Wording
from ingest.learning.exemplars import exemplars
from kb.errors import SnapshotError
from kb.files.whole import write_whole
from kb.gamefolder import LOCK, TRAIN, model_files, question_file
from kb.home import file_sum
from kb.retrieval.classifying.learned import Learned
from kb.retrieval.classifying.learning import learn, learn_values
from kb.retrieval.embedding.encoder import Vectors
from kb.words.text import different_words

FORM = 2
"""Of these files, and of how they are made: what another number wrote is not used."""
LESSONS = ("checks", "clauses", "facts")
FEW = 500
"""So many questions of a game are embedded, every one of them: it takes seconds."""
FROM = ("digest", "encoder", "lock", "whole")
KEPT = 40


@dataclass(frozen=True)
class Taught:
    """What a game's questions teach: those that stand for all, the different words in which players ask for each clause
    and the models by lesson, none where there is nothing to tell apart. `vectors` (n, dimension), in half precision,
    are those of the exemplars. `digest`, `encoder` and `lock` say from which questions it was learned, by which
    encoder, beside which quoted clauses; `whole` is the sum of the questions and rules that were without an error."""

    exemplars: tuple[Wording, ...] = ()
    heard: Mapping[str, str] = field(default_factory=dict)
    lessons: Mapping[str, Learned] = field(default_factory=dict)
    vectors: npt.NDArray[np.float16] = field(default_factory=lambda: np.empty((0, 0), dtype=np.float16))
    digest: str = ""
    encoder: str = ""
    lock: str = ""
    whole: str = ""

    def save(self, path: Path) -> None:
        """Write it into a file, whole or not at all."""
        told = {"exemplars": [asdict(each) for each in self.exemplars], "heard": dict(self.heard)}
        told |= {name: getattr(self, name) for name in FROM}
        arrays = {
            f"{lesson}.{name}": each for lesson, own in self.lessons.items() for name, each in own.arrays().items()
        }
        stream = BytesIO()
        arrays["vectors"] = self.vectors
        arrays["told"] = np.array(json.dumps(told, ensure_ascii=False))
        np.savez_compressed(stream, **arrays)  # type: ignore[arg-type]
        write_whole(path, stream.getvalue(), flushed=False)

    @classmethod
    def open(cls, path: Path) -> Taught:
        """What a file holds; SnapshotError where it cannot be read."""
        try:
            with np.load(path, allow_pickle=False) as held:
                told = json.loads(str(held["told"]))
                found = {lesson: _arrays(held, lesson) for lesson in LESSONS}
                vectors = held["vectors"]
            wordings = tuple(Wording(**each) for each in told["exemplars"])
            lessons = {name: Learned.of(each) for name, each in found.items() if each}
            return cls(wordings, told["heard"], lessons, vectors, **{name: told[name] for name in FROM})
        except (OSError, ValueError, KeyError, TypeError, EOFError, BadZipFile) as error:
            raise SnapshotError(f"{path} cannot be read: it holds nothing learned ({error})") from error


def _arrays(held: Mapping[str, object], lesson: str) -> dict[str, np.ndarray]:
    names = [name for name in held if name.startswith(f"{lesson}.")]
    return {name.partition(".")[2]: held[name] for name in names}  # type: ignore[misc]


def teach(wordings: Sequence[Wording], vectors: Vectors) -> Taught:
    """What these questions of one game teach; `vectors` (n, dimension) are theirs, normalised."""
    groups = [each.states if each.kind == "gap" else each.check or each.clause for each in wordings]
    chosen = exemplars(groups, vectors) if len(wordings) > FEW else list(range(len(wordings)))
    heard: dict[str, set[str]] = {}
    for each in wordings:
        if each.kind == "wording":
            heard.setdefault(each.clause, set()).update(different_words(each.question))
    lessons = {
        "checks": _lesson(wordings, vectors, [each.check for each in wordings]),
        "clauses": _lesson(wordings, vectors, [each.clause * (each.kind == "wording") for each in wordings]),
        "facts": _values(wordings, vectors),
    }
    return Taught(
        tuple(wordings[at] for at in chosen),
        {clause: " ".join(sorted(words)) for clause, words in sorted(heard.items())},
        {name: model for name, model in lessons.items() if model is not None},
        vectors[chosen].astype(np.float16) if chosen else np.empty((0, 0), dtype=np.float16),
    )


def _lesson(wordings: Sequence[Wording], vectors: Vectors, labels: Sequence[str]) -> Learned | None:
    """Which label a question asks for, learned from those that have one."""
    kept = [at for at, label in enumerate(labels) if label]
    return learn([wordings[at].question for at in kept], vectors[kept], [labels[at] for at in kept])


def _values(wordings: Sequence[Wording], vectors: Vectors) -> Learned | None:
    """What questions tell of the facts of their checks, learned from those whose facts are known."""
    kept = [at for at, each in enumerate(wordings) if each.check and each.states]
    told = [(wordings[at].check.partition("/")[2], json.loads(wordings[at].states)["facts"]) for at in kept]
    return learn_values([wordings[at].question for at in kept], vectors[kept], told)


def digest_of(wordings: Sequence[Wording], encoder: str) -> str:
    """By this what these questions teach is found; `encoder` is its sha256."""
    told = json.dumps([FORM, encoder, [asdict(each) for each in wordings]], ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def shipped(game: str) -> Path | None:
    """The file with what a game of this project teaches, beside this module; None for other games."""
    path = Path(str(files("ingest.learning").joinpath("games", f"{game}.npz")))
    return path if path.is_file() else None


def kept(game: str, digest: str, home: Path | None) -> Path:
    """Where it is kept by whoever learned it; the oldest others are removed."""
    folder = cache_dir(home) / "learned"
    for old in sorted(folder.glob("*.npz"), key=lambda each: each.stat().st_mtime)[:-KEPT]:
        old.unlink(missing_ok=True)
    return folder / f"{game}-{digest}.npz"


def taught(
    folder: Path, wordings: Sequence[Wording], encoder: str, vectors: Callable[[list[str]], Vectors], home: Path | None
) -> Taught:
    """What the questions of a game's folder teach, from where it is kept, else learned now; `vectors` gives texts' by
    the encoder of this sha256.

    A folder without questions, as an installed package has it, is taught what the project's game of the same name and
    the same quoted clauses was.
    """
    digest, own = digest_of(wordings, encoder), shipped(folder.name)
    if own is not None:
        found = Taught.open(own)
        same = not question_file(folder, TRAIN).is_file() and found.lock and found.lock == lock_of(folder)
        if found.digest == digest or (same and found.encoder == encoder):
            return found
    path = kept(folder.name, digest, home)
    try:
        return Taught.open(path)
    except SnapshotError:
        texts = [each.question for each in wordings]
        known = vectors(texts) if texts else np.empty((0, 0), dtype=np.float32)
        return Taught.open(write_taught(path.parent, folder, wordings, known, encoder, path.name))


def write_taught(
    out: Path, folder: Path, wordings: Sequence[Wording], vectors: Vectors, encoder: str, name: str = ""
) -> Path:
    """Learn what the questions of a game's folder teach and write it below `out`; the file's path, named after the game
    unless another name is given."""
    digest = digest_of(wordings, encoder)
    learned = teach(wordings, vectors)
    found = replace(learned, digest=digest, encoder=encoder, lock=lock_of(folder), whole=sum_of(folder))
    path = out / (name or f"{folder.name}.npz")
    found.save(path)
    return path


def teaches_the_same(folder: Path, wordings: Sequence[Wording], encoder: str) -> bool:
    """Whether what is shipped was learned from these very questions, whatever the rules say of them by now."""
    path = shipped(folder.name)
    return path is not None and Taught.open(path).digest == digest_of(wordings, encoder)


def renewed(out: Path, folder: Path) -> Path:
    """What is shipped, written below `out` as learned beside the quotes and the rules that are there now; the file's
    path."""
    own = shipped(folder.name)
    assert own is not None
    path = out / own.name
    replace(Taught.open(own), lock=lock_of(folder), whole=sum_of(folder)).save(path)
    return path


def known_whole(folder: Path) -> bool:
    """Whether the questions and rules of a game's folder are those that were without an error when what they teach was
    learned: to look at tens of thousands of questions again takes a third of a check."""
    path = shipped(folder.name)
    return path is not None and Taught.open(path).whole == sum_of(folder)


def sum_of(folder: Path) -> str:
    """A sum of a game's questions to learn from and its rule model."""
    paths = [path for path in (question_file(folder, TRAIN), *model_files(folder)) if path.is_file()]
    told = [[path.relative_to(folder).as_posix(), file_sum(path).sha256] for path in paths]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def lock_of(folder: Path) -> str:
    """The sha256 of a game's quoted clauses; empty where it has no rules."""
    path = folder / LOCK
    return file_sum(path).sha256 if path.is_file() else ""
