"""Directories that are there for a moment: gives a new one, and removes those that dead processes have left behind.

A process that is killed cannot clean up. Its directory has its number in its name, and that of the space in which the
number is valid: only there can anybody know that it is dead. Elsewhere (containers that share /tmp) age decides.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from callmap.errors import DiskTrouble

LONG = 7 * 86_400.0  # seconds after which one of an unknown process is taken for left behind
_OURS = re.compile(r"callmap-(?P<space>\d+)-(?P<process>\d+)-\w+")


@contextmanager
def scratch() -> Iterator[str]:
    """A new directory, for as long as the `with` lasts. Raises DiskTrouble."""
    place = tempfile.gettempdir()
    _clean_up(place)
    try:
        made = tempfile.mkdtemp(prefix=f"callmap-{_space()}-{os.getpid()}-", dir=place)
    except OSError as error:
        raise DiskTrouble(
            f"Nothing can be written to {place} ({error.strerror}). Make room, or set TMPDIR to another directory."
        ) from None
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _clean_up(place: str) -> None:
    """Removes what is left behind; what is not ours, or cannot be removed, stays."""
    if sys.platform == "win32":
        return
    try:
        with os.scandir(place) as listing:
            found = [entry for entry in listing if entry.name.startswith("callmap-")]
        for entry in found:
            named, status = _OURS.fullmatch(entry.name), entry.stat(follow_symlinks=False)
            if named is None or not entry.is_dir(follow_symlinks=False) or status.st_uid != os.getuid():
                continue
            known = int(named["space"]) == _space() != 0
            if _is_dead(int(named["process"])) if known else time.time() - status.st_mtime > LONG:
                shutil.rmtree(entry.path, ignore_errors=True)
    except OSError:
        return


def _space() -> int:
    """In which numbers of processes are valid; 0 if nobody knows."""
    try:
        return os.stat("/proc/self/ns/pid").st_ino
    except OSError:
        return 0


def _is_dead(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False
