"""What is indexed (seed 001): `call_graph_stats`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from callmap.ask.project import Project
from callmap.show.lines import Answer
from callmap.show.text import numbers
from callmap.show.tools.shared import about


def call_graph_stats(project: Project) -> dict[str, Any]:
    """How much is indexed: functions, edges, files, languages (seed 001); edges by confidence, coverage."""
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
