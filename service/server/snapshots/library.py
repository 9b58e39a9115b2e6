"""Keeps the current knowledge base open for a server, and swaps to a new snapshot between requests.

The first base answers by words at once and is warmed behind; a later one is opened and warmed behind while the one
before it goes on answering, and takes its place only when it is ready. What cannot be opened changes nothing. Where the
files that are served are deleted, the newest snapshot that is whole takes their place.

What is open stays, so the search for unreachable objects passes over it once it is warm: looking through it all takes
a tenth of a second, and in a forked worker copies the memory that is shared.
"""

from __future__ import annotations

import gc
import logging
import os
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from flask import current_app

from kb.home import FileSum, file_sum, snapshots_dir, store_address
from kb.knowledge import KnowledgeBase
from kb.snapshots.shared import watch
from service.server.process.memory import give_back
from service.server.snapshots.behind import Behind
from service.server.snapshots.opened import Opened, Refusal, open_held, told
from service.server.snapshots.warming import readings, steps

if TYPE_CHECKING:
    from kb.answering.assisting.assistant import Assistant
    from kb.rules.checks import Checks
    from kb.rules.process.forkserver import Nursery

LOOK_EVERY_S = 1.0
TRY_AGAIN_S = 30.0
QUIET_S = 0.5
CLOSE_S = 8.0
EXTENSION = "headjudge"

logger = logging.getLogger("headjudge")


