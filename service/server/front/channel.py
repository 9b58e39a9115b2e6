"""One client's connection: sent to in small steps, closed where a request or an answer takes too long."""

from __future__ import annotations

import time
from typing import Any

from waitress.buffers import ReadOnlyFileBasedBuffer
from waitress.channel import HTTPChannel
from waitress.utilities import Error

from service.server.front.request import Request
from service.server.limits.clients import client_of, forwarded

STEP = 262_144
"""Bytes sent to one client before it is the others' turn."""
SLOWEST = 4_096
"""Bytes a second at which an answer is still worth sending, once it took as long as silence may."""
UNSENT = 16_777_216
"""Bytes of answers that one client may leave waiting, on all its connections; a file that is sent counts none."""
RETRY_S = 5


class BusyError(Error):  # type: ignore[misc]
    """503 before the application is asked."""

    code = 503
    reason = "Service Unavailable"

    def to_response(self, ident: Any = None) -> Any:
        """The answer, with the time after which to come back."""
        status, headers, body = super().to_response(ident)
        return status, [*headers, ("Retry-After", str(RETRY_S))], body


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection; `begun` is when the request that comes now began, None between requests, `sending` whether the
    thread that answers sends to it now."""

    parser_class = Request
    begun: float | None = None
    sending = False
    asked = 0.0
    sent_since = sent_now = 0

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        self.peer = client_of(str(addr[0]))
        super().__init__(server, sock, addr, adj, map=map)
        self.sendbuf_len = STEP

    @property
    def closed(self) -> bool:
        """Whether it has no descriptor any more: the number may be another connection's already."""
        return self._fileno is None

    def readable(self) -> bool:
        """Whether more is taken from the client."""
        return not self.closed and bool(super().readable())

    def writable(self) -> bool:
        """Whether something waits to be sent, or the connection to be closed. One that was closed since the round began
        is not: it would be looked after under a number that the next connection has, and that one closed for it. Nor
        is one to which the thread that answers is sending: the loop could only try again and again until that is done,
        and hold it up by doing so."""
        return not self.closed and not self.sending and bool(super().writable())

    def received(self, data: bytes) -> bool:
        """Take what the client sent, and note since when its request is not whole."""
        before = self.request
        taken = bool(super().received(data))
        if self.request is None:
            self.begun = None
        elif self.request is not before:
            self.begun = time.time()
        return taken

    def service(self) -> None:
        """Answer a request, or refuse it where its client leaves too much unread."""
        self.asked, self.sent_since = time.time(), 0
        request = self.requests[0]
        if not request.error and self.server.unsent(self.peer) > UNSENT:
            request.error = BusyError("earlier answers wait to be read")
        super().service()

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Send what the client takes now, STEP bytes at most each time that it is this connection's turn."""
        if self.sent_now >= STEP:
            return 0
        sent = int(super().send(data, do_close) or 0)
        self.sent_now += sent
        self.sent_since += sent
        return sent

    def _flush_some(self, do_close: bool = True) -> bool:
        """Send what waits; `do_close` where the loop does it, which may close the connection."""
        self.sending = not do_close
        try:
            return bool(super()._flush_some(do_close=do_close))
        finally:
            self.sending = False

    def handle_write(self) -> None:
        """This connection's turn to be sent to."""
        self.sent_now = 0
        super().handle_write()

    def late(self, now: float, limit: float) -> bool:
        """Whether nothing was heard for so many seconds, a request has not come whole in them, or an answer hardly
        gone. While one is worked out its client waits for us."""
        if self.requests:
            return False
        if now - self.last_activity > limit or (self.begun is not None and now - self.begun > limit):
            return True
        took = now - self.asked
        return bool(self.total_outbufs_len) and took > limit and self.sent_since < SLOWEST * took

    def waiting(self) -> int:
        """Bytes of answers in memory that the client has not taken."""
        return sum(len(each) for each in self.outbufs if not isinstance(each, ReadOnlyFileBasedBuffer))

    def del_channel(self, map: Any = None) -> None:
        """Forget the connection."""
        self.server.forget(self)
        super().del_channel(map)


def whose(channel: Any) -> tuple[str, str]:
    """The client and the path of the request that a connection has answered next."""
    request, proxies = channel.requests[0], channel.server.proxies
    path = str(getattr(request, "path", ""))
    if not proxies:
        return channel.peer, path
    return client_of(forwarded(str(channel.addr[0]), request.headers.get("X_FORWARDED_FOR", ""), proxies)), path
