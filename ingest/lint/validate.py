"""`headjudge lint`: every problem of a game's folder at once, and how much of each document is covered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ingest.draft import MARKER
from ingest.games import load_game, open_document
from ingest.lint.gamenames import name_problems
from ingest.lint.misread import misread_samples
from ingest.lint.places import misplaced
from ingest.lint.plainfiles import file_problems
from ingest.lint.rules import read_rules
from ingest.lint.unread import long_lines, unread_files
from ingest.source import Source, read_source
from ingest.spec import DocumentSpec, GameSpec
from ingest.versions.document import Known, with_versions
from ingest.versions.pinning import pinned_rulings, unpinned
from ingest.versions.stale import as_pinned, stale_problems, stale_rulings
from kb.errors import Place, Problem, SourceError
from kb.evaluation.labelled import full_ids, read_labelled
from kb.evaluation.questions import unlabelled
from kb.gamefolder import DEV, TRAIN
from kb.records import Parsed, Role
from kb.rules.model.rulemodel import RuleModel

BAD_OPTIONS = frozenset(("bad-option", "bad-options"))
"""What a layout says of its options: it has read nothing, and what follows from that is not told."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How a document's characters are accounted for; `roles` counts them by role, `noise` by reason."""

    document: str
    edition: str
    characters: int
    uncovered: int
    roles: Mapping[str, int]
    noise: Mapping[str, int]
    clauses: int

    @property
    def share(self) -> float:
        """The share of characters with a declared role, 0..1."""
        return 1.0 - self.uncovered / self.characters if self.characters else 1.0


@dataclass(frozen=True, slots=True)
class Report:
    """What lint found in one game's folder, with the rule model that it read."""

    game: str
    problems: tuple[Problem, ...]
    coverage: tuple[Coverage, ...]
    model: RuleModel | None = None

    @property
    def failed(self) -> bool:
        """True where any problem is an error."""
        return any(problem.severity == "error" for problem in self.problems)


def lint_game(folder: Path, edition: str = "restated", sources: Path | None = None, samples: bool = True) -> Report:
    """Every problem of one game's folder in one edition; never stops at the first, but where files cannot be read. The
    facts of its labelled questions are looked at unless `samples` is False."""
    if unreadable := tuple(file_problems(folder)):
        return Report(folder.name, unreadable, ())
    try:
        game = load_game(folder)
    except SourceError as error:
        return Report(folder.name, tuple(error.problems), ())
    problems = [*unread_files(folder, game), *long_lines(folder), *name_problems(folder, game)]
    model: RuleModel | None = None
    known: list[Known] = []
    for spec in game.documents:
        try:
            source, document = open_document(folder, game, spec, edition, sources)
            found = with_versions(folder, game, spec, source, document)
        except SourceError as error:
            problems += [_in_toml(folder, spec, problem) for problem in error.problems]
            continue
        if unread := [each for each in found.problems if each.code in BAD_OPTIONS]:
            problems += [_in_options(folder, spec, each) for each in unread]
            continue
        problems += found.problems
        problems += spans_hold(source, found.parsed)
        known.append(found)
    if game.id != folder.name:
        place = Place(f"{folder.name}/game.toml", 1)
        problems.append(
            Problem("wrong-folder", f"the game's id is {game.id!r}", place, f"the folder's name, {folder.name!r}")
        )
    known = pinned_rulings(game, known)
    if known and len(known) == len(game.documents):
        pinned = as_pinned(folder, known)
        problems += dangling(folder, game, pinned)
        problems += misplaced(folder, [clause for parsed in pinned for clause in parsed.clauses])
        model, met = read_rules(folder, pinned, edition, samples)
        problems += [*met, *stale_problems(folder, known), *stale_rulings(known), *unpinned(known)]
    covered = tuple(coverage(each.source, each.parsed) for each in known)
    return Report(folder.name, tuple(dict.fromkeys(problems)), covered, model)


def with_misread(report: Report, folder: Path) -> Report:
    """The same report with its misread samples; as it is where the game has errors or no rule model."""
    if report.failed or report.model is None:
        return report
    return replace(report, problems=(*report.problems, *misread_samples(folder, report.model)))


def coverage(source: Source, parsed: Parsed) -> Coverage:
    """Count every character by its role; separators that are more than white space and markers are uncovered."""
    roles: Counter[str] = Counter()
    noise: Counter[str] = Counter()
    for segment in parsed.segments:
        roles[segment.role] += segment.end - segment.start
        if segment.role is Role.NOISE:
            noise[segment.reason] += segment.end - segment.start
    claimed = sum(roles.values()) - sum(
        len(source.text[segment.start : segment.end].strip())
        for segment in parsed.segments
        if segment.role is Role.SEPARATOR and not MARKER.fullmatch(source.text[segment.start : segment.end])
    )
    uncovered = len(source.text) - claimed
    return Coverage(
        document=parsed.document.id,
        edition=parsed.document.edition,
        characters=len(source.text),
        uncovered=max(0, uncovered),
        roles=dict(roles),
        noise=dict(noise),
        clauses=len(parsed.clauses),
    )


