"""An answer as a chat message over HTTP: `GET /api/v1/ask?format=text|markdown|discord|slack`."""

from __future__ import annotations

from flask import Response

from kb.answering.answer import Answer
from kb.knowledge import KnowledgeBase
from service.server.site import site
from service.show.formats import MEDIA, Form, message
from service.show.view import spoken_answer


def message_reply(base: KnowledgeBase, answer: Answer, form: Form) -> Response:
    """The message as UTF-8 text; the outcome stands in a header, for bots that only relay answers."""
    reply = Response(message(spoken_answer(base, answer), form, site()), mimetype=MEDIA[form])
    reply.headers["X-Headjudge-Outcome"] = str(answer.outcome)
    return reply
