"""What changed between two versions of a game's documents, clauses that are gone, and feeds of both and of rulings."""

from __future__ import annotations

from urllib.parse import quote

from apiflask import APIBlueprint
from flask import Response, redirect, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from kb.knowledge import KnowledgeBase
from kb.records import Citation
from kb.records.versions import Stale, What
from kb.versions.marked import Stretch
from kb.versions.timeline import Event
from service.server.site import site
from service.server.snapshots.library import the_library
from service.show.serializing.changes import compared, words_of
from service.show.serializing.present import clause_url
from service.web.feed import feed

changes = APIBlueprint("changes", __name__, enable_openapi=False)

ATOM = "application/atom+xml"


def changes_url(game: str) -> str:
    """The page of what changed in a game's documents."""
    return f"/games/{quote(game, safe='')}/changes"


def stale_words(stale: Stale) -> tuple[Stretch, ...]:
    """The words of a clause that changed, with what is old and new marked."""
    return words_of(stale.change)


@changes.get("/games/<game>/changes")
def page(game: str) -> str:
    """Two versions compared, the last two where none are chosen."""
    old, new = request.args.get("old", ""), request.args.get("new", "")
    with the_library().reading() as base:
        base.require_game(game)
        several = any(each.document.game == game for each in base.in_time.timelines.values())
        found = compared(base, game, old, new, request.args.get("document", "")) if several else []
        return render_template("documents/changes.html", base=base, game=game, found=found, words_of=words_of)


def gone_page(base: KnowledgeBase, event: Event) -> str | BaseResponse:
    """A clause that is gone, as it last read; where it only has another number, its page now."""
    after = event.change.after
    if event.change.what is What.RENUMBERED and after is not None and base.store.find_clause(after.id):
        return redirect(clause_url(after.id), 301)
    now = base.store.find_clause(event.change.moved) if event.change.moved else None
    cited = Citation(event.change.clause, event.version.document, "nearest", 1.0)
    return render_template("documents/gone.html", base=base, event=event, clause=cited.clause, citation=cited, now=now)


@changes.get("/feed.atom")
def whole_feed() -> Response:
    """What is new in every game."""
    with the_library().reading() as base:
        return _sent(feed(base, None, site()))


@changes.get("/games/<game>/feed.atom")
def game_feed(game: str) -> Response:
    """What is new in one game."""
    with the_library().reading() as base:
        base.require_game(game)
        return _sent(feed(base, game, site()))


def _sent(text: bytes) -> Response:
    response = Response(text, content_type=f"{ATOM}; charset=utf-8")
    response.add_etag()
    response.make_conditional(request)
    return response
