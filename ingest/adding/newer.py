"""A file that is another version of a document which a game has: told from a new document, and put among its versions.

The game's folder keeps all of them: `rules.txt` is the latest, `rules.2025-11-14.txt` how it read from that day on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.adding.folder import Added, laid_out
from ingest.adding.gametoml import rewritten
from ingest.games import load_game, open_document
from ingest.source import inside
from ingest.spec import DocumentSpec, GameSpec, VersionSpec
from ingest.versions.carried import Given, carried
from ingest.versions.document import Known, with_versions
from kb.errors import UsageError
from kb.records import Clause, Parsed
from kb.records.versions import FIRST, Change
from kb.versions.aligned import aligned, changes

SAME_DOCUMENT, NAMED_DOCUMENT = 0.5, 0.2
"""The share of the shorter document's clauses that another file must have word for word to be a version of it; less
where its id was given."""


@dataclass(frozen=True, slots=True)
class Newer:
    """A file that is a version of a known document, what that is now, and what the file changes against its
    neighbour; `latest` where it goes behind all others."""

    added: Added
    known: Known
    spec: DocumentSpec
    changes: tuple[Change, ...]
    latest: bool

    @property
    def day(self) -> str:
        """The day from which the file is in force."""
        return _day(self.added.spec)


def parted_versions(
    folder: Path, read: list[Added], document: str, layout: str | None
) -> tuple[list[Added], list[Newer]]:
    """Which of the files are new documents of a game, and which are versions of those that it has."""
    others, newer = [], []
    for each in read:
        laid = laid_out(each, folder.name, layout or "")
        found = version_of(folder, laid, document)
        if found is None:
            others.append(each)
        else:
            newer.append(found)
    return others, newer


def version_of(folder: Path, added: Added, named: str) -> Newer | None:
    """The known document that a file is a version of, `named` where its id was given; None where it is a new one.

    Raises UsageError where the document cannot have such a version.
    """
    game = load_game(folder)
    wanted = [each for each in game.documents if each.edition == "official" and named in ("", each.id)]
    found = []
    for spec in wanted:
        source, document = open_document(folder, game, spec, "restated", None)
        known = with_versions(folder, game, spec, source, document)
        found.append((shared(known.parsed, added.parsed), spec, known))
    if not found:
        return None
    share, spec, known = max(found, key=lambda each: each[0])
    if share < (NAMED_DOCUMENT if named else SAME_DOCUMENT):
        return None
    return _placed(game, added, spec, known)


def shared(one: Parsed, other: Parsed) -> float:
    """The share of the shorter document's clauses whose words the other has too."""
    texts = [{clause.plain for clause in parsed.clauses} for parsed in (one, other)]
    return len(texts[0] & texts[1]) / max(1, min(map(len, texts)))


def _placed(game: GameSpec, added: Added, spec: DocumentSpec, known: Known) -> Newer:
    """The version in its place; UsageError where it is there already or says no day."""
    day, days = _day(added.spec), [*(each.since for each in spec.versions), _day(spec)]
    originals = [*(each.original for each in spec.versions), spec.original]
    sums = {each.sha256 for each in originals if each}
    called = f"{game.id}/{spec.id}"
    if added.spec.original and added.spec.original.sha256 in sums:
        raise UsageError(f"{game.id} has this file already, as {spec.id}")
    if not day:
        raise UsageError(f"this is a version of {called}, and {_undated(added)}: give --since DAY")
    if day in days:
        raise UsageError(f"{called} has a version in force from {day} already: give another day with --since")
    return Newer(added, known, spec, _changes(known, added.parsed, days, day), day > days[-1])


def _undated(added: Added) -> str:
    """Why a version has no day."""
    if added.said.days:
        return f"“{added.said.words}” in it can be {' or '.join(added.said.days)}"
    return "no day is read in it from which it is in force"


def _day(spec: DocumentSpec) -> str:
    return spec.effective or spec.published


def _changes(known: Known, parsed: Parsed, days: list[str], day: str) -> tuple[Change, ...]:
    """What a version changes against the one before it; the first one against the one behind it."""
    versions, given = _clauses(known), Given()
    for each in versions:
        given.add(each)
    at = sum(each < day for each in days)
    own = carried(parsed, versions[max(0, at - 1) : at + 1], given).clauses
    return changes(aligned(versions[at - 1], own) if at else aligned(own, versions[0]))


def _clauses(known: Known) -> list[Sequence[Clause]]:
    """The clauses of each version, the first one first."""
    latest = known.parsed.clauses
    if known.timeline is None:
        return [latest]
    return [known.timeline.clauses(version, latest) for version in known.timeline.versions]


def put(folder: Path, newer: Newer) -> None:
    """Write a version into a game's folder: its text, and its table in game.toml."""
    spec, added = newer.spec, newer.added
    if newer.latest:
        kept = version_file(spec.id, _day(spec))
        inside(folder, spec.file).rename(inside(folder, kept))
        versions = (*spec.versions, _as_version(spec, kept))
        inside(folder, spec.file).write_text(added.source.text, "utf-8", newline="\n")
        now = spec.model_copy(
            update={
                "layout": added.spec.layout,
                "authority": added.spec.authority,
                "published": added.spec.published,
                "effective": added.spec.effective,
                "original": added.spec.original,
                "versions": versions,
            }
        )
    else:
        kept = version_file(spec.id, _day(added.spec))
        inside(folder, kept).write_text(added.source.text, "utf-8", newline="\n")
        versions = tuple(sorted((*spec.versions, _as_version(added.spec, kept)), key=lambda each: each.since))
        now = spec.model_copy(update={"versions": versions})
    toml = folder / "game.toml"
    toml.write_text(rewritten(toml.read_text("utf-8-sig"), now), "utf-8", newline="\n")


def version_file(document: str, day: str) -> str:
    """The file of an earlier version: `rules.2025-11-14.txt`, `rules.first.txt` where it has no day."""
    return f"{document}.{day or FIRST}.txt"


def _as_version(spec: DocumentSpec, file: str) -> VersionSpec:
    return VersionSpec(
        file=file,
        layout=spec.layout,
        authority=spec.authority,
        published=spec.published,
        effective=spec.effective,
        original=spec.original,
    )
