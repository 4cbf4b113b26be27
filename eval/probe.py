"""Runs a Python program and writes the calls between functions of one directory.

    python probe.py ROOT OUTPUT (FILE | -m MODULE) ARGUMENT...

Uses only the standard library, since it runs in the project's own environment. Each line of OUTPUT is JSON: caller and
callee as [path, first line, name], the line of the call, whether the callee is a generator, and `through`: the file of
another package between the two, or null. Calls that C code makes (sorted, type.__call__, operators) have the Python
frame below as their caller, and so have calls by generated code (the __init__ of a dataclass).
"""

from __future__ import annotations

import atexit
import inspect
import json
import os
import runpy
import sys
import threading
from types import CodeType, FrameType
from typing import Any

OUTSIDE, INSIDE, GENERATED = 0, 1, 2
SKIPPED = {"<module>", "__del__"}  # a module is not called, and a finaliser runs wherever memory is freed


class Recorder:
    def __init__(self, root: str) -> None:
        self.root = os.path.join(os.path.realpath(root), "")
        self.kinds: dict[int, int] = {}  # id(code) -> kind; by identity, since hashing a code object is slow
        self.codes: list[CodeType] = []  # keeps them alive, so that an id stays theirs
        self.seen: dict[tuple[int, int, int, int], tuple[CodeType, int, CodeType, CodeType | None]] = {}
        self.ran: dict[int, CodeType] = {}

    def kind(self, code: CodeType) -> int:
        kind = self.kinds.get(id(code))
        if kind is None:
            self.codes.append(code)
            name = code.co_filename
            inside = os.path.realpath(name).startswith(self.root)
            generated = name == "<string>" or name.startswith("<attrs")
            kind = self.kinds[id(code)] = INSIDE if inside else GENERATED if generated else OUTSIDE
        return kind

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        if event != "call":
            return
        code = frame.f_code
        kind = self.kinds.get(id(code))
        if (self.kind(code) if kind is None else kind) != INSIDE:
            return
        self.ran[id(code)] = code
        if code.co_flags & RESUMABLE and not started(frame):
            return
        caller = frame.f_back
        through = None
        while caller is not None:
            kind = self.kinds.get(id(caller.f_code))
            if kind is None:
                kind = self.kind(caller.f_code)
            if kind == INSIDE:
                break
            if kind == OUTSIDE and through is None:
                through = caller.f_code
            caller = caller.f_back
        if caller is None:
            return
        key = (id(caller.f_code), caller.f_lineno, id(code), id(through))
        if key not in self.seen:
            self.seen[key] = (caller.f_code, caller.f_lineno, code, through)

    def write(self, output: str) -> None:
        lost = sys.getprofile() is not self  # Python drops it if it raises, as at the end of the stack
        with open(output, "w") as file:
            file.write(json.dumps({"lost": lost}) + "\n")
            for caller, line, callee, through in list(self.seen.values()):
                if callee.co_name in SKIPPED:
                    continue
                record = {
                    "caller": self.place(caller),
                    "line": line,
                    "callee": self.place(callee),
                    "generator": bool(callee.co_flags & (inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR)),
                    "through": through.co_filename if through else None,
                }
                file.write(json.dumps(record) + "\n")
            for code in list(self.ran.values()):
                file.write(json.dumps({"ran": self.place(code)}) + "\n")

    def place(self, code: CodeType) -> list[str | int]:
        return [os.path.realpath(code.co_filename)[len(self.root) :], code.co_firstlineno, code.co_name]


RESUMABLE = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR


def started(frame: FrameType) -> bool:
    """Whether a generator or coroutine runs for the first time: its RESUME instruction says so with argument 0."""
    at = frame.f_lasti
    return at < 0 or frame.f_code.co_code[at + 1] == 0


def main() -> None:
    root, output, *command = sys.argv[1:]
    recorder = Recorder(root)
    process = os.getpid()
    atexit.register(lambda: recorder.write(output) if os.getpid() == process else None)
    threading.setprofile(recorder)
    if command[0] == "-m":
        sys.argv = command[1:]
        sys.path[0] = ""
        sys.setprofile(recorder)
        runpy.run_module(command[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = command
        sys.path[0] = os.path.dirname(os.path.abspath(command[0]))
        sys.setprofile(recorder)
        runpy.run_path(command[0], run_name="__main__")


if __name__ == "__main__":
    main()
