"""Where the records of a snapshot stand: in the kb.db of its folder, or in the schema that a file there names.

A folder that was fetched from PostgreSQL has all files of the snapshot but the large ones: records, words and vectors
are read in the database.
"""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

from kb.errors import SnapshotError, UsageError
from kb.home import STORE_ADDRESS, store_address
from kb.store.port import RecordStore
from kb.store.sqlite import Store

STORE = "kb.db"
VECTORS = "vectors.faiss"
POINTER = "postgres.json"
SCHEMA = "schema"
ADDRESSES = ("postgresql://", "postgres://")


def open_store(folder: Path) -> RecordStore:
    """The records of the snapshot in a folder; SnapshotError where they cannot be read."""
    pointer = folder / POINTER
    return _open_shared(pointer) if pointer.exists() else Store.open(folder / STORE)


def _open_shared(pointer: Path) -> RecordStore:
    address = store_address()
    if not address:
        raise SnapshotError(f"snapshot {pointer.parent.name} is read in PostgreSQL: set {STORE_ADDRESS} to where it is")
    require_postgres(address)
    from kb.store.postgres.records import PostgresStore

    try:
        schema = str(json.loads(pointer.read_text("utf-8"))[SCHEMA])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SnapshotError(f"{pointer} cannot be read: {error}") from error
    return PostgresStore.open(address, schema)


def write_pointer(folder: Path, schema: str) -> None:
    """Say in a folder which schema has the records."""
    (folder / POINTER).write_text(json.dumps({SCHEMA: schema}) + "\n", "utf-8")


def require_postgres(address: str) -> None:
    """UsageError, which does not repeat the address, where it is none of PostgreSQL, or what speaks to that is not
    installed."""
    if not address.startswith(ADDRESSES):
        raise UsageError(f"{STORE_ADDRESS} must begin with {ADDRESSES[0]}")
    if find_spec("psycopg_pool") is None:
        raise UsageError(f"{STORE_ADDRESS} names PostgreSQL: pip install 'headjudge[postgres]'")
