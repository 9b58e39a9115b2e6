"""The address that links to this service begin with."""

from __future__ import annotations

import os

from flask import current_app, request

SETTING = "HEADJUDGE_URL"


def told_site() -> str:
    """HEADJUDGE_URL, or SITE of the configuration; empty where the service was not told its address."""
    return str(current_app.config.get("SITE") or os.environ.get(SETTING, "")).rstrip("/")


def site() -> str:
    """The address that the service was told, else the one that was asked; no slash at the end."""
    return told_site() or request.url_root.rstrip("/")
