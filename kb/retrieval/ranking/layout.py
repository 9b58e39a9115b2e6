"""Where every passage leads, as arrays over passage numbers, so that ranking adds up arrays and not passages.

Made once for a snapshot: with each question comes only the passages' nearness.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar, TypeVar
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from kb.errors import SnapshotError
from kb.retrieval.arrays import Floats, Rows, read_arrays
from kb.retrieval.embedding.nearness import Near

KINDS = ("clause", "sentence", "power", "wording", "gap")
NEAR = ("clause", "part", "own", "sampled")
NEAR_FEATURES = ("clause", "part", "wording", "own")
FEATURE_OF_KIND = {"clause": "clause", "sentence": "part", "power": "part", "wording": "own"}

Number = TypeVar("Number", bound=np.generic)


@dataclass(frozen=True)
class Samples:
    """The samples of a game's checks: a row of passage numbers for each check, filled up with the number of all.

    The last written stand first, so that of two that are equally near the one with facts is taken: plain wordings
    are numbered before them.
    """

    checks: tuple[str, ...]
    rows: Rows

    @cached_property
    def place(self) -> Mapping[str, int]:
        """The row of each check."""
        return {check: at for at, check in enumerate(self.checks)}


@dataclass(frozen=True)
class Layout:
    """Which clause each passage leads to, what kind it is, and which check it asks for; games per clause.

    `check_of` is the number of the check that a passage asks for, -1 for none.
    """

    clauses: tuple[str, ...]
    clause_of: npt.NDArray[np.int32]
    kind_of: npt.NDArray[np.int8]
    game_of: npt.NDArray[np.object_]
    document_of: npt.NDArray[np.object_]
    checks: tuple[str, ...]
    check_of: npt.NDArray[np.int32]
    CLAUSES_KEPT: ClassVar[int] = 30_000

    @classmethod
    def of(cls, places: Sequence[tuple[str, str, str, str, str]]) -> Layout:
        """From the store's list; games and documents are kept per clause."""
        clauses, games, documents, kinds, checks = zip(*places, strict=True) if places else ((),) * 5
        first = dict(zip(clauses, zip(games, documents, strict=True), strict=True))
        numbered = {"": -1} | {check: at for at, check in enumerate(dict.fromkeys(filter(None, checks)))}
        return cls(
            clauses=tuple(first),
            clause_of=_numbers(clauses, {clause: at for at, clause in enumerate(first)}, np.int32),
            kind_of=_numbers(kinds, {kind: at for at, kind in enumerate(KINDS)}, np.int8),
            game_of=np.array([game for game, _ in first.values()], dtype=object),
            document_of=np.array([document for _, document in first.values()], dtype=object),
            checks=tuple(numbered)[1:],
            check_of=_numbers(checks, numbered, np.int32),
        )

    @classmethod
    def open(cls, path: Path) -> Layout:
        """The layout that `save` wrote; SnapshotError where it cannot be read."""
        try:
            held = read_arrays(path)
            return cls(
                clauses=tuple(held["clauses"].tolist()),
                clause_of=held["clause_of"],
                kind_of=held["kind_of"],
                game_of=held["game_of"].astype(object),
                document_of=held["document_of"].astype(object),
                checks=tuple(held["checks"].tolist()),
                check_of=held["check_of"],
            )
        except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
            raise SnapshotError(f"{path} cannot be read: it is no layout ({error})") from error

    def save(self, path: Path) -> None:
        """Write the arrays into a file, the same for the same passages."""
        with path.open("wb") as stream:
            np.savez(
                stream, clauses=np.array(self.clauses, dtype=str), clause_of=self.clause_of, kind_of=self.kind_of,
                game_of=self.game_of.astype(str), document_of=self.document_of.astype(str),
                checks=np.array(self.checks, dtype=str), check_of=self.check_of,
            )  # fmt: skip

    def __len__(self) -> int:
        """How many passages there are."""
        return len(self.clause_of)

    def about(self, *rows: Rows) -> tuple[Layout, tuple[Rows, ...]]:
        """A layout that has these passages, and their numbers in it: this one and the same."""
        return self, rows

    def know(self, rows: Rows) -> None:
        """Nothing: where all passages lead is known."""

    def knowing(self, near: Near) -> Near:
        """The same: where they lead is known."""
        return near

    def while_words_are_searched(self, texts: Sequence[str]) -> Sequence[str]:
        """None: words are added up in less time than that takes."""
        return ()

    def while_clauses_are_found(self, texts: Sequence[str]) -> Sequence[str]:
        """All: vectors are compared here, on another processor."""
        return texts

    def searches_words(self, weight: float) -> bool:
        """Always: what words weigh is told of each hit."""
        return True

    def clauses_of(self, game: str) -> list[str]:
        """The ids of a game's clauses, to be known ahead."""
        return [name for name, of in zip(self.clauses, self.game_of, strict=True) if of == game]

    @cached_property
    def counts(self) -> Mapping[str, tuple[int, int]]:
        """How many clauses a game has, and how many wordings lead to them."""
        games = self.game_of[self.clause_of[self.kind_of == KINDS.index("wording")]]
        return {
            str(game): (int((self.game_of == game).sum()), int((games == game).sum())) for game in set(self.game_of)
        }

    def counts_of(self, game: str) -> tuple[int, int]:
        """The same of one game; 0 and 0 of one that is not there."""
        return self.counts.get(game, (0, 0))

    def samples_of(self, game: str) -> Samples | None:
        """The samples of a game's checks; None where it has none."""
        return self.samples.get(game)

    def gaps_of(self, game: str) -> Rows | None:
        """The passages that say what a game's documents lack; None where there are none."""
        return self.gaps.get(game)

    @cached_property
    def _places(self) -> npt.NDArray[np.int64]:
        """For each passage the place of its feature of its clause in one array of all; gaps have the last place."""
        feature = [NEAR.index(FEATURE_OF_KIND[kind]) if kind in FEATURE_OF_KIND else len(NEAR) for kind in KINDS]
        of = np.array(feature)[self.kind_of]
        of[(self.check_of >= 0) & (of == NEAR.index("own"))] = NEAR.index("sampled")
        found = of * len(self.clauses) + self.clause_of
        return np.minimum(found, len(NEAR) * len(self.clauses))

    def nearest(self, rows: Rows, scores: Floats) -> dict[str, Floats]:
        """For each clause the best score of its own passage, of its parts, of its wordings, and of its `own` wordings:
        those that were not written for a check, whose samples all lead to the first of its clauses. 0 where none is."""
        best = np.zeros(len(NEAR) * len(self.clauses) + 1, dtype=np.float32)
        np.maximum.at(best, self._places[rows], scores)
        clause, part, own, sampled = best[:-1].reshape(len(NEAR), -1)
        return dict(zip(NEAR_FEATURES, (clause, part, np.maximum(own, sampled), own), strict=True))

    @cached_property
    def gaps(self) -> Mapping[str, Rows]:
        """The passages of each game that say what its documents lack."""
        rows = np.flatnonzero(self.kind_of == KINDS.index("gap"))
        games = self.game_of[self.clause_of[rows]]
        return {game: rows[games == game] for game in dict.fromkeys(games)}

    @cached_property
    def samples(self) -> Mapping[str, Samples]:
        """The samples of each game's checks."""
        return {game: self._samples(game) for game in dict.fromkeys(each.partition("/")[0] for each in self.checks)}

    def _samples(self, game: str) -> Samples:
        numbers = [at for at, check in enumerate(self.checks) if check.partition("/")[0] == game]
        rows = np.flatnonzero(self.check_of >= 0)
        rows = rows[np.argsort(self.check_of[rows], kind="stable")]
        ends = np.searchsorted(self.check_of[rows], numbers, side="right")
        starts = np.searchsorted(self.check_of[rows], numbers)
        held = np.full((len(numbers), max(ends - starts)), len(self), dtype=np.int64)
        for at, (start, end) in enumerate(zip(starts, ends, strict=True)):
            held[at, : end - start] = rows[start:end][::-1]
        return Samples(tuple(self.checks[each] for each in numbers), held)


def _numbers(texts: Sequence[str], number: Mapping[str, int], kind: type[Number]) -> npt.NDArray[Number]:
    """The number of each text."""
    return np.fromiter(map(number.__getitem__, texts), dtype=kind, count=len(texts))
