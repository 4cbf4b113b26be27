"""Processes that a test has started: whether they, or their children, still run, and what they say, within bounds."""

from __future__ import annotations

from collections.abc import Iterable
from subprocess import Popen
from threading import Timer
from typing import IO

import psutil

PATIENCE = 120.0  # seconds for whatever takes one or two on a quiet machine


def running(processes: Iterable[psutil.Process], within: float = 0.0) -> list[psutil.Process]:
    """Those that have not ended after so many seconds.

    One that has ended and whose exit code nobody has fetched (a zombie) runs no more: when it is an orphan, fetching it
    is up to the system's first process, which takes its time.
    """
    known = list(processes)
    psutil.wait_procs(known, timeout=within)
    return [process for process in known if _runs(process)]


def next_line(process: Popen[str], stream: IO[str] | None) -> str:
    """The next line that it says. One that says nothing for too long is killed: then the line is empty."""
    assert stream is not None
    timer = Timer(PATIENCE, process.kill)
    timer.start()
    try:
        return stream.readline()
    finally:
        timer.cancel()
        timer.join()


def _runs(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
