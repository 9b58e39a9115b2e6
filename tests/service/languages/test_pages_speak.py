"""The pages in another language: chosen by address, cookie or browser, nothing of the interface left in English.

A made-up language puts every text of a catalogue in brackets. What a page then shows without them, and does not mark
as the rules' English or as the reader's own words, has not gone through a catalogue.
"""

from __future__ import annotations

import json
import re
from gettext import NullTranslations
from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from kb.knowledge import KnowledgeBase
from service.languages import current
from service.languages.catalogue import NAMES
from service.languages.current import speak
from service.languages.sentences import sentence
from service.languages.written import day, number
from service.show.formats import message
from service.show.view import spoken_answer
from tests.browser.addresses import PAGES
from tests.service.spoken_samples import POST

VERDICT = "/?q=may+my+keeper+light+the+lamp+on+the+top+floor+with+2+oil&game=tiny-game"
MORE = {
    "a post": "/?" + "q=" + POST.replace(" ", "+").replace("\n", "+") + "&game=vs-system",
    "which game": "/?q=section+3",
    "which card": "/?q=gem",
    "one card": "/?q=ego+the+living+planet",
    "a word": "/?q=press",
    "not understood": "/?q=can+an+exhausted+character+attack+a+zeppelin&game=vs-system",
    "side by side": "/side-by-side?a.q=may+my+keeper+light+the+lamp&a.game=tiny-game",
    "two answers": "/side-by-side?a.q=can+my+keeper+light+the+lamp+with+2+oil&b.q=does+press+make+boost+cheaper",
    "clause with rulings": "/clauses/vs-system/heralds-faq/3.b3",
    "rows": "/checks/vs-system/recruits-total?recruits=Thor",
    "unknown fact": "/checks/tiny-game/light-lamp?oil=2&colour=red",
    "no check": "/checks/tiny-game/none",
    "no address": "/nothing/here",
}
BRACKETS = re.compile(r"⟦[^⟦⟧]*⟧")
NAMES_OF_OURS = re.compile(r"\b(?:Headjudge|API|English|Deutsch|Français|Español|\d{8}T\d{9}Z-[0-9a-f]{8})\b")
"""What is called the same in every language, a knowledge base's version too."""
SHOWN = ("title", "aria-label", "placeholder", "alt")


