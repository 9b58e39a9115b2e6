"""The words of the pages' script: a page in another language brings them in an attribute of its body."""

from __future__ import annotations

import json

from service.languages.catalogue import ENGLISH
from service.languages.current import gettext, language, noted

WORDS = (
    noted("Kept: take it out"),
    noted("Keep for an event"),
    noted("Copied"),
    noted("%(left)s of %(all)s"),
    noted("Take out"),
    noted("It cannot be read at the moment."),
    noted("Kept on this device for use without signal: %(count)s game."),
    noted("Kept on this device for use without signal: %(count)s games."),
    noted("Read this page from the server"),
    noted("Signal may be back."),
    noted("Keep this game for the event"),
    noted("Kept for the event: let it go"),
    noted("Fetching it …"),
    noted("About %(megabytes)s MB, once for all games."),
    noted("Its rulings are computed on this device without signal."),
    noted("It could not be fetched: try again with signal."),
    noted("Not computed"),
    noted("This device could not compute the ruling (%(what)s). These are the clauses that it rests on."),
)


def script_words() -> str:
    """Each text of the script with what it is in the current language, as JSON; empty in English."""
    return "" if language() == ENGLISH else json.dumps({each: gettext(each) for each in WORDS}, ensure_ascii=False)
