"""The words of the pages that a device makes without signal (service/web/static/offline), in every language: the device
keeps them with the games, for it cannot ask then."""

from __future__ import annotations

from service.languages.catalogue import ENGLISH, NAMES, catalogue
from service.languages.current import noted
from service.languages.scripts.pages import WORDS as SCRIPT
from service.languages.sentences import WORDS as STORED

WORDS = (
    noted("published %(day)s"),
    noted("in force from %(day)s"),
    noted("Without signal: as it stands now, not as of the day that was asked."),
    noted("restated edition"),
    noted("official edition"),
    noted("Copy"),
    noted("Ask a rules question"),
    noted("In your own words"),
    noted("Game"),
    noted("Any game"),
    noted("Ask"),
    noted("Nearest terms:"),
    noted("Checks"),
    noted("Can be computed, by the words"),
    noted("with signal"),
    noted("Not in the nearest clause: %(list)s."),
    noted("Answer"),
    noted("Found by its words"),
    noted("Not found"),
    noted("Your question was not read without signal: these clauses come nearest by their words."),
    noted("No clause on this device answers this by its words."),
    noted("Clauses"),
    noted("Nearest clauses"),
    noted("Try"),
    noted("Explains"),
    noted("Refers to “%(words)s”:"),
    noted("outside this document"),
    noted("Rulings"),
    noted("Can be computed"),
    noted("characters %(start)s to %(end)s"),
    noted("cost:"),
    noted("Text"),
    noted("The printed text differs and is not known: the italics that marked the change are lost in the document."),
    noted("Power by power"),
    noted("Contents"),
    noted("Games"),
    noted("What can be computed"),
    noted(
        "Without signal a check is computed where its game is kept for an event on this device; else it "
        "shows the clauses that it rests on."
    ),
    noted("Kept for an event: computed on this device"),
    noted("Clauses only"),
    noted("Verdict"),
    noted("One moment"),
    noted("This device computes the ruling itself. The first one takes a few seconds."),
    noted("Needs the server"),
    noted(
        "This game is not kept for an event on this device: with signal, tap “Keep this game for the "
        "event” on the games’ page, and its rulings are computed here."
    ),
    noted("The server that this device knows gives nothing to compute with."),
    noted("These are the clauses that the ruling rests on; your facts stay in the address."),
    noted("Not on this device"),
    noted(
        "Without signal only clauses, cards, documents and the list of checks can be read, of the games "
        "that are kept here."
    ),
    noted("not said"),
    noted("a name, another, …"),
    noted("More circumstances (%(count)s)"),
    noted("Compute"),
    noted("Clear"),
    noted("These facts do not fit"),
    noted("That is not in force yet"),
    noted("the rules of %(name)s are in force from %(value)s: until then nothing is computed by them"),
    noted("Fill it in"),
    noted("Or tell something else"),
    noted("%(count)s more"),
    noted("as we read it:"),
    noted("Print or pass on"),
    noted("The answer as text"),
    noted("Copy text"),
    noted("Print a card"),
    noted("Assumed:"),
    noted("Why"),
    noted("More clauses"),
    noted("Left out, for no fact of this check is called so:"),
    noted("Computed on this device, without signal, by the same rules as on the server."),
)


def offline_words() -> dict[str, dict[str, str]]:
    """Each language with its words, by the English ones; English needs none."""
    texts = (*WORDS, *SCRIPT, *STORED)
    others = [each for each in NAMES if each != ENGLISH]
    return {ENGLISH: {}} | {each: {text: catalogue(each).gettext(text) for text in texts} for each in others}