def spans_hold(source: Source, parsed: Parsed) -> Iterator[Problem]:
    """Every clause's span must reproduce its text, and segments must follow each other without a gap."""
    for clause in parsed.clauses:
        spans = clause.parts or ((clause.start, clause.end),)
        if " ".join(source.text[start:end] for start, end in spans) != clause.text:
            message = f"the span of {clause.id} does not hold its text"
            yield Problem("wrong-span", message, source.place(clause.start), "source[start:end] == text")
    at = 0
    for segment in parsed.segments:
        if segment.start > at:
            yield Problem("gap", f"{segment.start - at} characters have no role", source.place(at), "no gap")
        at = max(at, segment.end)


def dangling(folder: Path, game: GameSpec, documents: list[Parsed]) -> Iterator[Problem]:
    """Every reference to a clause that does not exist: in the records, the glossary and the labelled questions."""
    clauses = {clause.id for parsed in documents for clause in parsed.clauses}
    sections = {section for identifier in clauses for section in sections_of(identifier)}
    known = clauses | sections | {parsed.document.id for parsed in documents}
    for parsed in documents:
        for clause in parsed.clauses:
            if clause.explains and clause.explains not in known:
                place = Place(parsed.document.file, 0, 0, clause.plain[:60])
                yield Problem("dangling", f"{clause.id} explains {clause.explains}, which does not exist", place)
        for reference in parsed.references:
            if reference.target and reference.target not in known:
                place = Place(parsed.document.file, 0, 0, reference.text)
                yield Problem(
                    "dangling", f"{reference.clause} refers to {reference.target}, which does not exist", place
                )
    only = documents[0].document.id
    toml = read_source(folder / "game.toml", f"{folder.name}/game.toml")
    for name, entry in game.glossary.items():
        if entry.clause and full_id(entry.clause, game.id, only) not in known:
            place = find_line(toml, name)
            yield Problem(
                "dangling",
                f"{name!r} is said to be defined by {entry.clause}, which does not exist",
                place,
                "a clause's path",
            )
        for broader in entry.is_a:
            if broader not in game.glossary:
                yield Problem(
                    "dangling",
                    f"{name!r} is-a {broader!r}, which is not in the glossary",
                    find_line(toml, name),
                    "a glossary word",
                )
    yield from _questions(folder, known)


def sections_of(identifier: str) -> list[str]:
    """The sections that hold a clause, innermost first: `g/d#a/b.p1` -> `g/d#a/b`, `g/d#a`."""
    document, _, path = identifier.rpartition(".")[0].partition("#")
    parts = path.split("/")
    return [f"{document}#{'/'.join(parts[:end])}" for end in range(len(parts), 0, -1)]


def full_id(path: str, game: str, document: str) -> str:
    """`5.p2` -> `game/document#5.p2`; `document#path` and full ids stay."""
    if "#" not in path:
        return f"{document}#{path}"
    return path if "/" in path.partition("#")[0] else f"{game}/{path}"


def _questions(folder: Path, known: set[str]) -> Iterator[Problem]:
    """What is wrong with the labelled questions, what their checks say of their facts aside."""
    for split in (TRAIN, DEV):
        lines, problems = read_labelled(folder, split)
        yield from problems
        for each in lines:
            yield from unlabelled(each) if split == DEV else ()
            for clause in full_ids((*each.line.clauses, *each.line.helps), folder.name):
                if clause not in known:
                    message = f"{each.line.id} names {clause}, which does not exist"
                    yield Problem("dangling", message, each.place, '"document#path"')


def find_line(source: Source, needle: str) -> Place:
    """The first line that holds `needle`, else the file's beginning."""
    for line in source.lines:
        if (at := line.text.find(needle)) >= 0:
            return Place(source.file, line.number, at + 1, line.text)
    return Place(source.file, 1)


def _in_toml(folder: Path, spec: DocumentSpec, problem: Problem) -> Problem:
    """A problem of game.toml's own values, moved to the line that holds the value."""
    wanted = {"unknown-layout": spec.layout, "missing-file": spec.file, "no-official": spec.id}.get(problem.code)
    if wanted is None:
        return problem
    toml = read_source(folder / "game.toml", f"{folder.name}/game.toml")
    pattern = re.compile(rf'=\s*"{re.escape(wanted)}"')
    for line in toml.lines:
        if found := pattern.search(line.text):
            column = line.text.index('"', found.start()) + 2
            return replace(problem, place=Place(toml.file, line.number, column, line.text))
    return problem


def _in_options(folder: Path, spec: DocumentSpec, problem: Problem) -> Problem:
    """A problem of a document's options, at the line of game.toml that has the option."""
    toml = read_source(folder / "game.toml", f"{folder.name}/game.toml")
    option = [each for each in problem.message.split()[0].split(".") if not each.isdigit()][-1]
    at = next((line.number for line in toml.lines if re.match(rf'\s*id\s*=\s*"{re.escape(spec.id)}"', line.text)), 1)
    below = (line for line in toml.lines[at - 1 :] if re.match(rf"\s*(?:\[+[\w.]*\.)?{re.escape(option)}\b", line.text))
    line = next(below, toml.lines[at - 1])
    return replace(problem, place=Place(toml.file, line.number, 1, line.text))


def errors(reports: Iterable[Report]) -> int:
    """How many errors the reports hold."""
    return sum(problem.severity == "error" for report in reports for problem in report.problems)
