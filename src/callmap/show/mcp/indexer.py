"""The child processes that index for the server: a root directory in, a newer generation of its index out.

One stays and watches the tree, unless another server's does already; when that one dies, ours takes its place. Commits
are indexed by processes of their own.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from typing import IO

import anyio

from callmap.lease import Holder, Lease
from callmap.read import git

UPDATE_PAUSE = 2.0  # seconds between two starts of the process that stays
LONGEST_PAUSE = 60.0  # … that fails again and again, while nobody asks


class Indexer:
    """Has a tree watched, and commits indexed."""

    def __init__(self, root: str) -> None:
        # -P: the working directory may be a stranger's repository, and no module is to be imported from there
        program = [sys.executable, "-P", "-m", "callmap"]
        self.command = [*program, "watch", "--no-wait", "--while-stdin", "--root", root]
        self.commit = Child([*program, "index", "--json", "--root", root, "--ref"])
        self._root = root
        self._watcher = Child([])
        self._started = float("-inf")
        self._failures = 0  # of the watcher, one after another

    def keep(self) -> None:
        """To be called often: has the tree watched, if nobody does. Failures make it patient."""
        self.start(min(LONGEST_PAUSE, UPDATE_PAUSE * 2**self._failures))

    def start(self, pause: float = UPDATE_PAUSE) -> None:
        """Has the tree watched, if nobody does. One that ended is not started again at once."""
        if self._watcher.running or time.monotonic() - self._started < pause:
            return
        self._failures = min(self._failures + 1, 10) if self._watcher.failure else 0
        if self._holder() is not None or git.is_bare(self._root):  # a bare repository has nothing to watch
            return
        self._started = time.monotonic()
        self._watcher = Child(self.command)
        self._watcher.start()

    def hurry(self) -> None:
        """Something has changed: whoever watches had better look."""
        self.start()
        Lease(self._root).wish()

    @property
    def running(self) -> bool:
        """Whether somebody brings the index up to date."""
        return self._watcher.running or self._holder() is not None

    @property
    def failure(self) -> str:
        """Why the index cannot be brought up to date, or ""."""
        holder = self._holder()
        if holder is not None:
            return "" if holder.how else holder.trouble
        return self._watcher.failure

    @property
    def progress(self) -> str:
        """How far a run is, in words; "" if nobody says."""
        holder = self._holder()
        return holder.progress if holder is not None else ""

    def stop(self) -> None:
        """Kills what runs. The index keeps its last generation."""
        self._watcher.stop()
        self.commit.stop()

    def _holder(self) -> Holder | None:
        return Lease(self._root).holder()


class Child:
    """A process of ours; ended with all its workers."""

    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._log: IO[bytes] | None = None

    def start(self, *words: str) -> None:
        """Starts it, unless it is running. It may tell the end of this process by that of its stdin."""
        if self.running:
            return
        no = subprocess.DEVNULL
        with suppress(OSError):  # no process or no space to be had: answers stay as old as they are
            self._log = log = tempfile.TemporaryFile()  # noqa: SIM115  what it says on stderr
            self._process = subprocess.Popen(
                [*self._command, *words], stdin=subprocess.PIPE, stdout=no, stderr=log, start_new_session=True
            )

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def failure(self) -> str:
        """Its last words if it failed, else ""."""
        if self._process is None or self._log is None or not self._process.poll():
            return ""
        self._log.seek(0)
        words = self._log.read().decode("utf-8", "replace").strip()
        return words[-1000:] or f"exit code {self._process.returncode}"

    async def wait(self, seconds: float) -> bool:
        """Whether it ended within that time."""
        with anyio.move_on_after(seconds):
            while self.running:
                await anyio.sleep(0.02)
        return not self.running

    def stop(self) -> None:
        if self._process is not None and self.running:
            with suppress(ProcessLookupError, subprocess.TimeoutExpired):
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait(1.0)
