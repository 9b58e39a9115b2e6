"""Whose request is answered next: clients take turns, each with its share of the threads (shares.py).

So one client's slow or many requests delay its own. A probe (`/healthz`) has a thread that nothing else may take.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import Any, Protocol

from waitress.task import ThreadedTaskDispatcher

from service.server.front.shares import Shares

PROBES = ("/healthz",)
ELSEWHERE = ("/mcp",)
"""What is computed in other threads than the one that answers."""


class Task(Protocol):
    """A connection whose next request waits to be answered."""

    def service(self) -> None:
        """Answer it."""

    def cancel(self) -> None:
        """Give it up."""


class Turn:
    """A task in its lane; it gives its place back once it is done, and says how many seconds it computed."""

    def __init__(self, task: Task, client: str, lane: Lane, clock: Callable[[], float]) -> None:
        self.task, self.client, self.lane, self.clock = task, client, lane, clock

    def service(self) -> None:
        """Answer."""
        began = self.clock()
        try:
            self.task.service()
        finally:
            self.lane.give(self.client, self.clock() - began)

    def cancel(self) -> None:
        """Give up."""
        self.lane.give(self.client, 0.0)
        self.task.cancel()


class Lane:
    """Tasks in turn by client: `most` are answered at once, of them each client's share."""

    def __init__(self, most: int, shares: Shares) -> None:
        self.most, self.shares = most, shares
        self.running: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[Turn]] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, turn: Turn) -> None:
        """Have a task wait behind the others of its client."""
        with self._lock:
            self.shares.add(turn.client)
            self._waiting.setdefault(turn.client, deque()).append(turn)

    def ready(self) -> int:
        """How many of those that wait may be answered now."""
        with self._lock:
            free = self.most - self.running.total()
            return min(free, sum(min(len(turns), self._free(client)) for client, turns in self._waiting.items()))

    def take(self) -> Turn:
        """The next: of the client whose turn it is; then it is the others'. KeyError where none is ready."""
        with self._lock:
            client = next((each for each in self._waiting if self._free(each)), "")
            turn = self._waiting[client].popleft()
            self._waiting.move_to_end(client)
            if not self._waiting[client]:
                del self._waiting[client]
            self.running[client] += 1
            return turn

    def give(self, client: str, seconds: float) -> None:
        """One of a client's is done, which computed so many seconds."""
        with self._lock:
            self.shares.add(client, seconds)
            self.running[client] -= 1
            if not self.running[client]:
                del self.running[client]

    def _free(self, client: str) -> int:
        return max(0, self.shares.of(client) - self.running[client])


class Turns:
    """What waitress' threads take their tasks from, in place of a queue: its length is how many are ready."""

    def __init__(self, threads: int, whose: Callable[[Any], tuple[str, str]]) -> None:
        self.whose = whose
        self.probes = Lane(1, Shares(1))
        self.questions = Lane(threads, Shares(max(1, threads // 2)))

    def append(self, task: Task) -> None:
        """A task that waits from now on."""
        client, path = self.whose(task)
        lane = self.probes if path in PROBES else self.questions
        lane.add(Turn(task, client, lane, time.monotonic if path in ELSEWHERE else time.thread_time))

    def __len__(self) -> int:
        return self.probes.ready() + self.questions.ready()

    def popleft(self) -> Turn:
        """The task whose turn it is; only one thread at a time asks."""
        return (self.probes if self.probes.ready() else self.questions).take()


def dispatcher(threads: int, whose: Callable[[Any], tuple[str, str]]) -> Any:
    """waitress' threads, one more for probes, that take turns; `whose` tells a task's client and path."""
    found = ThreadedTaskDispatcher()
    found.queue = Turns(threads, whose)
    found.set_thread_count(threads + 1)
    return found
