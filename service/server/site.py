"""The address that links to this service begin with."""

from __future__ import annotations

from typing import cast
from urllib.parse import SplitResult, urlsplit

from flask import current_app, g, request

from service.server.settings import Settings


def told_site() -> str:
    """The `url` of the settings; empty where the service was not told its address."""
    return cast(Settings, current_app.extensions["headjudge.settings"]).url.rstrip("/")


def site() -> str:
    """The address that the service was told, else the one that was asked; no slash at the end. What holds the latter is
    another answer for another `Host`."""
    if told := told_site():
        return told
    g.by_host = True
    return request.url_root.rstrip("/")


def parted(address: str) -> SplitResult:
    """An address in its parts, all of them empty where it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", "", "", "")