class Library:
    """One open knowledge base, shared by threads; a superseded one is closed when its last reader leaves."""

    def __init__(
        self,
        home: Path | None = None,
        use_dense: bool = True,
        check_limit_s: float | None = None,
        warm_on_use: bool = False,
        summed: Callable[[str], FileSum] = file_sum,
        nursery: Nursery | None = None,
        assistant: Assistant | None = None,
    ) -> None:
        self.home, self.assistant = home, assistant
        self.nursery, self.summed = nursery, summed
        self.use_dense, self.check_limit_s = use_dense, check_limit_s
        self.warm_on_use = warm_on_use
        self.swaps = 0
        self._lock, self._renewing = threading.Lock(), threading.Lock()
        self._opened: Opened | None = None
        self._refusal = Refusal()
        self._looked = self._failed = float("-inf")
        self._warming = False
        self._behind = Behind()
        if hasattr(os, "register_at_fork"):
            alive = weakref.ref(self)
            os.register_at_fork(after_in_child=lambda: _after_fork(alive()))

    @property
    def warm(self) -> bool:
        """Whether what is served is searched by meaning too and its rules are loaded."""
        return (opened := self._opened) is not None and opened.warm

    @property
    def cannot_warm(self) -> bool:
        """Whether what is open could not be warmed yet: it answers by words alone, and asserts no verdict."""
        return (opened := self._opened) is not None and bool(opened.unwarmed)

    @property
    def built(self) -> float:
        """When the snapshot that is served was built, in seconds since 1970; 0 where none is open."""
        return opened.built if (opened := self._opened) is not None else 0.0

    @property
    def opened_checks(self) -> Checks | None:
        """The checks that are served; None where nothing is open yet."""
        return opened.base.checks if (opened := self._opened) is not None else None

    @property
    def refused(self) -> str:
        """Why the current snapshot is not the one that is served; empty where it is."""
        opened = self._opened
        if opened is None or opened.wanted in (None, opened.base.version):
            return ""
        return self._refusal.of(snapshots_dir(self.home) / str(opened.wanted))

    @contextmanager
    def reading(self) -> Iterator[KnowledgeBase]:
        """The knowledge base for one request; the same one to its end, whatever is published meanwhile."""
        with self._lock:
            opened = self._current()
            opened.readers += 1
        try:
            yield opened.base
        finally:
            with self._lock:
                opened.readers -= 1
                last = self._unused(opened)
            if last:
                self._give_up(opened)

    def _current(self) -> Opened:
        """What is open; at most once a second looks whether another snapshot is current, and has it fetched behind."""
        if self._opened is None:
            self._opened = self._open()
        if self.warm_on_use:
            self.warm_up_behind()
        now = time.monotonic()
        if now - self._looked >= LOOK_EVERY_S:
            self._looked = now
            if self._opened.is_old(self.home) and now - self._failed >= TRY_AGAIN_S:
                self._behind.start(self.renew)
        return self._opened

    def _open(self) -> Opened:
        checks = self.opened_checks
        worker = checks.worker if checks is not None else None
        opened = open_held(self.home, self.summed, self.check_limit_s, self.nursery, worker)
        opened.base.awaits_meaning = self.use_dense
        return opened

    def renew(self) -> bool:
        """Fetch the current snapshot where it is another than the one served, warm it, swap; whether it was swapped.

        One thread at a time; the others return at once.
        """
        if not self._renewing.acquire(blocking=False):
            return False
        try:
            if (opened := self._opened) is None or not opened.is_old(self.home):
                return False
            return self._swap_to(self._open())
        except Exception as error:  # libraries that load files raise almost anything
            self._failed = time.monotonic()
            logger.warning("the new snapshot cannot be served, the one before it stays: %s", told(error))
            return False
        finally:
            self._renewing.release()

    def _swap_to(self, new: Opened) -> bool:
        """Serve a base that was opened; not where its files are the same as those that are served."""
        old = self._opened
        if old is not None and old.base.version == new.base.version:
            old.wanted = new.wanted
            new.close()
            return False
        try:
            self._warm(new)
        except BaseException:
            new.close()
            raise
        with self._lock:
            old = self._opened
            if old is not None:
                self._opened = new
                self.swaps += 1
            unread = new if old is None else None if old.in_use else old
        if unread is not None:
            self._give_up(unread)
        return old is not None

    def _warm(self, opened: Opened) -> None:
        """Load what the first question would otherwise wait for: rules, their worker, encoder, vectors.

        Each step waits for a moment without requests, for importing and loading slow down whoever is answered.
        """
        if opened.base.checks.games:
            opened.base.checks.worker.start()
        for step in steps(opened.base, self.use_dense, self.assistant):
            self._wait_for_quiet()
            if self._behind.closing.is_set():
                return
            step()
        give_back()  # what reading the rules and the words took for a while
        opened.warm, opened.unwarmed = True, ""
        gc.freeze()

    def _unused(self, opened: Opened) -> bool:
        """Whether a base is served no longer and nothing uses it, so that whoever used it last closes it."""
        return opened is not self._opened and not opened.in_use

    def _give_up(self, superseded: Opened) -> None:
        """Close what is served no longer."""
        superseded.close()
        self._behind.start(self._look_through)

    def _look_through(self) -> None:
        """Free what a closed base leaves behind in circles, once nobody holds it any more, and pass over what stays."""
        self._behind.closing.wait(QUIET_S)
        self._wait_for_quiet()
        gc.unfreeze()
        gc.collect()
        give_back()
        with self._lock:
            if self._opened is not None:
                gc.freeze()

    def _wait_for_quiet(self) -> None:
        """Until no request is being answered, QUIET_S at most."""
        until = time.monotonic() + QUIET_S
        while (opened := self._opened) is not None and opened.readers and time.monotonic() < until:
            time.sleep(0.005)

    def prepare(self) -> str:
        """Open the base with all that needs no encoder, before a server forks: the workers share it, and none has to
        read it. Starts no thread and no process. Returns the version."""
        with self._lock:
            opened = self._opened = self._opened or self._open()
            for step in readings(opened.base):
                step()
        gc.freeze()
        return opened.base.version

    def warm_up(self, pause_s: float = 0.0) -> None:
        """Warm what is open, after `pause_s` seconds, while it answers by words; what fails is logged, once for one
        reason."""
        self._behind.closing.wait(pause_s)
        with self._lock:
            opened = self._current()
            if opened.warm:
                return
            opened.warming += 1
        try:
            self._warm(opened)
        except Exception as error:  # libraries that load files raise almost anything
            before, opened.unwarmed = opened.unwarmed, told(error)
            if opened.unwarmed != before:
                logger.error("no verdicts are given, what they need cannot be loaded: %s", opened.unwarmed)
        finally:
            with self._lock:
                opened.warming -= 1
                last = self._unused(opened)
            if last:
                self._give_up(opened)

    def warm_up_behind(self, pause_s: float = 0.0) -> None:
        """Warm up in a thread of its own, once a process, so that the server answers at once.

        After `pause_s` seconds, where several processes start together: loading in one slows down the first answer
        of another. Where it fails it is tried again each TRY_AGAIN_S: there may be files or memory to open it by then.
        """
        if not self._warming:
            self._warming = True
            self._behind.start(partial(self._warm_till_warm, pause_s))
            if store_address():
                closing = self._behind.closing
                self._behind.start(lambda: watch(self.home, closing, self.renew))

    def _warm_till_warm(self, pause_s: float) -> None:
        self.warm_up(pause_s)
        while self.cannot_warm and not self._behind.closing.is_set():
            self.warm_up(TRY_AGAIN_S)

    def after_fork(self) -> None:
        """In a forked worker: locks and connections of its own; the parent must not have warmed up."""
        self._lock, self._renewing, self._behind = threading.Lock(), threading.Lock(), Behind()
        self._warming = False
        if self._opened is not None:
            self._opened.readers = 0
            self._opened.base.store.after_fork()

    def close(self) -> None:
        """Close the open base, once what is done behind has ended: a process that leaves while a thread loads the
        encoder is aborted by the system."""
        self._behind.close(CLOSE_S)
        with self._lock:
            if self._opened is not None:
                self._opened.close()
                self._opened = None
            gc.unfreeze()
        self._behind = Behind()


def _after_fork(library: Library | None) -> None:
    if library is not None:
        library.after_fork()


def the_library() -> Library:
    """The current application's library."""
    return cast(Library, current_app.extensions[EXTENSION])
