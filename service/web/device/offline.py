"""What a device keeps for use without signal: the worker that answers there, the list of games, a bundle for each."""

from __future__ import annotations

import gzip
import json
from hashlib import sha256

from apiflask import APIBlueprint
from flask import Response, abort, render_template

from kb.knowledge import KnowledgeBase
from service.api.routes import library
from service.languages.catalogue import ENGLISH, NAMES
from service.languages.current import speak
from service.languages.scripts.device import offline_words
from service.web.assets import STATIC, asset, digest
from service.web.device.bundle import game_bundle, manifest
from service.web.device.packed import program_name
from service.web.device.packing import held, kept_with, reply, version_of
from service.web.device.routes import device, engine

offline = APIBlueprint("offline", __name__, enable_openapi=False)

ASSETS = (
    "headjudge.css",
    "headjudge.js",
    "page.js",
    "icon.svg",
    "app.webmanifest",
    "vendor/minisearch.js",
    "offline/text.js",
    "offline/search.js",
    "offline/pages.js",
    "offline/check.js",
    "offline/device.js",
)
WORKER, ENGINE = "offline/worker.js", "offline/engine.js"
offline.register_blueprint(device)


@offline.get("/sw.js")
def worker() -> Response:
    """The service worker, with the addresses of what it needs; another text whenever one of them changes."""
    release = "".join(digest(name)[:4] for name in (*ASSETS, WORKER, ENGINE)) + (program_name()[:4] if engine() else "")
    release += sha256(json.dumps(offline_words()).encode()).hexdigest()[:4]
    addresses = json.dumps({name: asset(name) for name in ASSETS})
    constants = f'"use strict";\nconst RELEASE = "{release}";\nconst ASSETS = {addresses};\n'
    text = constants + (STATIC / WORKER).read_text("utf-8")
    return Response(text, mimetype="text/javascript", headers={"Cache-Control": "no-cache"})


@offline.get("/offline.json")
def games() -> Response:
    """The version served, as what it is held, and the games that can be kept."""
    with library().reading() as base:
        listed = json.dumps({**manifest(base), "engine": engine()}).encode()
        return reply(gzip.compress(listed), f"{held(base)}-{sha256(listed).hexdigest()[:16]}")


@offline.get("/offline/<game>.json")
def bundle(game: str) -> Response:
    """One game for use without signal; 404 for a game that is not known."""
    with library().reading() as base:
        version = version_of(base)  # first: at midnight the content may be newer than its tag, never older
        return reply(zipped(base, game), version)


def zipped(base: KnowledgeBase, game: str) -> bytes:
    """A game's bundle, packed once for a knowledge base; UsageError for another game."""

    def made() -> bytes:
        return gzip.compress(json.dumps(game_bundle(base, game), ensure_ascii=False).encode())

    return kept_with(base, game, made)


@offline.get("/offline/shell", defaults={"spoken": ENGLISH})
@offline.get("/offline/shell/<spoken>")
def shell(spoken: str) -> str:
    """The page around what the worker renders, in a language; 404 for one that there is none of."""
    if spoken not in NAMES:
        abort(404, "There is no such page.")
    speak(spoken)
    with library().reading() as base:
        return render_template("site/offline.html", base=base)
