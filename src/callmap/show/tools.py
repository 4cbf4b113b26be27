"""Every tool once: takes a contract's parameters, gives its JSON. MCP and CLI offer these; neither adds to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from callmap.ask import graph, symbols
from callmap.ask.answers import CONTRACT_KINDS, KINDS_OF_CONTRACT, contract_symbol, metadata
from callmap.ask.project import Project
from callmap.errors import BadInput
from callmap.model import short_name
from callmap.store.rows import SymbolRow

DIRECTIONS = ("callers", "callees", "both")
MOST_RESULTS = 100


def get_call_graph(
    project: Project,
    symbol_name: str,
    path: str = "",
    ref: str | None = None,
    direction: str = "both",
    depth: int = 1,
    limit: int = 20,
) -> dict[str, Any]:
    """Callers and callees of a symbol, with call sites, confidence and evidence (seed 004)."""
    project.check_ref(ref)
    if direction not in DIRECTIONS:
        raise BadInput(f"direction is '{direction}'; it must be one of {', '.join(DIRECTIONS)}.")
    warnings: list[str] = []
    depth = _clamped("depth", depth, 1, graph.DEEPEST, warnings)
    limit = _clamped("limit", limit, 1, MOST_RESULTS, warnings)
    symbol = project.find(symbol_name, path)
    answer: dict[str, Any] = {"symbol": contract_symbol(symbol), "callers": [], "callees": []}
    total = shown = 0
    cut = False
    for name in ("callers", "callees"):
        if direction in (name, "both"):
            walked = (project.callers if name == "callers" else project.callees)(symbol, depth, limit)
            answer[name] = _contract_edges(project, walked, name)
            total, shown, cut = total + walked.total, shown + len(walked.steps), cut or walked.cut
            answer[f"total_{name}"] = walked.total
    answer["total_edges"] = total
    answer["truncated"] = shown < total or cut
    if direction != "callees" and not answer["callers"]:
        answer["note"] = no_callers(project, symbol)
    if shown < total:
        warnings.append(f"{shown} of {total} edges are shown; raise `limit` (≤ {MOST_RESULTS}) or narrow the question.")
    answer["metadata"] = _metadata(project, warnings, truncated=answer["truncated"])
    return answer


def locate_symbol(
    project: Project, name: str, kind: str = "", language: str = "", path: str = "", ref: str | None = None
) -> dict[str, Any]:
    """Where a symbol is defined: exact names first, then other case, then similar ones; each result says which."""
    project.check_ref(ref)
    kinds = KINDS_OF_CONTRACT.get(kind, (kind,) if kind else ())
    store, snapshot = project.store, project.snapshot.id
    stages: tuple[tuple[str, Callable[[], list[SymbolRow]]], ...] = (
        ("exact", lambda: store.symbols_named(snapshot, name, kinds, path)),
        ("case_insensitive", lambda: _same_letters(store.symbols_like(snapshot, name, kinds, path), name)),
        ("substring", lambda: store.symbols_like(snapshot, name, kinds, path)),
        ("similar", lambda: symbols.near(store, snapshot, name)),
    )
    found: list[SymbolRow] = []
    match = "none"
    for stage, look in stages:
        found = [row for row in look() if (not language or row.language == language) and _of_kind(row, kinds)]
        if found:
            match = stage
            break
    results = [{**contract_symbol(row), "match": match} for row in found[:MOST_RESULTS]]
    return {
        "results": results,
        "total_candidates": len(found),
        "match": match,
        "metadata": _metadata(project, [], truncated=len(results) < len(found)),
    }


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
        "metadata": _metadata(project, []),
    }


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


def _contract_edges(project: Project, walked: graph.Walked, direction: str) -> list[dict[str, Any]]:
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


def _clamped(name: str, value: int, low: int, high: int, warnings: list[str]) -> int:
    clamped = min(max(value, low), high)
    if clamped != value:
        warnings.append(f"{name} {value} is outside {low}–{high}; {clamped} was used.")
    return clamped


def _of_kind(row: SymbolRow, kinds: tuple[str, ...]) -> bool:
    return not kinds or row.kind in kinds or CONTRACT_KINDS.get(row.kind) in kinds


def _same_letters(rows: list[SymbolRow], name: str) -> list[SymbolRow]:
    wanted = name.lower().rpartition(".")[2]
    return [row for row in rows if short_name(row.name).lower() == wanted]


def _metadata(project: Project, warnings: list[str], truncated: bool = False) -> dict[str, Any]:
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
