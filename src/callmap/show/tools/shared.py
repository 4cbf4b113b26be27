"""What tools share: bounds that warn, edges as the contracts draw them, the metadata of every answer."""

from __future__ import annotations

from typing import Any

from callmap.ask import graph
from callmap.ask.answers import contract_symbol, metadata
from callmap.ask.project import Project
from callmap.model import short_name
from callmap.store.rows import SymbolRow

MOST_RESULTS = 100


def clamped(name: str, value: int, low: int, high: int, warnings: list[str]) -> int:
    clamped = min(max(value, low), high)
    if clamped != value:
        warnings.append(f"{name} {value} is outside {low}–{high}; {clamped} was used.")
    return clamped


def about(project: Project, warnings: list[str], truncated: bool = False) -> dict[str, Any]:
    fresh = project.freshness()
    if fresh.status == "stale":
        warnings = [
            *warnings,
            f"The working tree has moved since it was indexed ({fresh.changed_files} files differ).",
        ]
    return metadata(
        freshness=fresh.status,
        completeness="truncated" if truncated else "complete",
        commit=project.snapshot.commit,
        warnings=warnings,
        head=fresh.head or None,
        changed_files=fresh.changed_files,
    )


def no_callers(project: Project, symbol: SymbolRow) -> str:
    """What "0 callers" means here: nobody, or nobody that is known."""
    name = short_name(symbol.name) or symbol.qualified_name
    count, some = project.unresolved_calls_named(name)
    if not count:
        return f"No call of '{name}' was found, and no unresolved call has that name."
    places = ", ".join(f"{edge.caller.path}:{edge.line}" for edge in some)
    return (
        f"No call is known to reach it, but {count} unresolved call{'s' if count > 1 else ''} of the name '{name}' "
        f"may: {places}{' …' if count > len(some) else ''}"
    )


def contract_edges(project: Project, walked: graph.Walked, direction: str) -> list[dict[str, Any]]:
    ends = {}
    other = graph.caller if direction == "callers" else graph.callee
    keys = [end.key for step in walked.steps if (end := other(step.edge)) is not None]
    for row in project.store.symbols_with_keys(project.snapshot.id, keys):
        ends[row.key] = contract_symbol(row)
    results = []
    for step in walked.steps:
        edge, end = step.edge, other(step.edge)
        results.append({
            "symbol": ends.get(end.key) if end is not None else None,
            "call_site": {"file": edge.caller.path, "line": edge.line, "column": edge.column},
            "confidence": edge.confidence,
            "depth": step.depth,
            "caller": edge.caller.id,
            "callee": edge.callee.id if edge.callee is not None else None,
            "kind": edge.kind,
            "call_type": edge.call_type,
            "via": list(edge.via),
            "name": edge.name,
            **({"external": edge.external, "reason": edge.reason} if end is None else {}),
            **({"condition": edge.condition} if edge.condition else {}),
        })  # fmt: skip
    return results
