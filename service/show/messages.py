"""An answer as a chat message over HTTP: `GET /api/v1/ask?format=text|markdown|discord|slack`."""

from __future__ import annotations

from datetime import date

from flask import Response

from kb.answering.answer import Answer
from kb.knowledge import KnowledgeBase
from service.server.site import site
from service.show.formats import MEDIA, Form, message
from service.show.view import spoken_answer


def message_reply(base: KnowledgeBase, answer: Answer, form: Form, as_of: date | None = None) -> Response:
    """The message as UTF-8 text, linked to the page of the day that was asked about; the outcome stands in a header,
    for bots that only relay answers."""
    reply = Response(message(spoken_answer(base, answer, as_of), form, site()), mimetype=MEDIA[form])
    reply.headers["X-Headjudge-Outcome"] = str(answer.outcome)
    return reply
