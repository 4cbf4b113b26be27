"""What is indexed (seed 001): `index_file`, `index_directory`, `call_graph_stats`; and how fresh: `index_status`.

The index is always of the whole tree, and brought up to date before these tools are asked; they tell what it holds of
the files that were named. `extensions` narrows that, never what is indexed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from glob import escape
from typing import Any

from callmap.ask.changes import located
from callmap.ask.project import Project
from callmap.errors import BadInput, FileNotIndexed
from callmap.model import CALLABLE_KINDS, FileState
from callmap.show.lines import Answer
from callmap.show.text import numbers
from callmap.show.tools.shared import about


def index_file(project: Project, file_path: str, ref: str | None = None) -> dict[str, Any]:
    """Brings one file's functions and calls into the index, and tells how many there are."""
    project.check_ref(ref)
    path = located(project, file_path)
    state = project.store.file(project.snapshot.id, path)
    if state is None:
        raise FileNotIndexed(
            f"File '{file_path}' is not indexed: it is not there, no language that is known, or ignored.",
            remediation="Name a source file by its path from the root; call_graph_stats tells what is skipped.",
        )
    held = _held(project, [state], path)
    return {
        "file_path": path,
        "status": "skipped" if state.reason else "indexed",
        "reason": state.reason or None,
        "language": state.language,
        "functions_indexed": held["functions"],
        "edges_indexed": held["edges"],
        "problems": state.detail or None,
        "sha": state.blob,
        "metadata": about(project, []),
    }


def index_directory(
    project: Project, dir_path: str, extensions: list[str] | None = None, ref: str | None = None
) -> dict[str, Any]:
    """Brings all source files of a directory into the index, and tells how many functions and calls there are."""
    project.check_ref(ref)
    path = located(project, dir_path)
    inside = "" if path == "." else f"{path}/"
    suffixes = tuple(suffix if suffix.startswith(".") else f".{suffix}" for suffix in extensions or ())
    if extensions is not None and not suffixes:
        raise BadInput("extensions is empty.", remediation='Leave it out for all languages, or name some: [".py"].')
    files = [
        state
        for state in project.store.files(project.snapshot.id)
        if state.path.startswith(inside) and (not suffixes or state.path.endswith(suffixes))
    ]
    if not files:
        chosen = f" with {', '.join(suffixes)}" if suffixes else ""
        raise FileNotIndexed(
            f"No file{chosen} is known in '{dir_path}'.", remediation="Name a directory by its path from the root."
        )
    held = _held(project, files, inside)
    return {
        "dir_path": path,
        "extensions": list(suffixes) or None,
        "files_indexed": held["files"],
        "functions_indexed": held["functions"],
        "edges_indexed": held["edges"],
        "languages": held["languages"],
        "skipped": _counted(state.reason for state in files if state.reason),
        "files_with_problems": sum(bool(state.detail) for state in files if not state.reason),
        "metadata": about(project, []),
    }


def index_status(project: Project, ref: str | None = None) -> dict[str, Any]:
    """Of which commit the index is, when it was made, and what changed since."""
    project.check_ref(ref)
    snapshot, meta = project.snapshot, about(project, [])
    return {
        "root": project.root,
        "ref": snapshot.ref,
        "indexed_commit": snapshot.commit or None,
        "head_commit": meta["head"],
        "generation": snapshot.generation,
        "finished": datetime.fromtimestamp(snapshot.finished_ns / 1e9, UTC).isoformat(timespec="seconds"),
        "changed_files": meta["changed_files"],
        "caught_up": meta["freshness_status"] == "fresh",
        "files": sum(snapshot.counters["files"].values()),
        "metadata": meta,
    }


def call_graph_stats(project: Project, ref: str | None = None) -> dict[str, Any]:
    """How much is indexed: functions, edges, files, languages (seed 001); edges by confidence, coverage."""
    project.check_ref(ref)
    counts = project.snapshot.counters
    kinds = counts["symbols"]
    return {
        "total_functions": kinds.get("function", 0) + kinds.get("method", 0) + kinds.get("lambda", 0),
        "total_edges": sum(counts["edges"].values()),
        "total_files": sum(counts["files"].values()),
        "languages": counts["files"],
        "symbols_by_kind": kinds,
        "edges_by_confidence": counts["edges"],
        "edges_by_kind": counts["edge_kinds"],
        "unresolved_by_reason": counts["unresolved"],
        "given_up_by_bound": counts.get("bounds", {}),
        "skipped_files": counts["skipped"],
        "skipped_directories": counts["skipped_directories"],
        "files_with_problems": counts["problems"],
        "metadata": about(project, []),
    }


def stats_lines(answer: Answer) -> Iterator[str]:
    """call_graph_stats's answer."""
    for key, value in answer.items():
        if key != "metadata":
            yield f"{key}: {numbers(value) if isinstance(value, dict) else value}"


def held_lines(answer: Answer) -> Iterator[str]:
    """The answer of index_file, index_directory and index_status."""
    yield from stats_lines(answer)


def _held(project: Project, files: list[FileState], inside: str) -> dict[str, Any]:
    """How many functions and edges the index holds of some files, all of whose paths begin with `inside`."""
    paths = {state.path for state in files if not state.reason}
    store, snapshot = project.store, project.snapshot.id
    functions = sum(row.path in paths for row in store.symbols_like(snapshot, "", CALLABLE_KINDS, inside))
    edges = sum(edge.caller.path in paths for edge in store.edges(snapshot, escape(inside) + "*"))
    languages = _counted(state.language for state in files if not state.reason)
    return {"files": len(paths), "functions": functions, "edges": edges, "languages": languages}


def _counted(words: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(words).items(), key=lambda item: (-item[1], item[0])))
