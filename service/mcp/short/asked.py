"""An answer as an assistant reads it: verdict, why, the first clauses, the check with what was read and what was not,
which assumption would turn the verdict, and the checks to try next."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from kb.answering.answer import Answer
from kb.answering.choosing.candidates import candidates
from kb.answering.choosing.choose import Choice
from kb.answering.ranking import rank
from kb.answering.rulings import Ruling
from kb.answering.ways import as_asked
from kb.errors import HeadjudgeError
from kb.knowledge import KnowledgeBase
from kb.readers.filled import Filled
from kb.records import Outcome
from kb.records.question import Denial, Question
from kb.records.reading import ReadBy
from service.mcp.short.checked import turning
from service.mcp.short.facts import ask_line, fact_lines
from service.mcp.short.named import clauses_of
from service.mcp.short.sizes import Json, clauses_json, compact, cut, documents_json
from service.mcp.short.verdicts import not_asserted, sentence_as_asked
from service.show.serializing.present import answer_json, verdict_json

SHOWN, ALSO = 3, 5
WITH_FACTS, ROOM = 3, 260
"""So many of the next checks come with their facts, of so many characters each."""
PARTS = "{count} things are asked: the answer to each stands in `parts`."
TEXT, PART_TEXT = 1_200, 500
MOST_ASKED, MOST_ASSUMED, MOST_READ = 3, 6, 8
KEPT = ("outcome", "game", "summary", "verdict", "clauses", "also")
NAMES = ("card", "nickname", "mentioned-card")


def answer_short(
    base: KnowledgeBase, answer: Answer, limit: int = SHOWN, detail: bool = False, as_of: date | None = None
) -> Json:
    """The answer; of a post that asks several things that to each in `parts`. With `detail` all of it besides, as HTTP
    has it, its links to the words of the day that was asked about."""
    if answer.parts:
        told = _head(answer) | {
            "summary": PARTS.format(count=len(answer.parts) + len(answer.left)),
            "verdict": None,
            "clauses": [],
            "also": [],
            "parts": [_one(base, each, 1, PART_TEXT, 1) for each in answer.parts],
            "not_answered": list(answer.left),
        }
    else:
        told = _one(base, answer, limit, TEXT)
    told["kb"] = {"version": answer.version, "edition": answer.edition}
    return told | ({"detail": answer_json(answer, as_of)} if detail else {})


def _head(answer: Answer) -> Json:
    """What it comes to."""
    return {
        "outcome": str(answer.outcome),
        "game": answer.game or None,
        "summary": cut(answer.summary, 1_000),
        "verdict": verdict_json(answer.verdict) if answer.verdict else None,
    }


def _one(base: KnowledgeBase, answer: Answer, limit: int, room: int, with_facts: int = WITH_FACTS) -> Json:
    """The answer to one question."""
    words = unread(base, answer)
    cited = [(each.clause, each.role) for each in answer.citations]
    told, others = clauses_json(cited[:limit], room)
    documents = {each.document.id: each.document for each in answer.citations}
    more = [*others, *(each.id for each, _ in cited[limit:])]
    found = _head(answer) | {
        "states": sentence_as_asked(answer.ruling) if answer.ruling and answer.verdict else "",
        "asked": answer.asked if answer.one_of > 1 else "",
        "clauses": told,
        "more_clauses": more,
        "documents": documents_json(base, cited[: len(told)], documents),
        "check": check_short(base, answer.ruling, list(answer.unread) or words) if answer.ruling else None,
        "unread": words,
        "also": also(base, answer, with_facts),
        "cards": [{"id": each.id, "title": each.title} for each in answer.cards[: ALSO * 2]],
        "games": [each.game for each in answer.games_considered] if answer.outcome is Outcome.AMBIGUOUS else [],
        "reader": reader(answer.read_by),
    }
    return compact(found, KEPT)


def reader(by: ReadBy) -> str:
    """Which language model read the question, or why none was heard; empty where words were read."""
    return by.note or by.model or ""


def check_short(base: KnowledgeBase, ruling: Ruling, words: list[str]) -> Json:
    """The check that was run, its facts in a line each, what was read of them with the words that say so; where it is
    not asserted what it came to, and which `words` of the question no fact took."""
    check, result, filled = ruling.choice.check, ruling.result, ruling.choice.filled
    schema = base.checks.model(check.game).schema
    said = {each.slot: each.text for each in filled.readings} | {each.slot: each.text for each in filled.lists}
    first = [*(each.fact for each in result.ask), *said, *(each.fact for each in result.told)]
    lines, others = fact_lines(check, schema, first)
    asserted = ruling.asserted
    found = {
        "id": check.full_id,
        "title": check.title,
        "status": str(result.status) if asserted else "not asserted",
        **not_asserted(ruling, words),
        "read": [
            compact({"fact": name, "value": value, "words": cut(said.get(name, ""), 120)}, ("value",))
            for name, value in list(result.facts.items())[:MOST_READ]
        ],
        "assumed": [cut(each.sentence, 120) for each in result.told[:MOST_ASSUMED]] if asserted else [],
        "turned_by": turned_by(base, ruling) if asserted else [],
        "ask": [ask_line(each) for each in result.ask[:MOST_ASKED]],
        "facts": lines,
        "more_facts": others,
    }
    return compact(found)


def turned_by(base: KnowledgeBase, ruling: Ruling) -> list[Json]:
    """The facts that were not told and would turn the answer, were they otherwise, each with the verdict then; none
    where the answer says more of the verdict than the check does."""
    if ruling.composed is not None or ruling.side or ruling.verdict is None:
        return []
    found = turning(base, ruling.result.check, ruling.result.facts, ruling.result.verdict)
    told = [(each, as_asked(verdict, ruling.opposite, ruling.claimed)) for each, verdict in found]
    return [each | {"verdict": verdict.value} for each, verdict in told if verdict and verdict != ruling.verdict]


def also(base: KnowledgeBase, answer: Answer, with_facts: int = WITH_FACTS) -> list[Json]:
    """The next checks that the question may ask for, those that `list_checks` names behind the one that was run; the
    first ones with their facts."""
    own = answer.ruling.choice.check.full_id if answer.ruling else ""
    question = base.read(answer.asked, answer.game) if answer.one_of > 1 else answer.reading
    try:
        hits = rank(base, question, answer.game or None).hits
        offered = candidates(base, question, hits, answer.game, most=ALSO + 1)
    except HeadjudgeError:
        return []
    found = [each.choice for each in offered if each.choice.check.full_id != own][:ALSO]
    return [_next(base, each, at < with_facts) for at, each in enumerate(found)]


def _next(base: KnowledgeBase, choice: Choice, with_facts: bool) -> Json:
    """A check to look at next, with its facts, those first that the question seems to tell."""
    check = choice.check
    told: Json = {"id": check.full_id, "title": check.title}
    if not with_facts:
        return told
    said = [each.slot for each in choice.filled.readings]
    lines, others = fact_lines(check, base.checks.model(check.game).schema, said, ROOM)
    return compact(told | {"facts": lines, "more_facts": others})


def unread(base: KnowledgeBase, answer: Answer) -> list[str]:
    """What the question says and no fact took: numbers, names, what is denied, words that were not understood."""
    found = list(answer.unread)
    if answer.ruling is not None:
        filled, check = answer.ruling.choice.filled, answer.ruling.choice.check
        found += [each.text for each in filled.unread]
        about = {base.store.clause(each).subject for each in clauses_of(base, check) if base.store.find_clause(each)}
        found += _names(answer.reading, filled, about)
        found += _denied(answer.reading, filled)
    said = list(dict.fromkeys(each for each in found if each))
    return [each for each in said if not any(each != other and f" {each} " in f" {other} " for other in said)]


def _names(question: Question, filled: Filled, about: set[str]) -> Iterator[str]:
    """The cards that no fact took and that are not what the check is about."""
    for each in question.mentions:
        if each.term.kind in NAMES and each.term.name not in about and not _taken(filled, each.start, each.end):
            yield each.text


def _denied(question: Question, filled: Filled) -> Iterator[str]:
    """What is said not to be so, where no fact took the denial; not the verb that asks, `can't he attack?`."""
    for each in question.negations:
        asks = each.kind is Denial.VERB and question.asking.holds(each.cue.start) and not each.state
        taken = _taken(filled, each.cue.start, each.cue.end) or _taken(filled, each.scope.start, each.scope.end)
        if not asks and not taken:
            start, end = min(each.cue.start, each.scope.start), max(each.cue.end, each.scope.end)
            yield cut(" ".join(question.text[start:end].split()), 80)


def _taken(filled: Filled, start: int, end: int) -> bool:
    """Whether a fact was read from words that reach into a stretch of the question."""
    places = [place for each in filled.readings for place in each.places]
    places += [place for told in filled.lists for place in told.places]
    return any(first < end and start < last for first, last in places)
