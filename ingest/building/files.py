"""The files of a snapshot that is built: the encoder, the second look, records, rules, the manifest."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ingest.building.progress import Progress
from ingest.encoding.embed import second_encoder
from ingest.encoding.encoders import BuildEncoder, TransformerEncoder
from ingest.encoding.second import text_alone, write_second
from ingest.lint.rules import read_rules
from kb.errors import SourceError
from kb.gamefolder import model_files
from kb.home import RULES, file_sum
from kb.records import Contents, Parsed, digest
from kb.retrieval.embedding.encoder import EncoderSettings
from kb.rules.model.compiled import COMPILED, write_compiled
from kb.rules.model.rulemodel import RuleModel
from kb.snapshots.parts import STORE
from kb.snapshots.snapshot import ENCODER, SECOND, Manifest, file_sums
from kb.store.schema import schema_digest
from kb.store.sqlite import write_store

Checked = tuple[str, RuleModel | None]
"""What a game's rule files were when they were checked: their digest, and the model they made."""


def write_encoder(aside: Path, encoder: BuildEncoder, home: Path | None, progress: Progress) -> EncoderSettings:
    """Write the questions' encoder."""
    progress("encoder", 0, 1)
    settings = encoder.write(aside / ENCODER, home)
    progress("encoder", 1, 1)
    return settings


def write_second_look(
    aside: Path, contents: Contents, encoder: BuildEncoder, home: Path | None, progress: Progress
) -> None:
    """Write what games of text alone are searched by a second time, where there are any."""
    source = second_encoder(encoder.source) if isinstance(encoder, TransformerEncoder) else None
    if source is not None and (own := text_alone(contents.passages)):
        progress("second", 0, 1)
        clauses = {clause.id: clause for parsed in contents.parsed for clause in parsed.clauses}
        write_second(aside / SECOND, source, own, clauses, home)
        progress("second", 1, 1)


def write_records(aside: Path, contents: Contents, progress: Progress) -> dict[str, int]:
    """Write kb.db and return its counts."""
    progress("store", 0, 1)
    counts = write_store(aside / STORE, contents)
    progress("store", 1, 1)
    return counts


def rules_digests(folders: Sequence[Path]) -> list[str]:
    """A digest of each game's rule model as it stands on disk."""
    listed = [
        [(path.relative_to(folder).as_posix(), file_sum(path).sha256) for path in model_files(folder)]
        for folder in folders
    ]
    return [digest(repr(each)) for each in listed]


def write_rules(
    aside: Path, folders: Sequence[Path], documents: Sequence[Parsed], edition: str, checked: Sequence[Checked]
) -> None:
    """Copy every game's rules with its scenarios into the snapshot, so that checks and clauses are of one version, and
    write the model that they make beside them.

    A copy that is not what was checked (`checked` holds digests and models), because a file has changed since, is
    checked again; SourceError where it has errors.
    """
    for folder, (known, model) in zip(folders, checked, strict=True):
        for path in model_files(folder):
            target = aside / RULES / folder.name / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
        own = [parsed for parsed in documents if parsed.document.game == folder.name]
        copied = aside / RULES / folder.name
        if rules_digests([copied]) != [known]:
            model, problems = read_rules(copied, own, edition)
            if found := [each for each in problems if each.severity == "error"]:
                raise SourceError(found)
        if model is not None:
            write_compiled(model.confirmed, copied)


def write_manifest(
    aside: Path,
    contents: Contents,
    edition: str,
    settings: EncoderSettings,
    counts: dict[str, int],
    made_from: str = "",
) -> Manifest:
    """Write the manifest; the version is the time, to the millisecond, and the beginning of a digest of all files but
    the compiled rules, which say nothing that the rules do not and are written in another order each time."""
    files = file_sums(aside)
    now = datetime.now(UTC)
    content = digest("\n".join(f"{name} {each.sha256}" for name, each in files.items() if not name.endswith(COMPILED)))
    manifest = Manifest(
        version=f"{now:%Y%m%dT%H%M%S}{now.microsecond // 1000:03}Z-{content[:8]}",
        edition=edition,
        schema=schema_digest(),
        created=now.isoformat(timespec="seconds"),
        program=program_version(),
        encoder=asdict(settings),
        counts=counts,
        documents={parsed.document.id: parsed.document.sha256 for parsed in contents.parsed},
        files=files,
        made_from=made_from,
    )
    manifest.save(aside)
    return manifest


def program_version() -> str:
    """The installed version of Headjudge; empty where it runs from a checkout that is not installed."""
    try:
        return version("headjudge")
    except PackageNotFoundError:
        return ""
