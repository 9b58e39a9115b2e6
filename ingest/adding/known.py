"""What a corpus has already, asked before a document is added: a game's title, a file, and the day of a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ingest.adding.folder import Added
from ingest.adding.gametoml import rewritten
from ingest.adding.newer import version_file
from ingest.games import game_folders, load_game
from ingest.source import inside
from ingest.spec import DocumentSpec, GameSpec, VersionSpec
from kb.errors import SourceError, UsageError
from kb.words.text import words


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A document or an earlier version of it that was made from a file; `version` is its place, None for the latest."""

    game: str
    spec: DocumentSpec
    version: int | None = None

    @property
    def id(self) -> str:
        """The document's id."""
        return f"{self.game}/{self.spec.id}"

    @property
    def since(self) -> str:
        """The day from which it is in force; empty where none is known."""
        found: DocumentSpec | VersionSpec = self.spec if self.version is None else self.spec.versions[self.version]
        return found.effective or found.published


def other_games(corpus: Path, game: str) -> Iterator[GameSpec]:
    """The games of a corpus but one; those that cannot be read are told by lint, with their own folder."""
    for folder in game_folders(corpus):
        if folder.name != game:
            try:
                yield load_game(folder)
            except SourceError:
                continue


def refuse_taken(corpus: Path, game: str, title: str, added: Added) -> None:
    """UsageError where another game bears a new game's title: a question that names it could not tell them apart."""
    for other in other_games(corpus, game):
        names = {tuple(words(name)) for name in (other.title, other.id, *other.aliases)}
        if tuple(words(title)) not in names and tuple(words(game)) not in names:
            continue
        if found := known_file(other, added):
            raise UsageError(f"{other.id} has this file already, as {found.id}: ask it with --game {other.id}")
        raise UsageError(
            f"{other.id} is called {other.title!r}, and a question could not tell the two apart: add the document to "
            f"that game with --game {other.id}, or give this one another name with --title and another id with --game"
        )


def same_file_elsewhere(corpus: Path, game: str, added: Added) -> str:
    """The document of another game that was made from the same file; empty where there is none."""
    found = (known_file(other, added) for other in other_games(corpus, game))
    return next((each.id for each in found if each), "")


def known_file(game: GameSpec, added: Added) -> KnownFile | None:
    """The document of a game, or the version of one, that was made from the same file."""
    sum_of = added.spec.original.sha256 if added.spec.original else ""
    for spec in game.documents:
        if spec.original and spec.original.sha256 == sum_of:
            return KnownFile(game.id, spec)
        for at, version in enumerate(spec.versions):
            if version.original and version.original.sha256 == sum_of:
                return KnownFile(game.id, spec, at)
    return None


def put_day(folder: Path, found: KnownFile, day: str) -> None:
    """Write the day from which a known document or version is in force into a game's folder."""
    spec = found.spec
    if found.version is None:
        now = spec.model_copy(update={"effective": day})
    else:
        before = spec.versions[found.version]
        file = version_file(spec.id, day)
        if file != before.file:
            inside(folder, before.file).rename(inside(folder, file))
        dated = before.model_copy(update={"effective": day, "file": file})
        versions = [*spec.versions[: found.version], dated, *spec.versions[found.version + 1 :]]
        now = spec.model_copy(update={"versions": tuple(sorted(versions, key=lambda each: each.since))})
    toml = folder / "game.toml"
    toml.write_text(rewritten(toml.read_text("utf-8-sig"), now), "utf-8", newline="\n")
