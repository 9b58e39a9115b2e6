"""What is kept of a ruling that somebody reports: what was asked, read and answered, worked out anew from its page."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qsl

from kb.answering.answer import Answer, answer
from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from kb.records.checks import CheckResult
from service.server.site import parted
from service.show.formfacts import stated_facts
from service.show.pagefacts import with_told
from service.show.view import Spoken, spoken_answer, spoken_result

LONGEST = 1_000
LONGEST_PAGE = 8_000

Record = dict[str, Any]


def record(base: KnowledgeBase, page: str, should: str, comment: str) -> Record:
    """The report on a page of ours, a question's or a check's; UsageError for another page."""
    parts = parted(page[:LONGEST_PAGE])
    query = dict(parse_qsl(parts.query))
    if not page.startswith("/") or page.startswith("//"):
        raise UsageError("a report is about a page of this server")
    if parts.path == "/" and query.get("q", "").strip():
        answers = _asked(base, query)
    elif parts.path.startswith("/checks/") and parts.path.count("/") == 3:
        answers = [_checked(base, parts.path.removeprefix("/checks/"), query)]
    else:
        raise UsageError("a report is about an answer or a check: open it from the page that shows one")
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "kb": base.version,
        "page": page[:LONGEST_PAGE],
        "question": query.get("q", "").strip(),
        "should": should.strip()[:LONGEST],
        "comment": comment.strip()[:LONGEST],
        "answers": answers,
    }


def _asked(base: KnowledgeBase, query: dict[str, str]) -> list[Record]:
    """The answer to each question of a page, as words read it."""
    known = {each.id for each in base.games}
    game = query.get("game", "")
    found = with_told(base, answer(base, query["q"].strip(), game if game in known else None), query)
    spoken = spoken_answer(base, found)
    return [_answer(*each) for each in zip(found.parts or (found,), spoken.parts or (spoken,), strict=True)]


def _answer(found: Answer, spoken: Spoken) -> Record:
    result = found.ruling.result if found.ruling else None
    return {"asked": found.asked, "game": found.game, **_said(spoken, result)}


def _checked(base: KnowledgeBase, identifier: str, query: dict[str, str]) -> Record:
    """A check with the facts that its page states."""
    check = base.checks.check(identifier)
    names = {slot.name for slot in check.slots}
    own = {name: each for name, each in query.items() if name.partition(".")[0] in names}
    result = base.checks.run(identifier, stated_facts(check, base.checks.model(check.game).schema, own))
    return {"asked": check.title, "game": check.game, **_said(spoken_result(base, result), result)}


def _said(spoken: Spoken, result: CheckResult | None) -> Record:
    return {
        "outcome": spoken.outcome,
        "said": f"{spoken.label}: {spoken.sentence}",
        "check": spoken.check,
        "facts": result.facts if result else {},
        "read_as": list(spoken.given),
        "assumed": list(spoken.assumed),
        "clauses": [each.clause.id for each in spoken.citations],
    }
