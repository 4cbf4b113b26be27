"""Work on many items in processes that may hang or die: takes a function and items, gives an `Outcome` for each.

One item that hangs, raises or kills its worker costs that item only. Inside the worker an alarm stops an item at its
deadline. A worker that is deaf to it (a loop in C, a wait) is killed from here. The item at which a worker died is done
once more, with nothing beside it: it may not have been its fault.

Each worker has a line of its own to this process, which never waits for one of them alone: there is no thread, no lock
and no queue that they share, so that none can take with it what others need.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import pickle
import select
import signal
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing.process import BaseProcess
from typing import Any, Generic, NamedTuple, TypeVar

from callmap.read.worker import ALARM, LENGTH, Reply, Setup, ring, serve, work_on_one

Item = TypeVar("Item")
Result = TypeVar("Result")

DEADLINE = 5.0  # seconds of the processor for one item
PATIENCE = 3  # a worker gets that many deadlines before it is killed
DIED = "worker died"

_FEW, _SMALL = 8, 200_000  # items that one process does, or their size: more processes take longer to start than they
_BATCH_ITEMS = 32
_BATCHES_PER_WORKER = 12
_AT_WORK = 0.01  # of the time: who gets less of the processor is not kept from it by others, but waits for something


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
    pool = _Pool(Setup(work, deadline, recursion_limit, memory_limit), max(1, workers))
    left, found = list[Item](), 0
    try:
        for item in items:
            left.append(item)
            found += size(item) if size else 0
            if ahead and found > _SMALL and len(left) % _BATCH_ITEMS == 0:
                pool.listen(0)
                while left and pool.has_room():
                    pool.give(left[:_BATCH_ITEMS])
                    del left[:_BATCH_ITEMS]
        if left and (len(left) <= _FEW or (size and found <= _SMALL)) and not pool.busy() and _can_fork():
            pool.give(left)
            if meanwhile is not None:
                meanwhile()
        else:
            pool.left.extend(_batches(left, pool.most, size))
        while pool.left or pool.suspects or pool.busy() or pool.outcomes:
            pool.hand_out()
            pool.listen(pool.patience / 4)
            outcomes, pool.outcomes = pool.outcomes, []
            yield from outcomes
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


class _Worker:
    """A process, and the line to it. Nothing here waits for it."""

    def __init__(self, number: int, line: socket.socket, process: BaseProcess | None) -> None:
        self.number = number  # of the process
        self.line = line
        self.process = process  # None for a fork
        self.batches = deque[deque[Any]]()  # what it was given and has not answered
        self.alone = False  # whether it was given a suspect
        self.unsent = bytearray()
        self._heard = bytearray()
        self._note()
        line.setblocking(False)

    def give(self, batch: list[Any]) -> None:
        if not self.batches:
            self._note()
        self.batches.append(deque(batch))
        message = pickle.dumps(batch, pickle.HIGHEST_PROTOCOL)
        self.unsent += LENGTH.pack(len(message)) + message
        self.send()

    def send(self) -> None:
        """Sends what the line takes just now."""
        with suppress(OSError):  # it takes nothing, or the process is gone, which `hear` tells
            while self.unsent:
                del self.unsent[: self.line.send(self.unsent)]

    def hear(self) -> Iterator[Outcome[Any, Any]]:
        """What has come in. Raises EOFError when nothing will any more."""
        try:
            said = self.line.recv(1 << 20)
        except BlockingIOError:
            return
        except OSError as error:
            raise EOFError from error
        if not said:
            raise EOFError
        self._note()
        self._heard += said
        at = 0
        while len(self._heard) >= at + LENGTH.size:
            start = at + LENGTH.size
            end = start + LENGTH.unpack_from(self._heard, at)[0]
            if len(self._heard) < end:
                break
            reply = Reply(*pickle.loads(self._heard[start:end]))
            at = end
            yield Outcome(self.batches[0].popleft(), *reply)
            if not self.batches[0]:
                self.batches.popleft()
        del self._heard[:at]

    def is_stuck(self, patience: float) -> bool:
        """Whether it has said nothing for too long: of its own time on the processor if it is at work, else of ours."""
        silent = time.monotonic() - self._since
        if not self.batches or silent < patience:
            return False
        now = _processor_time(self.number)
        if now is None or self._spent is None:
            return True
        return now - self._spent >= patience or now - self._spent < silent * _AT_WORK

    def end(self) -> None:
        """Kills it, at once: it holds nothing that needs an orderly end."""
        self.line.close()
        with suppress(OSError):  # it is gone
            os.kill(self.number, getattr(signal, "SIGKILL", signal.SIGTERM))

    def wait(self) -> None:
        """Waits until it is gone, when it was killed."""
        if self.process is not None:
            self.process.join()
        else:
            with suppress(ChildProcessError):
                os.waitpid(self.number, 0)

    def _note(self) -> None:
        self._since, self._spent = time.monotonic(), _processor_time(self.number)


class _Pool:
    """Workers that are started when needed, what is left for them to do, and what came of it."""

    def __init__(self, setup: Setup, most: int) -> None:
        self.setup = setup
        self.most = most
        self.patience = setup.deadline * PATIENCE
        self.workers: list[_Worker] = []
        self.left = deque[list[Any]]()  # batches
        self.suspects = deque[Any]()  # items at which a worker died
        self.outcomes: list[Outcome[Any, Any]] = []

    def busy(self) -> bool:
        return any(worker.batches for worker in self.workers)

    def has_room(self) -> bool:
        """Whether some worker would be idle, or soon could be: who has a batch of many is given the next one, too."""
        return len(self.workers) < self.most or any(_can_take(worker) for worker in self.workers)

    def hand_out(self) -> None:
        """Gives workers what they can take: suspects one at a time, when nobody is at work, or else batches."""
        if self.suspects:
            if not self.busy():
                self.give([self.suspects.popleft()]).alone = True
            return
        while self.left and self.has_room():
            idle = len(self.workers) < self.most or any(not worker.batches for worker in self.workers)
            if not idle and len(self.left) < 2 * self.most:
                return  # the last are for those who are idle first
            self.give(self.left.popleft())

    def give(self, batch: list[Any]) -> _Worker:
        worker = min(self.workers, key=lambda worker: len(worker.batches), default=None)
        if worker is None or (worker.batches and len(self.workers) < self.most):
            try:
                worker = self._start()
            except OSError:
                if worker is None:
                    raise
                self.most = len(self.workers)  # no more are to be had
        worker.give(batch)
        return worker

    def listen(self, seconds: float) -> None:
        """Waits that long, at most, for what workers say; looks after them."""
        poll, by_line = select.poll(), {worker.line.fileno(): worker for worker in self.workers}
        for line, worker in by_line.items():
            poll.register(line, select.POLLIN | (select.POLLOUT if worker.unsent else 0))
        for line, events in poll.poll(min(1.0, seconds) * 1000) if by_line else ():
            if events & select.POLLOUT:
                by_line[line].send()
            if events & ~select.POLLOUT:
                self._hear(by_line[line])
        for worker in [worker for worker in self.workers if worker.is_stuck(self.patience)]:
            self._give_up(worker)

    def close(self) -> None:
        for worker in self.workers:
            worker.end()
        while self.workers:
            self.workers.pop().wait()

    def _hear(self, worker: _Worker) -> None:
        try:
            for outcome in worker.hear():
                self.outcomes.append(outcome)
        except Exception:  # it has died, or says what makes no sense
            self._give_up(worker)
            return
        worker.alone = worker.alone and bool(worker.batches)

    def _give_up(self, worker: _Worker) -> None:
        """What it leaves is done by others."""
        self.workers.remove(worker)
        worker.end()
        worker.wait()
        if not worker.batches:
            return
        item = worker.batches[0].popleft()
        if worker.alone:
            how = "The process that worked on it was killed or crashed."
            self.outcomes.append(Outcome(item, None, DIED, how))
        else:
            self.suspects.append(item)
        self.left.extendleft(list(batch) for batch in worker.batches if batch)

    def _start(self) -> _Worker:
        ours, theirs = socket.socketpair()
        lines = [ours, *[worker.line for worker in self.workers]]
        try:
            with theirs:
                if not _can_fork():
                    kind = "spawn" if sys.platform == "win32" else "forkserver"
                    process: Any = multiprocessing.get_context(kind).Process  # type: ignore[attr-defined]
                    process = process(target=serve, args=(theirs, self.setup, 0), daemon=True)
                    process.start()
                    number = process.pid
                else:
                    parent, process, number = os.getpid(), None, os.fork()
                    if not number:
                        try:
                            for line in lines:  # or it would keep lines open whose other end has gone
                                line.close()
                            serve(theirs, self.setup, parent)
                        finally:
                            os._exit(0)  # nothing of the parent's may be closed or flushed here
        except BaseException:
            ours.close()
            raise
        self.workers.append(_Worker(number, ours, process))
        return self.workers[-1]


def _can_take(worker: _Worker) -> bool:
    return not worker.batches or (len(worker.batches) == 1 and len(worker.batches[0]) > 1)


def _can_fork() -> bool:
    """Forking is the cheapest start by far, and safe as long as no other thread may hold a lock."""
    return sys.platform == "linux" and threading.active_count() == 1


def _processor_time(process: int) -> float | None:
    """The seconds that a process has had of the processor, if the system tells."""
    if sys.platform != "linux":
        return None
    try:
        return time.clock_gettime(~process << 3 | 2)  # as clock_getcpuclockid() numbers the clocks of processes
    except OSError:
        return None


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
    alarm = ALARM and threading.current_thread() is threading.main_thread()
    for item in items:
        depth = sys.getrecursionlimit()
        handler = signal.signal(signal.SIGPROF, ring) if alarm else None
        try:
            if recursion_limit:
                sys.setrecursionlimit(recursion_limit)
            reply = work_on_one(work, item, deadline if alarm else 0)
        finally:
            sys.setrecursionlimit(depth)
            if alarm:
                signal.signal(signal.SIGPROF, handler)
        yield Outcome(item, *reply)


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(4096)
    except OSError:
        return ""
