"""Read corpus/<game>/wordings.toml: questions in players' words, each with the clause that answers it.

[[wording]]
clause = "5.p2"                      # a path in the game's only document, or document#path
questions = ["can a stunned guy attack", "…"]
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import ValidationError

from ingest.games import schema_problems, toml_problem
from ingest.passages import Wording
from ingest.source import read_source
from ingest.spec import Strict
from ingest.validate import full_id
from kb.errors import SourceError

FILE = "wordings.toml"


class WordingTable(Strict):
    """One `[[wording]]` table."""

    clause: str
    questions: tuple[str, ...]


class WordingFile(Strict):
    """The whole file."""

    wording: tuple[WordingTable, ...] = ()


def load_wordings(folder: Path, game: str, document: str) -> tuple[Wording, ...]:
    """The wordings of a game's folder, none without the file; `document` is the id of the game's first document.

    SourceError with the place where the file is no TOML or has other tables.
    """
    if not (folder / FILE).exists():
        return ()
    source = read_source(folder / FILE, f"{folder.name}/{FILE}")
    try:
        tables = WordingFile.model_validate(tomllib.loads(source.text)).wording
    except tomllib.TOMLDecodeError as error:
        raise SourceError([toml_problem(source, error)]) from error
    except ValidationError as error:
        raise SourceError(list(schema_problems(source, error))) from error
    return tuple(
        Wording(full_id(table.clause, game, document), question) for table in tables for question in table.questions
    )
