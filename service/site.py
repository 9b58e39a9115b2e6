"""The address that links to this service begin with."""

from __future__ import annotations

import os

from flask import current_app, request

SETTING = "HEADJUDGE_URL"


def site() -> str:
    """HEADJUDGE_URL where the service stands behind a proxy, else the address that was asked; no slash at the end."""
    known = current_app.config.get("SITE") or os.environ.get(SETTING, "")
    return str(known or request.url_root).rstrip("/")
