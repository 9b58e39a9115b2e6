"""Each catalogue is whole: nothing untranslated or in doubt, every place of a text kept, the script's words in it."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from babel.messages.extract import extract_from_file

from kb.answering.assisting.consulted import DIFFERS, WHY
from service.languages import sentences
from service.languages.catalogue import ENGLISH, NAMES
from service.languages.gather import KEYWORDS, ROOT, gathered, read
from service.languages.scripts import device, pages
from service.show.view import LABELS

LANGUAGES = [each for each in NAMES if each != ENGLISH]
PLACE = re.compile(r"%\(\w+\)s|%%|</?\w+[^>]*>")
STATIC = ROOT / "service" / "web" / "static"
OFFLINE = ("pages.js", "check.js")
TOLD = re.compile(r'\b_\("((?:[^"\\]|\\.)*)"')
SCRIPTS = (STATIC / "headjudge.js", STATIC / "page.js", STATIC / "offline" / "device.js")


def forms(text: object) -> tuple[str, ...]:
    """A text's one form, or its forms by number."""
    return tuple(text) if isinstance(text, tuple | list) else (str(text),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_none_is_in_doubt(language: str) -> None:
    wanted = {each.id for each in gathered() if each.id}
    found = {each.id: each for each in read(language) if each.id}
    assert set(found) == wanted
    assert [each.id for each in found.values() if each.fuzzy or not all(forms(each.string))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_places_and_links_of_its_text(language: str) -> None:
    for message in read(language):
        for text in forms(message.string) if message.id else ():
            assert Counter(PLACE.findall(text)) == Counter(PLACE.findall(forms(message.id)[-1])), message.id


def test_the_page_brings_the_words_that_its_script_says() -> None:
    said = {each[1] for path in SCRIPTS for each in extract_from_file("javascript", path, KEYWORDS)}
    assert said == set(pages.WORDS)
    assigned = re.findall(r"(?:textContent\s*[:=]|replaceChildren\()\s*[\"`][A-Z]", SCRIPTS[0].read_text("utf-8"))
    assert assigned == []


def test_a_device_keeps_the_words_of_the_pages_that_it_makes() -> None:
    said = {text for name in OFFLINE for text in TOLD.findall((STATIC / "offline" / name).read_text("utf-8"))}
    assert said - set(pages.WORDS) == set(device.WORDS)
    kept = device.offline_words()
    assert set(kept) == set(NAMES)
    assert kept["de"]["It depends"] == "Es kommt darauf an"


def test_sentences_of_the_knowledge_base_are_known_by_what_it_says_now() -> None:
    assert sentences.DIFFERS == DIFFERS
    for why in WHY.values():
        assert any(each.startswith(why) for each in sentences.TEMPLATES)
    assert set(LABELS.values()) <= set(sentences.WORDS)
