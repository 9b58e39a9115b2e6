"""The digests of quoted clauses, in `<document>.rules.lock.toml`: a clause that changed is looked at again."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

HEADER = (
    "# Written by `headjudge pin`: the digest that each quoted clause had when its rules were last read against it.\n"
)


def lock_path(rules: Path) -> Path:
    """Where the digests of a rules file stand: `faq.rules.md` -> `faq.rules.lock.toml`."""
    return rules.with_name(rules.name.removesuffix(".md") + ".lock.toml")


def read_lock(rules: Path) -> dict[str, str]:
    """Digest by clause path; nothing where there is no lock, or none that can be read."""
    try:
        table = tomllib.loads(lock_path(rules).read_text(encoding="utf-8"))
    except (FileNotFoundError, tomllib.TOMLDecodeError):
        return {}
    return {str(path): str(digest) for path, digest in table.items()}


def write_lock(rules: Path, digests: Mapping[str, str]) -> Iterable[str]:
    """Write the digests; the paths whose digest is new or changed."""
    before = read_lock(rules)
    lines = [f'"{path}" = "{digest}"\n' for path, digest in sorted(digests.items())]
    text = HEADER + "".join(lines)
    target = lock_path(rules)
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.write_text(text, encoding="utf-8")
    return [path for path, digest in sorted(digests.items()) if before.get(path) != digest]
