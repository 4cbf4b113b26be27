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
from multiprocessing.connection import Connection, Pipe, wait
from types import TracebackType
from typing import Any, Self

from callmap.read.pool import die_with_parent


class ForkFailed(Exception):
    """A process died or could not be started; the work can be done here instead."""


class Forks:
    """A process for each object, which is made there. Use it in a `with`; on the way out they are gone."""

    def __init__(self, makers: Sequence[Callable[[], Any]]) -> None:
        self._children: list[tuple[int, Connection]] = []
        if not can_fork():
            raise ForkFailed("This platform or process cannot fork safely.")
        parent = os.getpid()
        _trim()
        for make in makers:
            here, there = Pipe()
            try:
                child = os.fork()
            except OSError as error:
                self._end()
                raise ForkFailed(str(error)) from error
            if not child:
                for _, other in [*self._children, (0, here)]:  # or a child would keep the parent's ends open
                    other.close()
                _serve(make, there, parent)  # never returns
            there.close()
            self._children.append((child, here))

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
        self._send(method, [()] * len(self._children), again=True)
        working = [connection for _, connection in self._children]
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
            for (_, connection), given in zip(self._children, arguments, strict=True):
                connection.send_bytes(pickle.dumps((method, given, again), pickle.HIGHEST_PROTOCOL))
        except OSError as error:
            raise ForkFailed(f"A process died: {error!r}") from error

    def _receive(self) -> list[Any]:
        return [_received(connection) for _, connection in self._children]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    def _end(self) -> None:
        for child, connection in self._children:
            connection.close()
            os.kill(child, signal.SIGKILL)  # it holds nothing that needs an orderly end
            os.waitpid(child, 0)
        self._children = []


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


def _serve(make: Callable[[], Any], connection: Connection, parent: int) -> None:
    """The child: answers calls until the parent has gone."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        die_with_parent(parent)
        object = make()
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
    except (EOFError, OSError):
        pass
    finally:
        os._exit(0)  # nothing of the parent's may be closed or flushed here
