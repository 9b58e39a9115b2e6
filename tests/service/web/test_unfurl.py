"""Pasted links: OpenGraph and oEmbed on every page, Discord's component embed within its limits, the picture."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from apiflask import APIFlask
from disnake.components import _component_factory
from flask.testing import FlaskClient
from PIL import Image

from kb.knowledge import KnowledgeBase
from service.server.app import create_app
from service.server.direction import straight
from service.server.settings import Settings
from service.server.snapshots.library import Library
from service.web.links.card_image import HEIGHT, WIDTH, picture, wrapped
from service.web.links.preview import Preview, clause_preview, spoken_preview
from service.web.links.unfurl import component_embed
from tests.service.spoken_samples import HOSTILE, citations, generated

SITE = "https://judge.example"
PAGES = (
    "/",
    "/?q=can+an+exhausted+character+attack%3F&game=vs-system",
    "/?q=zzyzx",
    "/clauses/vs-system/heralds-faq/3.b3",
    "/checks/vs-system/press-cost?cost=4&press=2",
    "/checks/vs-system/press-cost",
    "/checks/vs-system/press-cost?cost=many",
    "/documents/vs-system/heralds-faq",
    "/games",
    "/checks",
    "/coverage",
)


class Head(HTMLParser):
    """The tags that chats read."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: dict[str, list[str]] = {}
        self.oembed = self.component = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "meta" and (name := given.get("property") or given.get("name")):
            self.tags.setdefault(name, []).append(given.get("content", ""))
        if tag == "link" and given.get("type") == "application/json+oembed":
            self.oembed = given["href"]
        if tag == "link" and given.get("rel") == "discord:component-embed":
            self.component = given["href"]


@pytest.fixture(scope="module")
def site_app(home: Path) -> Iterator[APIFlask]:
    library = Library(home)
    library.warm_up()
    yield create_app(library, settings=Settings(rate_limit="off", url=SITE))
    library.close()


@pytest.fixture
def client(site_app: APIFlask) -> FlaskClient:
    return site_app.test_client()


def path_of(address: str) -> str:
    assert address.startswith(f"{SITE}/")
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}".rstrip("?")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_what_it_leads_to(client: FlaskClient, page: str) -> None:
    head = Head(client.get(page).text)
    for name in ("og:title", "og:description", "og:url", "og:image", "og:site_name", "twitter:card", "og:image:alt"):
        [value] = head.tags[name]
        assert 0 < len(value) <= 2_048
    assert client.get(path_of(head.tags["og:url"][0])).status_code == 200
    image = client.get(path_of(head.tags["og:image"][0]))
    assert (image.status_code, image.mimetype) == (200, "image/png")
    assert Image.open(io.BytesIO(image.data)).size == (WIDTH, HEIGHT)
    oembed = client.get(path_of(head.oembed)).get_json()
    assert (oembed["version"], oembed["type"], oembed["provider_name"]) == ("1.0", "link", "Headjudge")
    assert client.get(path_of(oembed["thumbnail_url"])).status_code == 200
    check_component(component_of(client, head))


def component_of(client: FlaskClient, head: Head) -> str:
    """The linked component embed."""
    assert len(head.component) <= 2_048
    reply = client.get(path_of(head.component))
    assert (reply.status_code, reply.mimetype) == (200, "application/json")
    return reply.text


def check_component(text: str) -> dict[str, Any]:
    """Discord's limits of component embeds."""
    assert len(text.encode()) <= 3_000
    whole = json.loads(text)
    assert list(whole) == ["component"]
    container = whole["component"]
    assert container["type"] == 17
    _component_factory(container)
    for part in container["components"]:
        assert part["type"] in (9, 10)
        texts = part["components"] if part["type"] == 9 else [part]
        assert all(each["type"] == 10 and each["content"] for each in texts)
        if part["type"] == 9:
            assert part["accessory"]["style"] == 5
            assert set(part["accessory"]) <= {"type", "style", "url", "label"}
            assert len(part["accessory"]["url"]) <= 512
    return whole  # type: ignore[no-any-return]


def test_an_answer_shows_verdict_sentence_and_clause(client: FlaskClient) -> None:
    head = Head(client.get(PAGES[1]).text)
    assert head.tags["og:title"] == ["can an exhausted character attack?"]
    assert head.tags["og:description"][0].startswith("No: The character is unable to attack")
    assert "“" in head.tags["og:description"][0]
    content = json.dumps(check_component(component_of(client, head)), ensure_ascii=False)
    assert "**No.** The character is unable to attack" in content
    assert "`vs-system/heralds-faq#5.p2`" in content


def test_every_card_and_clause_has_its_preview(client: FlaskClient, base: KnowledgeBase) -> None:
    addresses = [f"/cards/{card.game}/{quote(card.id.partition('#')[2])}" for card in base.store.cards()]
    addresses += [f"/clauses/{clause.id.replace('#', '/')}" for clause in base.store.clauses("tiny-game")]
    for address in addresses:
        head = Head(client.get(address).text)
        assert head.tags["og:url"] == [SITE + address]
        check_component(component_of(client, head))
        assert client.get(path_of(head.oembed)).status_code == 200


