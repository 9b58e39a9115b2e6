"""Facts that mean harm, in addresses: each kind of slot with many a text, wherever a page's address is taken."""

from __future__ import annotations

from urllib.parse import quote, urlencode

import pytest
from flask.testing import FlaskClient

from kb.knowledge import KnowledgeBase
from service.show.formfacts import columns
from tests.service.hostile_texts import TEXTS

ROWS = (
    "a,--5",
    "--5,a",
    "a,b,--5",
    f"a,{'9' * 4_400}",
    f"a,b,{'9' * 4_400}",
    "a,²",
    "1,2,3,4,5;6",
    "[[1,2],[3]]",
    "-,-,-",
)
SHOWN = (
    "{}",
    "/picture.png?of={quoted}",
    "/component-embed.json?of={quoted}",
    "/oembed?url=http%3A%2F%2Flocalhost{quoted}",
)
LONGEST = 8_000
pytestmark = pytest.mark.slow


def slots(base: KnowledgeBase) -> dict[tuple[object, ...], tuple[str, list[str]]]:
    """One check for each kind of slot, and the addresses of facts in it."""
    found: dict[tuple[object, ...], tuple[str, list[str]]] = {}
    for game in base.checks.games:
        facts = base.checks.model(game).schema.facts
        for check in base.checks.checks(game):
            for slot in check.slots:
                fact = facts.get(slot.fact)
                types = tuple(each.kind for each in columns(slot, fact))
                kind = bool(slot.each), types, fact.value.kind if fact and fact.value else "", bool(fact and fact.among)
                names = [slot.name, f"{slot.name}.x", *(f"{slot.name}.a.{each}" for each in slot.properties[:2])]
                found.setdefault(kind, (check.full_id, names))
    return found


def test_every_kind_of_slot_takes_any_text(client: FlaskClient, base: KnowledgeBase) -> None:
    kinds, failed, asked = slots(base), [], 0
    for check, names in kinds.values():
        for text in (*TEXTS[::4], *ROWS[::2], "²", "[" * 1_500):
            page = f"/checks/{check}?{urlencode({name: text for name in names[:1] if len(text) < LONGEST})}"
            reply = client.get(page)
            asked += 1
            if reply.status_code != 200:
                failed.append((reply.status_code, page[:100]))
    assert len(kinds) >= 6
    assert asked > 100
    assert failed == []


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize("text", ["²", "--5", "9" * 4_400, "[" * 1_500])
def test_so_do_pictures_and_embeds_of_it(client: FlaskClient, base: KnowledgeBase, shown: str, text: str) -> None:
    for check, names in list(slots(base).values())[::3]:
        page = f"/checks/{check}?{urlencode(dict.fromkeys(names[1:], text))}"
        reply = client.get(shown.format(page, quoted=quote(page, safe="")))
        assert reply.status_code in (200, 404), page[:100]
