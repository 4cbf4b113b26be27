"""Objects in processes of their own: takes objects, gives proxies that call their methods side by side.

A fork sees all that the parent has in memory without a copy, which is how linking shares the facts of a whole snapshot.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection, Pipe
from types import TracebackType
from typing import Any, Self

from callmap.read.pool import die_with_parent


class ForkFailed(Exception):
    """A process died or could not be started; the work can be done here instead."""


class Forks:
    """A process for each object. Use it in a `with`; on the way out they are gone."""

    def __init__(self, objects: Sequence[Any]) -> None:
        self._children: list[tuple[int, Connection]] = []
        if not can_fork():
            raise ForkFailed("This platform or process cannot fork safely.")
        parent = os.getpid()
        for object in objects:
            here, there = Pipe()
            try:
                child = os.fork()
            except OSError as error:
                self._end()
                raise ForkFailed(str(error)) from error
            if not child:
                for _, other in [*self._children, (0, here)]:  # or a child would keep the parent's ends open
                    other.close()
                _serve(object, there, parent)  # never returns
            there.close()
            self._children.append((child, here))

    def run(self, method: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Calls the method of every object, each with its own arguments; their results in order."""
        self.send(method, arguments)
        return self.receive()

    def send(self, method: str, arguments: Sequence[tuple[Any, ...]]) -> None:
        """Starts a call of the method of every object; `receive` waits for the results."""
        try:
            for (_, connection), given in zip(self._children, arguments, strict=True):
                connection.send_bytes(pickle.dumps((method, given), pickle.HIGHEST_PROTOCOL))
        except OSError as error:
            raise ForkFailed(f"A process died: {error!r}") from error

    def receive(self) -> list[Any]:
        try:
            replies = [pickle.loads(connection.recv_bytes()) for _, connection in self._children]
        except (EOFError, OSError) as error:
            raise ForkFailed(f"A process died: {error!r}") from error
        for failure, _ in replies:
            if failure:
                raise ForkFailed(failure)
        return [result for _, result in replies]

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


def _serve(object: Any, connection: Connection, parent: int) -> None:
    """The child: answers calls until the parent has gone."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        die_with_parent(parent)
        while True:
            method, arguments = pickle.loads(connection.recv_bytes())
            try:
                reply = ("", getattr(object, method)(*arguments))
            except Exception as error:
                reply = (f"{type(error).__name__}: {error}", None)
            connection.send_bytes(pickle.dumps(reply, pickle.HIGHEST_PROTOCOL))
    except (EOFError, OSError):
        pass
    finally:
        os._exit(0)  # nothing of the parent's may be closed or flushed here
