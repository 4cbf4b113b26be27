"""One writer at a time: takes the path of an index, holds the lock that its writers share."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from callmap.errors import DiskTrouble, IndexBusy


@contextmanager
def only_writer(path: Path, patience: float = 60.0) -> Iterator[None]:
    """Holds the lock that one indexer of a database has at a time; waits for it, then raises IndexBusy."""
    if sys.platform == "win32":
        yield  # SQLite's own lock keeps writers apart there; the work may be done twice
        return
    import fcntl

    try:
        for directory in (*reversed(path.parent.parents), path.parent):  # `parents=True` would make them 0755
            directory.mkdir(mode=0o700, exist_ok=True)
        lock = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise DiskTrouble(
            f"The index cannot be kept in {path.parent} ({error.strerror}). "
            "Make that directory writable, or set CALLMAP_DATA to another one."
        ) from None
    try:
        give_up = time.monotonic() + patience
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > give_up:
                    holder = os.pread(lock, 20, 0).decode("ascii", "replace").strip() or "another process"
                    raise IndexBusy(
                        f"Process {holder} has been indexing this repository for {patience:.0f} s; "
                        "wait for it to end, or stop it, and try again."
                    ) from None
                time.sleep(0.05)
        mine = f"{os.getpid()}\n".encode()
        with suppress(OSError):  # a full disk: then others cannot be told who works
            if os.pread(lock, 20, 0) != mine:
                os.ftruncate(lock, 0)
                os.pwrite(lock, mine, 0)
        yield
    finally:
        os.close(lock)
