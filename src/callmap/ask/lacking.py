"""What an index should hold and does not: takes the counters of a snapshot, gives sentences that say what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from callmap.read.walker import MISSING, REASONS, SUBMODULE, UNREADABLE


def lacking(counters: Mapping[str, Any], ref: str) -> list[str]:
    """A sentence for each kind of content that is source and could not be read; none if all of it was. `ref` is what
    the snapshot was asked for as."""
    files, directories = counters.get("skipped", {}), counters.get("skipped_directories", {})
    said = []
    if count := files.get(MISSING, 0):
        said.append(
            f"The content of {_counted(count, 'file')} is missing in the repository, so this answer is partial: in a "
            "partial clone, `git fetch --refetch --no-filter` brings it; else `git fsck` tells what is damaged. Then "
            f"run `callmap index --ref {ref}` again."
        )
    if count := directories.get(SUBMODULE, 0):
        said.append(
            f"The commit of {_counted(count, 'submodule')} is not in .git/modules, so this answer is partial: `git "
            "submodule update --init --recursive` brings it (`git submodule absorbgitdirs`, if it is elsewhere). Then "
            f"run `callmap index --ref {ref}` again."
        )
    unread = {why: count for why, count in files.items() if why == UNREADABLE or why not in REASONS}
    closed = directories.get(UNREADABLE, 0)
    if unread or closed:
        what = [_counted(sum(unread.values()), "file")] if unread else []
        what += [_counted(closed, "directory", "directories")] if closed else []
        why = ", ".join(unread or {UNREADABLE: closed})
        said.append(
            f"{' and '.join(what)} could not be read ({why}), so this answer is partial: `callmap status` lists the "
            "files. Make them readable, then run `callmap index` again."
        )
    return said


def _counted(count: int, one: str, several: str = "") -> str:
    return f"{count:,} {one if count == 1 else several or one + 's'}"
