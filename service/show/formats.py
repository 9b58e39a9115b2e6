"""An answer as one chat message: plain text, Markdown, Discord's markup or Slack's, at most 2,000 characters.

Verdict, sentence, the first citation and the link are whole; the rest is cut at the end of a sentence. Of a post that
asks several things each question has its verdict and its first clause, each in its share of the room.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

from kb.answering.summary import QUOTED_FIRST
from kb.records import Citation, plain
from service.languages.current import gettext as _
from service.languages.editions import edition_of
from service.languages.sentences import sentence, word
from service.languages.written import day
from service.show.neutral import FORMS, Form, bold, code, length, link, neutral
from service.show.quoting.citing import as_quoted
from service.show.quoting.sentences import shortened
from service.show.view import Spoken

__all__ = ["FORMS", "LIMIT", "MEDIA", "Form", "accent", "message"]

LIMIT = 2_000
MEDIA = {"text": "text/plain", "markdown": "text/markdown", "discord": "text/plain", "slack": "text/plain"}
MORE_CITATIONS = 2
LONGEST_ASKED = 150
OPEN, NEITHER = 0x6A1B9A, 0x616161
ACCENTS = {"answered": 0x2E7D32, "cited": 0x1565C0, "depends": 0xEF6C00, "undetermined": OPEN, "not_understood": OPEN}


def accent(outcome: str) -> int:
    """The colour, 0xRRGGBB, that Discord shows beside an answer of this outcome."""
    return ACCENTS.get(outcome, NEITHER)


def message(spoken: Spoken, form: Form, site: str, limit: int = LIMIT) -> str:
    """The message; `site` is this service's address without a slash at its end.

    Only where clause and sentence alone are longer than `limit` are they cut, at the end of a sentence.
    """
    spoken = in_language(spoken)
    tail = (_("Link:") + " " if form == "text" else "") + link(site + spoken.link, form)
    room = limit - length(tail) - 2
    if spoken.parts:
        return "\n".join([*_post(spoken, form, room), tail])
    lines = _said(spoken, form, room)
    for extra in _extras(spoken, form, room):
        if _used([*lines, extra]) <= room:
            lines.append(extra)
    return "\n".join([*lines, tail])


def in_language(spoken: Spoken) -> Spoken:
    """What is ours of it in the language spoken now: verdict or outcome, and what no rule says, without the
    one that only says where the clause stands which comes next."""
    parts = tuple(in_language(each) for each in spoken.parts)
    points_on = bool(spoken.citations) and spoken.sentence.endswith(QUOTED_FIRST)
    said, reader = "" if points_on else sentence(spoken.sentence), sentence(spoken.reader)
    return replace(spoken, label=word(spoken.label), sentence=said, reader=reader, parts=parts)


def _said(spoken: Spoken, form: Form, room: int) -> list[str]:
    """Verdict and sentence, then the first clause where it fits."""
    head = _head(spoken, form, neutral(spoken.sentence, form))
    if length(head) > room:
        head = _head(spoken, form, shortened(neutral(spoken.sentence, form), room - length(_head(spoken, form, ""))))
    if not spoken.citations:
        return [head]
    first = cited(spoken.citations[0], form, room - _used([head]), whole=spoken.settled)
    return [head, first] if first else [head]


def _post(spoken: Spoken, form: Form, room: int) -> list[str]:
    """Each question of a post with its verdict and its clause; what one leaves of its room the others have."""
    left = _asked(_("Not answered here:") + f" {'; '.join(spoken.left)}", form, room // 4) if spoken.left else ""
    lines: list[str] = [left] if left else []
    for number, part in enumerate(spoken.parts):
        own = (room - _used(lines)) // (len(spoken.parts) - number) - 1
        asked = _asked(f"“{part.asked}”", form, min(LONGEST_ASKED, own // 3))
        lines += [asked, *_said(part, form, own - length(asked) - 1)]
    return [*lines[1:], left] if left else lines


def _asked(question: str, form: Form, room: int) -> str:
    """A question's words, cut between two of them where they are longer than `room`."""
    if length(said := neutral(question, form)) <= room:
        return said
    kept = question[: bisect_left(range(1, room + 1), room, key=lambda end: length(neutral(question[:end], form)))]
    return f"{neutral(kept.rpartition(' ')[0] or kept, form)}…"


def _used(lines: list[str]) -> int:
    return sum(length(line) + 1 for line in lines)


def _head(spoken: Spoken, form: Form, sentence: str) -> str:
    """`**No.** Why.`, without the label where the sentence begins with it."""
    if spoken.outcome == "ambiguous" and sentence.startswith(spoken.label.rstrip("?")):
        return sentence
    number = spoken.label.lstrip("-").isdigit()  # `2.` would begin a list
    stop = ":" if spoken.outcome == "cited" or number else "" if spoken.label[-1:] in "?!." else "."
    return f"{bold(neutral(spoken.label, form) + stop, form)} {sentence}".strip()


def cited(citation: Citation, form: Form, room: int, whole: bool = True) -> str:
    """A clause's words and where they stand; empty where no sentence of it fits into `room`."""
    before = "" if whole else _("Nearest clause:") + " "
    source = source_line(citation, form)
    mark = "" if form == "text" else "> "
    words = neutral(plain(citation.clause.text), form)
    fits = shortened(words, room - length(f"{mark}{before}“” ({source})") - 1)
    return f"{mark}{before}{as_quoted(fits, citation.document)} ({source})" if fits else ""


def source_line(citation: Citation, form: Form) -> str:
    """Title, heading, the clause's id, edition, and the day since when it is in force; neutral already."""
    document, clause = citation.document, citation.clause
    heading = clause.headings[-1] if clause.headings else ""
    since = _("in force from %(day)s", day=day(document.effective)) if document.effective else ""
    dated = since or (_("published %(day)s", day=day(document.published)) if document.published else "")
    parts = (neutral(document.title, form), neutral(heading, form), code(clause.id, form))
    return ", ".join(part for part in (*parts, edition_of(document), dated) if part)


def _extras(spoken: Spoken, form: Form, room: int) -> list[str]:
    """What is added while there is room: facts as they were read, facts to know, what was assumed, which
    language model read the question, more clauses."""
    read = [_("Read as:") + f" {neutral('; '.join(spoken.given), form)}"] if spoken.given else []
    asked = [
        _("To know:") + f" {neutral(each.question, form)}"
        for each in spoken.asks[:3]
        if each.question not in spoken.sentence
    ]
    assumed = [_("Assumed:") + f" {neutral('; '.join(spoken.assumed), form)}"] if spoken.assumed else []
    further = spoken.citations[1 : 1 + MORE_CITATIONS] if spoken.settled else ()
    by = [neutral(spoken.reader, form)] if spoken.reader and spoken.reader not in spoken.sentence else []
    return [*read, *asked, *assumed, *by, *(line for each in further if (line := cited(each, form, room // 3)))]
