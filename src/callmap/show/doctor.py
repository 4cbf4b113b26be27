"""Whether all is well here: takes a root directory, gives findings, each with what to do about it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from callmap import __version__, config
from callmap.errors import CallmapError, IndexNotReady
from callmap.show import clients

OK, WARN, FAIL = "ok", "warning", "problem"
LITTLE_SPACE = 500 * 1024 * 1024
FEW_WATCHES = 65_536


class Finding(NamedTuple):
    """What was looked at, how it is, in words, and what to do."""

    check: str
    state: str
    words: str
    remedy: str = ""


def findings(root: str) -> Iterator[Finding]:
    """Everything that callmap needs, one after the other."""
    yield from _installation()
    yield from _data()
    yield from _git()
    yield from _index(root)
    yield from _watching()
    yield from _clients(root)


def _installation() -> Iterator[Finding]:
    import callmap.link.values as hot

    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding("installation", OK, f"callmap {__version__} on Python {version}, {sys.executable}")
    if str(hot.__file__).endswith(".py"):
        yield Finding(
            "speed", WARN, "The parts that read and link code are not compiled, so indexing is slower.",
            "Install it with a C compiler at hand: `pip install .`",
        )  # fmt: skip
    else:
        yield Finding("speed", OK, "The parts that read and link code are compiled.")
    if not shutil.which("callmap"):
        yield Finding(
            "command", WARN, "`callmap` is not on the PATH, so clients may not find it.",
            f"Add {os.path.dirname(sys.executable)} to it, or install with `pipx` or `uv tool`.",
        )  # fmt: skip


def _data() -> Iterator[Finding]:
    place = config.data_directory()
    there = place
    while not os.path.exists(there):
        there = os.path.dirname(there)
    if not os.access(there, os.W_OK):
        yield Finding("data", FAIL, f"{place} cannot be written.", "Make it writable, or set CALLMAP_DATA.")
        return
    free = shutil.disk_usage(there).free
    state = OK if free > LITTLE_SPACE else WARN
    remedy = "" if state == OK else "Make room, or `callmap forget` what is not needed (`callmap du` lists it)."
    yield Finding("data", state, f"{place}, {free / 1e9:.1f} GB free", remedy)


def _git() -> Iterator[Finding]:
    found = shutil.which("git")
    if found:
        yield Finding("git", OK, found)
    else:
        yield Finding("git", WARN, "There is no git, so only working trees can be indexed.", "Install git.")


def _index(root: str) -> Iterator[Finding]:
    from callmap.ask.project import Project
    from callmap.store.store import Index

    try:
        with Index.open(Path(config.database_path(root)), write=False) as store:
            store.check()
        with Project.open(root) as project:
            fresh = project.freshness()
            files = sum(project.snapshot.counters["files"].values())
    except IndexNotReady:
        yield Finding("index", WARN, f"{root} is not indexed.", "Run `callmap index` there, or just ask something.")
    except CallmapError as error:
        yield Finding("index", FAIL, error.message, str(error.data.get("remediation", "")))
    else:
        stale = fresh.status == "stale"
        words = f"{root}: {files:,} files, {'changed since' if stale else 'up to date'}"
        yield Finding("index", OK, words)


def _watching() -> Iterator[Finding]:
    try:
        watches = int(Path("/proc/sys/fs/inotify/max_user_watches").read_text())
    except (OSError, ValueError):
        return
    if watches < FEW_WATCHES:
        remedy = "Raise it: `sysctl fs.inotify.max_user_watches=524288`."
        yield Finding("watching", WARN, f"Only {watches:,} directories can be watched for changes.", remedy)


def _clients(root: str) -> Iterator[Finding]:
    """Where callmap is told to a client, and whether the command there can be started."""
    found = False
    for name, client in clients.CLIENTS.items():
        for user in (False, True):
            if not user and not client.project:
                continue
            try:
                path, entry = clients.current(client, root, user)
            except CallmapError as error:
                yield Finding(name, WARN, error.message, str(error.data.get("remediation", "")))
                continue
            if entry is None:
                continue
            found = True
            command = str(entry.get("command") or "nothing")
            if shutil.which(command):
                yield Finding(name, OK, f"{client.title} is told in {path}.")
            else:
                yield Finding(
                    name, FAIL, f"{client.title} is told in {path} to start {command}, which is not there.",
                    f"Run `callmap install --client {name} --{'user' if user else 'project'}`.",
                )  # fmt: skip
    if not found:
        yield Finding("clients", WARN, "No client is told of callmap here.", "Run `callmap install --client NAME`.")
