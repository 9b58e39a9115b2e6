"""A page's address as a QR code: held up to another phone, it opens the same answer there."""

from __future__ import annotations

import hashlib
from io import BytesIO

from apiflask import APIBlueprint
from flask import Response, abort, request, url_for

from service.languages.chosen import asked_pairs
from service.server.site import site
from service.show.view import LONGEST_LINK
from service.web.addresses import address_of

qr = APIBlueprint("qr", __name__, enable_openapi=False)

LONGEST = 1_000
"""Letters of a path: a longer one makes a code that no phone reads from a screen."""
MASK = 2
"""One of the eight patterns that a code may be laid under; trying all for the clearest takes five times as long."""


def qr_url(link: str) -> str:
    """The address of the code for the page that is rendered; where its own address is long, for `link`."""
    page = address_of(request.path, asked_pairs())
    return url_for("pages.qr.code", of=page if len(page) <= LONGEST_LINK else link)


@qr.get("/qr.svg")
def code() -> Response:
    """The code: `of` is a path of ours with its query."""
    page = request.args.get("of", "")
    if not page.startswith("/") or page.startswith("//") or len(page) > LONGEST or not page.isprintable():
        abort(404, "There is no such page.")
    drawn = drawing(site() + page)
    reply = Response(drawn, mimetype="image/svg+xml")
    reply.cache_control.public = True
    reply.cache_control.max_age = 86_400
    reply.set_etag(hashlib.sha256(drawn).hexdigest()[:32])
    reply.make_conditional(request)
    return reply


def drawing(address: str) -> bytes:
    """The code of an address as SVG: black on white in both themes, with the quiet border that readers need; 404 where
    no code holds it, for letters beyond ASCII take up to four bytes each."""
    import segno

    try:
        made = segno.make(address, error="l", micro=False, boost_error=False, mask=MASK)
    except segno.DataOverflowError:
        abort(404, "That address is too long for a code.")
    out = BytesIO()
    made.save(out, kind="svg", scale=4, border=4, dark="#000", light="#fff", xmldecl=False, nl=False)
    return out.getvalue()
