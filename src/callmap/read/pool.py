"""Work on many items in processes that may hang or die: takes a function and items, gives an `Outcome` for each.

One item that hangs, raises or kills its worker costs that item only. Inside the worker an alarm stops an item at its
deadline. A worker that is deaf to it (a loop in C) is killed from here at three times the deadline. When a worker dies,
the executor breaks and everything outstanding is done again, one item at a time, so that the guilty one shows itself.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import wait as wait_for
from typing import Any, Generic, NamedTuple, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

DEADLINE = 5.0  # seconds for one item
PATIENCE = 3  # a worker gets that many deadlines before it is killed
DIED = "worker died"
LATE = "deadline"
RAISED = "error"

_GRACE = 2.0  # seconds in which the executor notices a death by itself
_FEW, _SMALL = 8, 200_000  # items that one process does, or their size: an executor takes longer to start than they
_BATCH_ITEMS = 32  # also bounds what is done again one by one when a worker dies
_BATCHES_PER_WORKER = 12
_AGAIN = 0.25  # seconds after which a deadline is raised again: in a finalizer or a collector's callback it gets lost
_ALARM = hasattr(signal, "setitimer")


class Outcome(NamedTuple, Generic[Item, Result]):
    """What became of an item: its result, or a `failure` (DIED, LATE or RAISED) with a `detail`."""

    item: Item
    result: Result | None
    failure: str = ""
    detail: str = ""


def run(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    *,
    workers: int,
    isolate: bool = True,
    size: Callable[[Item], int] | None = None,
    deadline: float = DEADLINE,
    recursion_limit: int | None = None,
    memory_limit: int | None = None,
    meanwhile: Callable[[], object] | None = None,
    ahead: bool = False,
) -> Iterator[Outcome[Item, Result]]:
    """`work(item)` for every item, in no particular order; each item comes back exactly once.

    `work` is a top-level function; items and results can be pickled. `size` estimates an item's cost (bytes): the
    largest go first, small ones travel in batches. `isolate=False` works here instead, which is quicker for a
    handful of items: exceptions and, in the main thread, the deadline still cost one item only; a crash does not.
    `memory_limit` is a worker's address space in bytes. `meanwhile` is called here, once, where one other process does
    all the work. With `ahead`, work begins while items are being found. Closing the iterator early kills the workers.
    """
    if not isolate:
        yield from _run_here(work, items, deadline, recursion_limit)
        return
    setup = _Setup(work, deadline, recursion_limit, memory_limit)
    pool, left, found = _Pool(setup, workers), list[Item](), 0
    alone, waiting = deque[Item](), dict[Future[list[_Reply]], list[Item]]()

    def submit(batch: list[Item]) -> None:
        try:
            waiting[pool.submit(batch)] = batch
        except BrokenProcessPool:
            alone.extend(batch)

    try:
        for item in items:
            left.append(item)
            found += size(item) if size else 0
            if ahead and found > _SMALL and len(left) >= _BATCH_ITEMS and len(waiting) <= 2 * pool.workers:
                submit(left[:_BATCH_ITEMS])
                del left[:_BATCH_ITEMS]
        if (len(left) <= _FEW or (size and found <= _SMALL)) and pool.fork and not waiting:
            left = yield from _run_in_a_fork(setup, left, meanwhile)
        batches = deque(_batches(left, max(1, workers), size))
        while batches or alone or waiting:
            if alone and not waiting:
                yield pool.run_alone(alone.popleft())
                continue
            while batches and not alone and len(waiting) <= 2 * pool.workers:  # or they wait while we use the results
                submit(batches.popleft())
            done, _ = wait(waiting, pool.look_around(), FIRST_COMPLETED)
            for future in done:
                batch = waiting.pop(future)
                if future.exception() is None:
                    yield from (Outcome(item, *reply) for item, reply in zip(batch, future.result(), strict=True))
                else:
                    alone.extend(batch)
    except BaseException:
        pool.kill()
        raise
    finally:
        pool.close()


def cpu_count(cgroups: str = "/sys/fs/cgroup", membership: str = "/proc/self/cgroup") -> int:
    """How many processors this process may keep busy: its affinity, and the quota of its control groups."""
    affinity = getattr(os, "sched_getaffinity", None)
    count: float = len(affinity(0)) if affinity else os.cpu_count() or 1
    groups = {""}
    for line in _text(membership).splitlines():
        number, _, rest = line.partition(":")
        controllers, _, group = rest.partition(":")
        if number == "0" or "cpu" in controllers.split(","):
            parts = [part for part in group.split("/") if part not in ("", "..")]
            groups.update("/".join(parts[:end]) for end in range(len(parts) + 1))
    for group in groups:
        quota, _, period = _text(os.path.join(cgroups, group, "cpu.max")).partition(" ")
        if not quota:  # version 1
            quota = _text(os.path.join(cgroups, "cpu", group, "cpu.cfs_quota_us"))
            period = _text(os.path.join(cgroups, "cpu", group, "cpu.cfs_period_us"))
        if quota.strip().isdecimal() and period.strip().isdecimal() and int(quota) and int(period):
            count = min(count, int(quota) / int(period))
    return max(1, math.ceil(count))


# --- the parent's side -----------------------------------------------------------------------------------------------


class _Reply(NamedTuple):
    result: Any
    failure: str = ""
    detail: str = ""


class _Setup(NamedTuple):
    """What a worker is told once, when it starts."""

    work: Callable[[Any], Any]
    deadline: float
    recursion_limit: int | None
    memory_limit: int | None


class _Pool:
    """An executor that is made when needed and made anew when it broke, and an eye on how long its workers take."""

    def __init__(self, setup: _Setup, workers: int) -> None:
        self.setup = setup
        self.workers = max(1, workers)
        self.patience = setup.deadline * PATIENCE
        # Forking is the cheapest start by far, and safe as long as no other thread may hold a lock.
        self.fork = sys.platform == "linux" and threading.active_count() == 1
        self.context = multiprocessing.get_context(
            "fork" if self.fork else "spawn" if sys.platform == "win32" else "forkserver"
        )
        self.executor: ProcessPoolExecutor | None = None
        self.size, self.all_alive = 0, 0.0  # how many workers, and when all were last seen alive

    def submit(self, batch: list[Any], workers: int | None = None) -> Future[list[_Reply]]:
        wanted = workers or self.workers
        if self.executor is None or self.size != wanted:
            self.close()
            self.size = wanted
            self.all_alive = time.monotonic()
            self.clock = self.context.RawArray("d", 2 * wanted)  # of each worker: process id, start of its item
            slots = self.context.Value("i", 0)
            told = (self.setup, self.clock, slots, os.getpid() if self.fork else 0)
            self.executor = ProcessPoolExecutor(wanted, self.context, _start, told)
        return self.executor.submit(_work_on, batch)

    def run_alone(self, item: Any) -> Outcome[Any, Any]:
        """One item and nothing beside it, so that a death is its own."""
        future: Future[list[_Reply]] | None = None
        for attempt in range(2):
            try:
                future = self.submit([item], workers=1)
                break
            except BrokenProcessPool:  # of an earlier item
                self.close()
                if attempt:
                    raise
        assert future is not None
        while not future.done():
            wait([future], self.look_around())
        error = future.exception()
        if error is None:
            return Outcome(item, *future.result()[0])
        if isinstance(error, BrokenProcessPool):
            self.close()
            return Outcome(item, None, DIED, "The process that worked on it was killed or crashed.")
        return Outcome(item, None, RAISED, _describe(error))

    def look_around(self) -> float:
        """Kills workers that are far beyond the deadline. Gives the seconds until it is worth looking again."""
        now = time.monotonic()
        for slot in range(self.size if self.executor else 0):
            process, started = int(self.clock[2 * slot]), self.clock[2 * slot + 1]
            if process and started and now - started > self.patience:
                self.clock[2 * slot + 1] = 0
                _kill(process)
        self._end_if_stuck(now)
        return min(1.0, self.patience / 4)

    def _end_if_stuck(self, now: float) -> None:
        """A worker that dies while it sends a result leaves the executor waiting for the rest, deaf to the death."""
        processes = list((self.executor._processes or {}).values()) if self.executor else []
        if not wait_for([process.sentinel for process in processes], 0):
            self.all_alive = now
        elif self.executor and now - self.all_alive > _GRACE:
            self.all_alive = now
            self.kill()
            self.executor._result_queue._writer.close()  # type: ignore[attr-defined]  # the last: now it reads an end

    def kill(self) -> None:
        for slot in range(self.size if self.executor else 0):
            if self.clock[2 * slot]:
                _kill(int(self.clock[2 * slot]))

    def close(self) -> None:
        if self.executor is not None:
            self.executor.shutdown(wait=True, cancel_futures=True)
            self.executor = None


def _batches(items: list[Item], workers: int, size: Callable[[Item], int] | None) -> Iterator[list[Item]]:
    """Largest items first, alone; then more and more of the small ones together."""
    sizes = [size(item) for item in items] if size else [1] * len(items)
    enough = sum(sizes) / (workers * _BATCHES_PER_WORKER)
    batch: list[Item] = []
    weight = 0
    for at in sorted(range(len(items)), key=lambda at: -sizes[at]):
        batch.append(items[at])
        weight += sizes[at]
        if weight >= enough or len(batch) == _BATCH_ITEMS:
            yield batch
            batch, weight = [], 0
    if batch:
        yield batch


def _run_here(
    work: Callable[[Item], Result], items: Iterable[Item], deadline: float, recursion_limit: int | None
) -> Iterator[Outcome[Item, Result]]:
    alarm = _ALARM and threading.current_thread() is threading.main_thread()
    for item in items:
        depth = sys.getrecursionlimit()
        handler = signal.signal(signal.SIGPROF, _ring) if alarm else None
        try:
            if recursion_limit:
                sys.setrecursionlimit(recursion_limit)
            reply = _work_on_one(work, item, deadline if alarm else 0)
        finally:
            sys.setrecursionlimit(depth)
            if alarm:
                signal.signal(signal.SIGPROF, handler)
        yield Outcome(item, *reply)


def _run_in_a_fork(
    setup: _Setup, items: list[Item], meanwhile: Callable[[], object] | None
) -> Generator[Outcome[Item, Any], None, list[Item]]:
    """One process for a few items. Gives back those that are not done: it died, or does not answer any more."""
    here, there = multiprocessing.Pipe(duplex=False)
    parent, done = os.getpid(), 0
    try:
        child = os.fork() if items else 0
    except OSError:
        return items
    if not child and items:
        try:
            here.close()
            _prepare(setup, parent)
            for item in items:
                there.send(_work_on_one(setup.work, item, setup.deadline))
        finally:
            os._exit(0)
    there.close()
    try:
        if child and meanwhile is not None:
            meanwhile()
        for item in items:
            if not here.poll(setup.deadline * PATIENCE):
                break
            yield Outcome(item, *here.recv())
            done += 1
    except EOFError:
        pass
    finally:
        here.close()
        if child:
            _kill(child)
            os.waitpid(child, 0)
    return items[done:]


def _kill(process: int) -> None:
    with suppress(OSError):  # it is gone
        os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(4096)
    except OSError:
        return ""


# --- the worker's side -----------------------------------------------------------------------------------------------


class _Deadline(BaseException):
    """Not an Exception, so that `except Exception` in the work does not swallow it."""


def _ring(signal_number: int, frame: Any) -> None:
    raise _Deadline


_setup: _Setup
_clock: Any
_slot: int


def _start(setup: _Setup, clock: Any, slots: Any, parent: int) -> None:
    """A worker's first act."""
    global _setup, _clock, _slot  # noqa: PLW0603 - a process of a pool has no other place for what it was told
    _prepare(setup, parent)
    _setup, _clock = setup, clock
    with slots.get_lock():
        _slot = slots.value
        slots.value += 1
    _clock[2 * _slot] = os.getpid()


def _prepare(setup: _Setup, parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles it
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if _ALARM:
        signal.signal(signal.SIGPROF, _ring)
    die_with_parent(parent)
    if setup.recursion_limit:
        sys.setrecursionlimit(setup.recursion_limit)
    if setup.memory_limit and sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (setup.memory_limit, setup.memory_limit))


def _work_on(batch: list[Any]) -> list[_Reply]:
    replies = []
    for item in batch:
        _clock[2 * _slot + 1] = time.monotonic()
        replies.append(_work_on_one(_setup.work, item, _setup.deadline))
        _clock[2 * _slot + 1] = 0
    return replies


def _work_on_one(work: Callable[[Any], Any], item: Any, deadline: float) -> _Reply:
    try:
        if not (deadline and _ALARM):
            return _Reply(work(item))
        signal.setitimer(signal.ITIMER_PROF, deadline, _AGAIN)
        try:
            return _Reply(work(item))
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except _Deadline:
        signal.setitimer(signal.ITIMER_PROF, 0)  # if it rang again on the way here
        return _Reply(None, LATE, f"It took longer than {deadline:g} seconds.")
    except (Exception, SystemExit) as error:
        return _Reply(None, RAISED, _describe(error))


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
