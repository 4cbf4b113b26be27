"""Whether an index is fresh, asked again and again: takes an open project, gives the answer without a walk each time.

What was found out holds until something happens in the tree, or there is another generation; then a look is taken at
where something happened since the index was fresh. Where the system does not tell, every question costs a walk.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from callmap.ask.answers import Freshness
from callmap.ask.project import Project
from callmap.read.events import Listener

CHECK = 30.0  # seconds after which all is looked at again, lest a lost event stay unnoticed


class Fresh:
    """Of one tree. Threads may share it."""

    def __init__(self, root: str) -> None:
        self._listener = Listener(root)
        self._ear = ThreadPoolExecutor(1)
        self._lock = threading.Lock()
        self._known: tuple[object, Freshness] | None = None
        self._where: frozenset[str] | None = None  # it happened since the index was fresh; None: not known
        self._walked = 0.0  # when all was looked at

    def __call__(self, project: Project) -> Freshness:
        self._listen()
        return self._found(project)

    def meanwhile(self) -> Callable[[Project], Freshness]:
        """Listens while a question is answered, which then waits the less; what to ask at its end. It speaks of the
        tree as it was when this was called, or later."""
        heard = self._ear.submit(self._listen)

        def found(project: Project) -> Freshness:
            heard.result()
            return self._found(project)

        return found

    def _listen(self) -> None:
        """Hears what happened before this call, and not only what the system has told by now."""
        with self._lock:
            if self._listener.outdated or self._listener.caught_up() or self._listener.deaf:
                where, self._known = self._listener.where(), None
                self._where = None if where is None or self._where is None else self._where | where

    def _found(self, project: Project) -> Freshness:
        snapshot = project.snapshot
        of = (project.store.path, snapshot.generation, snapshot.started_ns, snapshot.versions)
        with self._lock:
            if self._known is None or self._known[0] != of:
                if self._listener.outdated:
                    self._listener.listen()  # before the look: what happens meanwhile is heard the next time
                    self._where = None
                if self._where is None or time.monotonic() - self._walked > CHECK:
                    self._where, self._walked = None, time.monotonic()
                self._known = (of, project.compare(self._where))
                if self._known[1].status == "fresh":
                    self._where = frozenset()
            return self._known[1]
