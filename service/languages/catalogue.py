"""The catalogues: one `.po` file a language, read once, when a page in it is first asked for.

They are compiled in memory: a fresh clone, a wheel and an edited file need no further step, and no compiled copy can be
older than its text. Reading one takes about 40 ms, once a process.
"""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

FOLDER = Path(__file__).parent / "catalogues"
ENGLISH = "en"
NAMES = {ENGLISH: "English", "de": "Deutsch", "fr": "Français", "es": "Español"}
"""The languages of the interface, each by its own name; the first is that of the texts in the code."""


@cache
def catalogue(language: str) -> NullTranslations:
    """The translations into a language; for English none, every text is its own."""
    if language == ENGLISH:
        return NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with (FOLDER / f"{language}.po").open("rb") as file:
        read = read_po(file, locale=language, abort_invalid=True)
    compiled = BytesIO()
    write_mo(compiled, read)
    compiled.seek(0)
    return GNUTranslations(compiled)
