"""Only what a chat service signed, a short while ago and once, is read at all."""

from __future__ import annotations

import hashlib
import hmac
import re
import threading
import time
from abc import ABC, abstractmethod
from collections import OrderedDict
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from kb.errors import UsageError
from service.bots.seen import SeenFiles

WINDOW_S = 300
MOST_SEEN = 20_000
ED25519 = re.compile("[0-9a-fA-F]{128}")


class UnsignedError(Exception):
    """A request is not signed as it must be; the message says what is wrong, never what was expected."""


class Once:
    """Remembers signatures for as long as they are fresh, so that none is taken twice: by this process, and by no other
    where there are `files`."""

    def __init__(self, files: SeenFiles | None = None) -> None:
        self.files = files
        self._seen: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, signature: str, now: float) -> None:
        """UnsignedError where this signature was taken before."""
        with self._lock:
            while self._seen and (next(iter(self._seen.values())) < now - 2 * WINDOW_S or len(self._seen) >= MOST_SEEN):
                self._seen.popitem(last=False)
            if signature in self._seen:
                raise UnsignedError("this request was sent before")
            self._seen[signature] = now
        if self.files is not None and not self.files.add(signature):
            raise UnsignedError("this request was sent before")


class Verifier(ABC):
    """Verifies one chat service's requests; `verify` is given timestamp, signature and raw body as they came."""

    def __init__(self, home: Path | None = None) -> None:
        """`home` is where the signatures that were taken are remembered for other processes too."""
        self.once = Once(SeenFiles(home, 2 * WINDOW_S) if home else None)

    def verify(self, timestamp: str, signature: str, body: bytes) -> None:
        """UnsignedError unless the signature is right, fresh and new."""
        now = time.time()
        if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12):
            raise UnsignedError("the timestamp is missing or is no number of seconds")
        if abs(now - int(timestamp)) > WINDOW_S:
            raise UnsignedError("the timestamp is too old or lies ahead")
        self.check(timestamp, signature, body)
        self.once.take(signature.lower(), now)

    @abstractmethod
    def check(self, timestamp: str, signature: str, body: bytes) -> None:
        """UnsignedError unless the signature is right."""


class DiscordVerifier(Verifier):
    """Ed25519 over timestamp and raw body, by the application's public key in hexadecimal."""

    def __init__(self, key: str, home: Path | None = None) -> None:
        super().__init__(home)
        try:
            self.key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        except ValueError:
            raise UsageError("discord_key must be the application's public key: 64 hexadecimal digits") from None

    def check(self, timestamp: str, signature: str, body: bytes) -> None:
        if not ED25519.fullmatch(signature):  # with blanks in it, it would be another text for the same signature
            raise UnsignedError("the signature does not fit")
        try:
            self.key.verify(bytes.fromhex(signature), timestamp.encode() + body)
        except (InvalidSignature, ValueError):
            raise UnsignedError("the signature does not fit") from None


class SlackVerifier(Verifier):
    """`v0=` and the HMAC-SHA256 of `v0:timestamp:body`, by the application's signing secret."""

    def __init__(self, secret: str, home: Path | None = None) -> None:
        super().__init__(home)
        self.secret = secret.encode()

    def check(self, timestamp: str, signature: str, body: bytes) -> None:
        own = hmac.new(self.secret, b":".join((b"v0", timestamp.encode(), body)), hashlib.sha256)
        if not hmac.compare_digest(f"v0={own.hexdigest()}".encode(), signature.encode("utf-8", "replace")):
            raise UnsignedError("the signature does not fit")
