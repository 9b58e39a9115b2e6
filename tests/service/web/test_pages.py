"""The pages: they work without JavaScript, quote stored words, and let nothing through as markup."""

from __future__ import annotations

from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from kb.answering.answer import answer
from kb.knowledge import KnowledgeBase
from tests.service.spoken_samples import POST

CLAUSE = "/clauses/vs-system/heralds-faq/3.b3"
PAGES = [
    "/",
    "/?q=does+press+make+boost+cheaper",
    "/?q=zzyzx+qwrtp",
    "/?q=gem",
    "/?q=section+3",
    "/?q=can+an+exhausted+character+attack+a+zeppelin&game=vs-system",
    f"/?{urlencode({'q': POST})}",
    f"/?{urlencode({'q': POST * 3, 'game': 'vs-system'})}",
    CLAUSE,
    "/cards/vs-system/ego-the-living-planet",
    "/documents/vs-system/heralds-faq",
    "/games",
    "/api",
    "/about",
    "/booklet",
]


class Page(HTMLParser):
    """What a test asks of a page: its ids, links, words and scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.scripts: list[str] = []
        self.words: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.ids += [named["id"]] if "id" in named else []
        self.links += [named["href"]] if tag == "a" and "href" in named else []
        self.scripts += [named.get("src", "inline")] if tag == "script" else []

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


@pytest.mark.parametrize("address", PAGES)
def test_every_page_is_whole_and_its_links_lead_somewhere(client: FlaskClient, address: str) -> None:
    reply = client.get(address)
    assert reply.status_code == 200
    page = Page(reply.text)
    assert len(page.ids) == len(set(page.ids))
    assert "inline" not in page.scripts
    assert "script-src 'self'" in reply.headers["Content-Security-Policy"]
    here = {link for link in page.links if link.startswith("/")}
    assert here
    whole = {link.partition("#")[0] for link in here}
    assert {link: client.get(link).status_code for link in whole} == dict.fromkeys(whole, 200)
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)


def test_the_answer_stands_before_its_citations(client: FlaskClient, base: KnowledgeBase) -> None:
    question = "each player takes 3 oil and never holds more than 5 oil"
    html = client.get("/", query_string={"q": question, "game": "tiny-game"}).text
    page = Page(html)
    quoted = base.store.clause("tiny-game/rules#setting-up.b2").plain
    said = " ".join(page.text.replace(" .", ".").split())
    assert said.index("The rules say") < said.index(quoted) < said.index("published 2026-01-01")
    assert 'class="summary"' not in html
    assert "restated edition" in page.text


def test_each_question_of_a_post_stands_over_its_answer_and_its_clauses(
    client: FlaskClient, base: KnowledgeBase
) -> None:
    page = Page(client.get("/", query_string={"q": POST, "game": "vs-system"}).text)
    found = answer(base, POST, "vs-system")
    places = [page.text.index(f"“{each.asked}”") for each in found.parts]
    assert places == sorted(places)
    assert len(places) == 3
    assert {"question-1", "question-2", "question-3"} <= set(page.ids)
    assert "I did not understand “zeppelin”, which could change the answer." in page.text[places[1] : places[2]]
    assert found.parts[0].sentence.partition(": ")[2] in page.text[places[0] : places[1]].replace("T", "t", 1)


def test_cards_of_a_name_are_links(client: FlaskClient) -> None:
    page = Page(client.get("/?q=gem").text)
    assert "Which card?" in page.text
    assert sum(link.startswith("/cards/vs-system/") for link in page.links) > 1


def test_a_clause_page_shows_its_neighbours_and_its_place(client: FlaskClient, base: KnowledgeBase) -> None:
    page = Page(client.get(CLAUSE).text)
    clause = base.store.clause("vs-system/heralds-faq#3.b3")
    assert f"characters {clause.start} to {clause.end}" in page.text
    assert "/clauses/vs-system/heralds-faq/3.b4" in page.links


def test_a_card_page_shows_figures_and_rulings(client: FlaskClient) -> None:
    page = Page(client.get("/cards/vs-system/ego-the-living-planet").text)
    assert "Location, cost 2" in page.text
    assert "in force from 2006-09-23" in page.text


def test_a_document_is_listed_section_by_section(client: FlaskClient) -> None:
    page = Page(client.get("/documents/vs-system/heralds-faq").text)
    assert {"1", "3", "3.1", "ego-the-living-planet"} <= set(page.ids)


OWN_SCRIPTS = ["/static/offline/device.js", "/static/page.js", "/static/headjudge.js"]


@pytest.mark.parametrize("attack", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7 * 191119 }}"])
def test_a_question_comes_back_as_text(client: FlaskClient, attack: str) -> None:
    html = client.get("/", query_string={"q": f"press {attack}"}).text
    assert attack not in html or "{{" in attack
    assert "<img src=x" not in html
    assert [each.partition("?")[0] for each in Page(html).scripts] == OWN_SCRIPTS
    assert "1337833" not in html


@pytest.mark.parametrize(
    "address",
    ["/nothing", "/cards/vs-system/none", "/clauses/vs-system/heralds-faq/99.p9", "/documents/chess/rules"],
)
def test_a_page_that_is_not_there_says_so(client: FlaskClient, address: str) -> None:
    reply = client.get(address)
    assert (reply.status_code, reply.mimetype) == (404, "text/html")
    assert "/" in Page(reply.text).links


def test_a_game_that_is_not_known_is_left_out(client: FlaskClient) -> None:
    assert client.get("/?q=press&game=chess").status_code == 200


def test_the_api_is_a_page_made_from_its_specification(client: FlaskClient) -> None:
    page = Page(client.get("/api").text)
    spec = client.get("/openapi.json").get_json()
    assert all(path in page.text for path in spec["paths"])
    assert "limit number 1 to 50 Citations at most." in page.text
    assert "/openapi.json" in page.links
