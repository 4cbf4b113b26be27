"""Forgetting what no ref needs: takes a root, drops snapshots of commits and working trees that are gone.

A commit is needed while a branch, tag or HEAD has it in its history; a working tree while its directory is there.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from callmap import config
from callmap.errors import IndexNotReady, RefNotFound
from callmap.read import git, objects
from callmap.store.lock import only_writer
from callmap.store.rows import SnapshotRow
from callmap.store.store import LIVE, Index


def prune(root: str, drop: Sequence[str] = ()) -> dict[str, Any]:
    """Drops what is not needed, and the refs in `drop`. Raises IndexNotReady if nothing is indexed."""
    path = Path(config.database_path(root))
    if not path.exists():
        raise IndexNotReady(f"Nothing of {root} is indexed.", remediation="Run `callmap index` first.")
    before = _size(path)
    asked = {_meant(root, ref) for ref in drop}
    dropped, kept = [], []
    with only_writer(path), Index.open(path, write=True) as store:
        snapshots = store.snapshots()
        needless = _needless(root, [s for s in snapshots if s.ref != LIVE])
        for snapshot in snapshots:
            why = needless.get(snapshot.ref, "")
            if snapshot.ref == LIVE:
                why = "" if os.path.isdir(snapshot.tree) else "the directory is gone"
            if (snapshot.ref, snapshot.tree) in asked:
                why = "as you said"
            about = {"ref": snapshot.ref, "commit": snapshot.commit or None, "tree": snapshot.tree or None}
            if why:
                store.drop(snapshot.ref, snapshot.tree)
                dropped.append({**about, "why": why})
            else:
                kept.append(about)
        store.sweep()
        store.squeeze()
    return {"root": root, "dropped": dropped, "kept": kept, "bytes_before": before, "bytes_after": _size(path)}


def _meant(root: str, ref: str) -> tuple[str, str]:
    if ref == LIVE:
        return LIVE, root
    with objects.shadow(root) as shadow:
        return objects.resolve(shadow, root, ref), ""


def _needless(root: str, snapshots: list[SnapshotRow]) -> dict[str, str]:
    """Commit → why nobody needs its snapshot."""
    if not snapshots:
        return {}
    try:
        with objects.shadow(root) as shadow:
            there = objects.commits(shadow, [s.commit for s in snapshots])
            tips = objects.commits(shadow, [*git.refs(root).values(), *git.other_heads(root)]).values()
            found = {s.commit: "the commit is gone" for s in snapshots if s.commit not in there}
            for commit in there:
                if objects.unreachable(shadow, commit, tips):
                    found[commit] = "no branch or tag has it any more"
            return found
    except RefNotFound:
        return {s.commit: "the repository is gone" for s in snapshots}


def _size(path: Path) -> int:
    beside = (path, path.with_name(f"{path.name}-wal"))
    return sum(place.stat().st_size for place in beside if place.exists())
