"""A language model measured without a server: its prompts are written to a file, what it replied is read from another.

A line of the first: {"id", "messages", "schema"}; of the second {"id", "answer"}, the reply as a text or an object. An
id names the question, which of the two calls it is, and a digest of what is sent: a reply to another prompt is none.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from kb.answering.answer import answer
from kb.answering.assisting.assistant import Assistant
from kb.errors import Place, Problem, ReaderError, SourceError
from kb.evaluation.evaluate import Judged, judge, same_value
from kb.evaluation.questions import LabelledQuestion
from kb.files.jsonlines import numbered_lines
from kb.knowledge import KnowledgeBase
from kb.readers.assistant.prompts import Prompt
from kb.records.reading import Failure

LONG_S = 3_600.0


class Recorded:
    """A model that has replied already: `asked` collects what it is asked, `replies` what it said by id."""

    name = "recorded"

    def __init__(self, replies: dict[str, str] | None = None) -> None:
        self.replies = replies or {}
        self.identifier = ""
        self.asked: dict[str, Prompt] = {}

        self._assistant = Assistant(self, LONG_S, at_once=1, places=4)

    def of(self, identifier: str) -> Assistant:
        """What is asked of a question, by its id; one question at a time."""
        self.identifier = identifier
        return self._assistant

    def prepare(self) -> None:
        """Nothing to load."""

    def complete(self, prompt: Prompt, until: float) -> str:
        """The reply to a prompt; ReaderError where there is none."""
        key = f"{self.identifier}.{prompt.name}.{digest(prompt)}"
        self.asked[key] = prompt
        if key not in self.replies:
            raise ReaderError(Failure.OFF, "there is no reply to this prompt")
        return self.replies[key]

    def keep(self, prompt: Prompt, reply: str) -> None:
        """Nothing: they are kept already."""


def digest(prompt: Prompt) -> str:
    """What tells a prompt from others, in a few letters."""
    return hashlib.sha256(json.dumps([prompt.messages, prompt.schema]).encode()).hexdigest()[:10]


def prompts(base: KnowledgeBase, questions: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
    """What a model is asked of these questions, each an id and its words, two prompts for each that comes to a game:
    lines of the first file."""
    model = Recorded()
    for question, words in questions:
        answer(base, words, assistant=model.of(question))
    return [
        {
            "id": key,
            "messages": [{"role": role, "content": text} for role, text in prompt.messages],
            "schema": prompt.schema,
        }
        for key, prompt in model.asked.items()
    ]


def judge_recorded(base: KnowledgeBase, questions: Iterable[LabelledQuestion], replies: dict[str, str]) -> list[Judged]:
    """Every question as it is answered with these replies."""
    model = Recorded(replies)
    return [judged for each in questions for judged in judge(base, [each], assistant=model.of(each.id))]


def load_replies(path: Path) -> dict[str, str]:
    """The replies of a file by id; SourceError names every line that is none."""
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for number, line in numbered_lines(path):
        try:
            told = json.loads(line)
            reply = told["answer"]
            found[str(told["id"])] = reply if isinstance(reply, str) else json.dumps(reply)
        except (ValueError, KeyError, TypeError) as error:
            message = f"{type(error).__name__}: {error}"
            problems.append(Problem("not-a-reply", message, Place(str(path), number), '{"id": "…", "answer": {…}}'))
    if problems:
        raise SourceError(problems)
    return found


def assisted_table(judged: Sequence[Judged]) -> str:
    """How the model and the rules came together: what it was heard on, where the two ways differ, and how often what
    is computed from its facts is right, asserted or not."""
    heard = [each for each in judged if each.reader.kind == "assistant"]
    failures = Counter(str(each.reader.failure) for each in judged if each.reader.failure is not None)
    expected = [each for each in judged if each.question.expect.get("verdict")]
    right = sum(
        each.computed is not None and same_value(each.computed.value, each.question.expect["verdict"]["value"])
        for each in expected
    )
    said = ", ".join(f"{name} {count}" for name, count in sorted(failures.items())) or "none"
    return "\n".join(
        [
            f"heard on {len(heard)} of {len(judged)} questions; not heard or differing: {said}",
            f"computed from the facts, asserted or not: right {right} of {len(expected)} with a verdict",
        ]
    )
