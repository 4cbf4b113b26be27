"""Whether something happened in a tree: takes a root, listens to its directories, tells that something did, and where.

The only importer of watchfiles. What happened is not told, only where a look is worth it; when events came faster than
they were read, that is everywhere. Only directories that a walk lists are listened to, not node_modules or
.git/objects, and where HEAD and ignore rules outside the root are kept.

    listener.listen()           from now on; before a look at the tree, so that nothing falls in between
    listener.happened(0.2)      waits so long for something to happen
    listener.caught_up()        hears all that happened before this call, however late the system tells it
    listener.where()            the paths at which it did, since this was last asked

Where the system refuses to tell (its limit of watches, a file system that cannot), `deaf` says why.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from callmap import config
from callmap.read import git
from callmap.read.files import walk

if TYPE_CHECKING:
    from watchfiles._rust_notify import RustNotify

LATE = 0.25  # seconds after which what the system has not told is taken for lost
_AT_MOST = 20  # times `quiet`: so long one waits for a tree to come to rest

_CROWD = 1000  # events at once: among so many, some may have been lost, and with them a new directory


class Listener:
    """Listens to one tree. `deaf` is why it cannot, or ""; `outdated`, that directories came or went: listen again."""

    def __init__(self, root: str) -> None:
        self.root = root
        self.deaf = ""
        self.outdated = True
        self._places: frozenset[str] = frozenset()
        self._told: set[str] = set()
        self._notify: RustNotify | None = None
        self._mark = -1  # a file in memory alone; events of it come in order with those of the tree
        self._marked = False  # whether the last of them was told

    def listen(self) -> None:
        """Listens to the tree as it is now. Raises ProjectNotFound if it is gone."""
        before, self._places = self._notify, frozenset(_places(self.root))
        if self._mark < 0 and hasattr(os, "memfd_create"):
            self._mark = os.memfd_create("callmap")
        self._notify, self.deaf = _notifier(self._places, self._mark_path)
        self.outdated = self._marked = False
        self._told.clear()
        if before is not None:
            before.close()

    def happened(self, seconds: float, quiet: float = 0.001) -> bool:
        """Whether something has happened since the last call. Waits so long for it, and then until all is quiet for a
        moment. (Deaf, it only waits.)"""
        if self._notify is None:
            time.sleep(seconds)
            return False
        step = max(1, round(quiet * 1000))
        try:
            told = self._notify.watch(step * _AT_MOST, step, max(1, round(seconds * 1000)), None)
        except RuntimeError:  # something that cannot be told, as a name that is not text
            self.outdated = True
            return True
        if told == "signal":
            raise KeyboardInterrupt
        if isinstance(told, str):
            return False
        crowd, paths = len(told) > _CROWD, {path for _, path in told}
        if self._mark_path in paths:
            self._marked = True
            paths.remove(self._mark_path)
        self.outdated |= crowd or any(path in self._places or os.path.isdir(path) for path in paths)
        self._told.update(paths)
        return bool(paths)

    def caught_up(self, seconds: float = LATE) -> bool:
        """Whether something has happened before this call, since the last one. The system may tell it late, but in
        order: what it tells before a mark that is set now. If that does not come, what happened is not known."""
        if self._notify is None or self._mark < 0:
            return self.happened(0.001)
        self._marked, heard = False, False
        os.utime(self._mark)
        give_up = time.monotonic() + seconds
        while not self._marked and not self.outdated:
            left = give_up - time.monotonic()
            if left <= 0:
                self.outdated = True
            else:
                heard |= self.happened(left)
        return heard or self.outdated

    @property
    def _mark_path(self) -> str:
        return f"/proc/self/fd/{self._mark}" if self._mark >= 0 else ""

    def where(self) -> frozenset[str] | None:
        """The paths of all that happened since the last call, or since it listens; None if that is not known."""
        told = None if self.outdated or self._notify is None else frozenset(self._told)
        self._told.clear()
        return told

    def close(self) -> None:
        if self._notify is not None:
            self._notify.close()
            self._notify = None
        if self._mark >= 0:
            os.close(self._mark)
            self._mark = -1


def _notifier(places: frozenset[str], mark: str) -> tuple[RustNotify | None, str]:
    """What tells of events in these directories and of the mark, or why there is none."""
    from watchfiles._rust_notify import RustNotify

    for _ in range(3):
        try:
            # The last: to ignore what may not be listened to. It would also ignore that there are no watches left.
            listed = sorted(filter(os.path.isdir, places)) + ([mark] if mark else [])
            return RustNotify(listed, False, False, 300, False, False), ""
        except FileNotFoundError:  # a directory went just now
            continue
        except UnicodeEncodeError:
            return None, "a directory's name is not text"
        except (OSError, RuntimeError) as error:
            return None, f"the system refuses to tell of changes: {error}"
    return None, "directories come and go too quickly"


def _places(root: str) -> Iterator[str]:
    """The directories in which something can happen that an index of the tree would show."""
    data = os.path.realpath(config.data_directory())
    for path in walk(root, config.load_settings(root)).listed:
        place = os.path.join(root, path).rstrip("/")
        if place != data and not place.startswith(data + "/"):  # our own writing is no event
            yield place
    repository = git.find_repository(root)
    if repository is None:
        return
    place = os.path.realpath(root)
    while place != repository.top and place.startswith(repository.top):
        place = os.path.dirname(place)
        yield place
    yield from (repository.directory, repository.common, os.path.join(repository.common, "info"))
    branch = git.branch_name(root)
    if branch is not None:
        yield os.path.dirname(os.path.join(repository.common, "refs", "heads", branch))
