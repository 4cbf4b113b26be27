"""Whether processes that a test has started, or its children have, still run."""

from __future__ import annotations

from collections.abc import Iterable

import psutil


def running(processes: Iterable[psutil.Process], within: float = 0.0) -> list[psutil.Process]:
    """Those that have not ended after so many seconds.

    One that has ended and whose exit code nobody has fetched (a zombie) runs no more: when it is an orphan, fetching it
    is up to the system's first process, which takes its time.
    """
    known = list(processes)
    psutil.wait_procs(known, timeout=within)
    return [process for process in known if _runs(process)]


def _runs(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
