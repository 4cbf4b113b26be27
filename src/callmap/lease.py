"""Who indexes a working tree: takes its root, gives one process at a time the lease; others see who has it.

The lease is a lock that the system holds for a process, and lets go when the process dies, however it dies. Its file
also tells who has it and how that goes, and its time is the heartbeat: a process that is there and does not beat (it
was stopped, it hangs) loses the lease to the next who asks. While it writes the index it need not beat: another could
not write then anyway. Beating changes a time and writes no byte.

Beside it lies a file whose time says that somebody saw a change and would like the index to be brought up to date.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from pathlib import Path

import msgspec

from callmap import config
from callmap.errors import DiskTrouble

TELL = 0.3  # seconds between two words about how far a run is
BEAT = 1.0  # seconds between two heartbeats
SILENCE = 3.0  # seconds without one after which the lease is lost
LOOK = 0.5  # seconds between two looks of those who would take it. All in all another has it within 5 s.


class Holder(msgspec.Struct, frozen=True):
    """What the process that has the lease says about itself."""

    pid: int = 0
    how: str = ""  # "starting", "watching" or "polling"; "" if its last run failed
    trouble: str = ""  # why it polls, or why its last run failed
    progress: str = ""  # how far a run is: "read 120 of 967"


class Lease:
    """The lease of one working tree, as one process sees it."""

    def __init__(self, root: str) -> None:
        self._database = Path(config.database_path(root))
        name = blake2b(os.fsencode(root), digest_size=6).hexdigest()
        self._path = self._database.with_name(f"watch-{name}.lease")
        self._wish = self._path.with_suffix(".wish")
        self._held: int | None = None
        self._said = Holder()
        self._beaten = self._told = 0.0
        self._heard = self._wished()

    def moved(self, root: str) -> bool:
        """Whether the data of the tree are kept elsewhere by now: it has become a repository, or is none any more."""
        return os.path.isdir(root) and Path(config.database_path(root)) != self._database

    # --- for who wants to index ---

    def take(self) -> bool:
        """Whether this process has the lease now."""
        if self._held is not None:
            return True
        file = self._open()
        for _ in range(5):  # who only looks has the lock for a moment, too
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                time.sleep(0.005)
                continue
            if self._is_current(file):
                self._hold(file)
                return True
            break  # another took it over from who had it
        silent = self._silent(file)
        os.close(file)
        return silent and self._take_over()

    def beat(self) -> bool:
        """Tells that this process is well. False: the lease is lost."""
        if self._held is None:
            return False
        now = time.monotonic()
        if now - self._beaten >= BEAT:
            if not self._is_current(self._held):
                self.release()
                return False
            with suppress(OSError):
                os.utime(self._held)
            self._beaten = now
        return True

    def say(self, how: str, trouble: str = "", progress: str = "") -> None:
        """Tells others how it goes. Writes only what is new."""
        said = Holder(os.getpid(), how, trouble, progress)
        if self._held is not None and said != self._said:
            with suppress(OSError):  # a full disk: others will not know why it fails
                packed = msgspec.json.encode(said)
                os.pwrite(self._held, packed, 0)
                os.ftruncate(self._held, len(packed))
            self._said = said

    def say_progress(self, words: str) -> None:
        """Tells others how far a run is; not too often."""
        if time.monotonic() - self._told >= TELL:
            self._told = time.monotonic()
            self.say(self._said.how or "starting", self._said.trouble, words)

    def release(self) -> None:
        if self._held is not None:
            os.close(self._held)
            self._held = None

    def wished(self) -> bool:
        """Whether somebody has asked for an update since this was last called."""
        before, self._heard = self._heard, self._wished()
        return self._heard != before

    # --- for who reads ---

    def holder(self) -> Holder | None:
        """Who has the lease; None if nobody has, or does not beat."""
        with self._look() as file:
            if file is None or not _locked(file) or self._silent(file):
                return None
            with suppress(msgspec.DecodeError, OSError):
                return msgspec.json.decode(os.pread(file, 1 << 16, 0), type=Holder)
            return Holder()

    def wish(self) -> None:
        """Asks whoever has the lease to bring the index up to date."""
        with suppress(OSError):
            os.close(os.open(self._wish, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600))
            os.utime(self._wish)

    # --- the file ---

    def _open(self) -> int:
        try:
            for directory in (*reversed(self._path.parent.parents), self._path.parent):
                directory.mkdir(mode=0o700, exist_ok=True)
            return os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise DiskTrouble(
                f"The index cannot be kept in {self._path.parent} ({error.strerror}). "
                "Make that directory writable, or set CALLMAP_DATA to another one."
            ) from None

    def _hold(self, file: int) -> None:
        self._held, self._said, self._beaten = file, Holder(), 0.0
        self._heard = self._wished()
        self.beat()
        self.say("starting")

    def _take_over(self) -> bool:
        """Puts a new file in the place of one whose holder is silent; one process at a time."""
        guard = os.open(self._path.with_suffix(".guard"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            try:
                fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False  # another is at it, or was stopped there: who waited for it could not be told to end
            with self._look() as file:
                if file is not None and not self._silent(file):
                    return False  # another was faster
            with suppress(FileNotFoundError):
                os.unlink(self._path)
            new = self._open()
            try:
                fcntl.flock(new, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:  # who found no file was faster
                os.close(new)
                return False
            self._hold(new)
            return True
        finally:
            os.close(guard)

    @contextmanager
    def _look(self) -> Iterator[int | None]:
        try:
            file = os.open(self._path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            yield None
            return
        try:
            yield file
        finally:
            os.close(file)

    def _is_current(self, file: int) -> bool:
        try:
            return os.path.samestat(os.fstat(file), os.stat(self._path))
        except OSError:
            return False

    def _silent(self, file: int) -> bool:
        """Whether who has the lease neither beats nor writes the index."""
        late = time.time() - os.fstat(file).st_mtime > SILENCE
        if not late:
            return False
        try:
            lock = os.open(self._database.with_suffix(".lock"), os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            return True
        try:
            return not _locked(lock)
        finally:
            os.close(lock)

    def _wished(self) -> int:
        try:
            return self._wish.stat().st_mtime_ns
        except OSError:
            return 0


def _locked(file: int) -> bool:
    """Whether another process has the lock. (A shared lock, and for a moment: who wants the lock tries again.)"""
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    fcntl.flock(file, fcntl.LOCK_UN)
    return False
