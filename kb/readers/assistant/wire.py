"""One call of a chat model, bounded in time and bytes, by the `openai` client: imported here alone, when first used.

Nothing is sent but the prompt. Redirects are not followed, nothing is tried again, and no error repeats what was sent,
what came back, or the key.
"""

from __future__ import annotations

import json
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from kb.errors import ReaderError
from kb.readers.assistant.prompts import Prompt
from kb.records.reading import Failure

if TYPE_CHECKING:
    from httpx2 import Request
    from openai import OpenAI

MOST_BYTES = 65_536
LEAST_S = 0.05
EXTRA = "headjudge[assistant]"
TELLING, NEEDED = "x-stainless-", "x-stainless-raw-response"
"""How headers begin by which the client tells of its machine: they are left out, but for the one by which
it knows its own request."""


class Model(Protocol):
    """What completes prompts."""

    @property
    def name(self) -> str: ...

    def prepare(self) -> None:
        """Load what the first prompt would wait for; says nothing where that fails."""
        ...

    def complete(self, prompt: Prompt, until: float) -> str:
        """The reply's text. ReaderError where there is none by `until`, a time of time.monotonic()."""
        ...

    def keep(self, prompt: Prompt, reply: str) -> None:
        """Take notice that a reply to a prompt has been understood: it may be given to whoever asks the same."""
        ...


@dataclass
class ChatModel:
    """A model behind a server that speaks the OpenAI chat protocol; `url` ends in /v1."""

    url: str
    name: str
    key: str = field(default="", repr=False)
    _client: OpenAI | None = field(default=None, init=False, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    def prepare(self) -> None:
        """Import the client, which takes a second, and open it."""
        with suppress(ReaderError):
            self._opened()

    def complete(self, prompt: Prompt, until: float) -> str:
        """See Model."""
        client = self._opened()
        from openai import APIError, APITimeoutError

        try:
            body = self._body(client, prompt, until)
        except APITimeoutError:
            raise late() from None
        except APIError as error:
            status = getattr(error, "status_code", None)
            said = f"it answered with status {status}" if status else "it cannot be reached"
            raise ReaderError(Failure.DOWN, said) from None
        except (OSError, _transport()):
            raise late() if time.monotonic() >= until else ReaderError(Failure.DOWN, "it broke off") from None
        return _text(body)

    def keep(self, prompt: Prompt, reply: str) -> None:
        """Nothing: replies are kept by those who share them."""

    def _body(self, client: OpenAI, prompt: Prompt, until: float) -> bytes:
        """The response's body; ReaderError where it is too long or too late."""
        left = until - time.monotonic()
        if left < LEAST_S:
            raise late()
        asked: dict[str, Any] = {
            "model": self.name,
            "messages": [{"role": role, "content": text} for role, text in prompt.messages],
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": prompt.name, "schema": prompt.schema, "strict": True},
            },
            "max_tokens": prompt.longest_reply,
            "temperature": 0,
            "timeout": left,
        }
        parts: list[bytes] = []
        took = 0
        with client.chat.completions.with_streaming_response.create(**asked) as response:
            for part in response.iter_bytes(4_096):
                parts.append(part)
                took += len(part)
                if took > MOST_BYTES:
                    raise ReaderError(Failure.WRONG, f"its reply is longer than {MOST_BYTES} bytes")
                if time.monotonic() >= until:
                    raise late()
        return b"".join(parts)

    def _opened(self) -> OpenAI:
        """The client, made once."""
        with self._lock:
            if self._client is None:
                try:
                    from openai import DefaultHttpxClient, OpenAI
                except ImportError:
                    raise ReaderError(Failure.OFF, f"{EXTRA} is not installed") from None
                web = DefaultHttpxClient(follow_redirects=False, event_hooks={"request": [_tell_less]})
                self._client = OpenAI(base_url=self.url, api_key=self.key or "none", max_retries=0, http_client=web)
            return self._client


def _tell_less(request: Request) -> None:
    """Leave out of a request what tells of the machine."""
    for name in [name for name in request.headers if name.lower().startswith(TELLING) and name.lower() != NEEDED]:
        del request.headers[name]
    request.headers["User-Agent"] = "headjudge"


def late() -> ReaderError:
    """No reply in time."""
    return ReaderError(Failure.LATE, "it did not answer in time")


def _transport() -> type[Exception]:
    """What the client's transport raises while a body is read."""
    from httpx2 import HTTPError

    return HTTPError


def _text(body: bytes) -> str:
    """The text of a chat completion."""
    try:
        choice = json.loads(body)["choices"][0]
        text = choice["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        raise ReaderError(Failure.WRONG, "its reply is no chat completion") from None
    if not isinstance(text, str):
        raise ReaderError(Failure.WRONG, "its reply has no text")
    return text
