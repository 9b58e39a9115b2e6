"""What pages show beside the words that are cited: deciding words, nearest terms, rules, cases, cards."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from kb.answering.answer import answer
from kb.knowledge import KnowledgeBase
from service.server.snapshots.library import Library
from service.show.quoting.marks import marked, quoted
from service.web.pages.clause import about
from service.web.pages.nearest import nearest_terms
from tests.service.web.test_pages import Page


def test_the_words_that_a_rule_quotes_are_marked_rather_than_the_question() -> None:
    text = "Roll a die. On a **1**, lose <b>2</b> fame. Then pass the die."
    assert marked(text, ["die"], ["On a 1, lose 2 fame."]) == (
        "Roll a die. <mark>On a 1, lose 2 fame.</mark> Then pass the die."
    )
    assert marked("Roll & pass dice.", ["roll", "dice"]) == "<mark>Roll</mark> &amp; pass <mark>dice</mark>."
    assert marked("Roll a die.", ["die"], ["Roll a die."]) == "Roll a <mark>die</mark>."


def test_quotes_that_overlap_are_marked_once() -> None:
    assert quoted("one two three four", ["one two", "two three", "five"]) == [(0, 13)]


def test_a_proofs_deciding_words_are_marked_on_its_page(client: FlaskClient) -> None:
    html = client.get("/checks/tiny-game/light-lamp?oil=2&top_floor=yes").text
    assert "<mark>" in html.partition('id="result"')[2]


def test_what_is_not_found_suggests_terms_spelled_alike(base: KnowledgeBase, client: FlaskClient) -> None:
    found = answer(base, "zanzibar telescop keepr painted by whom", "tiny-game")
    assert str(found.outcome) == "not_found"
    assert "keeper" in [term.name for term in nearest_terms(base, found)]
    page = Page(client.get("/?q=zanzibar+telescop+keepr+painted+by+whom&game=tiny-game").text)
    assert "Nearest terms" in page.text
    assert "/?q=keeper&game=tiny-game" in page.links


def test_a_verdict_names_its_game_and_its_clauses_need_not(base: KnowledgeBase, client: FlaskClient) -> None:
    html = client.get("/?q=may+my+keeper+light+the+lamp+on+the+top+floor+with+2+oil").text
    title = base.title("tiny-game")
    assert f'<p class="of">{title}</p>' in html
    assert f"· {title}, " not in html


def test_nearest_clauses_name_their_game_where_none_was_chosen(base: KnowledgeBase, client: FlaskClient) -> None:
    title = base.title("tiny-game")
    asked = "/?q=zanzibar+telescop+keepr+painted+by+whom"
    assert f"· {title}, " in client.get(asked).text
    assert f"· {title}, " not in client.get(f"{asked}&game=tiny-game").text


def test_a_clause_shows_its_rule_its_cases_and_its_checks(base: KnowledgeBase, client: FlaskClient) -> None:
    clause = base.store.clause("tiny-game/rules#the-night.b2")
    found = about(base, clause)
    assert [each.full_id for each in found["checks"]] == ["tiny-game/light-lamp"]
    assert all(rule.quote in clause.plain and rule.code for rule in found["rules"])
    assert found["cases"]
    page = Page(client.get("/clauses/tiny-game/rules/the-night.b2").text)
    assert "/checks/tiny-game/light-lamp" in page.links
    assert found["cases"][0].title in page.text
    assert [link for link in page.links if link.startswith("/checks/tiny-game/light-lamp?")]


def test_a_cases_link_leads_to_the_verdict_that_it_expects(base: KnowledgeBase, client: FlaskClient) -> None:
    clause = base.store.clause("tiny-game/rules#the-night.b2")
    page = Page(client.get("/clauses/tiny-game/rules/the-night.b2").text)
    links = [link for link in page.links if link.startswith("/checks/tiny-game/light-lamp?")]
    expected = [each.expect.verdict for each in about(base, clause)["cases"]]
    words = {True: "Yes", False: "No"}
    for link, verdict in zip(links, expected, strict=True):
        if isinstance(verdict, bool):
            assert f'<p class="state">{words[verdict]}</p>' in client.get(link).text


@pytest.mark.parametrize("path", ["ego-the-living-planet.text1", "ego-the-living-planet.r1"])
def test_a_cards_clause_leads_to_its_card(client: FlaskClient, path: str) -> None:
    page = Page(client.get(f"/clauses/vs-system/heralds-faq/{path}").text)
    assert "/cards/vs-system/ego-the-living-planet" in page.links


@pytest.mark.parametrize("warm", [True, False])
def test_an_answer_says_while_the_rest_still_warms_up(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, warm: bool
) -> None:
    monkeypatch.setattr(Library, "warm", warm)
    assert ("still warming up" in client.get("/?q=press").text) is not warm
