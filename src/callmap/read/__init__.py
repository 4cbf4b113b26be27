"""Read: from a tree of files to `Facts`. This module takes a root and a path below it, and gives bytes, safely.

`read_bytes` is the one way in which content of an indexed tree comes into callmap: it opens component by component
without following a symbolic link, never blocks (a FIFO, a device), and never reads more than it was told to.
"""

from __future__ import annotations

import os
import stat

BY_DESCRIPTOR = os.open in os.supports_dir_fd and os.scandir in os.supports_fd  # not on Windows
DIRECTORY_FLAGS = (
    os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
)
FILE_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_BINARY", 0)
)
# Without following links, a descriptor of a directory is all that is needed below it: Linux need not even read it.
_STEP_FLAGS = DIRECTORY_FLAGS | getattr(os, "O_PATH", 0)


class NotRegular(OSError):
    """What the path names is a directory, FIFO, socket or device."""


class TooLarge(OSError):
    """The file holds more bytes than the caller wants."""


class Missing(OSError):
    """The repository does not hold the object."""


def read_bytes(root: str, path: str, limit: int) -> bytes:
    """The content of a regular file: `path` is relative to `root`, with `/`.

    Raises `TooLarge` above `limit` bytes, `NotRegular`, or the `OSError` of the system (ELOOP or ENOTDIR when a
    component is a symbolic link). A path that leaves the root by `..` or by being absolute is a ValueError.
    """
    *directories, name = path.split("/")
    if "\0" in path or not name or any(part in ("", ".", "..") for part in (*directories, name)):
        raise ValueError(f"{path!r} is not a path below the root; give one without '..' and a leading '/'.")
    if not BY_DESCRIPTOR:
        return _read_by_path(root, [*directories, name], limit)
    here = os.open(root, _STEP_FLAGS & ~getattr(os, "O_NOFOLLOW", 0))
    try:
        for part in directories:
            below = os.open(part, _STEP_FLAGS, dir_fd=here)
            os.close(here)
            here = below
        return read_at(here, name, limit)
    finally:
        os.close(here)


def read_at(directory: int | None, name: str, limit: int) -> bytes:
    """The content of the regular file `name` in an open directory. Raises as `read_bytes` does."""
    file = os.open(name, FILE_FLAGS, dir_fd=directory)
    try:
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode):
            raise NotRegular(f"{name!r} is not a regular file.")
        if status.st_size > limit:
            raise TooLarge(f"{name!r} has {status.st_size} bytes, more than the {limit} that are read.")
        content = os.read(file, status.st_size + 1)
        if len(content) == status.st_size:
            return content
        chunks = [content]  # it grew or shrank since, or its size is not known beforehand
        total = len(content)
        while chunk := os.read(file, 1 << 16):
            chunks.append(chunk)
            total += len(chunk)
            if total > limit:
                raise TooLarge(f"{name!r} grew beyond the {limit} bytes that are read.")
        if total > limit:
            raise TooLarge(f"{name!r} grew beyond the {limit} bytes that are read.")
        return b"".join(chunks)
    finally:
        os.close(file)


def _read_by_path(root: str, parts: list[str], limit: int) -> bytes:
    """`read_bytes` for systems that cannot open relative to a directory: refuses links, but not one made just now."""
    place = root
    for part in parts:
        place = os.path.join(place, part)
        if os.path.islink(place):
            raise NotRegular(f"{place!r} is a symbolic link.")
    return read_at(None, place, limit)
