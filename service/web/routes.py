"""Pages rendered by the server; all of them work without JavaScript."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import groupby
from typing import Any, cast

from apiflask import APIBlueprint, APIFlask
from flask import abort, current_app, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from kb.answering.answer import Answer
from kb.answering.today import past_today, run_today, stale_today
from kb.errors import AheadError, FactsError
from kb.knowledge import KnowledgeBase
from kb.records import Clause
from service.api.routes import library
from service.api.specification.apipage import routes
from service.languages.chosen import PARAMETER, asked_pairs
from service.languages.sentences import english, sentence_shown
from service.server.site import site
from service.show.formats import LIMIT, message
from service.show.formfacts import of_check, stated_facts
from service.show.pageasked import AS_OF, PageAsked
from service.show.pagefacts import answer_to, check_told, with_facts
from service.show.quoting.marks import deciding
from service.show.quoting.sentences import shortened
from service.show.serializing.present import clause_url
from service.show.view import Spoken, spoken_answer, spoken_result
from service.web.addresses import address_of
from service.web.asked import asked_here
from service.web.beside import beside
from service.web.changes import changes, gone_page
from service.web.checkforms import form_fields
from service.web.device.offline import offline
from service.web.links.qr import qr
from service.web.pages.about import about_this
from service.web.pages.answer import foreign, shown_answers
from service.web.pages.card import about_card
from service.web.pages.clause import about
from service.web.pages.examples import examples, query_of
from service.web.pages.on_day import Page, clause_page_on, document_page_on
from service.web.reporting import reporting
from service.web.shared import citation_of, share

LONGEST_ASKED = 300
pages = APIBlueprint("pages", __name__, enable_openapi=False)

pages.register_blueprint(offline)
pages.register_blueprint(reporting)
pages.register_blueprint(beside)
pages.register_blueprint(qr)
pages.register_blueprint(changes)
share(pages)


@pages.get("/")
def home() -> str | BaseResponse:
    """The search box; with `?q=` the answer below it, by the facts that the address states too (pagefacts.py).

    Where a language model is asked, its clauses come at once and the verdict with the page of `?reader=assistant`,
    which waits for it; `?reader=words` does without.
    """
    asked, reader = asked_here(), request.args.get("reader", "")
    assistant = library().assistant
    with library().reading() as base:
        read = answer_to(base, asked, assistant if reader == "assistant" else None) if asked.question else None
        found = with_facts(base, read, asked) if read else None
        if found and found is read and asked.tells and (elsewhere := check_told(asked.stated)):
            return redirect(elsewhere)
        pending = assistant is not None and found is not None and not reader and not asked.tells and is_read(found)
        shown = _page(base, found, asked, pending) if found else _empty(base)
        day = asked.day or (found.day if found else None)
        today = address_of("/", [each for each in request.args.items(multi=True) if each[0] != AS_OF])
        return render_template(
            "answers/home.html", base=base, answer=found, question=asked.question, game=asked.game, day=day,
            today=today, day_asked=asked.day, warm=library().warm, **shown,
        )  # fmt: skip


def _empty(base: KnowledgeBase) -> dict[str, Any]:
    """What the page shows before anything is asked."""
    return {"examples": examples(base), "about": about_this(base)}


def is_read(found: Answer) -> bool:
    """Whether a reader was needed: not for what is only looked up, nor where it is asked which game is meant."""
    return any(each.support.features and each.game for each in found.parts or (found,))


def _page(base: KnowledgeBase, found: Answer, asked: PageAsked, pending: bool) -> dict[str, Any]:
    """What the page of an answer shows: the whole as it is said and as text for a chat, and each answer in it; nothing
    of a verdict while a language model is to be asked. Where facts are told, or it is about a day, its link is this
    page with them."""
    day = asked.day or found.day
    spoken = spoken_answer(base, found, day)
    if day or (asked.tells and not check_link(spoken)):
        spoken = replace(spoken, link=address_of("/", asked_pairs()))
    return {
        "spoken": spoken,
        "text": "" if pending else _text(found.question, spoken),
        "shown": shown_answers(base, found, spoken, asked),
        "pending": pending,
        "note": foreign(found.question),
    }


def check_link(spoken: Spoken) -> bool:
    """Whether an answer links to its check, with the facts in the link."""
    return spoken.link.startswith("/checks/")


def _text(asked: str, spoken: Spoken) -> str:
    """The question, shortened, and its answer as a message for a chat."""
    said = message(spoken, "text", site(), LIMIT - LONGEST_ASKED - 1)
    return f"{shortened(asked, LONGEST_ASKED)}\n{said}".strip()


@pages.get("/clauses/<game>/<document>/<path:path>")
def clause(game: str, document: str, path: str) -> Page | BaseResponse:
    """A clause between its neighbours, with what is known about it; with `?as_of=` as it read on a day."""
    identifier = f"{game}/{document}#{path}"
    with library().reading() as base:
        if day := asked_here().day:
            return clause_page_on(base, identifier, day)
        found = base.store.find_clause(identifier)
        if found is None and (event := base.in_time.gone(identifier)):
            return gone_page(base, event)
        if found is None and (first := base.section_start(identifier)):
            return redirect(clause_url(first.id))
        if found is None:
            abort(404, f"There is no clause {identifier}.")
        citation = citation_of(base, found)
        return render_template(
            "documents/clause.html", base=base, clause=found, citation=citation, **about(base, found)
        )


@pages.get("/cards/<game>/<slug>")
def card(game: str, slug: str) -> str:
    """A card: figures, keywords, text, powers in parts, rulings, checks."""
    with library().reading() as base:
        found = next((each for each in base.store.cards(game) if each.id.partition("#")[2] == slug), None)
        if found is None:
            abort(404, f"There is no card {slug} in {game}.")
        return render_template("documents/card.html", base=base, card=found, **about_card(base, found))


@pages.get("/documents/<game>/<document>")
def document(game: str, document: str) -> Page:
    """A whole document to read through, with its table of contents; with `?as_of=` as it read on a day."""
    with library().reading() as base:
        if day := asked_here().day:
            return document_page_on(base, f"{game}/{document}", day, sections)
        found = base.documents.get(f"{game}/{document}")
        if found is None:
            abort(404, f"There is no document {game}/{document}.")
        clauses = [each for each in base.store.clauses(game) if each.document == found.id]
        return render_template("documents/document.html", base=base, document=found, sections=sections(clauses))


def sections(clauses: list[Clause]) -> list[tuple[str, tuple[str, ...], list[Clause]]]:
    """Clauses grouped by section in the document's order: (anchor, headings, clauses).

    A section that the document takes up again gets a second anchor, `section-2`, so that no two are the same.
    """
    found: list[tuple[str, tuple[str, ...], list[Clause]]] = []
    times: Counter[str] = Counter()
    for section, group in groupby(clauses, key=lambda each: (each.section, each.headings)):
        times[section[0]] += 1
        count = times[section[0]]
        found.append((section[0] if count == 1 else f"{section[0]}-{count}", section[1], list(group)))
    return found


@pages.get("/checks/<game>/<name>")
def check(game: str, name: str) -> str:
    """A check as a form: its facts stand in the address, so that a ruling can be linked to."""
    with library().reading() as base:
        known = base.checks.check(f"{game}/{name}")
        model = base.checks.model(game)
        given = asked_here().stated
        stated = of_check(known, given)
        unknown = [name for name in given if name not in stated and name != PARAMETER]
        wrong, result, ahead = Markup(""), None, ""
        try:
            result = run_today(base, known.full_id, stated_facts(known, model.schema, stated))
        except AheadError as error:
            ahead = str(error)
        except FactsError as error:
            wrong = Markup("; ").join(misfit(slot, message) for slot, message in error.problems)
        spoken = spoken_result(base, result) if result else None
        return render_template(
            "answers/check.html",
            base=base,
            check=known,
            form=form_fields(known, model.schema, stated, result.ask if result else ()),
            result=result,
            wrong=wrong,
            ahead=ahead,
            stale=stale_today(base, result) if result else (),
            day=past.day if result and (past := past_today(base, result)) else None,
            unknown=unknown,
            spoken=spoken,
            quotes=deciding(result.proof if result else None),
            text=_text(known.title, spoken) if spoken else "",
        )


def misfit(slot: str, message: str) -> Markup:
    """What does not fit a fact, with the fact's name."""
    return english(f"{slot}:") + " " + sentence_shown(message)


