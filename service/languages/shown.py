"""What the templates call to speak a language: words and sentences of ours, what stays English, days and numbers."""

from __future__ import annotations

from apiflask import APIBlueprint
from markupsafe import Markup

from service.languages.catalogue import ENGLISH
from service.languages.chosen import languages
from service.languages.current import language
from service.languages.editions import dated, edition_of, time_of
from service.languages.scripts.pages import script_words
from service.languages.sentences import english, english_attribute, is_word, sentence_shown, word, word_shown
from service.languages.written import ngettext, number


def counted_clauses(count: int) -> str:
    """How many clauses."""
    return ngettext("%(num)s clause", "%(num)s clauses", count)


def counted_cards(count: int) -> str:
    """How many cards."""
    return ngettext("%(num)s card", "%(num)s cards", count)


def counted_checks(count: int) -> str:
    """How many checks."""
    return ngettext("%(num)s check", "%(num)s checks", count)


def word_attribute(stored: str) -> Markup:
    """` lang="en"` for an element that holds no word of ours but one of the rules."""
    return Markup("") if is_word(stored) or language() == ENGLISH else english_attribute()


SPOKEN = (
    counted_cards, counted_checks, counted_clauses, dated, edition_of, english, language, languages, number,
    script_words, sentence_shown, time_of, word, word_attribute, word_shown,
)  # fmt: skip


def share_languages(blueprint: APIBlueprint) -> None:
    """Let the templates of an application call all of it."""
    for each in SPOKEN:
        blueprint.add_app_template_global(each)
    blueprint.add_app_template_global(english_attribute, "in_english")
