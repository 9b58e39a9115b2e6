"""Takes new texts of the interface into the catalogues, and marks those that are gone: `make catalogues`.

A text whose words changed a little keeps its translation as a guess, marked fuzzy: it is to be read again, and a test
fails until the mark is taken away.
"""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

from service.languages.catalogue import ENGLISH, FOLDER, NAMES

ROOT = Path(__file__).resolve().parents[2]
KEYWORDS = {"_": None, "gettext": None, "noted": None, "ngettext": (1, 2)}
WIDTH = 120


def gathered(root: Path = ROOT) -> Catalog:
    """Every text that is marked for translation in code, templates and script, with the files that it stands in."""
    found = Catalog(project="Headjudge", charset="utf-8")
    with (root / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    for name, _, message, comments, context in extract_from_dir(root, methods, options, KEYWORDS):
        found.add(message, None, [(name, 0)], auto_comments=comments, context=context)
    return found


def read(language: str) -> Catalog:
    """The catalogue of a language; an empty one where there is no file yet."""
    path = FOLDER / f"{language}.po"
    if not path.exists():
        return Catalog(locale=language, project="Headjudge", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language)


def main() -> None:
    """Write each language's file anew with the texts as they are now."""
    template = gathered()
    for language in NAMES:
        if language != ENGLISH:
            catalogue = read(language)
            catalogue.update(template, update_creation_date=False)
            with (FOLDER / f"{language}.po").open("wb") as file:
                write_po(file, catalogue, width=WIDTH, sort_output=True, ignore_obsolete=True, include_lineno=False)


if __name__ == "__main__":
    main()