@pages.get("/checks")
def checks() -> str:
    """Everything that can be computed, game by game."""
    with library().reading() as base:
        listed = [(game, base.checks.checks(game)) for game in base.checks.games]
        return render_template("answers/checks.html", base=base, listed=listed)


@pages.get("/coverage")
def coverage_page() -> str:
    """How much of each document can be computed, and why the rest cannot."""
    from kb.rules.model.coverage import coverage

    with library().reading() as base:
        found = [each for game in base.checks.games for each in coverage(base.checks.model(game))]
        return render_template("games/coverage.html", base=base, found=found)


@pages.get("/games")
def games() -> str:
    """The games and their documents."""
    with library().reading() as base:
        return render_template("games/games.html", base=base)


@pages.get("/games/<game>")
def game(game: str) -> str:
    """One game: its documents, what changed in them, its cards, what can be computed."""
    with library().reading() as base:
        base.require_game(game)
        known = next(each for each in base.games if each.id == game)
        return render_template("games/game.html", base=base, game=known, shown_game=known.id)


@pages.get("/booklet")
def booklet() -> str:
    """The place for the rulings that a device keeps for an event; they stand in the browser alone."""
    with library().reading() as base:
        return render_template("answers/booklet.html", base=base)


@pages.get("/about")
def about_page() -> str:
    """What this is, how far to trust it, whose words are shown, and which version."""
    with library().reading() as base:
        return render_template("site/about.html", base=base, about=about_this(base))


@pages.get("/api")
def api_page() -> str:
    """The API to read, made from its specification."""
    spec = cast(dict[str, Any], cast(APIFlask, current_app).spec)
    with library().reading() as base:
        query = query_of(examples(base))
        return render_template(
            "site/api.html", base=base, about=spec["info"]["description"], routes=routes(spec, query)
        )
