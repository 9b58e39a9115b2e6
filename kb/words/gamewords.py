"""Each game's own words: how often its clauses use them, and which of them only its players say."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.errors import SnapshotError
from kb.records import Clause
from kb.words.text import different_words, stem, words


@dataclass(frozen=True, slots=True)
class GameWords:
    """The stems of one game: `counts` over its clauses and their headings; `spoken` stand in its cards' names and its
    players' questions alone, sorted."""

    counts: Mapping[str, int]
    spoken: tuple[str, ...]

    def __contains__(self, word: object) -> bool:
        """Whether the game, or its players, have a stem."""
        at = bisect_left(self.spoken, word) if isinstance(word, str) else len(self.spoken)
        return word in self.counts or self.spoken[at : at + 1] == (word,)


def words_of(clauses: Iterable[Clause], heard: Mapping[str, str]) -> dict[str, GameWords]:
    """The words of every game; `heard` are the words in which players ask for a clause, by its id."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    spoken: defaultdict[str, set[str]] = defaultdict(set)
    for clause in clauses:
        counts[clause.game].update(map(stem, words(" ".join([clause.plain, *clause.headings]))))
        said = " ".join([clause.subject, heard.get(clause.id, "")])
        spoken[clause.game].update(map(stem, different_words(said)))
    return {game: GameWords(found, tuple(sorted(spoken[game] - found.keys()))) for game, found in counts.items()}


def save_words(games: Mapping[str, GameWords], path: Path) -> None:
    """Write the games' words into a file, the same for the same clauses."""
    held = {game: {"counts": each.counts, "spoken": each.spoken} for game, each in games.items()}
    path.write_text(json.dumps(held, ensure_ascii=False, sort_keys=True), "utf-8")


def open_words(path: Path) -> dict[str, GameWords]:
    """What `save_words` wrote; SnapshotError where it cannot be read."""
    try:
        held = json.loads(path.read_text("utf-8"))
        return {game: GameWords(dict(each["counts"]), tuple(each["spoken"])) for game, each in held.items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise SnapshotError(f"{path} cannot be read: it holds no games' words ({error})") from error
