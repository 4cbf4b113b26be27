"""What a process of a pool does: takes batches of items over a line, works on them, answers item by item.

An alarm stops an item at its deadline, which counts the time that the process has had of the processor.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import socket
import struct
import sys
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

LATE = "deadline"
RAISED = "error"
ALARM = hasattr(signal, "setitimer")
LENGTH = struct.Struct("!Q")  # before each message

_AGAIN = 0.25  # seconds after which a deadline is raised again: in a finalizer or a collector's callback it gets lost


class Reply(NamedTuple):
    result: Any
    failure: str = ""
    detail: str = ""


class Setup(NamedTuple):
    """What a worker is told once, when it starts."""

    work: Callable[[Any], Any]
    deadline: float
    recursion_limit: int | None
    memory_limit: int | None


def serve(line: socket.socket, setup: Setup, parent: int) -> None:
    """A worker's life: takes batches, answers item by item, until its parent has gone."""
    _prepare(setup, parent)
    with line.makefile("rb") as given:
        while length := given.read(LENGTH.size):
            for item in pickle.loads(given.read(*LENGTH.unpack(length))):
                reply = _packed(work_on_one(setup.work, item, setup.deadline))
                line.sendall(LENGTH.pack(len(reply)) + reply)


class _Deadline(BaseException):
    """Not an Exception, so that `except Exception` in the work does not swallow it."""


def ring(signal_number: int, frame: Any) -> None:
    raise _Deadline


def _packed(reply: Reply) -> bytes:
    try:
        return pickle.dumps(tuple(reply), pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        return pickle.dumps((None, RAISED, _describe(error)), pickle.HIGHEST_PROTOCOL)


def _prepare(setup: Setup, parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles it
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if ALARM:
        signal.signal(signal.SIGPROF, ring)
    die_with_parent(parent)
    if setup.recursion_limit:
        sys.setrecursionlimit(setup.recursion_limit)
    if setup.memory_limit and sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (setup.memory_limit, setup.memory_limit))


def work_on_one(work: Callable[[Any], Any], item: Any, deadline: float) -> Reply:
    try:
        if not (deadline and ALARM):
            return Reply(work(item))
        signal.setitimer(signal.ITIMER_PROF, deadline, _AGAIN)
        try:
            return Reply(work(item))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except _Deadline:
        signal.setitimer(signal.ITIMER_PROF, 0)  # if it rang again on the way here
        return Reply(None, LATE, f"It took longer than {deadline:g} seconds.")
    except (Exception, SystemExit) as error:
        return Reply(None, RAISED, _describe(error))


def _describe(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(": ")[:500]


def die_with_parent(parent: int) -> None:
    """Asks that this process end when the one that started it does."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        if parent and os.getppid() != parent:
            os._exit(1)  # it died before we asked
        return
    known = multiprocessing.parent_process()
    if known is not None:
        threading.Thread(target=lambda: (known.join(), os._exit(1)), daemon=True).start()
