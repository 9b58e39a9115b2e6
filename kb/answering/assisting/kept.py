"""What a language model said, kept by what it was asked: in this process at most MOST entries, the least recently used
leaves first; for a day in the database that servers share."""

from __future__ import annotations

import hashlib
import json
import threading
from collections import OrderedDict
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, TypeVar

from kb.errors import SnapshotError

if TYPE_CHECKING:
    from kb.readers.assistant.prompts import Prompt
    from kb.readers.assistant.wire import Model

MOST = 2_000
DAY_S = 86_400.0
V = TypeVar("V")


class Kept(Generic[V]):
    """Values by digest, shared by threads."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._values: OrderedDict[bytes, V] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: bytes) -> V | None:
        """What is kept under a key, None where nothing is."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def keep(self, key: bytes, value: V) -> None:
        """Keep a value, and drop what no longer fits."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self.most:
                self._values.popitem(last=False)


class KeptTogether:
    """A model whose replies all servers of a database share: what one of them asked, none asks again for a day. A
    digest stands there in place of what was asked. While the database cannot be written the model is asked."""

    def __init__(self, by: Model, address: str) -> None:
        from kb.store.postgres.together import Together

        self._by, self._together = by, Together(address)

    @property
    def name(self) -> str:
        """The model's name."""
        return self._by.name

    def prepare(self) -> None:
        """Load what the first prompt would wait for."""
        self._by.prepare()

    def complete(self, prompt: Prompt, until: float) -> str:
        """The reply's text, of this server's model or another's of that name. ReaderError where there is none by
        `until`, a time of time.monotonic()."""
        told = json.dumps([self.name, prompt.messages, prompt.schema], sort_keys=True)
        digest = hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()
        with suppress(SnapshotError):
            if (kept := self._together.reply(digest)) is not None:
                return kept
        reply = self._by.complete(prompt, until)
        with suppress(SnapshotError):
            self._together.keep_reply(digest, reply, DAY_S)
        return reply
