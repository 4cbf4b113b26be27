"""Paths with constraints (seed 003): `dependenciesOf`, `dependentsOf`, `pathsBetween`. One format, to the letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from callmap.ask import graph, paths, symbols
from callmap.ask.chains import arrows, chains, labels
from callmap.ask.project import Project
from callmap.errors import BadInput, FileNotIndexed, SymbolNotFound
from callmap.model import Confidence, plain_name
from callmap.show.lines import Answer
from callmap.show.tools.shared import about
from callmap.store.names import means
from callmap.store.rows import EdgeRow, End, SymbolRow

MOST_NODES = 100
SNIPPETS = 15  # with more nodes than that, none has its text
MOST_SNIPPET_LINES = 40
MOST_SNIPPET_TEXT = 12_000  # characters, of all snippets
_MOST_NEAR = 10
_SHORTEST = 5  # paths of the same length that are shown


def dependencies_of(project: Project, file_path: str, symbol: str, ref: str | None = None) -> dict[str, Any]:
    """All that a symbol depends on: over calls, references, base classes and interfaces, however far."""
    project.check_ref(ref)
    start = _symbol(project, file_path, symbol)
    ahead = graph.outgoing(project.store, project.snapshot.id)
    reached = graph.reach(ahead, graph.callee, [start.key], kinds=graph.DEPENDENCY_KINDS)
    return _answer(project, reached, [start], "No dependencies found.")


def dependents_of(project: Project, file_path: str, symbol: str, ref: str | None = None) -> dict[str, Any]:
    """All that depends on a symbol: over calls, references, base classes and interfaces, however far."""
    project.check_ref(ref)
    start = _symbol(project, file_path, symbol)
    back = graph.incoming(project.store, project.snapshot.id)
    reached = graph.reach(back, graph.caller, [start.key], kinds=graph.DEPENDENCY_KINDS)
    return _answer(project, reached, [start], "No dependents found.")


def paths_between(
    project: Project, from_: Mapping[str, str], to: Mapping[str, str], ref: str | None = None
) -> dict[str, Any]:
    """How two symbols are connected, whichever leads to the other: the shortest paths."""
    project.check_ref(ref)
    ends = [_symbol(project, place["file_path"], place["symbol"]) for place in (from_, to)]
    if ends[0].key == ends[1].key:
        raise BadInput(
            "Invalid query: source and target are the same symbol.", remediation="Name two different symbols."
        )
    store, snapshot = project.store, project.snapshot.id
    sides = graph.outgoing(store, snapshot), graph.incoming(store, snapshot)
    found = paths.Paths([])
    for one, other in (ends, ends[::-1]):
        ways = paths.between(*sides, [one.key], [other.key], limit=_SHORTEST, kinds=graph.DEPENDENCY_KINDS)
        if ways.paths or ways.cut:
            found = ways
        if ways.paths:
            break
    shortest = [path for path in found.paths if len(path.edges) == len(found.paths[0].edges)]
    edges = [edge for path in shortest for edge in path.edges]
    steps = [graph.Step(edge, 1) for edge in edges]
    nodes = {end.key: end for edge in edges for end in (edge.caller, edge.callee) if end is not None}
    distances = dict.fromkeys(nodes, 1)
    answer = _answer(project, graph.Reached(steps, nodes, distances), ends, "No path found.")
    answer["paths"] = [{"length": len(path.edges), "confidence": path.confidence} for path in shortest]
    if found.cut and not found.paths:
        answer["notes"].append("The search was stopped by its bounds, so there may be a longer path.")
    return answer


def dependency_text(answer: Answer) -> Iterator[str]:
    """The answer of all three tools, to the letter; `## Notes` only when something is to be said about it."""
    if answer["graph"]:
        yield "## Graph"
        yield ""
        yield from answer["graph"]
    else:
        yield answer["message"]
    if answer["nodes"]:
        yield ""
        yield "## Nodes"
    for node in answer["nodes"]:
        yield ""
        yield f"{node['name']}:"
        yield f"  file: {node['file']}"
        yield f"  offset: {node['offset']}, limit: {node['limit']}"
        if node.get("snippet"):
            yield "  snippet:"
            yield from (f"    {line}" for line in node["snippet"])
    stale = answer["metadata"]["freshness_status"] != "fresh"
    notes = [*answer["notes"], *(["The working tree has moved since it was indexed."] if stale else [])]
    if notes:
        yield ""
        yield "## Notes"
        yield ""
        yield from notes


# --- which symbol ---


def _symbol(project: Project, file_path: str, name: str) -> SymbolRow:
    """The symbol of that name in that file; else an error that says where it is, or what is there."""
    path = symbols.relative(project.root, file_path)
    rows = [row for row in project.store.symbols_in(project.snapshot.id, path) if row.name]
    state = project.store.file(project.snapshot.id, path)
    if state is None or state.reason:
        places = _files(project, name, file_path)
        raise FileNotIndexed(
            "\n".join([f"File '{file_path}' is not indexed.", *_listed(f"Symbol '{name}' exists in:", places)]),
            remediation="Name an indexed file by its path from the root.",
            candidates=places,
        )
    tests = (
        lambda row: row.name == name,
        lambda row: plain_name(row.name) == name and "declaration" not in row.flags,
        lambda row: means(row, name) and "declaration" not in row.flags,
        lambda row: means(row, name),
    )
    for fits in tests:
        found = [row for row in rows if fits(row)]
        if found:
            return found[0]
    places = _files(project, name, file_path)
    if places:
        more, near = _listed(f"Symbol '{name}' exists in:", places), places
    else:
        near = _similar(name, {plain_name(row.name) for row in rows})
        more = _listed(f"Available symbols in {path}:", near)
    raise SymbolNotFound(
        "\n".join([f"Symbol '{name}' not found at {file_path}.", *more]),
        remediation="Take one of the names or files listed.",
        candidates=near,
    )


def _files(project: Project, name: str, file_path: str) -> list[str]:
    rows = project.store.symbols_named(project.snapshot.id, name)
    return _similar(file_path, {row.path for row in rows})


def _similar(text: str, known: Iterable[str]) -> list[str]:
    from rapidfuzz import fuzz

    return sorted(known, key=lambda one: (-fuzz.ratio(text[:1000], one), one))[:_MOST_NEAR]


def _listed(title: str, things: list[str]) -> list[str]:
    return ["", title, *(f"  - {thing}" for thing in things)] if things else []


# --- the format ---


def _answer(project: Project, reached: graph.Reached, asked: list[SymbolRow], empty: str) -> dict[str, Any]:
    """The nearest symbols that were reached, and all edges between them."""
    keys = {row.key for row in asked}
    near = [end for end in reached.ends.values() if end.key not in keys]
    shown = near[:MOST_NODES]
    inside = keys | {end.key for end in shown}
    edges = [
        step.edge
        for step in reached.steps
        if step.edge.callee is not None and {step.edge.caller.key, step.edge.callee.key} <= inside
    ]
    names = labels([*map(graph.as_end, asked), *shown])
    notes = []
    if len(shown) < len(near) or reached.cut:
        atleast = "at least " if reached.cut else ""
        notes.append(f"The nearest {len(shown)} of {atleast}{len(near)} symbols are shown; ask about one of them.")
    lines = [
        names[line[0].source] + "".join(f" --{arrow.kind}--> {names[arrow.target]}" for arrow in line)
        for line in chains(arrows(edges))
    ]
    return {
        "graph": lines,
        "nodes": _nodes(project, shown, names, notes),
        "message": "" if lines else empty,
        "edges": [_edge(edge, names) for edge in _strongest(edges)],
        "total_nodes": len(near),
        "notes": notes,
        "metadata": about(project, [], truncated=len(shown) < len(near) or reached.cut),
    }


def _nodes(project: Project, ends: list[End], names: dict[int, str], notes: list[str]) -> list[dict[str, Any]]:
    nodes, left = [], MOST_SNIPPET_TEXT
    for end in ends:
        first, last = max(end.line, 1), max(end.end_line, end.line, 1)
        node: dict[str, Any] = {
            "name": names[end.key], "file": end.path, "offset": first, "limit": last - first + 1,
        }  # fmt: skip
        if len(ends) <= SNIPPETS:
            text = project.source(end.path)[first - 1 : min(last, first + MOST_SNIPPET_LINES - 1)]
            snippet = [f"{number}: {line.rstrip()}" for number, line in enumerate(text, first)]
            while snippet and sum(map(len, snippet)) > left:
                snippet.pop()
            left -= sum(map(len, snippet))
            node["snippet"] = snippet
            if len(snippet) < last - first + 1:
                notes.append(f"Of {names[end.key]} {len(snippet)} of {last - first + 1} lines are shown.")
        nodes.append(node)
    return nodes


def _strongest(edges: list[EdgeRow]) -> list[EdgeRow]:
    """One edge for each pair and kind, the surest."""
    best: dict[tuple[int, int, str], EdgeRow] = {}
    for edge in sorted(edges, key=lambda edge: Confidence.ALL.index(edge.confidence)):
        if edge.callee is not None:
            best.setdefault((edge.caller.key, edge.callee.key, edge.kind), edge)
    return list(best.values())


def _edge(edge: EdgeRow, names: dict[int, str]) -> dict[str, Any]:
    assert edge.callee is not None
    return {
        "from": names[edge.caller.key],
        "to": names[edge.callee.key],
        "kind": edge.kind,
        "confidence": edge.confidence,
        "file": edge.caller.path,
        "line": edge.line,
    }
