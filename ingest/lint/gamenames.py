"""Whether a game can be named: by a name that is no small word, and that no other game beside it bears.

A question that names a game is answered from that game alone: one that called itself `the`, or by another's title,
would take every question, or both games' questions would be left open.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ingest.source import inside, read_source
from ingest.spec import GameSpec
from kb.errors import Place, Problem, SourceError
from kb.files.toml import bounded_table
from kb.words.text import STOP_WORDS, words

EXPECTED = "a name of two letters or more, with a word that tells games apart"


def name_problems(folder: Path, game: GameSpec) -> Iterator[Problem]:
    """An error for each name of a game that names nothing, or another game of the folder's corpus too."""
    taken = dict(_names_beside(folder))
    for name in dict.fromkeys((game.title, *game.aliases, game.id)):  # a question may name it by its id too
        heard = words(name)
        if not any(len(word) > 1 and word not in STOP_WORDS for word in heard):
            yield Problem("bad-name", f"the game calls itself {name!r}", _place(folder, name), EXPECTED)
        elif other := taken.get(tuple(heard)):
            message = f"the game calls itself {name!r}, and so does {other}"
            yield Problem("bad-name", message, _place(folder, name), "a name that no other game bears")


def _names_beside(folder: Path) -> Iterator[tuple[tuple[str, ...], str]]:
    """The names of the other games of a corpus, as they are heard, each with its game."""
    for path in sorted(folder.parent.glob("*/game.toml")):
        if path.parent.name == folder.name:
            continue
        try:
            told = bounded_table(read_source(inside(path.parent, path.name)).text)
        except (SourceError, ValueError):
            continue  # that game's own problems are told with that game
        aliases = told.get("aliases")
        for name in (told.get("title"), told.get("id"), *(aliases if isinstance(aliases, list) else ())):
            yield tuple(words(str(name or ""))), path.parent.name


def _place(folder: Path, name: str) -> Place:
    """The line of game.toml that holds a name, the first where none does."""
    lines = (folder / "game.toml").read_text("utf-8").splitlines()
    at = next((at for at, line in enumerate(lines) if f'"{name}"' in line), 0)
    return Place(f"{folder.name}/game.toml", at + 1, lines[at].find(f'"{name}"') + 1 or 1, lines[at] if lines else "")
