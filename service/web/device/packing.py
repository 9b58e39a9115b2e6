"""Bytes that are packed once for a knowledge base, as it is in force, and sent to every device, zipped where it takes
that."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Callable
from weakref import WeakKeyDictionary

from flask import Response, request

from kb.answering import past
from kb.knowledge import KnowledgeBase
from service.server.bytecache import watch
from service.server.release import release

packed: WeakKeyDictionary[KnowledgeBase, dict[str, tuple[str, bytes]]] = WeakKeyDictionary()
"""By its name what is packed, behind as what it is held."""
_packing = threading.Lock()
watch("offline bundles", lambda: sum(len(each) for kept in tuple(packed.values()) for _, each in tuple(kept.values())))


def kept_with(base: KnowledgeBase, name: str, make: Callable[[], bytes]) -> bytes:
    """What is kept of a knowledge base by a name, made when it is first asked for, and again where it is held as
    another since."""
    now = held(base)
    with _packing:
        kept = packed.setdefault(base, {})
        if name not in kept or kept[name][0] != now:
            kept[name] = now, make()
        return kept[name][1]


def held(base: KnowledgeBase) -> str:
    """As what a device holds a knowledge base: its version, and where documents have several of their own the day of
    the last that is in force. It changes on the day for which another one waits."""
    return "-".join(filter(None, (base.version, base.in_time.came(past.today()))))


def version_of(base: KnowledgeBase) -> str:
    """What is packed of a knowledge base depends on it, on what is in force, and on the program: rules are read by the
    program that wrote them."""
    return f"{held(base)}-{release()}"


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
