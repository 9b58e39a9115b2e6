"""Routes for who runs the server: status, rebuild, swap. They exist only where an admin token is configured."""

from __future__ import annotations

import hashlib
import hmac
import threading
from typing import Any, cast

from apiflask import APIBlueprint
from flask import abort, current_app, request
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Conflict, Unauthorized

from kb.errors import UsageError
from kb.home import current_version, snapshots_dir
from kb.snapshots.shared import go_to
from kb.snapshots.snapshot import versions
from service.api.bodies import json_body
from service.api.specification.openapi import answers
from service.api.specification.schemas.service import BuildStatus, ServiceStatus, Swapped
from service.server.settings import Settings
from service.server.snapshots.library import Library, the_library
from service.server.snapshots.opened import require_usable
from service.server.snapshots.rebuild import Rebuild
from service.show.quoting.citing import edition_shown

admin = APIBlueprint("admin", __name__)

STATE = "headjudge.rebuild"
_making = threading.Lock()


@admin.before_request
def authorise() -> None:
    """401 unless the bearer token is the configured one; compared by digests, in constant time."""
    settings = cast(Settings, current_app.extensions["headjudge.settings"])
    sent = request.authorization
    token = (sent.token or "") if sent is not None and sent.type == "bearer" else ""
    if not hmac.compare_digest(_digest(token), _digest(settings.admin_token)):
        raise Unauthorized("A bearer token is needed here.", www_authenticate=WWWAuthenticate("bearer"))


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def rebuild_state() -> Rebuild:
    """The current application's rebuilds."""
    with _making:
        return cast(Rebuild, current_app.extensions.setdefault(STATE, Rebuild(the_library().home)))


@admin.get("/api/v1/admin/status")
@admin.doc(
    summary="What is served, and how the last rebuild went",
    security="token",
    responses=answers(ServiceStatus, 401, 503),
)
def status() -> dict[str, Any]:
    """Versions, warmth, swaps, the last rebuild."""
    library = the_library()
    return {
        "kb": served(library),
        "current": current_version(library.home),
        "warm": library.warm,
        "swaps": library.swaps,
        "refused": library.refused,
        "snapshots": list(versions(library.home)),
        "build": rebuild_state().status(),
    }


@admin.post("/api/v1/admin/rebuild")
@admin.doc(
    summary="Build the knowledge base anew, in a process of its own; it is served once it is whole",
    security="token",
    responses=answers(BuildStatus, 401, 409, success=202),
)
def rebuild() -> tuple[dict[str, Any], int]:
    """202 with the build's state; ask for the status to see it end."""
    if not rebuild_state().start():
        raise Conflict("A rebuild is running.")
    return rebuild_state().status(), 202


@admin.post("/api/v1/admin/swap")
@admin.doc(
    summary="Serve the current snapshot at once, or first make another one current",
    description='The body may name the version to go to: `{"version": "…"}`. It is verified first.',
    security="token",
    responses=answers(Swapped, 400, 401, 404, 413, 415, 422, 503),
)
def swap() -> dict[str, Any]:
    """The version served now and the one before."""
    library = the_library()
    before = served(library)["version"]
    wanted = asked_version()
    if wanted is not None:
        if wanted not in versions(library.home):
            raise UsageError(f"there is no snapshot {wanted[:100]!r}")
        require_usable(snapshots_dir(library.home) / wanted)
        go_to(wanted, library.home)
    library.renew()
    return {"kb": served(library), "before": before}


def asked_version() -> str | None:
    """The version that the body names, None for an empty body; 422 for anything else."""
    if not request.get_data():
        return None
    body = json_body()
    if body == {}:
        return None
    if not isinstance(body, dict) or list(body) != ["version"] or not isinstance(body["version"], str):
        abort(422, 'an object with a version is expected, for example {"version": "…"}, or no body')
    return str(body["version"])


def served(library: Library) -> dict[str, str]:
    """The knowledge base that is open."""
    with library.reading() as base:
        return {"version": base.version, "edition": edition_shown(base.documents.values(), base.edition)}
