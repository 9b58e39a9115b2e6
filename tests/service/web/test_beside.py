"""Two answers side by side, a QR code to an answer, a clause's history."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlencode

import pytest
import segno
from flask.testing import FlaskClient

from kb.knowledge import KnowledgeBase
from kb.snapshots.parts import STORE
from service.show.pagefacts import PageFacts, question_page
from service.web.links.qr import MASK, drawing
from service.web.pages import history as clause_history
from service.web.pages.history import ADDED, CHANGED, IN_FORCE, PUBLISHED, changes, history
from tests.service.web.test_pages import Page

LIT = "may my keeper light the lamp on the top floor with 2 oil"
OPEN = "can my keeper light the lamp with 2 oil"
TWO = {"a.q": LIT, "a.game": "tiny-game", "b.q": OPEN, "b.game": "tiny-game"}


def states(html: str) -> list[str]:
    """The verdicts of a page, in order."""
    return re.findall(r'<p class="state">([^<]*)</p>', html)


def test_an_answer_leads_with_one_tap_to_a_page_where_another_is_asked_beside_it(client: FlaskClient) -> None:
    links = Page(client.get("/", query_string={"q": LIT, "game": "tiny-game"}).text).links
    [link] = [each for each in links if each.startswith("/side-by-side")]
    page = client.get(link.partition("#")[0]).text
    assert states(page) == ["Yes"]
    assert 'name="b.q"' in page
    assert f'<input type="hidden" name="a.q" value="{LIT}">' in page


def test_two_answers_stand_on_one_page_each_id_once(client: FlaskClient) -> None:
    page = client.get("/side-by-side", query_string=TWO).text
    assert states(page) == ["Yes", "It depends"]
    found = Page(page)
    assert len(found.ids) == len(set(found.ids))
    assert "inline" not in found.scripts


def test_a_fact_told_on_one_side_changes_that_side_alone(client: FlaskClient) -> None:
    page = Page(client.get("/side-by-side", query_string=TWO).text)
    told = [each for each in page.links if "b.f.top_floor=no" in each]
    assert states(client.get(told[0].partition("#")[0]).text) == ["Yes", "No"]
    assert told[0].endswith("#b")


def test_a_game_chosen_on_one_side_leaves_the_other() -> None:
    told = PageFacts("may I pull it", "", page="/side-by-side", side="b.", other=(("a.q", LIT),))
    asked = urlencode({"b.q": "may I pull it", "b.game": "tiny-game", "a.q": LIT})
    assert question_page(told, "may I pull it", "tiny-game") == f"/side-by-side?{asked}"
    assert question_page(PageFacts("x", ""), "x", "tiny-game") == "/?q=x&game=tiny-game"


def test_it_is_empty_without_questions_and_whole_in_other_languages(client: FlaskClient) -> None:
    assert "Two questions side by side" in client.get("/side-by-side").text
    assert states(client.get("/side-by-side", query_string={**TWO, "lang": "fr"}).text) == ["Oui", "Ça dépend"]


def test_a_code_of_an_answers_page_is_shown_and_printed(client: FlaskClient) -> None:
    html = client.get("/", query_string={"q": LIT, "game": "tiny-game", "lang": "de"}).text
    [source] = set(re.findall(r'<img src="(/qr\.svg[^"]*)"', html))
    reply = client.get(source.replace("&amp;", "&"))
    assert (reply.status_code, reply.mimetype) == (200, "image/svg+xml")
    address = f"http://localhost/?{urlencode({'q': LIT, 'game': 'tiny-game'})}"
    assert reply.data == drawing(address)
    assert "Host" in reply.vary
    assert client.get(source.replace("&amp;", "&"), headers={"If-None-Match": reply.headers["ETag"]}).status_code == 304


def test_the_code_draws_the_modules_of_its_address() -> None:
    address = "https://judge.example/checks/tiny-game/light-lamp?oil=2"
    made = segno.make(address, error="l", micro=False, boost_error=False, mask=MASK)
    side = (len(made.matrix) + 8) * 4
    assert f'width="{side}" height="{side}"'.encode() in drawing(address)
    assert drawing(address) != drawing(address + "1")


def test_an_address_of_more_bytes_than_a_code_holds_has_none(client: FlaskClient) -> None:
    """Letters are counted before, and an emoji has four bytes."""
    reply = client.get("/qr.svg", query_string={"of": "/?q=" + "🎲" * 990})
    assert (reply.status_code, reply.mimetype) == (404, "text/html")


@pytest.mark.parametrize("of", ["", "//evil.example", "https://evil.example", "/" + "a" * 2000, "/a\nb"])
def test_no_code_leads_elsewhere(client: FlaskClient, of: str) -> None:
    assert client.get("/qr.svg", query_string={"of": of}).status_code == 404


def test_a_long_question_has_the_code_of_its_short_link(client: FlaskClient) -> None:
    html = client.get("/", query_string={"q": LIT + " and more" * 100, "game": "tiny-game"}).text
    [source] = set(re.findall(r'<img src="(/qr\.svg[^"]*)"', html))
    assert client.get(source.replace("&amp;", "&")).status_code == 200


def test_a_clauses_history_begins_with_its_document(client: FlaskClient, base: KnowledgeBase) -> None:
    clause = base.store.clause("vs-system/heralds-faq#3.b3")
    assert [(each.day, each.what) for each in history(base, clause)][:2] == [
        ("2006-08-29", PUBLISHED),
        ("2006-09-23", IN_FORCE),
    ]
    page = Page(client.get("/clauses/vs-system/heralds-faq/3.b3").text)
    assert "History 2006-08-29 : published" in page.text.replace("29:", "29 :")


def test_words_that_an_earlier_knowledge_base_had_are_shown(
    base: KnowledgeBase, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    clause = base.store.clause("tiny-game/rules#the-night.b2")
    older = tmp_path / "20200101T000000000Z-00000000"
    monkeypatch.setattr(clause_history, "earlier", lambda _: [older])
    shutil.copytree(base.snapshot.folder, older)
    assert (older / STORE).exists()
    assert list(changes(base, clause)) == []
    monkeypatch.setattr(clause_history, "clause_in", lambda *_: replace(clause, text="It was otherwise."))
    [event] = changes(base, clause)
    assert (event.what, event.before) == (CHANGED, "It was otherwise.")
    monkeypatch.setattr(clause_history, "clause_in", lambda *_: None)
    assert [each.what for each in changes(base, clause)] == [ADDED]


def test_a_later_knowledge_base_or_one_of_another_edition_is_no_history(base: KnowledgeBase, tmp_path: Path) -> None:
    own = base.snapshot.manifest
    for name, edition in (("1", base.edition), ("2", "another"), ("3", base.edition), ("4", base.edition)):
        (tmp_path / name).mkdir()
        replace(own, edition=edition).save(tmp_path / name)
    third = SimpleNamespace(edition=base.edition, snapshot=SimpleNamespace(folder=tmp_path / "3", manifest=own))
    assert [each.name for each in clause_history.earlier(third)] == ["1"]
