"""Every door takes what was typed in every form: card names, ids, quotes to verify, search and facts."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from kb.knowledge import KnowledgeBase
from kb.records import Card, Clause
from service.commands.show import find
from service.show.naming import game_called
from service.show.quoting.quotes import verify
from tests.support.forms import FORMS

TYPED = ("curly", "full-width", "ligature", "soft hyphen", "zero-width", "NBSP", "doubled blanks", "trailing newline")
EVERY = tuple(FORMS)
RULE = "vs-system/heralds-faq#3.b3"
CARDS = {"ego": "Ego the Living Planet", "moondragon": "Moondragon"}


@pytest.mark.parametrize("form", EVERY)
@pytest.mark.parametrize("name", CARDS)
def test_a_card_is_found_by_its_name_in_every_form(client: FlaskClient, name: str, form: str) -> None:
    plain = client.get(f"/api/v1/cards/{name}").get_json()["cards"]
    found = client.get(f"/api/v1/cards/{FORMS[form](name)}").get_json()["cards"]
    assert plain
    assert [each["card"] for each in found] == [each["card"] for each in plain]


@pytest.mark.parametrize("form", EVERY)
def test_a_card_is_shown_by_its_name_in_every_form(base: KnowledgeBase, form: str) -> None:
    title = base.cards_named("moondragon")[0].title
    found, plain = find(base, FORMS[form](title)), find(base, title)
    assert isinstance(plain, tuple)
    assert [type(each) for each in plain] == [Card]
    assert found == plain


@pytest.mark.parametrize("form", TYPED)
def test_a_clause_is_shown_by_its_id_in_every_form(base: KnowledgeBase, form: str) -> None:
    found = find(base, FORMS[form](RULE))
    assert isinstance(found, Clause)
    assert found.id == RULE
    assert base.clause_at(FORMS[form](RULE.replace("#", "/"))) == found


@pytest.mark.parametrize("form", TYPED)
def test_a_game_is_called_by_its_title_in_every_form(base: KnowledgeBase, form: str) -> None:
    assert game_called(base, FORMS[form]("VS System")) == "vs-system"


@pytest.mark.parametrize("form", [*TYPED, "capitals", "no capitals", "markdown quote", "em dash"])
def test_a_quote_is_verified_in_every_form(base: KnowledgeBase, form: str) -> None:
    stored = base.store.clause(RULE)
    found = verify(base, FORMS[form](stored.plain.replace("’", "'")))
    assert (found.verified, found.clause) == (True, stored)


@pytest.mark.parametrize("form", EVERY)
def test_a_quote_without_its_not_is_refused_in_every_form(base: KnowledgeBase, form: str) -> None:
    stored = base.store.clause(RULE)
    for said, turned in (("can’t", "can"), ("can’t", "can ❌"), ("can’t", "cant not")):
        assert said in stored.plain
        changed = FORMS[form](stored.plain.replace(said, turned).replace("’", "'"))
        assert not verify(base, changed).verified, changed


def test_a_contraction_may_lack_its_apostrophe_but_a_possessive_may_not(base: KnowledgeBase) -> None:
    stored = base.store.clause(RULE)
    assert verify(base, stored.plain.replace("can’t", "cant")).verified
    owning = next(each for each in base.store.clauses("vs-system") if "’s " in each.plain or "'s " in each.plain)
    assert verify(base, owning.plain, owning).verified
    assert not verify(base, owning.plain.replace("’s ", "s ").replace("'s ", "s "), owning).verified


def test_an_emoji_in_a_quote_is_not_the_clauses(base: KnowledgeBase) -> None:
    stored = base.store.clause(RULE)
    middle = stored.plain.replace(" ", " ❌ ", 3)
    assert not verify(base, middle).verified


@pytest.mark.parametrize("form", EVERY)
def test_search_finds_the_same_in_every_form(client: FlaskClient, form: str) -> None:
    query = "doesn't a press character's cost fly - reduce the next"
    hits = [
        [hit["clause"] for hit in client.get("/api/v1/search", query_string={"q": text}).get_json()["hits"]]
        for text in (query, FORMS[form](query))
    ]
    assert hits[0]
    assert hits[0] == hits[1]


@pytest.mark.parametrize("form", EVERY)
def test_a_question_has_the_same_answer_in_every_form(client: FlaskClient, form: str) -> None:
    question = "press can't reduce boost, right?"
    plain, typed = (
        client.get("/api/v1/ask", query_string={"q": text}).get_json() for text in (question, FORMS[form](question))
    )
    assert (typed["outcome"], typed["verdict"]) == (plain["outcome"], plain["verdict"])
    assert [each["clause"] for each in typed["citations"]] == [each["clause"] for each in plain["citations"]]


@pytest.mark.parametrize("form", TYPED[:-1])
def test_facts_are_known_by_their_names_in_every_form(client: FlaskClient, form: str) -> None:
    lamp = "/api/v1/checks/tiny-game/light-lamp"
    plain = client.post(lamp, json={"facts": {"top_floor": True, "oil": 2}}).get_json()
    typed = client.post(lamp, json={"facts": {FORMS[form]("top_floor"): True, FORMS[form]("oil"): 2}}).get_json()
    assert plain["verdict"]
    assert typed["verdict"] == plain["verdict"]
