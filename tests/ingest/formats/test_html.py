"""A page's rules are read, what stands around them is told as left out, and its ids keep their meaning."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ingest.adding.folder import read_document
from ingest.formats.block import Converted, Shape
from ingest.formats.html import convert


def page(tmp_path: Path, body: str) -> Converted:
    """A page with a body."""
    path = tmp_path / "page.html"
    path.write_text(f"<!doctype html><html><head><title>Harbour</title></head><body>{body}</body></html>", "utf-8")
    return convert(path)


def said(found: Converted) -> list[str]:
    """The words of a page's blocks."""
    return [block.text for block in found.blocks]


def losses(found: Converted) -> dict[str, str]:
    """What was left out, by its reason."""
    return {loss.reason: loss.first for loss in found.losses}


def questions(found: Converted) -> list[str]:
    """The headings that ask."""
    return [block.text for block in found.blocks if block.shape is Shape.HEADING and block.text.endswith("?")]


def test_what_stands_around_the_rules_is_left_out_and_told(tmp_path: Path) -> None:
    found = page(
        tmp_path,
        "<nav><a href='/'>Home</a></nav>"
        "<header><h1>Harbour FAQ</h1><p>Last updated: 14 May 2026</p></header>"
        "<main><p>A boat carries three crates.</p></main>"
        "<aside><h4>Letters</h4><p>Write to us!</p></aside><footer>© 2026 Quay Press</footer>",
    )
    assert said(found) == ["Harbour FAQ", "A boat carries three crates."]
    assert losses(found) == {
        "navigation": "Home",
        "page header": "Last updated: 14 May 2026",
        "asides": "Letters Write to us!",
        "page footer": "© 2026 Quay Press",
    }


