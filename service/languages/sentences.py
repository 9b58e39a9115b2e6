"""What the knowledge base says of its own accord, in the current language; what it says of the rules stays English.

Its sentences come as text, the same for JSON and the command line, so they are known again by their form: each template
below is a sentence that it makes, with the places where names and words stand. What fits none is a reason, worded in
the rules of a game, and is marked as English.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from markupsafe import Markup, escape

from service.languages.catalogue import ENGLISH
from service.languages.current import gettext, language, noted
from service.languages.written import listed

PLACE = re.compile(r"%\((\w+)\)s")
DIFFERS = noted(
    "What is computed from the facts as they were read, and what the nearest clauses say by themselves, "
    "do not lead to the same answer: nothing is asserted."
)
TEMPLATES = (
    DIFFERS,
    noted("No document here answers this."),
    noted("No document here answers this: none says %(what)s."),
    noted("No document here answers this: none tells of %(what)s."),
    noted("I did not understand %(words)s, which could change the answer. What comes nearest is quoted below."),
    noted("Which game is this about: %(either)s?"),
    noted("Section %(name)s of which game: %(either)s?"),
    noted("%(name)s is gone since %(day)s."),
    noted("%(name)s is gone since %(day)s. Its words stand in %(number)s now."),
    noted("Nothing here was in force on %(day)s: %(what)s."),
    noted("Which card do you mean: %(name)s and %(count)s more?"),
    noted("Which card do you mean: %(name)s?"),
    noted("%(name)s: see the clause quoted first."),
    noted("%(name)s: see below."),
    noted("%(words)s in %(name)s: this clause is about it."),
    noted("%(words)s in %(name)s: these clauses are about it."),
    noted("%(name)s: its card and what is said about it."),
    noted("This took too long to compute and was stopped."),
    noted("It depends on facts that were not given."),
    noted("Read by %(name)s."),
    noted("The language model is off (%(name)s): %(what)s. Read by words."),
    noted("The language model is busy (%(name)s): %(what)s. Read by words."),
    noted("The language model did not answer in time (%(name)s): %(what)s. Read by words."),
    noted("The language model could not be reached (%(name)s): %(what)s. Read by words."),
    noted("What the language model replied does not fit (%(name)s): %(what)s. Read by words."),
    noted("%(value)s does not fit: a whole number from %(low)s to %(high)s is expected"),
    noted("%(value)s does not fit: one of %(name)s is expected"),
    noted("%(value)s does not fit: a list is expected"),
    noted("several cards are called %(value)s: %(either)s"),
    noted("no card is called %(value)s: did you mean %(name)s?"),
    noted("no card is called %(value)s"),
    noted("one address may send %(what)s"),
    noted("one address may have checks computed for %(count)s seconds a minute"),
    noted("It may be mistyped, or from a game that this server does not know."),
    noted("There is no clause %(name)s."),
    noted("There is no card %(card)s in %(name)s."),
    noted("There is no document %(name)s."),
    noted("There is no such page."),
    noted("“%(value)s” is no day: one such as 2006-08-29 is expected"),
    noted("the rules of %(name)s are in force from %(value)s: until then nothing is computed by them"),
    noted("there is no game '%(name)s': the games are %(list)s"),
    noted("there are no checks for '%(name)s': games with checks are %(list)s"),
    noted("there is no check '%(name)s' in %(game)s: try %(list)s"),
    noted("a report is about a page of this server"),
    noted("a report is about an answer or a check: open it from the page that shows one"),
    noted("other checks are being computed: try again in a few seconds"),
    noted("A ruling is reported from its own page."),
    noted("the solver has ended while it computed this: try again in a few seconds"),
    noted("the solver does not start: try again in a few seconds"),
    noted("There is no memory left for this now."),
    noted("This went wrong on our side. The request's id finds it in the log."),
)
WORDS = (
    noted("Yes"), noted("No"), noted("None"), noted("yes"), noted("no"), noted("none"),
    noted("It depends"), noted("The text does not settle it"),
    noted("The text contradicts itself"), noted("Stopped"),
    noted("The rules say"), noted("The nearest rule"), noted("Not understood"), noted("Not found"),
    noted("Which game?"), noted("Which card?"),
    noted("rule"), noted("example"), noted("note"), noted("definition"), noted("setup"), noted("table"), noted("tip"),
    noted("errata"), noted("card"), noted("ruling"),
    noted("added"), noted("removed"), noted("changed"), noted("renumbered"), noted("moved"),
    noted("modelled"), noted("partly"), noted("draft"), noted("not-checkable"), noted("symbol-lost"),
    noted("answered"), noted("depends"), noted("undetermined"), noted("contradiction"),
    noted("icon lost"), noted("italics lost"), noted("heading lost"), noted("figure lost"), noted("points elsewhere"),
    noted("rejoined"), noted("split"), noted("does not add up"),
    noted("triggered"), noted("keyword"), noted("payment"), noted("static"), noted("effect"), noted("additional cost"),
    noted("play restriction"), noted("replacement"), noted("recruit restriction"), noted("alternative cost"),
    noted("activated"), noted("words"), noted("assistant"), noted("none of these"),
    noted("Rules questions about tabletop games, answered with the clause that settles them."),
    noted("Rules questions about tabletop and card games, answered with the exact clauses."),
)  # fmt: skip
"""Words of ours that stand in what is stored: verdicts and outcomes, kinds of clauses and powers, flags."""


@cache
def pattern(template: str) -> re.Pattern[str]:
    """What a sentence of a template looks like; a list of quoted words stands between quotation marks."""
    parts = PLACE.split(template)
    shapes = {"words": "“.+”", "count": r"\d+", "low": r"-?\d+", "high": r"-?\d+"}
    made = [
        f"(?P<{part}>{shapes.get(part, '.+?')})" if at % 2 else re.escape(part.replace("%%", "%"))
        for at, part in enumerate(parts)
    ]
    return re.compile("".join(made), re.DOTALL)


def word(stored: str) -> str:
    """A word of ours in the current language, with a capital where it is stored with one; any other as it is."""
    if stored in WORDS:
        return gettext(stored)
    small = stored[:1].lower() + stored[1:]
    if small in WORDS:
        said = gettext(small)
        return said[:1].upper() + said[1:]
    return stored


def english(text: object) -> Markup:
    """A text of the rules, marked as English on a page in another language."""
    return Markup('<span lang="en">{}</span>').format(text) if language() != ENGLISH else escape(text)


def is_word(stored: str) -> bool:
    """Whether it is one of our words, or none at all, such as a number."""
    return stored in WORDS or stored[:1].lower() + stored[1:] in WORDS or not re.search(r"[^\W\d_]", stored)


def word_shown(stored: str) -> Markup:
    """The word on a page: what is none of ours is marked as English."""
    return escape(word(stored)) if is_word(stored) else english(stored)


def english_attribute() -> Markup:
    """` lang="en"` for an element whose words are the rules', on a page in another language."""
    return Markup(' lang="en"') if language() != ENGLISH else Markup("")


def sentence(text: str) -> str:
    """A sentence in the current language where it is one of ours, as plain text."""
    return text if language() == ENGLISH else _told(text, str) or text


def sentence_shown(text: str) -> Markup:
    """The same on a page, what stays English marked so."""
    found = "" if language() == ENGLISH else _told(text, english)
    return Markup(found) if found else english(text)


def _told(text: str, name: Callable[[str], str]) -> str:
    """The sentence in the current language, its names as `name` makes them; empty where it is none of ours."""
    if text.endswith(f" {DIFFERS}"):
        before = text[: -len(DIFFERS) - 1]
        return f"{_told(before, name) or name(before)} {gettext(DIFFERS)}"
    for template in TEMPLATES:
        if found := pattern(template).fullmatch(text):
            return gettext(template) % {place: name(_joined(place, part)) for place, part in found.groupdict().items()}
    return ""


def _joined(place: str, part: str) -> str:
    """A list inside a sentence, joined anew: “a” and “b”; one or another."""
    if place == "words":
        return listed([gettext("“%(word)s”", word=each) for each in re.split("”(?:, | and )“", part[1:-1])])
    return listed(part.split(" or "), "or") if place == "either" else part
