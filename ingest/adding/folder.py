"""A document's file into a game's folder: converted, tried with a layout, written as marked text beside game.toml.

Nothing is written before all of it is known to work: the folder is made aside and renamed, or taken away again.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from ingest.adding.days import NO_DAY, SaidDay, said_day, without_issue
from ingest.adding.gametoml import with_documents
from ingest.adding.propose import Proposal, proposed
from ingest.adding.titles import parted, publisher_of, title_of
from ingest.draft import slug
from ingest.formats.block import Converted
from ingest.formats.guarded import convert_guarded
from ingest.formats.limits import read_bytes
from ingest.formats.marked import write_marked
from ingest.games import load_game
from ingest.layouts import parse
from ingest.lint.validate import lint_game
from ingest.source import Source, checked, inside
from ingest.spec import DocumentSpec, GameSpec, Original, document_record
from kb.errors import Problem, SourceError, UsageError
from kb.files.toml import toml_value
from kb.records import Document, Parsed

LONGEST_ID = 40


@dataclass(frozen=True, slots=True)
class Added:
    """One document as it would be added: how it was read, what it says, how a layout reads it."""

    spec: DocumentSpec
    converted: Converted
    proposal: Proposal
    source: Source
    parsed: Parsed
    problems: tuple[Problem, ...]
    said: SaidDay = NO_DAY

    @property
    def errors(self) -> list[Problem]:
        """What keeps it from being built."""
        return [problem for problem in self.problems if problem.severity == "error"]


def read_document(path: Path, game: str, title: str = "", identifier: str = "", mapping: Path | None = None) -> Added:
    """A file as a document of a game; SourceError where it cannot be read or holds nothing to cite."""
    converted = convert_guarded(path, mapping)
    proposal = proposed(converted.blocks)
    said = said_day(converted)
    spec = DocumentSpec(
        id=identifier or "rules",
        title=title or title_of(converted, path.stem),
        layout=proposal.layout,
        file=f"{identifier or 'rules'}.txt",
        edition="official",
        authority=publisher_of(converted),
        published="" if said.in_force else said.day,
        effective=said.day if said.in_force else "",
        original=Original(
            file=path.name,
            sha256=hashlib.sha256(read_bytes(path)).hexdigest(),
            format=converted.format,
            added=datetime.now(UTC).replace(tzinfo=None).isoformat(timespec="milliseconds"),
        ),
    )
    converted = without_issue(converted)
    text = write_marked(converted.blocks)
    source = checked(Source(f"{game}/{spec.file}", text, hashlib.sha256(text.encode()).hexdigest()))
    parsed = Parsed(_record(game, spec, source), (), ())
    return laid_out(Added(spec, converted, proposal, source, parsed, (), said), game)


def laid_out(added: Added, game: str, layout: str = "") -> Added:
    """The same document read with its layout, or with another one."""
    spec = added.spec.model_copy(update={"layout": layout or added.spec.layout})
    parsed, problems = parse(added.source, _record(game, spec, added.source), spec.options)
    return replace(added, spec=spec, parsed=parsed, problems=tuple(problems))


def _record(game: str, spec: DocumentSpec, source: Source) -> Document:
    return document_record(game, spec, "official", source.file, source.sha256, len(source.text))


def dated(added: Added, day: str) -> Added:
    """The same document, in force from a day."""
    return replace(added, spec=added.spec.model_copy(update={"effective": day}), said=SaidDay((day,), "", True))


def game_id(title: str) -> str:
    """A game's id from its title."""
    found = slug(title)[:LONGEST_ID].strip("-")
    return found if found != "untitled" else "game"


def retitled(added: Added, game: str) -> Added:
    """The document without its game's title before its own, so that a citation does not say it twice."""
    named, own = parted(added.spec.title)
    if slug(named) != slug(game):
        return added
    if added.spec.layout == "qa" and own == "Rules" and "rule" not in added.spec.title.lower():
        own = "Questions and Answers"
    return replace(added, spec=added.spec.model_copy(update={"title": own}))


@contextmanager
def written(corpus: Path, game: str, title: str, added: Sequence[Added]) -> Iterator[Path]:
    """Write the documents into the game's folder, a new one or one that is there; taken back where the body fails.

    Raises UsageError where the game has such a document already, SourceError where the folder would not pass lint.
    """
    folder = corpus / game
    before = present(folder, added) if folder.exists() else None
    with changed(corpus, game, lambda made: _write(made, game, title, added, before)) as made:
        yield made


@contextmanager
def changed(corpus: Path, game: str, change: Callable[[Path], None]) -> Iterator[Path]:
    """Change a game's folder, a new one or one that is there, by a function that is given a copy of it; taken back
    where the body fails. SourceError where the folder would not pass lint."""
    folder = corpus / game
    if not corpus.is_dir():
        raise UsageError(f"there is no folder of games at {corpus}: make it, or set HEADJUDGE_CORPUS to another")
    there = folder.exists()
    aside = Path(tempfile.mkdtemp(prefix=".adding-", dir=corpus))
    before, made = aside / "before", aside / game
    try:
        if there:
            shutil.copytree(folder, made, symlinks=True)
        change(made)
        report = lint_game(made)
        if report.failed:
            raise SourceError([each for each in report.problems if each.severity == "error"])
        try:
            if there:
                folder.rename(before)
            made.rename(folder)
            yield folder
        except BaseException:
            if not made.exists():
                folder.rename(aside / "failed")
            if before.exists():
                before.rename(folder)
            raise
    finally:
        if folder.exists() or not there:
            shutil.rmtree(aside, ignore_errors=True)  # else it holds the only copy


def present(folder: Path, added: Sequence[Added]) -> GameSpec:
    """The game that is there; UsageError where it has a document of the same id or from the same file."""
    game = load_game(folder)
    for each in added:
        for spec in game.documents:
            if spec.original and each.spec.original and spec.original.sha256 == each.spec.original.sha256:
                raise UsageError(f"{game.id} has this file already, as {spec.id}")
            if spec.id == each.spec.id:
                raise UsageError(f"{game.id} has a document {spec.id!r} already: name another with --document")
    return game


def _write(folder: Path, game: str, title: str, added: Sequence[Added], before: GameSpec | None) -> None:
    """Write game.toml and the documents' texts; a folder of one's own documents is kept out of version control."""
    folder.mkdir(exist_ok=True)
    for each in added:
        inside(folder, each.spec.file).write_text(each.source.text, "utf-8", newline="\n")
    toml = folder / "game.toml"
    specs = [each.spec for each in added]
    if before is None:
        text = f"id = {toml_value(game)}\ntitle = {toml_value(title)}\n"
        (folder / ".gitignore").write_text("# A publisher's words are not to be committed.\n*\n", "utf-8")
    else:
        text = toml.read_text("utf-8-sig")
    toml.write_text(with_documents(text, specs), "utf-8", newline="\n")
