"""A document of a game with its earlier versions: each parsed, ids carried over, what differs from one to the next."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.layouts import parse
from ingest.source import Source, inside, read_source
from ingest.spec import DocumentSpec, GameSpec, VersionSpec, document_record
from ingest.versions.carried import Given, carried
from kb.errors import Problem
from kb.records import Document, Parsed
from kb.records.versions import FIRST, Version, since
from kb.versions.aligned import aligned, changes
from kb.versions.moves import moves
from kb.versions.timeline import Timeline, in_order


@dataclass(frozen=True, slots=True)
class Known:
    """A document as it was read, with every problem met; `timeline` where it has earlier versions."""

    source: Source
    parsed: Parsed
    problems: tuple[Problem, ...]
    timeline: Timeline | None = None

    @property
    def errors(self) -> list[Problem]:
        """What keeps it from being built."""
        return [problem for problem in self.problems if problem.severity == "error"]


def with_versions(folder: Path, game: GameSpec, spec: DocumentSpec, source: Source, document: Document) -> Known:
    """The document of an opened source, with the versions before it, where these are of its edition.

    Raises SourceError where an earlier version's file cannot be read.
    """
    parsed, problems = parse(source, document, spec.options)
    if not spec.versions or document.edition != spec.edition:
        return Known(source, parsed, tuple(problems))
    read = []
    for each in spec.versions:
        text = read_source(inside(folder, each.file), f"{folder.name}/{each.file}")
        earlier = earlier_spec(spec, each)
        record = document_record(game.id, earlier, document.edition, text.file, text.sha256, len(text.text))
        found, met = parse(text, record, spec.options)
        read.append(found)
        problems += [problem for problem in met if problem.severity == "error"]
    known = with_ids([*read, parsed], _as_added(spec))
    steps = [(), *(aligned(one.clauses, other.clauses) for one, other in itertools.pairwise(known))]
    versions = [
        Version(since(each.document) or FIRST, each.document, changes(step), moves=moves(step))
        for each, step in zip(known, steps, strict=True)
    ]
    timeline = Timeline(in_order(versions, [each.clauses for each in known]))
    return Known(source, known[-1], tuple(problems), timeline)


def with_ids(versions: Sequence[Parsed], order: Sequence[int]) -> list[Parsed]:
    """Versions with their ids carried over in the `order` in which they were added, by their places in time: what was
    added later changes no id that rules and links may name."""
    known: dict[int, Parsed] = {}
    given = Given()
    for at in order:
        before, after = [each for each in known if each < at], [each for each in known if each > at]
        beside = [*([max(before)] if before else []), *([min(after)] if after else [])]
        known[at] = carried(versions[at], [known[each].clauses for each in beside], given)
        given.add(known[at].clauses)
    return [known[at] for at in range(len(versions))]


def _as_added(spec: DocumentSpec) -> list[int]:
    """The places of the versions in the order in which they were added."""
    originals = [*(each.original for each in spec.versions), spec.original]
    added = [each.added if each else "" for each in originals]
    return sorted(range(len(added)), key=added.__getitem__)


def earlier_spec(spec: DocumentSpec, version: VersionSpec) -> DocumentSpec:
    """An earlier version as a document of its own."""
    own = {name: value for name, value in version.model_dump().items() if name not in ("layout", "original")}
    return spec.model_copy(
        update={**own, "layout": version.layout or spec.layout, "original": version.original, "versions": ()}
    )
