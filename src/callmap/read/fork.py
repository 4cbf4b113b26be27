"""Objects in processes of their own: takes what makes them, gives proxies that call their methods side by side.

A fork sees all that the parent has in memory without a copy.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection, Pipe, wait
from types import TracebackType
from typing import Any, Self

from callmap.read.worker import die_with_parent

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER, for prctl


class ForkFailed(Exception):
    """A process died or could not be started; the work can be done here instead."""


class Forks:
    """A process for each object, which is made there. Use it in a `with`; on the way out they are gone, or end (see
    `waited_for`)."""

    def __init__(self, makers: Sequence[Callable[..., Any]], common: Callable[[], Any] | None = None) -> None:
        """`common` makes what all makers are given. It does so once, in the first process, and the others are forks of
        that one: what they have in common is in memory once, as far as nobody changes it."""
        if not can_fork():
            raise ForkFailed("This platform or process cannot fork safely.")
        pipes = [Pipe() for _ in makers]
        self._connections, theirs = [here for here, _ in pipes], [there for _, there in pipes]
        self._children: list[int] = []
        self._told: list[int] = []  # the process ids of grandchildren, as far as they are known
        self._grandchildren, telling = Pipe(duplex=False)  # … and where they are told
        trim()
        failure: OSError | None = None
        try:
            if common is None:
                for number, make in enumerate(makers):
                    self._children.append(_fork(partial(self._serve, make, theirs, number)))
            else:
                _adopt(True)
                self._children.append(_fork(partial(self._serve_all, makers, theirs, common, telling)))
        except OSError as error:
            failure = error
        for there in (*theirs, telling):
            there.close()
        if failure is not None:
            self._end()
            raise ForkFailed(str(failure)) from failure

    def run(self, method: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Calls the method of every object, each with its own arguments; their results in order."""
        self._send(method, arguments)
        return self._receive()

    def beside(
        self, here: Any, then: Callable[[], None] | None = None
    ) -> Callable[[str, Sequence[tuple[Any, ...]]], list[Any]]:
        """What calls a method of `here`, an object of this process, and of all others at once, each with its own
        arguments; it gives their results in order. `then` is called here before those of others are waited for."""

        def run(method: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
            self._send(method, arguments[1:])
            own = getattr(here, method)(*arguments[0])
            if then is not None:
                then()
            return [own, *self._receive()]

        return run

    def each(self, method: str) -> Iterator[Any]:
        """Calls the method of every object again and again, until it gives None; the results as they come."""
        self._send(method, [()] * len(self._connections), again=True)
        working = list(self._connections)
        while working:
            for connection in wait(working):
                assert isinstance(connection, Connection)
                result = _received(connection)
                if result is None:
                    working.remove(connection)
                else:
                    yield result

    def _send(self, method: str, arguments: Sequence[tuple[Any, ...]], again: bool = False) -> None:
        """Starts a call of the method of every object; `_receive` waits for the results."""
        try:
            for connection, given in zip(self._connections, arguments, strict=True):
                connection.send_bytes(pickle.dumps((method, given, again), pickle.HIGHEST_PROTOCOL))
        except OSError as error:
            raise ForkFailed(f"A process died: {error!r}") from error

    def _receive(self) -> list[Any]:
        return [_received(connection) for connection in self._connections]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    def _end(self) -> None:
        """Ends all processes, at once: each has much memory to give back."""
        for connection in self._connections:
            connection.close()
        with suppress(EOFError, OSError):
            while self._grandchildren.poll():
                self._told.append(self._grandchildren.recv())
        for process in (*self._told, *self._children):
            os.kill(process, signal.SIGKILL)  # it holds nothing that needs an orderly end
        if _ending is None:
            self.wait()
        else:
            _ending.append(self)

    def wait(self) -> None:
        """Waits until all processes that were ended are gone."""
        for child in self._children:
            os.waitpid(child, 0)
        with suppress(EOFError, OSError):
            while True:  # what was started just then died with the process that started it
                self._told.append(self._grandchildren.recv())
        for grandchild in self._told:
            with suppress(OSError):
                os.waitpid(grandchild, 0)
        self._grandchildren.close()
        _adopt(False)

    # --- the children's side ---

    def _serve_all(
        self,
        makers: Sequence[Callable[..., Any]],
        ends: Sequence[Connection],
        common: Callable[[], Any],
        telling: Connection,
    ) -> None:
        """The first process: starts all others when it has made what they have in common."""
        made = common()
        trim()
        for number, make in enumerate(makers[1:], 1):
            telling.send(_fork(partial(self._serve, partial(make, made), ends, number)))
        self._serve(partial(makers[0], made), ends, 0)

    def _serve(self, make: Callable[[], Any], ends: Sequence[Connection], number: int) -> None:
        """Answers calls until the parent has gone. Of the `ends` of pipes, that of this number is its own."""
        for other in (*self._connections, *ends[:number], *ends[number + 1 :]):
            other.close()  # or it would keep a pipe open whose process has gone
        connection, object = ends[number], make()
        while True:
            method, arguments, again = pickle.loads(connection.recv_bytes())
            while True:
                try:
                    failure, result = "", getattr(object, method)(*arguments)
                except Exception as error:
                    failure, result = f"{type(error).__name__}: {error}", None
                connection.send_bytes(pickle.dumps((failure, result), pickle.HIGHEST_PROTOCOL))
                if result is None or not again:
                    break


_ending: list[Forks] | None = None  # whose processes are waited for later


@contextmanager
def waited_for() -> Iterator[None]:
    """Processes that are to end inside are gone on the way out, and not before: meanwhile other things can be done."""
    global _ending  # noqa: PLW0603 - there is one list of a process's children
    if _ending is not None:
        return (yield)
    _ending = []
    try:
        yield
    finally:
        ending, _ending = _ending, None
        for forks in ending:
            forks.wait()


def can_fork() -> bool:
    """Whether a fork is safe here: on Linux, and with no other thread that may hold a lock."""
    return sys.platform == "linux" and threading.active_count() == 1


def _received(connection: Connection) -> Any:
    """What a process sent."""
    try:
        failure, result = pickle.loads(connection.recv_bytes())
    except (EOFError, OSError) as error:
        raise ForkFailed(f"A process died: {error!r}") from error
    if failure:
        raise ForkFailed(failure)
    return result


def trim() -> None:
    """Gives back what was freed: else it stays, with a fork in two copies as soon as it is used again."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc's
    if trim is not None:
        trim(0)


def _adopt(orphans: bool) -> None:
    """Whether this process is to become the parent of its grandchildren when their own dies, and can wait for them."""
    ctypes.CDLL(None).prctl(_SUBREAPER, int(orphans))


def _fork(work: Callable[[], None]) -> int:
    """Does some work in a new process, which ends with this one; its id."""
    parent = os.getpid()
    child = os.fork()
    if child:
        return child
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        die_with_parent(parent)
        work()
    except (EOFError, OSError):
        pass
    finally:
        os._exit(0)  # nothing of the parent's may be closed or flushed here