class Bracketed(NullTranslations):
    """A language in which every text is itself in brackets."""

    def gettext(self, message: str) -> str:
        return bracketed(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return bracketed(msgid1 if n == 1 else msgid2)


def bracketed(text: str) -> str:
    """A text in brackets, its links and places outside them, so that what is filled in there shows."""
    parts = re.split(r"(%\(\w+\)s|<[^>]+>)", text)
    return "".join(part if at % 2 or not part else f"⟦{part}⟧" for at, part in enumerate(parts))


class Left(HTMLParser):
    """The words of a page in its own language that stand outside all brackets."""

    VOID = frozenset("meta link input br img hr".split())

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[bool] = []
        self.left: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        quiet = named.get("lang") == "en" or named.get("translate") == "no" or tag in ("code", "script", "textarea")
        quiet = quiet or "datetime" in named or tag == "title" or named.get("hreflang", "") != ""
        quiet = quiet or "note" in named.get("class", "").split()
        inside = quiet or (bool(self.open) and self.open[-1])
        if not inside:
            shown = [named[each] for each in SHOWN if each in named]
            shown = [] if tag in ("article", "meter") or "term" in named.get("class", "") else shown
            self.left += [each for text in shown for each in outside(text)]
        if tag not in self.VOID:
            self.open.append(inside)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID and self.open:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        if self.open and not self.open[-1]:
            self.left += outside(data)


def outside(text: str) -> list[str]:
    """The words of a text outside brackets."""
    return re.findall(r"[^\W\d_]{2,}", NAMES_OF_OURS.sub("", BRACKETS.sub("", text)))


@pytest.fixture
def brackets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every language but English is the made-up one."""
    own = current.catalogue
    monkeypatch.setattr(current, "catalogue", lambda language: own("en") if language == "en" else Bracketed())


@pytest.mark.parametrize("name", [*PAGES, *MORE])
@pytest.mark.usefixtures("brackets")
def test_no_english_of_the_interface_is_left(client: FlaskClient, name: str) -> None:
    address = {**PAGES, **MORE}[name]
    page = client.get(address, headers={"Accept-Language": "de"}).text
    assert '<html lang="de">' in page
    assert Left(page).left == []


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize(("asked", "cookie", "browser"), [("own", "es", "fr"), ("", "own", "fr"), ("", "", "own")])
def test_the_address_chooses_before_the_cookie_and_that_before_the_browser(
    client: FlaskClient, language: str, asked: str, cookie: str, browser: str
) -> None:
    if told := cookie.replace("own", language):
        client.set_cookie("lang", told)
    preferred = f"{browser.replace('own', language)}-XX, en;q=0.5"
    query = {"lang": language} if asked else {}
    reply = client.get("/games", query_string=query, headers={"Accept-Language": preferred})
    assert f'<html lang="{language}">' in reply.text
    assert reply.headers["Content-Language"] == language
    assert {"Accept-Language", "Cookie", "Host"} <= set(reply.vary)
    assert "ETag" not in reply.headers


def test_a_choice_is_kept_and_nothing_else_is(client: FlaskClient) -> None:
    assert "Set-Cookie" not in client.get("/", headers={"Accept-Language": "de"}).headers
    assert "lang=fr" in client.get("/?lang=fr").headers["Set-Cookie"]
    assert '<html lang="fr">' in client.get("/games").text
    assert "Set-Cookie" not in client.get("/?lang=xx").headers


@pytest.mark.parametrize(
    "address", ["/api/v1/ask?q=does+press+make+boost+cheaper", "/api/v1/checks/tiny-game/light-lamp"]
)
def test_programs_get_the_same_in_every_language(client: FlaskClient, address: str) -> None:
    plain = client.get(address)
    other = client.get(f"{address}{'&' if '?' in address else '?'}lang=de", headers={"Accept-Language": "de"})
    for reply in (plain, other):
        assert "Accept-Language" not in reply.vary
    same = [{**json.loads(each.data), "took_ms": 0, "request_id": ""} for each in (plain, other)]
    assert same[0] == same[1]


def test_an_error_told_to_a_program_stays_english(client: FlaskClient) -> None:
    headers = {"Accept-Language": "de", "Accept": "application/problem+json"}
    assert (
        client.get("/cards/vs-system/none", headers=headers).get_json()["detail"]
        == "There is no card none in vs-system."
    )


def test_a_verdict_is_said_in_the_pages_language_and_its_reason_marked_as_english(client: FlaskClient) -> None:
    page = client.get(VERDICT + "&lang=de").text
    assert '<p class="state">Ja</p>' in page
    assert re.search(r'<p class="summary"><span lang="en">[A-Z]', page)
    assert "Gelesen als:" in page
    assert "lang=" not in page.partition('name="page" value="')[2].partition('"')[0]
    check = client.get("/checks/tiny-game/light-lamp?oil=2&lang=de").text
    assert "<code>lang</code>" not in check


def test_a_message_for_a_chat_is_in_the_language_of_its_page(base: KnowledgeBase) -> None:
    from kb.answering.answer import answer

    found = spoken_answer(base, answer(base, "may my keeper light the lamp on the top floor with 2 oil", "tiny-game"))
    english = message(found, "text", "https://judge.example")
    speak("es")
    try:
        spanish = message(found, "text", "https://judge.example")
    finally:
        speak("en")
    assert english.startswith("Yes. ")
    assert spanish.startswith("Sí. ")
    assert "Enlace: https://judge.example" in spanish
    assert message(found, "text", "https://judge.example") == english


SAID = {
    "en": "I did not understand “a” and “b”, which could change the answer. What comes nearest is quoted below.",
    "de": "„a“ und „b“ habe ich nicht verstanden, und das könnte die Antwort ändern. "
    "Was dem am nächsten kommt, steht darunter.",
    "fr": "Je n'ai pas compris « a » et « b », ce qui pourrait changer la réponse. "
    "Ce qui s'en approche le plus est cité ci-dessous.",
    "es": "No he entendido «a» y «b», y podría cambiar la respuesta. Lo más cercano se cita abajo.",
}


@pytest.mark.parametrize(
    ("language", "written", "counted"),
    [
        ("en", "2006-08-29", "12,345"),
        ("de", "29. August 2006", "12.345"),
        ("fr", "29 août 2006", "12 345"),
        ("es", "29 de agosto de 2006", "12.345"),
    ],
)
def test_days_numbers_and_lists_are_written_as_people_do(language: str, written: str, counted: str) -> None:
    speak(language)
    try:
        shown = number(12345).replace("\u202f", " ")
        assert (day("2006-08-29"), shown, day("2006")) == (written, counted, "2006")
        assert sentence(SAID["en"]).replace("\u00a0", " ") == SAID[language]
        assert sentence("A hero moves once.") == "A hero moves once."
    finally:
        speak("en")
