"""Keeps an index up to date while its tree is edited: takes a root, indexes whenever something happens there.

One process for each tree does that, the one that has the lease; others wait until it is free. What happened is found
by a walk over the tree, which looks where something happened. If the system does not tell of changes, all of it is
walked every few seconds instead; and from time to time in any case, lest a lost event stay unnoticed, and when a server
finds that the index is not fresh. When nothing happens, nothing is written.

The process stays, and so may what `update` keeps in memory between two runs.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

import msgspec

from callmap.errors import BadInput, CallmapError, ProjectNotFound
from callmap.index import Report
from callmap.lease import LOOK, Lease
from callmap.read.events import Listener
from callmap.read.files import RACY_NS
from callmap.reading import Progress

TICK = 0.2  # seconds between two looks at what is not told as an event
QUIET = 0.005  # seconds without an event after which edits are taken to be done
POLL = 1.0  # seconds between two walks over a tree that cannot be listened to, at least
CHECK = 60.0  # seconds between two walks over one that can
RETRY = 5.0  # seconds after a run that failed
_SHARE = 50  # walks take at most one part in so many of the time
_UNTIL_OLD = RACY_NS / 1e9 + 0.1  # seconds after which the times of files that were just edited can be trusted

Update = Callable[[Progress, Collection[str] | None], Report]  # with the paths that may have changed, if known


class Event(msgspec.Struct, frozen=True):
    """What a watcher has to tell: `indexed` (with a report), `failed`, `waiting`, `watching`, `polling`."""

    what: str
    words: str = ""
    report: Report | None = None


class Watcher:
    """Keeps one tree's index up to date. `go_on` is asked often; when it says no, the watcher returns."""

    def __init__(
        self, root: str, update: Update, tell: Callable[[Event], None], go_on: Callable[[], bool] = lambda: True
    ) -> None:
        self.root = root
        self._update = update
        self._tell = tell
        self._go_on = go_on
        self._lease = Lease(root)
        self._listener = Listener(root)
        self._place = (0, 0)
        self._told = ("", "")

    def run(self, wait: bool = True) -> None:
        """Waits for the lease (or returns, if another has it), then indexes whenever something has happened."""
        try:
            while self._go_on():
                if self._lease.take():
                    self._lead()
                elif not wait:
                    break
                else:
                    holder = self._lease.holder()
                    self._say("waiting", f"process {holder.pid} keeps this index up to date" if holder else "")
                    time.sleep(LOOK)
        except _Stopped:
            pass
        finally:
            self._listener.close()
            self._lease.release()

    def _lead(self) -> None:
        heard, due = True, 0.0
        while self._go_on() and self._lease.beat():
            if self._identity() != self._place:
                self._listener.outdated = heard = True
            wished = self._lease.wished()
            if heard or wished or time.monotonic() >= due:
                due = time.monotonic() + self._bring_up_to_date(heard, everywhere=wished or not heard)
                if self._lease.moved(self.root):
                    self._lease.release()
                    self._lease = Lease(self.root)
                    return
            heard = self._listener.happened(TICK, QUIET)

    def _bring_up_to_date(self, heard: bool, everywhere: bool) -> float:
        """Indexes; the seconds after which that is due again, though nothing be heard."""
        try:
            where = self._listener.where()
            if self._listener.outdated:
                self._place = self._identity()
                self._listener.listen()
            with _asked_meanwhile(self._go_on):
                report = self._update(self._step, None if everywhere else where)
        except BadInput:  # a bare repository: there is nothing to watch, and never will be
            raise
        except CallmapError as error:
            self._listener.outdated = True
            self._lease.say("", error.message)
            self._say("failed", error.message)
            return POLL if isinstance(error, ProjectNotFound) else RETRY
        deaf = self._listener.deaf
        how = "polling" if deaf else "watching"
        self._lease.say(how, deaf)
        self._say(how, deaf)
        if report.changed:
            self._tell(Event("indexed", "", report))
            if not heard and not deaf:  # nothing told of it: events were lost, and perhaps who should tell them
                self._listener.outdated = True
        if heard or report.changed:
            return _UNTIL_OLD
        return max(POLL if deaf else CHECK, report.seconds * _SHARE)

    def _identity(self) -> tuple[int, int]:
        """Of the root: another directory may have come into its place, or none."""
        try:
            status = os.stat(self.root)
        except OSError:
            return (0, 0)
        return status.st_dev, status.st_ino

    def _step(self, stage: str, done: int, total: int) -> None:
        self._lease.beat()
        self._lease.say_progress(f"{stage} {done:,} of {total:,}")
        if not self._go_on():
            raise _Stopped

    def _say(self, what: str, words: str) -> None:
        """Tells a state once."""
        if self._told != (what, words):
            self._told = (what, words)
            self._tell(Event(what, words))


class _Stopped(BaseException):
    """In the middle of a run: nobody wants it any more."""


@contextmanager
def _asked_meanwhile(go_on: Callable[[], bool]) -> Iterator[None]:
    """Inside, `go_on` is asked by the clock, too: a run may be long in one step, or wait for other processes."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        return (yield)

    def ask(*_: object) -> None:
        if not go_on():
            signal.setitimer(signal.ITIMER_REAL, 0)  # once: what is undone on the way out is not to be stopped
            raise _Stopped

    before = signal.signal(signal.SIGALRM, ask)
    signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
