"""An Atom feed (RFC 4287) of what is new: clauses that a version changed, and rulings by the day they hold from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree as Xml

from markupsafe import Markup, escape

from kb.knowledge import KnowledgeBase
from kb.records import Ruling
from kb.records.versions import Change, Version
from kb.versions.counts import change_line
from service.show.serializing.changes import words_of
from service.show.serializing.present import clause_url

ATOM = "http://www.w3.org/2005/Atom"
MOST = 200
TAGS = {"same": Markup("{}"), "old": Markup("<del>{}</del>"), "new": Markup("<ins>{}</ins>")}


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that is new: on which day, under which title, at which page; `named` tells it from all others."""

    day: str
    title: str
    page: str
    html: str
    named: str


def feed(base: KnowledgeBase, game: str | None, site: str) -> bytes:
    """The feed of a game, or of all, the latest first, as XML; `site` is what its links begin with."""
    entries = sorted(_entries(base, game), key=lambda each: each.day, reverse=True)[:MOST]
    path = f"/games/{game}/feed.atom" if game else "/feed.atom"
    about = base.title(game) if game else "all games"
    root = Xml.Element("feed", {"xmlns": ATOM, "xml:lang": "en"})
    _text(root, "id", _named(path))
    _text(root, "title", f"Rulings and changed rules: {about}")
    _text(root, "updated", _moment(entries[0].day if entries else base.snapshot.manifest.created[:10]))
    Xml.SubElement(root, "link", {"rel": "self", "type": "application/atom+xml", "href": urljoin(f"{site}/", path)})
    Xml.SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": urljoin(f"{site}/", "/games")})
    _text(Xml.SubElement(root, "author"), "name", "Headjudge")
    for each in entries:
        _entry(root, each, site)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{Xml.tostring(root, encoding="unicode")}'.encode()


def _entry(root: Xml.Element, entry: Entry, site: str) -> None:
    """One entry."""
    made = Xml.SubElement(root, "entry")
    _text(made, "id", _named(entry.named))
    _text(made, "title", entry.title)
    _text(made, "updated", _moment(entry.day))
    href = urljoin(f"{site}/", entry.page)
    Xml.SubElement(made, "link", {"rel": "alternate", "type": "text/html", "href": href})
    _text(made, "content", entry.html).set("type", "html")


def _text(parent: Xml.Element, name: str, text: str) -> Xml.Element:
    """An element with a text, without the characters that XML does not know."""
    made = Xml.SubElement(parent, name)
    made.text = "".join(each for each in text if each >= " " or each in "\t\n")
    return made


def _named(what: str) -> str:
    """The same id for the same thing, wherever it is served."""
    return uuid5(NAMESPACE_URL, f"headjudge:{what}").urn


def _moment(day: str) -> str:
    """A day as Atom has it."""
    return f"{day}T00:00:00Z"


def _entries(base: KnowledgeBase, game: str | None) -> Iterator[Entry]:
    """What is new in a game, or in all."""
    for timeline in base.in_time.timelines.values():
        if game in (None, timeline.document.game):
            for version in timeline.versions[1:]:
                yield from (_changed(base, version, change) for change in version.changes)
    for ruling in base.store.rulings():
        if ruling.effective and game in (None, ruling.game):
            yield _ruled(base, ruling)


def _changed(base: KnowledgeBase, version: Version, change: Change) -> Entry:
    """A clause that a version changed."""
    document = version.document
    title = f"{base.title(document.game)}, {document.title}: {change_line(change)}"
    html = Markup(" ").join(TAGS[each.kind].format(each.text) for each in words_of(change))
    return Entry(
        version.name, title, clause_url(change.clause.id), html, f"{document.id}@{version.name}#{change.clause.path}"
    )


def _ruled(base: KnowledgeBase, ruling: Ruling) -> Entry:
    """A ruling."""
    clause = base.store.clause(ruling.clause)
    about = f" on {ruling.subject}" if ruling.subject else ""
    title = f"{base.title(ruling.game)}: {ruling.kind}{about} ({clause.path})"
    return Entry(ruling.effective, title, clause_url(clause.id), str(escape(clause.plain)), f"ruling:{ruling.id}")
