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
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection, Pipe, wait
from types import TracebackType
from typing import Any, Self

from callmap.read.pool import die_with_parent

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER, for prctl


class ForkFailed(Exception):
    """A process died or could not be started; the work can be done here instead."""


class Forks:
    """A process for each object, which is made there. Use it in a `with`; on the way out they are gone."""

    def __init__(self, makers: Sequence[Callable[..., Any]], common: Callable[[], Any] | None = None) -> None:
        """`common` makes what all makers are given. It does so once, in the first process, and the others are forks of
        that one: what they have in common is in memory once, as far as nobody changes it."""
        if not can_fork():
            raise ForkFailed("This platform or process cannot fork safely.")
        pipes = [Pipe() for _ in makers]
        self._connections, theirs = [here for here, _ in pipes], [there for _, there in pipes]
        self._children: list[int] = []
        self._grandchildren, telling = Pipe(duplex=False)  # their process ids
        _trim()
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

    def beside(self, here: Any) -> Callable[[str, Sequence[tuple[Any, ...]]], list[Any]]:
        """What calls a method of `here`, an object of this process, and of all others at once, each with its own
        arguments; it gives their results in order."""

        def run(method: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
            self._send(method, arguments[1:])
            return [getattr(here, method)(*arguments[0]), *self._receive()]

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
        for connection in self._connections:
            connection.close()
        for child in self._children:
            os.kill(child, signal.SIGKILL)  # it holds nothing that needs an orderly end
            os.waitpid(child, 0)
        self._children = []
        with suppress(EOFError, OSError):
            while True:  # they died with the process that started them
                os.waitpid(self._grandchildren.recv(), 0)
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
        _trim()
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


def _trim() -> None:
    """Gives back what was freed: else it stays with both, each in a copy of its own as soon as it is used again."""
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
