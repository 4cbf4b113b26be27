"""Whether an index is fresh, asked again and again: takes an open project, gives the answer without a walk each time.

What was found out holds until something happens in the tree, or there is another generation. Where the system does not
tell of what happens, every question costs a walk.
"""

from __future__ import annotations

import threading

from callmap.ask.answers import Freshness
from callmap.ask.project import Project
from callmap.read.events import Listener


class Fresh:
    """Of one tree. Threads may share it."""

    def __init__(self, root: str) -> None:
        self._listener = Listener(root)
        self._lock = threading.Lock()
        self._known: tuple[object, Freshness] | None = None

    def __call__(self, project: Project) -> Freshness:
        snapshot = project.snapshot
        of = (project.store.path, snapshot.generation, snapshot.started_ns, snapshot.versions)
        with self._lock:
            heard = self._listener.outdated or self._listener.happened(0.001)
            if heard or self._listener.deaf or self._known is None or self._known[0] != of:
                self._known = None
                if self._listener.outdated:
                    self._listener.listen()  # before the look: what happens meanwhile is heard the next time
                self._known = (of, project.compare())
            return self._known[1]
