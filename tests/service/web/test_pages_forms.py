"""A check's form: facts and their address are the same thing, and each type of fact has a field that can be filled."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from kb.errors import FactsError
from kb.knowledge import KnowledgeBase
from kb.rules.model.facts.read import read_facts
from service.show.formfacts import as_query, as_text, stated_facts
from service.web.checkforms import MOST, Field, field_id, form_fields
from tests.service.web.test_pages import Page
from tests.support.cases import GAMES, cases_of, checks_of


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.slow
def test_the_facts_of_every_case_are_read_the_same_from_their_address(game: str) -> None:
    model = checks_of(game).model(game)
    found = cases_of(game)
    assert len(found) > 10
    for case in found:
        check = model.check(case.check)
        address = as_query(case.facts)
        assert all(value for value in address.values())
        read = read_facts(model, check, stated_facts(check, model.schema, address))
        assert read.facts == read_facts(model, check, case.facts).facts, case.id


def fields(game: str, name: str, **stated: str) -> dict[str, Field]:
    """The fields of a check of the corpus by name."""
    model = checks_of(game).model(game)
    return {each.name: each for each in form_fields(model.check(name), model.schema, stated)}


@pytest.mark.slow
def test_each_type_of_fact_has_its_field() -> None:
    reach = fields("heroes-wanted", "in-range", distance="2")
    assert (reach["distance"].type, reach["distance"].value) == ("number", "2")
    assert (reach["no_rng"].type, reach["no_rng"].default) == ("bool", "no")
    assert reach["line_of_sight"].type == "choice"
    doors = fields("heroes-wanted", "door-colors", door_here="red, blue")["door_here"]
    assert (doors.type, doors.picked) == ("set", ("red", "blue"))
    assert ("red", "red") in doors.choices
    assert fields("vs-system", "use-power")["card"].type == "card"
    lines = fields("agemonia", "pull-on-map")["lines"]
    assert lines.type == "rows"
    assert "Written as FROM, TO, LINE" in lines.hint
    assert "LINE is single, double, or barrier" in lines.hint


@pytest.mark.slow
def test_a_long_form_shows_its_first_fields_and_what_was_told() -> None:
    bare = fields("vs-system", "use-power")
    assert [each.more for each in bare.values()].count(False) == MOST
    last = list(bare)[-1]
    assert bare[last].more
    assert not fields("vs-system", "use-power", **{last: "2"})[last].more


@pytest.mark.slow
def test_a_named_thing_has_a_field_for_each_property() -> None:
    found = fields("heroes-wanted", "winner", heroes="Adam, Betty", **{"heroes.Carl.total": "7"})
    properties = ("total", "dealt_villain", "order_place")
    of_heroes = [f"heroes.{name}.{each}" for name in ("Adam", "Betty", "Carl") for each in properties]
    assert list(found) == ["heroes", *of_heroes, "three_got_away"]  # the check's other fact has one field
    assert (found["heroes.Carl.total"].value, found["heroes.Carl.total"].about) == ("7", "Carl")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "yes"),
        (0, "0"),
        (["red", "blue"], "red, blue"),
        ([["a", "b", 3], ["b", "c", 1]], "a, b, 3; b, c, 1"),
        ([], "[]"),
        (["one, two"], '["one, two"]'),
        ([True], "[true]"),
    ],
    ids=str,
)
def test_a_value_stands_in_an_address_as_people_write_it(value: object, text: str) -> None:
    assert as_text(value) == text


@pytest.mark.slow
def test_rows_that_do_not_fit_are_named() -> None:
    model = checks_of("agemonia").model("agemonia")
    check = model.check("pull-on-map")
    assert stated_facts(check, model.schema, {"lines": "a, b, single; b, c"}) == {
        "lines": [["a", "b", "single"], ["b", "c"]]
    }
    with pytest.raises(FactsError, match="from, to, line are expected"):
        read_facts(model, check, stated_facts(check, model.schema, {"lines": "a, b, single; b, c"}))


def test_an_id_of_a_field_holds_no_blank() -> None:
    assert field_id("needs.while you control a Skrull") == "fact-needs.while-you-control-a-Skrull"


@pytest.mark.parametrize("attack", ['"><script>alert(1)</script>', "<img src=x onerror=alert(1)>", "{{ 7 * 191119 }}"])
@pytest.mark.parametrize("name", ["recruits", "recruits.x.place"])
def test_a_fact_comes_back_as_text(client: FlaskClient, name: str, attack: str) -> None:
    reply = client.get("/checks/vs-system/recruits-total", query_string={name: attack})
    assert reply.status_code == 200
    assert "<img src=x" not in reply.text
    assert "1337833" not in reply.text
    assert Page(reply.text).scripts == Page(client.get("/").text).scripts


def test_boxes_that_are_ticked_are_one_fact(base: KnowledgeBase, client: FlaskClient) -> None:
    page = Page(client.get("/checks/tiny-game/light-lamp?oil=2&oil=3").text)
    assert "do not fit" in page.text


def test_a_name_that_is_no_fact_is_said_to_be_left_out(client: FlaskClient) -> None:
    page = client.get("/checks/tiny-game/light-lamp?oil=2&wick=long").text
    assert "Left out, for no fact of this check is called so: <code>wick</code>" in page
    assert "Left out" not in client.get("/checks/tiny-game/light-lamp?oil=2").text
