"""gunicorn's log as lines of JSON among the others."""

from __future__ import annotations

from typing import Any

from gunicorn.glogging import Logger


class Lines(Logger):  # type: ignore[misc]
    """`logger_class = "service.server.gunicornlog.Lines"`: what gunicorn says goes where all records go."""

    def setup(self, cfg: Any) -> None:
        """Take the settings; no handler of its own."""
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True
