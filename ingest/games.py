"""Find the games' folders, read their game.toml, open and parse their documents."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from ingest.source import Source, inside, read_source
from ingest.spec import DocumentSpec, GameSpec, document_record, official_path
from ingest.versions.document import Known, with_versions
from ingest.versions.pinning import pinned_rulings
from kb.errors import Place, Problem, SourceError, UsageError
from kb.files.toml import bounded_table
from kb.misfits import misfits
from kb.paths import corpus_dir
from kb.records import Document, Parsed

EDITIONS = ("restated", "official")
POSITION = re.compile(r"line (\d+), column (\d+)")


def game_folders(corpus: Path) -> list[Path]:
    """The folders of `corpus` that hold a game.toml, by name."""
    return sorted(path.parent for path in corpus.glob("*/game.toml"))


def game_folder(name: str) -> Path:
    """The folder of a game that is named by its id or by its path; UsageError where there is none."""
    folder = Path(name) if (Path(name) / "game.toml").is_file() else corpus_dir() / name
    if not (folder / "game.toml").is_file():
        known = ", ".join(each.name for each in game_folders(corpus_dir()))
        raise UsageError(f"there is no game {name!r}: the games are {known}")
    return folder


def load_game(folder: Path) -> GameSpec:
    """The game.toml of a folder; SourceError with the place where it is not TOML or not a game."""
    source = read_source(inside(folder, "game.toml"), f"{folder.name}/game.toml")
    try:
        return GameSpec.model_validate(bounded_table(source.text))
    except tomllib.TOMLDecodeError as error:
        raise SourceError([toml_problem(source, error)]) from error
    except ValidationError as error:
        raise SourceError(list(schema_problems(source, error))) from error


def toml_problem(source: Source, error: tomllib.TOMLDecodeError) -> Problem:
    """A TOML error at its place, which Python 3.11 gives only in the message; the last line where it gives none."""
    message, _, position = str(error).rpartition(" (at ")
    found = POSITION.match(position)
    number, column = (int(found[1]), int(found[2])) if found else (len(source.lines), 1)
    line = source.lines[min(number, len(source.lines)) - 1]
    return Problem("bad-toml", message or str(error), Place(source.file, number, column, line.text), "valid TOML")


def schema_problems(source: Source, error: ValidationError) -> Iterator[Problem]:
    """One problem for each thing that does not fit, at the first line that names its key."""
    for each in misfits(error):
        names = [key for key in each.place if not key.isdigit()]
        named = (line for line in source.lines if names and line.text.strip().strip("[]").split(" ")[0] == names[-1])
        line = next(named, None)
        place = Place(source.file, line.number, 1, line.text) if line else Place(source.file, 1)
        yield each.problem("bad-game", place, "corpus/README.md")


def open_document(
    folder: Path, game: GameSpec, spec: DocumentSpec, edition: str, sources: Path | None
) -> tuple[Source, Document]:
    """The text and the record of one document in one edition.

    Raises SourceError where the file cannot be read or the official file is not the one that game.toml names.
    """
    if spec.edition == "official":
        source = read_source(inside(folder, spec.file), f"{folder.name}/{spec.file}")
        return source, document_record(game.id, spec, "official", source.file, source.sha256, len(source.text))
    path, name = inside(folder, spec.file), f"{folder.name}/{spec.file}"
    if edition == "official":
        official = official_path(spec, sources) if sources else None
        if official is None:
            place = Place(f"{folder.name}/game.toml")
            expected = "documents.official in game.toml, and --sources DIR"
            raise SourceError([Problem("no-official", f"{spec.id} has no official file to read", place, expected)])
        path, name = inside(sources or folder, spec.official.file if spec.official else ""), official.name
    source = read_source(path, name)
    if edition == "official" and spec.official and source.sha256 != spec.official.sha256:
        message = f"sha256 is {source.sha256}"
        raise SourceError([Problem("wrong-sha256", message, Place(name), spec.official.sha256)])
    return source, document_record(game.id, spec, edition, name, source.sha256, len(source.text))


def parse_game(folder: Path, edition: str = "restated", sources: Path | None = None) -> list[tuple[Source, Parsed]]:
    """Every document of a game; SourceError with all errors met, warnings left to `headjudge lint`."""
    return [(each.source, each.parsed) for each in known_documents(folder, edition, sources)]


def known_documents(folder: Path, edition: str = "restated", sources: Path | None = None) -> list[Known]:
    """Every document of a game with its earlier versions; raises what `parse_game` raises."""
    game, found, problems = load_game(folder), [], []
    for spec in game.documents:
        source, document = open_document(folder, game, spec, edition, sources)
        known = with_versions(folder, game, spec, source, document)
        problems += known.errors
        found.append(known)
    if problems:
        raise SourceError(problems)
    return pinned_rulings(game, found)
