"""Bytes that are packed once for a knowledge base and sent to every device, zipped where it takes that."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable
from weakref import WeakKeyDictionary

from flask import Response, request

from kb.knowledge import KnowledgeBase
from service.server.bytecache import watch
from service.server.release import release

packed: WeakKeyDictionary[KnowledgeBase, dict[str, bytes]] = WeakKeyDictionary()
_packing = threading.Lock()
watch("offline bundles", lambda: sum(len(each) for games in tuple(packed.values()) for each in tuple(games.values())))


def kept_with(base: KnowledgeBase, name: str, make: Callable[[], bytes]) -> bytes:
    """What is kept of a knowledge base by a name, made when it is first asked for."""
    with _packing:
        kept = packed.setdefault(base, {})
        if name not in kept:
            kept[name] = make()
        return kept[name]


def version_of(base: KnowledgeBase) -> str:
    """What is packed of a knowledge base depends on it and on the program: rules are read by the program that wrote
    them."""
    return f"{base.version}-{release()}"


def reply(zipped: bytes, version: str, mimetype: str = "application/json") -> Response:
    """Zipped bytes for a device to keep, zipped where it takes that; asked for anew only where the version changed."""
    takes = request.accept_encodings.quality("gzip") > 0
    response = Response(zipped if takes else gzip.decompress(zipped), mimetype=mimetype)
    if takes:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = "no-cache"
    response.vary.add("Accept-Encoding")
    response.set_etag(f"{version}-{'gzip' if takes else 'plain'}")
    response.make_conditional(request)
    return response
