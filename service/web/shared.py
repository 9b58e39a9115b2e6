"""What the templates call: addresses, citations, excerpts, verdicts in a word."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from apiflask import APIBlueprint
from flask import request

from kb.knowledge import KnowledgeBase
from kb.records import Citation, Clause, plain
from kb.records.results import CheckResult
from kb.rules.prove.steps import proof_tree
from service.api.specification.apipage import spans
from service.languages.chosen import asked_pairs
from service.languages.shown import share_languages
from service.show.formfacts import as_query, as_text
from service.show.pagefacts import check_form, question_page, told_form, told_page
from service.show.quoting.citing import copied, heading_of, page_of
from service.show.quoting.excerpt import excerpt
from service.show.quoting.lists import listing
from service.show.quoting.marks import marked
from service.show.quoting.tables import looked_up, tabled
from service.show.serializing.present import card_url, check_url, clause_url, document_url, game_url
from service.show.view import facts_shown, goal_of
from service.web.addresses import address_of
from service.web.assets import asset
from service.web.beside import beside_url
from service.web.changes import changes_url, stale_words
from service.web.checkforms import field_id, leads, sign
from service.web.device.bundle import cell_text
from service.web.device.packed import engine_how, engine_megabytes
from service.web.device.packing import held
from service.web.links.qr import qr_url
from service.web.pages.edited import edited

if TYPE_CHECKING:
    from kb.rules.model.cases import Case


def check_page(result: CheckResult, fact: str = "", choice: object = None) -> str:
    """The page of a check with its facts, and one more where it is given."""
    query = as_query(result.facts) | ({fact: as_text(choice)} if fact else {})
    return check_url(result.check) + (f"?{urlencode(query)}" if query else "")


def citation_of(base: KnowledgeBase, found: Clause) -> Citation:
    """A clause with its document, as what is shown of it is cited."""
    return Citation(found, base.document(found.document), "support", 1.0)


def case_page(case: Case) -> str:
    """The page of a scenario's check with the scenario's facts."""
    query = as_query(case.facts)
    return check_url(f"{case.game}/{case.check}") + (f"?{urlencode(query)}" if query else "")


def page_address() -> str:
    """The path and query of the page that is rendered, without what only says who reads it, in which language."""
    return address_of(request.path, asked_pairs())


def case_verdict(case: Case) -> str:
    """What is expected of a scenario, in a word or two."""
    value = case.expect.verdict
    if value is None:
        return case.expect.status
    return as_text(value).replace("_", " ")


SHARED = (
    as_query, asset, card_url, case_page, case_verdict, cell_text, check_form, check_page, citation_of, clause_url,
    beside_url, changes_url, copied, document_url, edited, engine_how, engine_megabytes, excerpt, facts_shown, field_id,
    game_url, goal_of, heading_of, held, leads, listing, looked_up, marked, page_address, page_of, plain, proof_tree,
    qr_url, question_page, sign, spans, stale_words, tabled, told_form, told_page,
)  # fmt: skip


def share(blueprint: APIBlueprint) -> None:
    """Let the templates of an application call all of it."""
    for each in SHARED:
        blueprint.add_app_template_global(each)
    blueprint.add_app_template_global(as_text, "fact_text")
    share_languages(blueprint)