def test_a_header_gives_title_day_and_publisher(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(
        "<body><header><h1>Harbour FAQ</h1><p>Last updated: 14 May 2026. Compiled by the Quay Press rules team.</p>"
        "</header><main><h2>May a boat turn?</h2><p>Yes, it may.</p></main></body>",
        "utf-8",
    )
    spec = read_document(path, "harbour").spec
    assert (spec.title, spec.published, spec.authority) == ("Harbour FAQ", "2026-05-14", "Quay Press")


@pytest.mark.parametrize(
    ("around", "reason"),
    [
        ("<div id='c1'>We use biscuits. <button>Accept</button></div>", "forms and notices with buttons"),
        ("<div role='dialog'><p>We use biscuits.</p><button>Fine</button></div>", "dialogs"),
        ("<form><p>Get our letters:</p><input name='mail'></form>", "forms and notices with buttons"),
        ("<div><label>Letters <input type='email'></label></div>", "forms and notices with buttons"),
        ("<div role='navigation'><a href='/'>Home</a></div>", "navigation"),
        ("<div role='contentinfo'>© Quay Press</div>", "page footer"),
    ],
)
def test_notices_are_known_by_their_role_and_their_buttons(around: str, reason: str, tmp_path: Path) -> None:
    found = page(tmp_path, f"{around}<h1>Harbour</h1><p>A boat carries three crates.</p>")
    assert said(found) == ["Harbour", "A boat carries three crates."]
    assert list(losses(found)) == [reason]


@pytest.mark.parametrize(
    "body",
    [
        "<form><h1>Harbour</h1><p>A boat carries three crates.</p></form>",
        "<div><h1>Harbour</h1></div>" + "<p>A boat carries three crates. <button>Copy</button></p>" * 3,
        "<article><h1>Harbour</h1><aside><p>A boat carries three crates.</p></aside></article>",
        "<article><header><h1>Harbour</h1></header><p>A boat carries three crates.</p></article>",
        "<h1>Harbour</h1><main></main><p>A boat carries three crates.</p>",
        "<h1>Harbour</h1><section><header><h2>Boats</h2></header>A boat carries three crates.</section>",
    ],
    ids=[
        "whole-page-in-a-form",
        "a-button-on-each-rule",
        "sidebar",
        "articles-header",
        "empty-main",
        "sections-header",
    ],
)
def test_rules_in_such_elements_are_kept(body: str, tmp_path: Path) -> None:
    found = page(tmp_path, body)
    assert said(found)[0] == "Harbour"
    assert said(found)[-1] == "A boat carries three crates."
    assert found.losses == ()


def test_where_a_page_names_its_main_part_the_rest_is_left_out(tmp_path: Path) -> None:
    found = page(
        tmp_path,
        "<h1>Harbour</h1><div><p>Our other games: Quay, Pier</p></div>"
        "<main><h2>Boats</h2><p>A boat carries three crates, whatever is in them.</p></main>",
    )
    assert said(found) == ["Harbour", "Boats", "A boat carries three crates, whatever is in them."]
    assert losses(found) == {"words outside of the page's main part": "Our other games: Quay, Pier"}


@pytest.mark.parametrize(
    "body",
    [
        "<details><summary>May a boat turn?</summary><p>Yes.</p></details>",
        "<div class='faq-item'><div class='q'>May a boat turn?</div><div class='a'>Yes.</div></div>",
        "<div class='faqQuestion'>May a boat turn?</div><div>Yes.</div>",
        "<h3><button aria-expanded='false'>May a boat turn?</button></h3><div>Yes.</div>",
        "<div><button aria-controls='a1'>May a boat turn?</button><div id='a1' hidden>Yes.</div></div>",
        "<div itemscope itemtype='https://schema.org/Question'><span itemprop='name'>May a boat turn?</span>"
        "<div itemprop='acceptedAnswer'>Yes.</div></div>",
        "<p><strong>May a boat turn?</strong></p><p>Yes.</p>",
        "<p><b>May a boat turn?</b><br>Yes.</p>",
    ],
    ids=["details", "class-q", "class-question", "heading-button", "button", "schema.org", "bold", "bold-and-break"],
)
def test_questions_in_every_markup_are_headings(body: str, tmp_path: Path) -> None:
    found = page(tmp_path, f"<h1>Harbour</h1>{body}")
    assert questions(found) == ["May a boat turn?"]
    assert said(found)[-1] == "Yes."


def test_an_id_on_a_row_leads_to_the_section_that_it_stands_in(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(
        "<body><h1>Harbour</h1><h2>Boats</h2><p>Three crates, see the <a href='#second'>second erratum</a>.</p>"
        "<h2>Errata</h2><table><tr><th>Page</th><th>Is</th></tr><tr id='second'><td>2</td><td>three</td></tr></table>"
        "</body>",
        "utf-8",
    )
    found = read_document(path, "harbour")
    assert [each.target for each in found.parsed.references] == ["harbour/rules#errata"]
    assert found.problems == ()


def test_an_id_on_an_element_before_a_heading_is_the_headings(tmp_path: Path) -> None:
    found = page(tmp_path, "<a name='b'></a><h2>Boats</h2><p>Turn, see <a href='#b'>boats</a>.</p>")
    assert [(block.anchor, block.text) for block in found.blocks] == [("b", "Boats"), ("", "Turn, see boats{#b}.")]


def test_a_tables_id_is_not_the_next_headings(tmp_path: Path) -> None:
    found = page(tmp_path, "<h2>Boats</h2><table id='t'><tr><td>three</td></tr></table><h2>Oil</h2><p>One.</p>")
    assert [block.anchor for block in found.blocks if block.shape is Shape.HEADING] == ["", ""]


def test_a_link_to_an_id_that_is_nowhere_stays_and_one_above_all_headings_is_words(tmp_path: Path) -> None:
    found = page(
        tmp_path, "<div id='top'>Up.</div><h1>Boats</h1><p>See <a href='#no'>there</a>, <a href='#top'>up</a>."
    )
    assert said(found)[-1] == "See there{#no}, up."


def test_items_are_numbered_by_their_place_in_their_own_list(tmp_path: Path) -> None:
    found = page(
        tmp_path,
        "<ol><li>Put the deck down.</li><!-- shuffled --><li>Draw:<ol><li>two tides</li><li>a card</li></ol></li> "
        "<li>Sail.</li></ol><ol><li>Score.</li></ol>",
    )
    assert [(block.number, block.text) for block in found.blocks] == [
        ("1", "Put the deck down."),
        ("2", "Draw:"),
        ("", "two tides"),
        ("", "a card"),
        ("3", "Sail."),
        ("1", "Score."),
    ]


def test_a_list_ten_times_as_long_takes_ten_times_as_long_and_not_a_hundred_times(tmp_path: Path) -> None:
    begun = time.process_time()
    found = page(tmp_path, f"<ol>{'<li>A boat leaves.</li>' * 20_000}</ol>")
    assert found.blocks[-1].number == "20000"
    assert time.process_time() - begun < 10, "each item counted those before it: 40 seconds"
