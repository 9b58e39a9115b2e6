"""An answer or a ruling as plain text for a chat, and in the one or two words that stand first."""

from __future__ import annotations

from collections.abc import Sequence

from kb.records import Citation, Outcome, plain
from kb.rules.records import CheckResult, Status
from service.answer import Answer

MOST_QUOTES = 2
STATES = {
    Status.DEPENDS: "It depends",
    Status.UNDETERMINED: "The text does not settle it",
    Status.CONTRADICTION: "The text contradicts itself",
    Status.TIMEOUT: "Stopped",
}
OUTCOMES = {
    Outcome.CITED: "The rules say",
    Outcome.AMBIGUOUS: "Which game?",
    Outcome.NOT_FOUND: "Not found",
}


def verdict_words(result: CheckResult) -> str:
    """What a verdict comes to: Yes, No, a number, the options; or how the check ended."""
    if result.status is not Status.ANSWERED or result.verdict is None:
        return STATES.get(result.status, str(result.status))
    value = result.verdict.value
    if isinstance(value, bool):
        return "Yes" if value else "No"
    shown = ", ".join(value) if isinstance(value, tuple) else str(value)
    return shown.replace("_", " ") or "None"


def sentence(result: CheckResult) -> str:
    """A ruling's sentence as it stands below the verdict's words: these and what is asked right below not again."""
    said = result.summary.removeprefix(f"{verdict_words(result)}: ")
    if result.ask and said == result.ask[0].question:
        return ""
    return said[:1].upper() + said[1:]


def answer_words(answer: Answer) -> str:
    """What stands first above an answer that no check decides."""
    return OUTCOMES.get(answer.outcome, str(answer.outcome))


def chat_text(asked: str, state: str, summary: str, citations: Sequence[Citation], address: str) -> str:
    """The question, the verdict, its sentence, the first clauses with their source, and where it stands."""
    said = summary if summary.lower().startswith(state.lower()) else f"{state}. {summary}"
    quotes = [
        f"“{plain(each.clause.text)}” ({each.clause.id}, {each.document.title}, {each.document.edition} edition)"
        for each in citations[:MOST_QUOTES]
    ]
    return "\n".join([asked, said, *quotes, address])


def ruled(result: CheckResult) -> str:
    """A ruling's sentence with the facts that it was computed from."""
    facts = "; ".join(str(each["sentence"]) for each in result.read_as if each["sentence"])
    return f"{result.summary} ({facts})" if facts else result.summary
