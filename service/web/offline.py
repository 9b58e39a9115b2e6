"""What a device keeps for use without signal: the worker that answers there, the list of games, a bundle for each."""

from __future__ import annotations

import gzip
import json
import threading
from weakref import WeakKeyDictionary

from apiflask import APIBlueprint
from flask import Response, render_template, request

from kb.knowledge import KnowledgeBase
from service.api.routes import library
from service.server.kept import watch
from service.web.assets import STATIC, asset, digest
from service.web.bundle import game_bundle, manifest

offline = APIBlueprint("offline", __name__, enable_openapi=False)

ASSETS = (
    "headjudge.css",
    "headjudge.js",
    "icon.svg",
    "app.webmanifest",
    "vendor/minisearch.js",
    "offline/text.js",
    "offline/search.js",
    "offline/pages.js",
)
WORKER = "offline/worker.js"
packed: WeakKeyDictionary[KnowledgeBase, dict[str, bytes]] = WeakKeyDictionary()
_packing = threading.Lock()
watch("offline bundles", lambda: sum(len(each) for games in tuple(packed.values()) for each in tuple(games.values())))


@offline.get("/sw.js")
def worker() -> Response:
    """The service worker, with the addresses of what it needs; another text whenever one of them changes."""
    release = "".join(digest(name)[:4] for name in (*ASSETS, WORKER))
    addresses = json.dumps({name: asset(name) for name in ASSETS})
    constants = f'"use strict";\nconst RELEASE = "{release}";\nconst ASSETS = {addresses};\n'
    text = constants + (STATIC / WORKER).read_text("utf-8")
    return Response(text, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


@offline.get("/offline.json")
def games() -> Response:
    """The version served, and the games that can be kept."""
    with library().reading() as base:
        return _json(gzip.compress(json.dumps(manifest(base)).encode()), base.version)


@offline.get("/offline/<game>.json")
def bundle(game: str) -> Response:
    """One game for use without signal; 404 for a game that is not known."""
    with library().reading() as base:
        return _json(zipped(base, game), base.version)


def zipped(base: KnowledgeBase, game: str) -> bytes:
    """A game's bundle, packed once for a knowledge base; UsageError for another game."""
    with _packing:
        kept = packed.setdefault(base, {})
        if game not in kept:
            kept[game] = gzip.compress(json.dumps(game_bundle(base, game), ensure_ascii=False).encode())
        return kept[game]


@offline.get("/offline/shell")
def shell() -> str:
    """The page around what the worker renders."""
    with library().reading() as base:
        return render_template("offline.html", base=base)


def _json(zipped: bytes, version: str) -> Response:
    """JSON for a device to keep, zipped where it takes that; asked for anew only where the version changed."""
    takes = request.accept_encodings.quality("gzip") > 0
    response = Response(zipped if takes else gzip.decompress(zipped), mimetype="application/json")
    if takes:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = "no-cache"
    response.vary.add("Accept-Encoding")
    response.set_etag(f"{version}-{'gzip' if takes else 'plain'}")
    response.make_conditional(request)
    return response
