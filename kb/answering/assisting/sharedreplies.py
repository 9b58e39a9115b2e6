"""What a language model said and was understood, kept for a day by what it was asked, in the database that servers
share."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from typing import TYPE_CHECKING

from kb.errors import SnapshotError

if TYPE_CHECKING:
    from kb.readers.assistant.prompts import Prompt
    from kb.readers.assistant.wire import Model

DAY_S = 86_400.0


class SharedReplies:
    """A model whose replies all servers of a database share: what one of them was told in a form that fits, none asks
    again for a day. A digest stands there in place of what was asked. While the database cannot be written the model is
    asked."""

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
        with suppress(SnapshotError):
            if (kept := self._together.reply(self._digest(prompt))) is not None:
                return kept
        return self._by.complete(prompt, until)

    def keep(self, prompt: Prompt, reply: str) -> None:
        """Keep a reply that was understood, for all servers."""
        with suppress(SnapshotError):
            self._together.keep_reply(self._digest(prompt), reply, DAY_S)

    def _digest(self, prompt: Prompt) -> str:
        """What stands for a prompt to this model."""
        told = json.dumps([self.name, prompt.messages, prompt.schema], sort_keys=True)
        return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()
