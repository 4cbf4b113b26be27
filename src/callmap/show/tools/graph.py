"""Symbols and their calls (seed 004): `get_call_graph`, `locate_symbol`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from callmap.ask import graph, symbols
from callmap.ask.answers import CONTRACT_KINDS, KINDS_OF_CONTRACT, contract_symbol
from callmap.ask.project import Project
from callmap.errors import BadInput, FileNotIndexed
from callmap.model import short_name
from callmap.show.lines import Answer, edge_line, grouped, symbol_line
from callmap.show.tools.shared import MOST_RESULTS, about, clamped, contract_edges, no_callers
from callmap.store.rows import SymbolRow

DIRECTIONS = ("callers", "callees", "both")


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
    depth = clamped("depth", depth, 1, graph.DEEPEST, warnings)
    limit = clamped("limit", limit, 1, MOST_RESULTS, warnings)
    symbol = project.find(symbol_name, path)
    answer: dict[str, Any] = {"symbol": contract_symbol(symbol), "callers": [], "callees": []}
    total = shown = 0
    cut = False
    for name in ("callers", "callees"):
        if direction in (name, "both"):
            walked = (project.callers if name == "callers" else project.callees)(symbol, depth, limit)
            answer[name] = contract_edges(project, walked, name)
            total, shown, cut = total + walked.total, shown + len(walked.steps), cut or walked.cut
            answer[f"total_{name}"] = walked.total
    answer["total_edges"] = total
    answer["truncated"] = shown < total or cut
    if direction != "callees" and not answer["callers"]:
        answer["note"] = no_callers(project, symbol)
    if shown < total:
        warnings.append(f"{shown} of {total} edges are shown; raise `limit` (≤ {MOST_RESULTS}) or narrow the question.")
    answer["metadata"] = about(project, warnings, truncated=answer["truncated"])
    return answer


def call_graph_lines(answer: Answer) -> Iterator[str]:
    """get_call_graph's answer."""
    yield f"{answer['symbol']['path']}:{symbol_line(answer['symbol'])}"
    for direction in ("callers", "callees"):
        edges, total = answer[direction], answer.get(f"total_{direction}")
        if total is not None:
            yield ""
            yield f"{total} {direction}{f', {len(edges)} shown' if len(edges) < total else ''}"
            yield from grouped([(edge["call_site"]["file"], edge_line(edge, direction)) for edge in edges])


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
        "metadata": about(project, [], truncated=len(results) < len(found)),
    }


def file_outline(project: Project, path: str) -> dict[str, Any]:
    """The symbols of a file, in their order there."""
    rows = [row for row in project.store.symbols_in(project.snapshot.id, path) if row.name]
    if not rows and path not in {state.path for state in project.store.files(project.snapshot.id) if not state.reason}:
        raise FileNotIndexed(
            f"File '{path}' is not indexed.", remediation="Write its path relative to the root of the repository."
        )
    rows.sort(key=lambda row: (row.line, row.column))
    return {"path": path, "symbols": [contract_symbol(row) for row in rows], "metadata": about(project, [])}


def outline_lines(answer: Answer) -> Iterator[str]:
    """file_outline's answer."""
    yield f"{answer['path']}: {len(answer['symbols'])} symbols"
    yield from (f"  {symbol_line(symbol)}" for symbol in answer["symbols"])


def found_lines(answer: Answer) -> Iterator[str]:
    """locate_symbol's answer."""
    found, total = answer["results"], answer["total_candidates"]
    yield f"{total} found ({answer['match']}){f', {len(found)} shown' if len(found) < total else ''}"
    yield from grouped([(symbol["path"], symbol_line(symbol)) for symbol in found])


def _of_kind(row: SymbolRow, kinds: tuple[str, ...]) -> bool:
    return not kinds or row.kind in kinds or CONTRACT_KINDS.get(row.kind) in kinds


def _same_letters(rows: list[SymbolRow], name: str) -> list[SymbolRow]:
    wanted = name.lower().rpartition(".")[2]
    return [row for row in rows if short_name(row.name).lower() == wanted]
