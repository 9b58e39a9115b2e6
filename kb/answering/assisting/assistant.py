"""A language model that is asked beside the built-in reader: two calls side by side, bounded in time and in number."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kb.answering.assisting.disagreements import Disagreements
from kb.answering.assisting.line import Line
from kb.cache import LeastRecent
from kb.errors import ReaderError
from kb.readers.assistant.prompts import Prompt, answering_prompt, reading_prompt
from kb.readers.assistant.reader import TIMEOUT_S, AssistantReader
from kb.readers.assistant.replies import Said
from kb.readers.assistant.wire import Model
from kb.readers.port import Candidate
from kb.records import Clause
from kb.records.question import Question
from kb.records.reading import Failure, Reading

MOST_PARTS = 4
"""Questions of one post at most."""
MOST_KEPT = 2_000
"""What was said of so many questions is kept."""
GRACE_S = 0.1
"""How much longer than the calls themselves somebody waits for them, so that they can say why they failed."""


@dataclass(frozen=True, slots=True)
class Asking:
    """One question for the model: `game` is the title of the game, `asked` the sentence that is meant where a post asks
    several things, else empty; `clauses` are the nearest ones."""

    question: Question
    asked: str
    game: str
    candidates: tuple[Candidate, ...]
    clauses: tuple[Clause, ...]

    @property
    def prompts(self) -> tuple[Prompt, Prompt]:
        """What is sent: the reading and the answer from the clauses."""
        typed = self.question.original
        reading, _ = reading_prompt(typed, self.asked, self.game, self.candidates, self.clauses)
        return reading, answering_prompt(typed, self.asked, self.game, self.clauses)

    def digest(self, version: str, model: str) -> bytes:
        """What tells it from all others: what is sent, the version of the knowledge base, and the model."""
        sent = [[prompt.messages, prompt.schema] for prompt in self.prompts]
        return hashlib.sha256(json.dumps([version, model, sent]).encode("utf-8", "replace")).digest()


@dataclass(frozen=True, slots=True)
class Replies:
    """What a model made of a question, both ways."""

    reading: Reading
    said: Said


class Assistant:
    """One model for a whole process, shared by threads. `at_once` questions are with it, `places` callers wait for it:
    others are told at once that it is busy, and are answered by words."""

    def __init__(
        self,
        by: Model,
        timeout_s: float = TIMEOUT_S,
        at_once: int = 2,
        places: int = 4,
        disagreements: Disagreements | None = None,
    ) -> None:
        self.by, self.timeout_s, self.disagreements = by, timeout_s, disagreements
        self._calls = Line(at_once, places * MOST_PARTS)
        self._callers = Line(places, 0)
        self._kept: LeastRecent[bytes, Replies] = LeastRecent(MOST_KEPT)
        self._asked: dict[bytes, _Job] = {}
        self._lock = threading.Lock()
        self._prepared = False

    @property
    def model(self) -> str:
        """The model's name."""
        return self.by.name

    def prepare(self) -> None:
        """Load what the first question would wait for."""
        self.by.prepare()
        self._prepared = True

    def prepare_behind(self) -> None:
        """The same in a thread, once, while a question is worked out by words."""
        if not self._prepared:
            self._prepared = True
            _behind(self.by.prepare)

    def ask(self, askings: Sequence[Asking], version: str) -> list[Replies | ReaderError]:
        """What the model makes of each, within `timeout_s` seconds of now: a reading and an answer, or why there is
        none. What was said of the same question before is kept."""
        until = time.monotonic() + self.timeout_s
        keys = [each.digest(version, self.model) for each in askings]
        known = [self._kept.get(key) for key in keys]
        if all(known):
            return [each for each in known if each is not None]
        try:
            with self._callers.turn(until):
                jobs = [self._job(key, each, until) for key, each in zip(keys, askings, strict=True)]
                return [job.wait(until + GRACE_S) for job in jobs]
        except ReaderError as error:
            return [told or error for told in known]

    def _job(self, key: bytes, asking: Asking, until: float) -> _Job:
        """The work on a question: the one that is going on already where somebody else asks the same."""
        with self._lock:
            if (found := self._asked.get(key)) is not None:
                return found
            job = self._asked[key] = _Job()
            if (kept := self._kept.get(key)) is not None:
                job.end(kept)
                del self._asked[key]
                return job
        _behind(lambda: self._work(job, key, asking, until))
        return job

    def _work(self, job: _Job, key: bytes, asking: Asking, until: float) -> None:
        """Take a turn, make both calls, keep what came of them."""
        try:
            with self._calls.turn(until):
                told = self._both(asking, until)
            self._kept.put(key, told)
            job.end(told)
        except ReaderError as error:
            job.end(error)
        finally:
            with self._lock:
                self._asked.pop(key, None)
            job.end(ReaderError(Failure.WRONG, "it could not be asked"))  # says nothing where it has ended already

    def _both(self, asking: Asking, until: float) -> Replies:
        """The two calls, side by side."""
        reader = AssistantReader(self.by, asking.game, asking.asked, until)
        other: list[Said | ReaderError] = []

        def answer() -> None:
            try:
                other.append(reader.answer(asking.question, asking.clauses))
            except ReaderError as error:
                other.append(error)

        beside = _behind(answer)
        reading = reader.read(asking.question, asking.candidates, asking.clauses)
        beside.join(max(0.0, until - time.monotonic()) + GRACE_S)
        if not other:
            raise ReaderError(Failure.LATE, "it did not answer in time")
        if isinstance(said := other[0], ReaderError):
            raise said
        return Replies(reading, said)

    def differ(self, case: dict[str, Any]) -> None:
        """Put a case on the curator's list, where there is one."""
        if self.disagreements is not None:
            self.disagreements.add(case)


class _Job:
    """Work that others wait for; it ends once."""

    def __init__(self) -> None:
        self._done = threading.Event()
        self._result: Replies | ReaderError = ReaderError(Failure.LATE, "it did not answer in time")
        self._lock = threading.Lock()

    def end(self, result: Replies | ReaderError) -> None:
        with self._lock:
            if not self._done.is_set():
                self._result = result
                self._done.set()

    def wait(self, until: float) -> Replies | ReaderError:
        """What came of it by then."""
        self._done.wait(max(0.0, until - time.monotonic()))
        with self._lock:
            return self._result


def _behind(work: Callable[[], None]) -> threading.Thread:
    """Work in a thread of its own, which does not keep the process from ending."""
    thread = threading.Thread(target=work, name="headjudge-assistant", daemon=True)
    thread.start()
    return thread
