"""One address is one ruling: its page, what a link to it shows elsewhere, a bot's message about it, a report on it."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from apiflask import APIFlask
from flask.testing import FlaskClient

from kb.knowledge import KnowledgeBase
from service.bots.rulings import about, facts_of
from service.reports.record import record
from service.show.pageasked import asked_at
from service.web.links.preview import preview_at

TWO_RECRUITS = (
    "/checks/vs-system/recruits-total?recruits=Ego&recruits.Ego.place=1&recruits.Ego.cost_of=3"
    "&recruits=Ra&recruits.Ra.place=2&recruits.Ra.cost_of=4"
)
"""Each thing of a list under the name again, as the boxes of a set are sent: 3 and 4 are 7."""
OTHER_DAY = "/?q=can+an+exhausted+character+attack%3F&game=vs-system&as_of=1990-01-01"
ASKED_TWICE = "/?q=can+an+exhausted+character+attack%3F&q=may+I+draw%3F&game=vs-system"


def label_shown(client: FlaskClient, address: str) -> str:
    """The verdict on a page."""
    [found] = re.findall(r'<p class="state">([^<]*)</p>', client.get(address).text)
    return str(found)


@pytest.mark.parametrize(
    ("address", "label"), [(TWO_RECRUITS, "7"), (OTHER_DAY, "Not found"), (ASKED_TWICE, "No")],
    ids=["a fact of several values", "a day of the past", "a question given twice"],
)  # fmt: skip
def test_everything_that_tells_of_an_address_rules_alike(
    client: FlaskClient, base: KnowledgeBase, address: str, label: str
) -> None:
    assert label_shown(client, address) == label
    preview = preview_at(base, address)
    assert preview is not None
    assert preview.label == label
    [said] = record(base, address, "", "")["answers"]
    assert said["said"].startswith(f"{label}: ")
    embed = client.get(f"/component-embed.json?of={quote(address, safe='')}").text
    assert f"**{label}.**" in embed
    oembed = client.get(f"/oembed?url={quote('http://localhost' + address, safe='')}").get_json()
    assert oembed["title"] == preview.title


def test_a_bots_message_is_about_all_facts_of_its_link(app: APIFlask, base: KnowledgeBase) -> None:
    with app.test_request_context(base_url="https://judge.example/"):
        check, facts = facts_of(base, about(f"https://judge.example{TWO_RECRUITS}"))
        assert (check, facts["recruits"]) == ("vs-system/recruits-total", "Ego, Ra")
        assert about("https://elsewhere.example/games").stated == {}


def test_side_by_side_each_side_is_asked_as_its_own_page_is(client: FlaskClient) -> None:
    sides = f"/side-by-side?{OTHER_DAY[2:].replace('&', '&a.').replace('q=', 'a.q=', 1)}&b.q=may+I+draw%3F"
    page = client.get(sides).text
    assert "As it stood on" in page
    assert re.findall(r'<p class="state">([^<]*)</p>', page)[0] == label_shown(client, OTHER_DAY)
    today = sides.replace("&a.as_of=1990-01-01", "").replace("&", "&amp;")
    assert f'<a href="{today}#a">As it stands now</a>' in page


@pytest.mark.parametrize("address", [OTHER_DAY, f"{OTHER_DAY}&f.oil=2"])
def test_of_a_day_of_the_past_no_facts_are_told(address: str) -> None:
    assert not asked_at(address).tells


@pytest.mark.parametrize("day", ["soon", "29.08.1990", "1990-13-01"])
@pytest.mark.parametrize("page", ["/?q=press&", "/side-by-side?a.q=press&a.", "/clauses/vs-system/heralds-faq/3.b3?"])
def test_a_day_that_cannot_be_read_is_refused_as_the_api_refuses_it(client: FlaskClient, page: str, day: str) -> None:
    reply = client.get(f"{page}as_of={day}")
    assert reply.status_code == 422
    assert f"“{day}” is no day: one such as 2006-08-29 is expected" in reply.text
    german = client.get(f"{page}as_of={day}", headers={"Accept-Language": "de"}).text
    assert "ist kein Tag: Erwartet wird einer wie 2006-08-29" in german


def test_behind_a_day_that_cannot_be_read_the_question_still_stands_in_its_box(client: FlaskClient) -> None:
    page = client.get("/?q=does+%3Cb%3E+press+count&game=vs-system&as_of=soon").text
    assert ">does &lt;b&gt; press count</textarea>" in page
    assert '<input type="hidden" name="game" value="vs-system">' in page
    assert '<input type="date" name="as_of">' in page