def test_every_clause_of_the_corpus_and_a_thousand_answers_fit(site_app: APIFlask) -> None:
    with site_app.test_request_context():
        for citation in citations():
            preview = clause_preview(citation.clause, citation.document)
            text = component_embed(preview)
            check_component(text)
            assert len(preview.description) <= 340
        for spoken in generated():
            check_component(component_embed(spoken_preview(spoken, spoken.sentence, spoken.link)))


@pytest.mark.parametrize("hostile", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_of_a_question_comes_out_active(client: FlaskClient, hostile: str) -> None:
    page = client.get("/", query_string={"q": f"why {hostile} so?", "game": "vs-system"}).text
    head = Head(page)
    shown = json.dumps(check_component(component_of(client, head)), ensure_ascii=False)
    own = re.sub(r'"url": "[^"]*"', "", shown)
    assert not re.search(r"@\w|://|<[@#:/t!a-z]", own), own
    assert page.count("<script") == page.count('<script src="/static/') == 3
    straightened = straight(f"why {hostile} so?").replace("\x00", "")
    assert head.tags["og:title"][0].split() == straightened.split() or "\x00" in hostile


def test_a_long_question_links_to_what_fits(client: FlaskClient) -> None:
    head = Head(client.get("/", query_string={"q": "ü and press? " * 120}).text)
    assert all(len(head.tags[name][0]) <= 2_048 for name in ("og:url", "og:image"))
    assert client.get(path_of(head.tags["og:image"][0])).status_code == 200


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("https://evil.example/", 404),
        ("http://judge.example/", 404),
        ("https://judge.example.evil.example/", 404),
        ("", 404),
        (f"{SITE}/clauses/vs-system/heralds-faq/99", 404),
        (f"{SITE}/checks/vs-system/none", 404),
        (f"{SITE}/cards/vs-system/none", 404),
        (f"{SITE}/healthz", 404),
        ("http://[bad", 404),
        (f"{SITE}//[bad", 404),
        (f"{SITE}/{'x' * 9_000}", 404),
        (f"{SITE}/games", 200),
    ],
)
def test_oembed_and_pictures_are_for_pages_of_ours_only(client: FlaskClient, address: str, status: int) -> None:
    assert client.get("/oembed", query_string={"url": address}).status_code == status
    if address.startswith(SITE):
        assert client.get("/picture.png", query_string={"of": address.removeprefix(SITE)}).status_code == status


def test_oembed_is_json_and_keeps_to_the_size_asked_for(client: FlaskClient) -> None:
    assert client.get("/oembed", query_string={"url": f"{SITE}/", "format": "xml"}).status_code == 501
    small = client.get("/oembed", query_string={"url": f"{SITE}/", "maxwidth": "600"}).get_json()
    assert "thumbnail_url" not in small


def test_a_picture_is_sent_once(client: FlaskClient) -> None:
    first = client.get("/picture.png?of=/games")
    again = client.get("/picture.png?of=/games", headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
    assert first.headers["Cache-Control"] == "public, max-age=3600"


@pytest.mark.slow
def test_pictures_of_the_longest_texts_hold_them() -> None:
    for citation in (*citations()[:12], citations()[-1]):
        preview = Preview("/", "T", "No", citation.clause.plain[:400], "answered", citation, "A document")
        image = Image.open(io.BytesIO(picture(preview, "restated"))).convert("L")
        assert image.size == (WIDTH, HEIGHT)
        edge = image.crop((WIDTH - 40, 0, WIDTH, HEIGHT))
        assert edge.getextrema()[0] > 200, "nothing is written beyond the margin"
    for spoken in generated(30):
        assert picture(spoken_preview(spoken, "T", "/"), "restated").startswith(b"\x89PNG")


def test_words_longer_than_a_line_are_broken() -> None:
    from PIL import ImageFont

    font = ImageFont.load_default(20)
    lines = wrapped(f"a {'x' * 300} b", font, 200)  # type: ignore[arg-type]
    assert "".join(lines).replace(" ", "") == f"a{'x' * 300}b"
    assert all(font.getlength(line) <= 200 for line in lines)


def test_what_a_page_shows_is_escaped(client: FlaskClient) -> None:
    page = client.get("/", query_string={"q": '"><script>alert(1)</script>'}).text
    assert "<script>alert" not in page
    assert '"><script>' in unescape(Head(page).tags["og:title"][0])


@pytest.mark.parametrize(
    ("title", "same"), [("Can Dr. Doom attack?", False), ("может ли он?", True), ("\u202e\U0001f469", True)]
)
def test_a_question_stands_in_its_picture_where_its_letters_can_be_drawn(title: str, same: bool) -> None:
    def drawn(text: str) -> bytes:
        return picture(
            Preview("/", text, "No", "It is stunned.", "answered", citations()[-1], "A document"), "restated"
        )

    assert (drawn(title) == drawn("字")) is same
