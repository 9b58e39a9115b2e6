"""The listening socket: takes connections, so many of one address and so many in all, and closes those that are late.

waitress alone accepts one connection a round, refuses nobody, and where no file is left to open tries and logs without
a pause, while nobody is answered.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import socket
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from waitress.adjustments import Adjustments
from waitress.server import TcpWSGIServer

from service.server.front.channel import RETRY_S, Channel, whose
from service.server.front.files import room_for
from service.server.front.turns import dispatcher
from service.server.limits.clients import client_of

if TYPE_CHECKING:
    from service.server.settings import Settings

LONGEST_HEADERS = 32_768
AT_ONCE = 128
REST_S = 1.0
SAY_EVERY_S = 60.0
SWITCH_S = 0.001
"""How long a thread may compute before another's turn: an answer waits for each such turn many times."""
OUT_OF_FILES = (errno.EMFILE, errno.ENFILE)
REFUSAL = (
    f"HTTP/1.1 503 Service Unavailable\r\nRetry-After: {RETRY_S}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
).encode()

logger = logging.getLogger("headjudge")


@dataclass(frozen=True)
class Shared:
    """What the servers of one process share: waitress' settings, threads, what is open, bounds, proxies in front."""

    adj: Adjustments
    tasks: Any
    channels: dict[int, Any]
    most_each: int
    proxies: int


class Gate(TcpWSGIServer):  # type: ignore[misc]
    """A waitress server on a socket that listens already. `most_each` bounds one address' connections, 0 does not."""

    channel_class = Channel

    def __init__(self, app: Any, listener: socket.socket, shared: Shared) -> None:
        self.most_each, self.proxies = shared.most_each, shared.proxies
        self.peers: defaultdict[str, set[Channel]] = defaultdict(set)
        self.rests_until = 0.0
        self.said: dict[str, float] = {}
        place = (listener.family, listener.type, listener.proto, listener.getsockname())
        self.next_channel_cleanup = 0.0
        super().__init__(app, shared.channels, True, listener, shared.tasks, shared.adj, place, bind_socket=False)

    def readable(self) -> bool:
        """Whether connections are taken now; looks after those that are open, once in a while."""
        now = time.time()
        if now >= self.next_channel_cleanup:
            self.next_channel_cleanup = now + self.adj.cleanup_interval
            self.maintenance(now)
        if not self.accepting or time.monotonic() < self.rests_until:
            return False
        full = len(self._map) >= self.adj.connection_limit
        if full:
            self.say("as many connections are open as there may be: %d", self.adj.connection_limit)
        return not full

    def handle_accept(self) -> None:
        """Take those that wait, AT_ONCE at most."""
        for _ in range(AT_ONCE):
            if len(self._map) >= self.adj.connection_limit:
                return
            try:
                taken = self.accept()
            except OSError as error:
                self.rest(error)
                return
            if taken is None:
                return
            self.take(*taken)

    def take(self, connection: socket.socket, address: Any) -> None:
        """Have a connection read, or refuse it."""
        peer = client_of(str(address[0]))
        if self.most_each and len(self.peers.get(peer, ())) >= self.most_each:
            self.refuse(connection)
            return
        try:
            self.set_socket_options(connection)
            self.peers[peer].add(self.channel_class(self, connection, address, self.adj, map=self._map))
        except OSError:  # its client has gone already
            connection.close()

    def refuse(self, connection: socket.socket) -> None:
        """503 for one too many of an address."""
        with contextlib.suppress(OSError):
            connection.setblocking(False)
            connection.send(REFUSAL)
        connection.close()
        self.say("connections beyond %d of one address are refused", self.most_each)

    def rest(self, error: OSError) -> None:
        """Take nobody for a moment where no file is left to open; say so once a while."""
        if error.errno in OUT_OF_FILES:
            self.rests_until = time.monotonic() + REST_S
            self.say("no file is left to open for another connection")

    def say(self, what: str, *values: int) -> None:
        """Log something that may go on, once in SAY_EVERY_S."""
        if time.monotonic() - self.said.get(what, float("-inf")) >= SAY_EVERY_S:
            self.said[what] = time.monotonic()
            logger.warning(what, *values)

    def forget(self, channel: Channel) -> None:
        """A connection has ended."""
        if channel.peer in self.peers:
            self.peers[channel.peer].discard(channel)
            if not self.peers[channel.peer]:
                del self.peers[channel.peer]

    def unsent(self, peer: str) -> int:
        """Bytes of answers that wait for an address to read them; 0 behind a proxy, which reads for all."""
        return 0 if self.proxies else sum(each.waiting() for each in tuple(self.peers.get(peer, ())))

    def maintenance(self, now: float) -> None:
        """Close connections that are silent or late; at once, for who reads nothing can be sent nothing more.

        waitress marks them and closes them the next time that they take a byte, which may be never.
        """
        for channel in tuple(self.active_channels.values()):
            if channel.late(now, self.adj.channel_timeout):
                channel.will_close = True
                channel.handle_close()


def gates(app: Any, settings: Settings, listeners: list[socket.socket], threads: int | None = None) -> list[Gate]:
    """A server on each socket, which share threads and connections; `run` the first and all are served."""
    sys.setswitchinterval(SWITCH_S)
    room = room_for(settings.connections)
    each = min(settings.address_connections, max(1, room // 2))
    shared = Shared(
        adj=Adjustments(sockets=listeners, connection_limit=room, **limits(settings)),
        tasks=dispatcher(threads or settings.threads, whose),
        channels={},
        most_each=0 if settings.proxies else each,
        proxies=settings.proxies,
    )
    return [Gate(app, listener, shared) for listener in listeners]


def limits(settings: Settings) -> dict[str, Any]:
    """What waitress may spend on a client: seconds of silence, bytes."""
    return {
        "channel_timeout": settings.idle_limit,
        "cleanup_interval": 1,
        "max_request_header_size": LONGEST_HEADERS,
        "max_request_body_size": settings.body_limit,
        "asyncore_use_poll": True,
        "ident": None,
    }
