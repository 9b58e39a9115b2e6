"""What is kept of a ruling that somebody reports: what was asked, read and answered, worked out anew from its page."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from kb.answering.answer import Answer
from kb.errors import UsageError
from kb.knowledge import KnowledgeBase
from kb.records.results import CheckResult
from service.show.pageasked import PageAsked, asked_at
from service.show.pagefacts import answered, run_stated
from service.show.view import Spoken, spoken_answer, spoken_result

LONGEST = 1_000
LONGEST_PAGE = 8_000

Record = dict[str, Any]


def record(base: KnowledgeBase, page: str, should: str, comment: str) -> Record:
    """The report on a page of ours, a question's or a check's; UsageError for another page, or a day that is none."""
    asked = asked_at(page[:LONGEST_PAGE])
    if not page.startswith("/") or page.startswith("//"):
        raise UsageError("a report is about a page of this server")
    if asked.path == "/" and asked.question:
        answers = _asked(base, asked)
    elif asked.check:
        answers = [_checked(base, asked)]
    else:
        raise UsageError("a report is about an answer or a check: open it from the page that shows one")
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "kb": base.version,
        "page": page[:LONGEST_PAGE],
        "question": asked.question if asked.path == "/" else "",
        **({"as_of": asked.day.isoformat()} if asked.day else {}),
        "should": should.strip()[:LONGEST],
        "comment": comment.strip()[:LONGEST],
        "answers": answers,
    }


def _asked(base: KnowledgeBase, asked: PageAsked) -> list[Record]:
    """The answer to each question of a page, as words read it."""
    found = answered(base, asked)
    spoken = spoken_answer(base, found, asked.day)
    return [_answer(*each) for each in zip(found.parts or (found,), spoken.parts or (spoken,), strict=True)]


def _answer(found: Answer, spoken: Spoken) -> Record:
    result = found.ruling.result if found.ruling else None
    return {"asked": found.asked, "game": found.game, **_said(spoken, result)}


def _checked(base: KnowledgeBase, asked: PageAsked) -> Record:
    """A check with the facts that its page states."""
    check = base.checks.check(asked.check)
    result = run_stated(base, check, asked.stated)
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
