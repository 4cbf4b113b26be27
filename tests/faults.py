"""A disk that fails: takes jobs, a line of JSON each, on stdin; runs `callmap` on that disk; gives what came of it.

    {"data": "/x", "words": ["index", "--root", "/y"], "fault": "kill", "at": 17, "lasting": false}
    {"code": -9, "said": "", "points": 17}

Every write, truncation and sync of the database engine is a point, counted from 1. `fault` says what happens at point
`at`, or with `lasting` at it and all later ones:

    ""       nothing; `points` then says how many there are
    kill     the process is killed by a signal; if the point is a write, half of it is done (a power cut tears pages)
    full     a write fails: no space left
    write    a write fails: I/O error
    sync     a sync fails: I/O error (points are then counted among syncs alone)

Each job runs in a fork of this process, which has imported everything already.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import apsw

from processes import next_line


class Outcome(NamedTuple):
    code: int  # the exit code; negative: the signal that ended it
    said: str  # on stdout and stderr
    points: int  # how many points were reached


class FailingDisk:
    """The process that does the jobs."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, data: Path, *words: str, fault: str = "", at: int = 0, lasting: bool = False) -> Outcome:
        assert self._process.stdin is not None and self._process.stdout is not None
        job = {"data": str(data), "words": words, "fault": fault, "at": at, "lasting": lasting}
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        return Outcome(**json.loads(next_line(self._process, self._process.stdout)))


@contextmanager
def failing_disk() -> Iterator[FailingDisk]:
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, __file__], stdin=pipe, stdout=pipe, text=True) as process:
        yield FailingDisk(process)


# --- the process -----------------------------------------------------------------------------------------------------


class _Plan:
    fault = ""
    at = 0
    lasting = False
    points = 0

    @classmethod
    def due(cls, *kinds: str) -> bool:
        """Counts a point at which faults of these kinds may happen; whether the planned one happens now."""
        if cls.fault and cls.fault not in kinds:
            return False
        cls.points += 1
        return bool(cls.fault) and (cls.points == cls.at or (cls.lasting and cls.points > cls.at))


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class _File(apsw.VFSFile):
    def xWrite(self, data: bytes, offset: int) -> None:
        if _Plan.due("kill", "full", "write"):
            if _Plan.fault == "kill":
                super().xWrite(data[: len(data) // 2], offset)
                _kill()
            raise apsw.FullError("no space left") if _Plan.fault == "full" else apsw.IOError("the disk failed")
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        if _Plan.due("kill"):
            _kill()
        super().xTruncate(newsize)

    def xSync(self, flags: int) -> None:
        if _Plan.due("kill", "sync"):
            if _Plan.fault == "kill":
                _kill()
            raise apsw.IOError("the disk failed")
        super().xSync(flags)


class _Disk(apsw.VFS):
    def __init__(self) -> None:
        self.base = apsw.vfs_names()[0]
        super().__init__("failing", self.base, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> _File:
        return _File(self.base, name, flags)


def _do(job: dict[str, Any], said: int, points: int) -> int:
    """Runs in a fork of its own."""
    from callmap.show.cli import main

    os.dup2(said, 1)
    os.dup2(said, 2)
    os.environ["CALLMAP_DATA"] = job["data"]
    sys.argv = ["callmap", *job["words"]]
    _Plan.fault, _Plan.at, _Plan.lasting = job["fault"], job["at"], job["lasting"]
    try:
        main()
        code = 0
    except SystemExit as end:
        code = int(end.code or 0)
    except BaseException:
        traceback.print_exc()
        code = 99
    os.pwrite(points, str(_Plan.points).encode(), 0)
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    return code


def _serve() -> None:
    import callmap.index
    import callmap.show.commands.index
    import callmap.store.store

    assert callmap.index and callmap.store.store
    disk = _Disk()
    for line in sys.stdin:
        job = json.loads(line)
        with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as points:
            child = os.fork()
            if child == 0:
                code = 98
                try:
                    code = _do(job, said.fileno(), points.fileno())
                finally:
                    os._exit(code)
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            said.seek(0)
            points.seek(0)
            counted = int(points.read() or job["at"])
            words = said.read().decode(errors="replace")
        sys.stdout.write(json.dumps({"code": code, "said": words, "points": counted}) + "\n")
        sys.stdout.flush()
    assert disk


if __name__ == "__main__":
    _serve()
