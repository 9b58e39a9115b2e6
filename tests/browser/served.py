"""A server whose signal can be taken away, and what its pages say that a device keeps."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect
from waitress.server import create_server

from service.server.app import create_app
from service.server.snapshots.library import Library
from tests.support.ended import end


class Server:
    """A server whose signal can be taken away: `mode` is up, down (503, as a proxy without its server) or slow."""

    def __init__(self, home: Path) -> None:
        self.library, self.mode = Library(home), "up"
        self.app = create_app(self.library)
        self.server = create_server(self, host="127.0.0.1", port=0, threads=8)
        self.address = f"http://127.0.0.1:{self.server.effective_port}"
        threading.Thread(target=self.server.run, daemon=True).start()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if self.mode == "slow":
            time.sleep(8)
        if self.mode == "down":
            start_response("503 Service Unavailable", [("Content-Type", "text/plain")])
            return [b"down"]
        return self.app(environ, start_response)

    def close(self) -> None:
        """Stop listening."""
        end(self.server)
        self.library.close()


def kept(page: Page) -> str:
    """What the page says is kept, once it is."""
    told = page.locator("#kept")
    expect(told).to_contain_text("Kept on this device", timeout=15_000)
    return told.inner_text()
