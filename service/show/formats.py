"""An answer as one chat message: plain text, Markdown, Discord's markup or Slack's, at most 2,000 characters.

Verdict, sentence, the first citation and the link are whole; the rest is cut at the end of a sentence.
"""

from __future__ import annotations

from kb.records import Citation, plain
from service.show.neutral import FORMS, Form, bold, code, length, link, neutral
from service.show.sentences import shortened
from service.show.view import Spoken

__all__ = ["FORMS", "LIMIT", "MEDIA", "Form", "message"]

LIMIT = 2_000
MEDIA = {"text": "text/plain", "markdown": "text/markdown", "discord": "text/plain", "slack": "text/plain"}
MORE_CITATIONS = 2


def message(spoken: Spoken, form: Form, site: str, limit: int = LIMIT) -> str:
    """The message; `site` is this service's address without a slash at its end.

    Only where clause and sentence alone are longer than `limit` are they cut, at the end of a sentence.
    """
    head = _head(spoken, form, neutral(spoken.sentence, form))
    tail = f"{'Link: ' if form == 'text' else ''}{link(site + spoken.link, form)}"
    room = limit - length(tail) - 2
    if length(head) > room:
        head = _head(spoken, form, shortened(neutral(spoken.sentence, form), room - length(_head(spoken, form, ""))))
    lines = [head]
    if spoken.citations:
        first = cited(spoken.citations[0], form, room - _used(lines), whole=spoken.settled)
        lines += [first] if first else []
    for extra in _extras(spoken, form, room):
        if _used([*lines, extra]) <= room:
            lines.append(extra)
    return "\n".join([*lines, tail])


def _used(lines: list[str]) -> int:
    return sum(length(line) + 1 for line in lines)


def _head(spoken: Spoken, form: Form, sentence: str) -> str:
    """`**No.** Why.`, without the label where the sentence begins with it."""
    if spoken.outcome == "ambiguous" and sentence.startswith(spoken.label.rstrip("?")):
        return sentence
    stop = ":" if spoken.outcome == "cited" else "" if spoken.label[-1:] in "?!." else "."
    return f"{bold(neutral(spoken.label, form) + stop, form)} {sentence}".strip()


def cited(citation: Citation, form: Form, room: int, whole: bool = True) -> str:
    """A clause's words and where they stand; empty where no sentence of it fits into `room`."""
    before = "" if whole else "Nearest clause: "
    source = source_line(citation, form)
    mark = "" if form == "text" else "> "
    words = neutral(plain(citation.clause.text), form)
    fits = shortened(words, room - length(f"{mark}{before}“” ({source})") - 1)
    return f"{mark}{before}“{fits}” ({source})" if fits else ""


def source_line(citation: Citation, form: Form) -> str:
    """Title, heading, the clause's id, edition, and the day since when it is in force; neutral already."""
    document, clause = citation.document, citation.clause
    heading = clause.headings[-1] if clause.headings else ""
    since = f"in force from {document.effective}" if document.effective else ""
    dated = since or (f"published {document.published}" if document.published else "")
    parts = (neutral(document.title, form), neutral(heading, form), code(clause.id, form))
    return ", ".join(part for part in (*parts, f"{document.edition} edition", dated) if part)


def _extras(spoken: Spoken, form: Form, room: int) -> list[str]:
    """What is added while there is room: facts as they were read, facts to know, what was assumed, more clauses."""
    read = [f"Read as: {neutral('; '.join(spoken.given), form)}"] if spoken.given else []
    asked = [
        f"To know: {neutral(each.question, form)}" for each in spoken.asks[:3] if each.question not in spoken.sentence
    ]
    assumed = [f"Assumed: {neutral('; '.join(spoken.assumed), form)}"] if spoken.assumed else []
    further = spoken.citations[1 : 1 + MORE_CITATIONS] if spoken.settled else ()
    return [*read, *asked, *assumed, *(line for each in further if (line := cited(each, form, room // 3)))]
