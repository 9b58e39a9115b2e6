"""Samples published as one version after another, and which of them a library serves."""

from __future__ import annotations

import json
import shutil
import time
from dataclasses import asdict, replace
from pathlib import Path

from kb.home import MANIFEST
from kb.records import Contents
from kb.snapshots.publish import building, publish
from kb.snapshots.snapshot import Manifest
from service.server.snapshots.library import Library
from tests.kb.samples import CONTENTS


def stamped(version: str) -> Contents:
    """The sample with its version in every clause."""
    [parsed] = CONTENTS.parsed
    clauses = tuple(replace(each, text=f"{each.text} (as of {version})") for each in parsed.clauses)
    passages = tuple(replace(each, lexical=f"{each.lexical} {version}") for each in CONTENTS.passages)
    return replace(CONTENTS, parsed=(replace(parsed, clauses=clauses),), passages=passages)


def republish(home: Path, source: Path, version: str) -> None:
    """The same content as a snapshot of another version."""
    with building(home) as aside:
        shutil.copytree(source, aside, dirs_exist_ok=True)
        manifest = Manifest.read(aside)
        (aside / MANIFEST).write_text(json.dumps({**asdict(manifest), "version": version}), "utf-8")
        publish(aside, home).close()


def served(library: Library) -> str:
    """The version that a request gets now."""
    with library.reading() as base:
        return base.version


def wait_for(library: Library, version: str) -> None:
    """Until this version is served."""
    for _ in range(1000):
        if served(library) == version:
            return
        time.sleep(0.01)
    raise AssertionError(f"{version} is not served, {served(library)} is")
