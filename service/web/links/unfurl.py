"""Links that show what they lead to: OpenGraph tags, oEmbed, Discord's component embed, and a picture."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlencode

from apiflask import APIBlueprint
from flask import Response, abort, jsonify, make_response, request
from jinja2 import Undefined

from kb.knowledge import KnowledgeBase
from service.languages.chosen import without_language
from service.languages.sentences import sentence, word
from service.server.direction import straight
from service.server.site import parted, site
from service.server.snapshots.library import the_library
from service.show.formats import accent, cited
from service.show.neutral import bold, length, neutral
from service.show.quoting.citing import edition_shown
from service.show.quoting.sentences import shortened
from service.web.links.card_image import HEIGHT, WIDTH, picture
from service.web.links.preview import (
    Preview,
    card_preview,
    clause_preview,
    document_preview,
    preview_at,
    spoken_preview,
)

unfurl = APIBlueprint("unfurl", __name__, enable_openapi=False)

Json = dict[str, Any]
LONGEST_URL = 2_048
COMPONENT_BYTES = 3_000
LONGEST_BUTTON = 512
CONTAINER, SECTION, TEXT, BUTTON, LINK_STYLE = 17, 9, 10, 2, 5


@unfurl.app_template_global()
def page_preview(**shown: Any) -> Preview:
    """The preview of the page that is being rendered, from what it shows, in the page's language."""
    found = _of_page(**shown)
    return replace(found, label=word(found.label), sentence=word(sentence(found.sentence)))


def _of_page(**shown: Any) -> Preview:
    given = {name: each for name, each in shown.items() if each and not isinstance(each, Undefined)}
    if "spoken" in given:
        title = given.get("question") or given["check"].title
        query = without_language(list(request.args.items(multi=True)))
        page = f"{request.path}?{urlencode(query, quote_via=quote)}".rstrip("?")
        short = page if length(picture_url(page)) <= LONGEST_URL else given["spoken"].link
        return spoken_preview(given["spoken"], title, short)
    if "check" in given:
        return Preview(request.path, given["check"].title)
    if "clause" in given:
        return clause_preview(given["clause"], given["citation"].document, given.get("day"))
    if "card" in given:
        return card_preview(given["card"], given["document"])
    if "document" in given:
        return document_preview(given["document"], given.get("day"))
    return Preview(request.path if len(request.path) < 200 else "/", given.get("heading", "Headjudge"))


@unfurl.app_template_global()
def absolute(page: str) -> str:
    """A path of ours as an address."""
    return site() + page


@unfurl.app_template_global()
def picture_url(page: str) -> str:
    """The address of a page's picture."""
    return f"{site()}/picture.png?of={quote(page, safe='')}"


@unfurl.app_template_global()
def oembed_url(page: str) -> str:
    """The address of a page's oEmbed document."""
    return f"{site()}/oembed?format=json&url={quote(site() + page, safe='')}"


@unfurl.app_template_global()
def component_url(page: str) -> str:
    """The address of a page's component embed."""
    return f"{site()}/component-embed.json?of={quote(page, safe='')}"


def component_embed(preview: Preview) -> str:
    """Discord's component embed as JSON, at most 3,000 bytes; its title alone where nothing else fits."""
    found = ""
    for room in (2_000, 1_400, 900, 600, 400, 0):
        found = json.dumps(component(preview, room), ensure_ascii=False, separators=(",", ":"))
        if len(found.encode()) <= COMPONENT_BYTES:
            break
    return found


def component(preview: Preview, room: int) -> Json:
    """The container with title, verdict and sentence beside a button, then the clause, in `room` characters or so."""
    title = neutral(preview.title, "discord")
    head = f"### {title if length(title) <= 200 else title[:199].rstrip(chr(92)) + '…'}\n"
    head += f"{bold(neutral(preview.label, 'discord') + '.', 'discord')} " if preview.label else ""
    sentence = neutral(preview.sentence, "discord")
    head += shortened(sentence, max(room - length(head), 0))
    address = site() + preview.page
    button = {"type": BUTTON, "style": LINK_STYLE, "label": "Open", "url": address}
    said: Json = {"type": TEXT, "content": head}
    parts = [{"type": SECTION, "components": [said], "accessory": button} if len(address) <= LONGEST_BUTTON else said]
    if preview.citation and preview.outcome and (words := cited(preview.citation, "discord", room - length(head))):
        parts.append({"type": TEXT, "content": words})
    elif preview.source:
        parts.append({"type": TEXT, "content": f"-# {neutral(preview.source, 'discord')}"})
    return {"component": {"type": CONTAINER, "accent_color": accent(preview.outcome), "components": parts}}


def _found(base: KnowledgeBase, page: str) -> Preview:
    found = preview_at(base, page) if len(page) <= 8_000 else None
    if found is None:
        abort(404, "There is no such page.")
    return found


@unfurl.get("/picture.png")
def picture_png() -> Response:
    """A page as a picture: `of` is its path with its query."""
    with the_library().reading() as base:
        preview = _found(base, request.args.get("of", "/"))
        data = picture(preview, preview.edition or edition_shown(base.documents.values(), base.edition))
    reply = make_response(data)
    reply.mimetype = "image/png"
    reply.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    reply.cache_control.public = True
    reply.cache_control.max_age = 3_600
    reply.set_etag(hashlib.sha256(data).hexdigest()[:32])
    reply.make_conditional(request)
    return reply


@unfurl.get("/component-embed.json")
def component_json() -> Response:
    """A page as Discord's component embed: `of` is its path with its query."""
    with the_library().reading() as base:
        reply = make_response(component_embed(_found(base, request.args.get("of", "/"))))
    reply.mimetype = "application/json"
    return reply


@unfurl.get("/oembed")
def oembed() -> Response:
    """oEmbed 1.0 for a page of ours: 404 for another's, 501 for anything but JSON."""
    if request.args.get("format", "json") != "json":
        abort(501, "oEmbed is served as JSON only.")
    asked, own = parted(request.args.get("url", "")), parted(site())
    if (asked.scheme, asked.netloc) != (own.scheme, own.netloc):
        abort(404, "There is no such page here.")
    page = (asked.path or "/") + (f"?{asked.query}" if asked.query else "")
    with the_library().reading() as base:
        preview = _found(base, page)
    shown: Json = {"version": "1.0", "type": "link", "title": straight(preview.title)}
    shown |= {"provider_name": "Headjudge", "provider_url": site() + "/", "cache_age": 3_600}
    if preview.source:
        shown |= {"author_name": preview.source, "author_url": site() + preview.source_page}
    widest, highest = (
        request.args.get(name, default, int) for name, default in (("maxwidth", WIDTH), ("maxheight", HEIGHT))
    )
    if widest >= WIDTH and highest >= HEIGHT:
        picture_at = picture_url(preview.page)
        shown |= {"thumbnail_url": picture_at, "thumbnail_width": WIDTH, "thumbnail_height": HEIGHT}
    return jsonify(shown)
