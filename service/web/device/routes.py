"""What a device fetches to compute: Python for browsers, our modules, the worker's script, and each game's rules."""

from __future__ import annotations

import gzip
from pathlib import PurePath

from apiflask import APIBlueprint
from flask import Response, abort, request

from kb.answering.today import rules_ahead
from service.api.routes import library
from service.web.assets import STATIC, digest
from service.web.device.packed import engine_json, packed_rules, program, program_name
from service.web.device.packing import kept_with, reply, version_of
from service.web.device.pinned import FILES, TYPES, VERSION, folder

device = APIBlueprint("device", __name__, enable_openapi=False)
WORKER = "offline/engine.js"
FOREVER = "public, max-age=31536000, immutable"
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""What the worker's script may do: only there may anything be compiled to run, and nothing but our own files."""


def engine() -> dict[str, object] | None:
    """The addresses of what computes on a device, its worker's among them; None where this installation has none."""
    found = engine_json()
    return found and {**found, "worker": f"/offline/engine.js?v={digest(WORKER)}"}


@device.get("/offline/engine.js")
def script() -> Response:
    """The script of the worker that computes, under a policy of its own."""
    headers = {"Cache-Control": "no-cache", "Content-Security-Policy": POLICY}
    return Response((STATIC / WORKER).read_text("utf-8"), mimetype="text/javascript", headers=headers)


@device.get("/offline/program/<name>")
def modules(name: str) -> Response:
    """Our modules; 404 for those of another version of the program."""
    if name != program_name():
        abort(404, "The program has changed: load the page again.")
    return Response(program(), mimetype="application/zip", headers={"Cache-Control": FOREVER})


@device.get("/offline/python/<version>/<name>")
def python(version: str, name: str) -> Response:
    """A file of Python for browsers, gzipped where that is taken; 404 where this installation has none."""
    path = folder() / f"{name}.gz"
    if version != VERSION or name not in FILES or not path.is_file():
        abort(404, "This installation has no Python for browsers.")
    takes = request.accept_encodings.quality("gzip") > 0
    content = path.read_bytes() if takes else gzip.decompress(path.read_bytes())
    response = Response(content, mimetype=TYPES[PurePath(name).suffix], headers={"Cache-Control": FOREVER})
    if takes:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    return response


@device.get("/offline/<game>.rules")
def rules(game: str) -> Response:
    """A game's rules for a device that computes, as they are in force today; 404 for a game without checks."""
    with library().reading() as base:
        version = version_of(base)
        packed = kept_with(
            base, f"{game}.rules", lambda: packed_rules(base.checks.model(game), rules_ahead(base, game))
        )
        return reply(packed, version, "application/octet-stream")
