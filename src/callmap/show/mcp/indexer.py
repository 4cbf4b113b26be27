"""The child process that indexes for the server: a root directory in, a newer generation of its index out."""

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

UPDATE_PAUSE = 2.0  # seconds between the starts of two updates


class Indexer:
    """The child process that brings the index up to date: one at a time, not too often, ended with all its workers."""

    def __init__(self, root: str) -> None:
        # -P: the working directory may be a stranger's repository, and no module is to be imported from there
        self.command = [sys.executable, "-P", "-m", "callmap", "index", "--root", root, "--json"]
        self._child: subprocess.Popen[bytes] | None = None
        self._log: IO[bytes] | None = None
        self._started = float("-inf")

    def start(self, ref: str = "") -> None:
        """Starts a run, unless one is running or, of the working tree, was started a moment ago."""
        if self.running or (not ref and time.monotonic() - self._started < UPDATE_PAUSE):
            return
        command = [*self.command, "--ref", ref] if ref else self.command
        self._started, no = time.monotonic(), subprocess.DEVNULL
        with suppress(OSError):  # no process or no space to be had: answers stay as old as they are
            self._log = log = tempfile.TemporaryFile()  # noqa: SIM115  what the run says on stderr
            self._child = subprocess.Popen(command, stdin=no, stdout=no, stderr=log, start_new_session=True)

    @property
    def running(self) -> bool:
        return self._child is not None and self._child.poll() is None

    @property
    def failure(self) -> str:
        """The last words of the last run if it failed, else ""."""
        if self._child is None or self._log is None or not self._child.poll():
            return ""
        self._log.seek(0)
        words = self._log.read().decode("utf-8", "replace").strip()
        return words[-1000:] or f"exit code {self._child.returncode}"

    async def wait(self, seconds: float) -> bool:
        """Whether the run ended within that time."""
        with anyio.move_on_after(seconds):
            while self.running:
                await anyio.sleep(0.02)
        return not self.running

    def stop(self) -> None:
        """Kills the run and its workers. The index keeps its last generation."""
        if self._child is not None and self.running:
            with suppress(ProcessLookupError, subprocess.TimeoutExpired):
                os.killpg(self._child.pid, signal.SIGKILL)
                self._child.wait(1.0)
