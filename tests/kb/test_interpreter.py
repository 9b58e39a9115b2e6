"""Threads compute one after the other, let others compute while they wait, and never wait for long."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from kb.interpreter import Interpreter

PATIENCE_S = 5.0


def beside(work: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_one_thread_at_a_time_holds_it() -> None:
    interpreter, inside, most = Interpreter(PATIENCE_S), [], []

    def compute(number: int) -> None:
        with interpreter.held():
            inside.append(number)
            most.append(len(inside))
            time.sleep(0.002)
            inside.remove(number)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(compute, range(40)))
    assert len(most) == 40
    assert max(most) == 1


def test_another_holds_it_while_this_one_waits() -> None:
    interpreter, computed = Interpreter(PATIENCE_S), threading.Event()

    def compute() -> None:
        with interpreter.held():
            computed.set()

    with interpreter.held():
        other = beside(compute)
        assert not computed.wait(0.05)
        with interpreter.let_go():
            assert computed.wait(PATIENCE_S)
            assert not interpreter.mine
        assert interpreter.mine
    other.join()


def test_who_holds_it_may_ask_for_it_again_and_gives_it_up_once() -> None:
    interpreter = Interpreter(PATIENCE_S)
    with interpreter.held():
        with interpreter.held():
            assert interpreter.mine
        assert interpreter.mine
    assert not interpreter.mine


def test_who_does_not_hold_it_has_nothing_to_let_go() -> None:
    interpreter = Interpreter(PATIENCE_S)
    with interpreter.let_go():
        assert not interpreter.mine
    assert not interpreter.mine


def test_it_is_free_again_after_an_error() -> None:
    interpreter = Interpreter(PATIENCE_S)
    try:
        with interpreter.held(), interpreter.let_go():
            raise OSError
    except OSError:
        pass
    with interpreter.held():
        assert interpreter.mine


def test_who_has_waited_long_enough_goes_on_without() -> None:
    """So two that wait for each other, one for this and one for a lock that the other has, both go on."""
    interpreter, lock, done = Interpreter(patience_s=0.05), threading.Lock(), threading.Event()

    def locked() -> None:
        with lock:
            locking.set()
            with interpreter.held():
                done.set()

    with interpreter.held():
        locking = threading.Event()
        other = beside(locked)
        assert locking.wait(PATIENCE_S)
        with lock:
            assert done.is_set()
        assert interpreter.mine
    other.join()
