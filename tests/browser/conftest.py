"""A served knowledge base and a browser; skipped, with the reason, where Chromium is not installed."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from waitress.server import create_server

from service.server.app import create_app
from service.server.snapshots.library import Library
from tests.service.conftest import home
from tests.support.ended import end

__all__ = ["home"]

PATIENCE_MS = 20_000
"""How long a page may take until it shows what is expected: beside other tests a page is not there in 5 seconds."""
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium without a window; gone with this folder's tests, for its event loop would run under all others."""
    if not CHROMIUM:
        pytest.skip("Chromium is not installed: apt-get install chromium, or set CHROMIUM to its path")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def address(home: Path) -> Iterator[str]:
    """The address of a server over the sample, in a thread of this process."""
    library = Library(home)
    library.warm_up()
    server = create_server(create_app(library), host="127.0.0.1", port=0, threads=4)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.effective_port}"
    end(server)
    library.close()
