"""A library for servers in process, and the address of one over HTTP."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from apiflask import APIFlask
from waitress.server import create_server as create_http

from service.server.snapshots.library import Library
from tests.support.ended import end


@pytest.fixture(scope="module")
def library(home: Path) -> Iterator[Library]:
    opened = Library(home)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def address(app: APIFlask) -> Iterator[str]:
    server = create_http(app, host="127.0.0.1", port=0, threads=4)
    threading.Thread(target=server.run, daemon=True).start()
    yield f"http://127.0.0.1:{server.effective_port}/mcp"
    end(server)
