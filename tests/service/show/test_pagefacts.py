"""What a question leaves open is told on its own page, and the verdict comes in the place of the question back."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from kb.answering.answer import answer
from kb.knowledge import KnowledgeBase
from kb.records import Outcome
from service.show.pagefacts import PageFacts, told_page, with_told
from tests.service.web.test_pages import Page

OPEN = "can my keeper light the lamp with 2 oil"


@pytest.mark.parametrize(("choice", "verdict"), [(True, True), (False, False)])
def test_a_fact_more_gives_the_verdict_with_its_proof(base: KnowledgeBase, choice: bool, verdict: bool) -> None:
    found = answer(base, OPEN, "tiny-game")
    assert found.outcome is Outcome.DEPENDS
    assert found.ruling is not None
    query = PageFacts(OPEN, "tiny-game").query(found.ruling.result, "top_floor", choice)
    told = with_told(base, found, query)
    assert told.outcome is Outcome.ANSWERED
    assert told.verdict is not None
    assert told.verdict.value is verdict
    assert told.ruling is not None
    assert told.ruling.result.proof is not None
    assert [each.role for each in told.citations[:1]] == ["proof"]
    assert told.question == found.question


def test_each_button_says_what_it_leads_to_and_leads_there(client: FlaskClient) -> None:
    html = client.get("/", query_string={"q": OPEN, "game": "tiny-game"}).text
    page = Page(html)
    ways = [link for link in page.links if "f.top_floor=" in link]
    assert [link.partition("f.top_floor=")[2].partition("#")[0] for link in ways] == ["yes", "no"]
    assert "Yes → Yes" in page.text
    assert "No → No" in page.text
    for link, label in zip(ways, ("Yes", "No"), strict=True):
        reply = client.get(link)
        assert f'<p class="state">{label}</p>' in reply.text
        assert f">{OPEN}</textarea>" in reply.text


def test_facts_of_another_check_change_nothing(base: KnowledgeBase) -> None:
    found = answer(base, OPEN, "tiny-game")
    assert with_told(base, found, {"check": "tiny-game/other", "f.top_floor": "yes"}) is found
    assert with_told(base, found, {"f.top_floor": "yes"}) is found


def test_a_fact_that_does_not_fit_is_refused_by_name(client: FlaskClient) -> None:
    query = {"q": OPEN, "game": "tiny-game", "check": "tiny-game/light-lamp", "f.oil": "many"}
    reply = client.get("/", query_string=query)
    assert reply.status_code == 422
    assert "oil" in Page(reply.text).text


@pytest.mark.parametrize("attack", ['"><script>alert(1)</script>', "<img src=x onerror=alert(1)>"])
def test_what_is_told_comes_back_as_text(client: FlaskClient, attack: str) -> None:
    query = {"q": OPEN, "game": "tiny-game", "check": "tiny-game/light-lamp", "f.top_floor": "yes", "f.oil": attack}
    assert attack not in client.get("/", query_string=query).text


def test_where_the_question_is_read_as_another_check_the_facts_lead_to_theirs(client: FlaskClient) -> None:
    query = {
        "q": "zzyzx qwrtp",
        "game": "tiny-game",
        "check": "tiny-game/light-lamp",
        "f.oil": "2",
        "f.top_floor": "no",
    }
    reply = client.get("/", query_string=query)
    assert reply.status_code == 302
    assert reply.location == "/checks/tiny-game/light-lamp?oil=2&top_floor=no"
    assert '<p class="state">No</p>' in client.get(reply.location).text


def test_of_a_post_each_question_is_told_apart(base: KnowledgeBase, client: FlaskClient) -> None:
    post = f"{OPEN.capitalize()}? What does section 3 of the rules say?"
    found = answer(base, post, "tiny-game")
    assert found.parts[0].outcome is Outcome.DEPENDS
    assert found.parts[0].ruling is not None
    link = told_page(PageFacts(post, "tiny-game", 1), found.parts[0].ruling.result, "top_floor", True)
    assert "f1.top_floor=yes" in link
    page = client.get(link)
    assert '<p class="state">Yes</p>' in page.text
    assert len(found.parts) == page.text.count('<section class="part"')


def test_a_link_to_what_was_told_unfurls_with_its_verdict(client: FlaskClient) -> None:
    query = {"q": OPEN, "game": "tiny-game", "check": "tiny-game/light-lamp", "f.oil": "2", "f.top_floor": "yes"}
    html = client.get("/", query_string=query).text
    assert 'property="og:description" content="Yes: ' in html
    shown = client.get("/component-embed.json", query_string={"of": f"/?{urlencode(query)}"})
    assert "**Yes.**" in shown.text
