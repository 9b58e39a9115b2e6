"""The language of what is being said: English, unless a page is rendered in another one.

The command line, JSON, chat messages and assistants never set it, so that what they say stays as it is.
"""

from __future__ import annotations

from contextvars import ContextVar

from service.languages.catalogue import ENGLISH, catalogue

_current: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """The language in which something is said now: `en`, `de` ..."""
    return _current.get()


def speak(chosen: str) -> None:
    """Say what follows in a language, in this thread."""
    _current.set(chosen)


def gettext(message: str, **values: object) -> str:
    """A text of the code in the current language, its `%(name)s` filled in where `values` are given."""
    found = catalogue(language()).gettext(message)
    return found % values if values else found


def plural(one: str, many: str, count: int) -> str:
    """The text for a count, its places not filled in yet: a template does that."""
    return catalogue(language()).ngettext(one, many, count)


def noted(message: str) -> str:
    """A text that is translated where it is shown: found by who gathers texts, and returned as it is."""
    return message
