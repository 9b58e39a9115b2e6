"""Fetch Python for browsers with npm, once: `python -m service.web.device.fetch`. A server without it keeps games for
reading only, and says so.

The version is pinned, and the package is refused unless its digest is the one that is written in pinned.py.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from service.web.device.pinned import FILES, INTEGRITY, VERSION, folder

TIMEOUT_S = 300


def main() -> int:
    """Fetch what is missing; 0 where everything is there, else 1 with one sentence that says why."""
    if all((folder() / f"{name}.gz").is_file() for name in FILES):
        return 0
    if shutil.which("npm") is None:
        print("npm is missing: devices will keep games for reading, without computing", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as place:
        package = fetched(Path(place))
        if package is None or not intact(package.read_bytes()):
            print(f"pyodide {VERSION} could not be fetched whole: devices will not compute", file=sys.stderr)
            return 1
        unpack(package, folder())
    print(f"Python for browsers (pyodide {VERSION}) is in {folder()}")
    return 0


def fetched(place: Path) -> Path | None:
    """The package as npm gives it; None where it gives none."""
    command = ["npm", "pack", "--silent", f"pyodide@{VERSION}"]
    try:
        ran = subprocess.run(command, cwd=place, capture_output=True, timeout=TIMEOUT_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return next(place.glob("*.tgz"), None) if ran.returncode == 0 else None


def intact(package: bytes) -> bool:
    """Whether these are the bytes that were pinned."""
    return "sha512-" + base64.b64encode(hashlib.sha512(package).digest()).decode() == INTEGRITY


def unpack(package: Path, target: Path) -> None:
    """Keep the files that a browser needs, each gzipped; the folder is there whole or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as place, tarfile.open(package) as archive:
        draft = Path(place) / "files"
        draft.mkdir()
        for name in FILES:
            member = archive.extractfile(f"package/{name}")
            assert member is not None
            (draft / f"{name}.gz").write_bytes(gzip.compress(member.read(), 9, mtime=0))
        shutil.rmtree(target, ignore_errors=True)
        draft.rename(target)


if __name__ == "__main__":
    sys.exit(main())
