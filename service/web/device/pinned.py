"""Python for browsers (Pyodide): which version, and where its files are. It is too big to be kept with the source."""

from __future__ import annotations

from pathlib import Path

VERSION = "0.29.5"
INTEGRITY = "sha512-TkYrUv9m8QmfImADKRmpwZulL48E0uUaBSO+dvRQKyAJc0qh9gu7jn8btyHPh3NZm1r2IH2YrJhIr7Q2B9urAw=="
"""What npm says of the package; fetch.py refuses another."""
FILES = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".zip": "application/zip", ".json": "application/json"}
HOW = "python -m service.web.device.fetch"


def folder() -> Path:
    """Where the files are kept, each gzipped; git ignores it, a wheel that is built beside it holds it."""
    return Path(__file__).resolve().parents[1] / "pyodide" / VERSION
