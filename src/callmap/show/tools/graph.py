"""Symbols and their calls (seed 004): `get_call_graph`, `locate_symbol`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from callmap.ask import graph
from callmap.ask.answers import KINDS_OF_CONTRACT, contract_symbol
from callmap.ask.locate import SCORES, locate
from callmap.ask.project import Project
from callmap.errors import BadInput, FileNotIndexed
from callmap.show.lines import Answer, edge_line, grouped, symbol_line
from callmap.show.tools.shared import (
    Names,
    Page,
    about,
    by_directory,
    clamped,
    contract_edges,
    detailed,
    directory_lines,
    known_detail,
    known_language,
    lies_within,
    no_callers,
    one_each,
)  # fmt: skip

DIRECTIONS = ("callers", "callees", "both")


def get_call_graph(
    project: Project,
    symbol_name: Names,
    path: str = "",
    ref: str | None = None,
    direction: str = "both",
    depth: int = 1,
    limit: int = 20,
    cursor: str = "",
    detail_level: str = "signature",
    within: str = "",
) -> dict[str, Any]:
    """Callers and callees of a symbol, or of several, with call sites, confidence and evidence (seed 004); those in a
    directory only, if `within` names one."""
    project.check_ref(ref)
    if direction not in DIRECTIONS:
        raise BadInput(f"direction is '{direction}'; it must be one of {', '.join(DIRECTIONS)}.")
    known_detail(detail_level)
    warnings: list[str] = []
    depth = clamped("depth", depth, 1, graph.DEEPEST, warnings)
    page = Page.of(limit, cursor, warnings, project)
    rows = one_each(project, symbol_name, path)
    answer: dict[str, Any] = {"symbol": contract_symbol(rows[0]), "callers": [], "callees": []}
    if len(rows) > 1:
        answer["symbols"] = [contract_symbol(row) for row in rows]
    places: dict[str, list[str]] = {}
    totals, met, cut = [0], 0, False
    for name in ("callers", "callees"):
        if direction in (name, "both"):
            walk, other = (graph.callers, graph.caller) if name == "callers" else (graph.callees, graph.callee)
            walked = walk(project.store, project.snapshot.id, rows, depth, graph.ALL)
            ends = [(step, end.path if (end := other(step.edge)) is not None else "") for step in walked.steps]
            ends = [(step, path) for step, path in ends if not within or lies_within(path, within)]
            answer[name] = _edges(project, [step for step, _ in page.cut(ends)], name, detail_level)
            answer[f"total_{name}"] = len(ends)
            totals.append(len(ends))
            places[name] = [path for _, path in ends]
            met, cut = met + walked.total, cut or walked.cut
    answer |= by_directory(**places)
    answer["total_edges"] = sum(totals)
    answer["truncated"] = page.leaves(max(totals)) or cut
    answer |= page.rest(max(totals), warnings)
    if within and not sum(totals):
        answer["note"] = f"None of the {met} edges met leads to or from a path that holds or fits '{within[:200]}'."
    elif direction != "callees" and not within and not answer["total_callers"]:
        answer["note"] = no_callers(project, *rows)
    answer["metadata"] = about(project, warnings, truncated=answer["truncated"])
    return answer


def call_graph_lines(answer: Answer) -> Iterator[str]:
    """get_call_graph's answer."""
    for symbol in answer.get("symbols") or [answer["symbol"]]:
        yield f"{symbol['path']}:{symbol_line(symbol)}"
    for direction in ("callers", "callees"):
        edges, total = answer[direction], answer.get(f"total_{direction}")
        if total is not None:
            yield ""
            yield f"{total} {direction}{f', {len(edges)} shown' if len(edges) < total else ''}"
            lines = [(edge["call_site"]["file"], line) for edge in edges for line in _edge_lines(edge, direction)]
            yield from grouped(lines)
            yield from directory_lines(answer, direction)


def _edge_lines(edge: Answer, direction: str) -> Iterator[str]:
    yield edge_line(edge, direction)
    if edge.get("source"):
        yield f"    {edge['source']}"


def _edges(project: Project, steps: Sequence[graph.Step], direction: str, detail: str) -> list[Answer]:
    found = []
    for step, edge in zip(steps, contract_edges(project, steps, direction), strict=True):
        if detail == "location" and edge["symbol"]:
            edge["symbol"] = {k: v for k, v in edge["symbol"].items() if k not in ("signature", "language")}
        found.append(detailed(project, edge, step.edge, detail))
    return found


def locate_symbol(
    project: Project,
    name: str,
    kind: str = "",
    language: str = "",
    path: str = "",
    ref: str | None = None,
    limit: int = 20,
    cursor: str = "",
) -> dict[str, Any]:
    """Where a symbol is defined: exact names; else other case, ends of names, similar ones. Each result says which."""
    project.check_ref(ref)
    warnings: list[str] = []
    page = Page.of(limit, cursor, warnings, project)
    kinds = KINDS_OF_CONTRACT.get(kind, (kind,) if kind else ())
    match, found = locate(project.store, project.snapshot.id, name, kinds, known_language(language), path)
    return {
        "results": [{**contract_symbol(row), "match": match} for row in page.cut(found)],
        "total_candidates": len(found),
        "match": match,
        "top_score": SCORES[match],
        **page.rest(len(found), warnings),
        "metadata": about(project, warnings, truncated=page.leaves(len(found))),
    }


def found_lines(answer: Answer) -> Iterator[str]:
    """locate_symbol's answer."""
    found, total = answer["results"], answer["total_candidates"]
    yield f"{total} found ({answer['match']}){f', {len(found)} shown' if len(found) < total else ''}"
    yield from grouped([(symbol["path"], symbol_line(symbol)) for symbol in found])


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
