"""The questions of a text, answered with a language model: both calls for each, what is computed, what is decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from kb.answering.assisting.assistant import Asking, Assistant, Replies
from kb.answering.assisting.computing import computed
from kb.answering.assisting.deciding import Decided, decided
from kb.answering.choosing.candidates import Offered, candidates
from kb.answering.ranking import Ranking
from kb.answering.worked import Worked
from kb.errors import ReaderError
from kb.knowledge import KnowledgeBase
from kb.readers.assistant.prompts import CLAUSES
from kb.records import Outcome
from kb.records.reading import Failure, ReadBy

WHY = {
    Failure.OFF: "The language model is off",
    Failure.BUSY: "The language model is busy",
    Failure.LATE: "The language model did not answer in time",
    Failure.DOWN: "The language model could not be reached",
    Failure.WRONG: "What the language model replied does not fit",
}
DIFFERS = (
    "What is computed from the facts as they were read, and what the nearest clauses say by themselves, "
    "do not lead to the same answer: nothing is asserted."
)


def consulted(base: KnowledgeBase, assistant: Assistant, worked: Sequence[Worked], several: bool) -> list[Worked]:
    """Each of these as the language model and the built-in reader see it together; where the model cannot tell, as the
    built-in reader alone does, with a note that says so."""
    offered = [_offered(base, each) for each in worked]
    askings = [
        Asking(
            each.question,
            each.part.said if several else "",
            base.title(each.ranking.game),
            tuple(one.candidate for one in offers),
            tuple(hit.clause for hit in each.ranking.hits[:CLAUSES]),
        )
        for each, offers in zip(worked, offered, strict=True)
    ]
    told = assistant.ask(askings, base.version)
    return [_merged(base, assistant, *each) for each in zip(worked, offered, askings, told, strict=True)]


def _offered(base: KnowledgeBase, worked: Worked) -> tuple[Offered, ...]:
    part, ranking = worked.told or worked.part, worked.ranking
    return candidates(base, part.whole, ranking.hits, ranking.game, part.near)


def _merged(
    base: KnowledgeBase,
    assistant: Assistant,
    worked: Worked,
    offered: tuple[Offered, ...],
    asking: Asking,
    told: Replies | ReaderError,
) -> Worked:
    """One question, both readers heard."""
    if isinstance(told, ReaderError):
        return failed(worked, assistant.model, told)
    try:
        read = computed(base, worked.question, offered, told.reading)
    except ReaderError as error:
        return failed(worked, assistant.model, error)
    end = decided(worked.ruled, worked.outcome, read, told.said)
    by = ReadBy() if end.by_words else ReadBy("assistant", assistant.model)
    if end.differs is not None:
        by = replace(by, failure=Failure.DIFFERS, note=DIFFERS)
        assistant.differ(_case(base, assistant, worked, asking, told, end))
    return replace(
        worked,
        outcome=end.outcome,
        ruled=end.ruled,
        by=by,
        unread=(),
        ranking=_first(worked.ranking, told.said.clause, end),
    )


def failed(worked: Worked, model: str, error: ReaderError) -> Worked:
    """The built-in reader's answer, with what kept the model from being heard."""
    failure = Failure(error.failure)
    return replace(worked, by=ReadBy(failure=failure, note=f"{WHY[failure]} ({model}): {error}. Read by words."))


def _first(ranking: Ranking, clause: int, end: Decided) -> Ranking:
    """The hits with the clause first that answers by itself, where nothing was computed."""
    if not clause or end.outcome is not Outcome.CITED or end.ruled is not None:
        return ranking
    hits = ranking.hits
    return replace(ranking, hits=(hits[clause - 1], *hits[: clause - 1], *hits[clause:]))


def _case(
    base: KnowledgeBase, assistant: Assistant, worked: Worked, asking: Asking, told: Replies, end: Decided
) -> dict[str, Any]:
    """A case for the curator's list."""
    ruling = end.differs
    assert ruling is not None
    verdict = ruling.verdict
    value = verdict.value if verdict is not None else None
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "question": worked.question.original,
        "asked": asking.asked,
        "game": worked.ranking.game,
        "check": ruling.result.check,
        "facts": ruling.result.facts,
        "said": {each.name: each.text for each in told.reading.facts},
        "asks": told.reading.asks,
        "computed": list(value) if isinstance(value, tuple) else value,
        "clauses_say": told.said.value,
        "clauses": [each.id for each in asking.clauses],
        "kb": base.version,
        "model": assistant.model,
    }
