"""Read corpus/<game>/*wordings.toml and *gaps.toml: questions in players' words, answered and not answered.

[[wording]]
clause = "5.p2"                      # a path in the game's only document, or document#path
questions = ["can a stunned guy attack", "…"]

A file of gaps holds what players ask and no document here says, so that a near clause is not taken for an answer:

[[gap]]
clause = "5.p1"                      # the clause that comes nearest
lacks = "figures of Thanos"          # what is not said: shown with "not found"
questions = ["what is the attack of Thanos", "…"]
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from pydantic import ValidationError

from ingest.games import schema_problems, toml_problem
from ingest.passages import Wording
from ingest.source import read_source
from ingest.spec import Strict
from ingest.validate import ASKED, full_id
from kb.errors import SourceError
from kb.gamefolder import file_name, game_files


class WordingTable(Strict):
    """One `[[wording]]` table."""

    clause: str
    questions: tuple[str, ...]


class GapTable(WordingTable):
    """One `[[gap]]` table."""

    lacks: str


class WordingFile(Strict):
    """The whole of either file."""

    wording: tuple[WordingTable, ...] = ()
    gap: tuple[GapTable, ...] = ()


def load_wordings(folder: Path, game: str, document: str) -> tuple[Wording, ...]:
    """The wordings and gaps of a game's folder in the files' order, none without files; `document` is the id of its
    first document.

    SourceError with the place where a file is no TOML or has other tables.
    """
    found = []
    for path in (path for pattern in ASKED for path in game_files(folder, pattern)):
        file = _read(path, folder)
        for table in file.wording:
            clause = full_id(table.clause, game, document)
            found += [Wording(clause, question) for question in table.questions]
        for gap in file.gap:
            clause, states = full_id(gap.clause, game, document), json.dumps({"lacks": gap.lacks})
            found += [Wording(clause, question, states=states, kind="gap") for question in gap.questions]
    return tuple(found)


def _read(path: Path, folder: Path) -> WordingFile:
    source = read_source(path, file_name(folder, path))
    try:
        return WordingFile.model_validate(tomllib.loads(source.text))
    except tomllib.TOMLDecodeError as error:
        raise SourceError([toml_problem(source, error)]) from error
    except ValidationError as error:
        raise SourceError(list(schema_problems(source, error))) from error
