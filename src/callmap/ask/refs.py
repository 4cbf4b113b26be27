"""What is indexed of a repository: takes a root, gives its snapshots, their names, sizes and what they share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from callmap import config
from callmap.errors import IndexNotReady, RefNotFound
from callmap.read import git, objects
from callmap.store.store import LIVE, Index
from callmap.versions import code_version


def listed(root: str) -> dict[str, Any]:
    """Every snapshot, working trees first. `own_bytes` are in units that no other snapshot has."""
    path = config.database_path(root)
    try:
        with Index.open(Path(path), write=False) as store, store.read():
            snapshots, sizes = store.snapshots(), store.usage()
    except IndexNotReady:
        snapshots, sizes = [], {}
    names = names_of_commits(root) if any(s.ref != LIVE for s in snapshots) else {}
    found = []
    for s in sorted(snapshots, key=lambda s: (s.ref != LIVE, s.finished_ns)):
        size, own = sizes.get(s.id, (0, 0))
        found.append({
            "ref": s.ref, "tree": s.tree or None, "commit": s.commit or None, "indexed_at_ns": s.finished_ns,
            "names": names.get(s.commit, []), "files": sum(s.counters.get("files", {}).values()),
            "bytes": size, "own_bytes": own, "shared_bytes": size - own,
            "current": s.versions.startswith(code_version()),
        })  # fmt: skip
    size = os.path.getsize(path) if os.path.exists(path) else 0
    return {"root": root, "refs": found, "database_bytes": size, "path": path}


def names_of_commits(root: str) -> dict[str, list[str]]:
    """Commit → the branches and tags that are at it."""
    found: dict[str, list[str]] = {}
    refs = git.refs(root)
    try:
        with objects.shadow(root) as shadow:
            commits = objects.commits(shadow, refs.values())
    except RefNotFound:  # no repository any more
        return {}
    for name, hash in refs.items():
        if hash in commits:
            found.setdefault(commits[hash], []).append(name.split("/", 2)[-1] if name.startswith("refs/") else name)
    return found
