"""Answers that cite their sources (seed 002): `who_calls`, `list_dependencies`, `entrypoint_flow`, `impact_of`.

Every result names its place as a span: path, sha (the content's), start, end. A symbol's span is its definition; the
call's own span stands beside it. A call of itself is marked `recursive`, not dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from callmap.ask import entries, graph
from callmap.ask.changes import Change, changed_by_diff, changed_files, changed_symbols
from callmap.ask.conditions import exists_under
from callmap.ask.impact import impact
from callmap.ask.project import Project
from callmap.ask.risk import risk
from callmap.errors import BadInput
from callmap.show.lines import Answer, grouped
from callmap.show.tools.shared import (
    Names,
    Page,
    about,
    by_directory,
    clamped,
    detailed,
    directory_lines,
    known_detail,
    no_callers,
    one_each,
    remembered,
    remembered_lines,
    signatures,
)  # fmt: skip
from callmap.store.rows import EdgeRow, End

_FLOW = {"direct": "function_call", "indirect": "indirect_call", "macro": "macro_call"}


def who_calls(
    project: Project,
    symbol: Names,
    depth: int = 1,
    config: str = "",
    ref: str | None = None,
    limit: int = 100,
    cursor: str = "",
    detail_level: str = "signature",
) -> dict[str, Any]:
    """Who calls a symbol, over `depth` levels (at most 5), with the span of each caller and of each call."""
    return _walked(project, symbol, depth, config, ref, limit, cursor, detail_level, "callers")


def list_dependencies(
    project: Project,
    symbol: Names,
    depth: int = 1,
    config: str = "",
    ref: str | None = None,
    limit: int = 100,
    cursor: str = "",
    detail_level: str = "signature",
) -> dict[str, Any]:
    """What a symbol calls, over `depth` levels (at most 5), with the span of each callee and of each call."""
    return _walked(project, symbol, depth, config, ref, limit, cursor, detail_level, "callees")


def entrypoint_flow(
    project: Project,
    entry: str,
    config: str = "",
    depth: int = 5,
    ref: str | None = None,
    limit: int = 100,
    cursor: str = "",
) -> dict[str, Any]:
    """What runs after an entry point: each step an edge from one symbol to the next, nearest first."""
    project.check_ref(ref)
    warnings: list[str] = []
    page = Page.of(limit, cursor, warnings, project)
    depth = clamped("depth", depth, 1, graph.DEEPEST, warnings)
    start = entries.find(project, entry)
    ahead, kinds = graph.outgoing(project.store, project.snapshot.id), graph.CALL_KINDS | {"REFERENCES"}
    reached = graph.reach(ahead, graph.callee, [start.row.key], depth, exists_under(config), kinds)
    known = [step for step in reached.steps if step.edge.callee is not None]
    cite = _Citations(project)
    return {
        "entry": start.row.id,
        "entry_span": cite.symbol(start.row.path, start.row.line, start.row.end_line),
        "entry_reason": start.reason or None,
        "steps": [_flow_step(cite, step) for step in page.cut(known)],
        "total": len(known),
        "unresolved": len(reached.steps) - len(known),
        **by_directory(steps=[step.edge.callee.path for step in known if step.edge.callee is not None]),
        **page.rest(len(known), warnings),
        "metadata": about(project, warnings, truncated=page.leaves(len(known)) or reached.cut),
    }


def impact_of(
    project: Project,
    diff: str = "",
    files: list[str] | None = None,
    symbols: list[str] | None = None,
    config: str = "",
    ref: str | None = None,
    limit: int = 100,
    cursor: str = "",
) -> dict[str, Any]:
    """What a change touches: callers and callees, tests, owners, entry points, risks; of a diff, files or symbols."""
    project.check_ref(ref)
    warnings: list[str] = []
    page = Page.of(limit, cursor, warnings, project)
    if not (diff.strip() or files or symbols):
        raise BadInput(
            "Nothing is said to change: diff, files and symbols are all empty.",
            remediation="Pass a unified diff, a list of files, or a list of symbols.",
        )
    change = Change()
    for part in (
        changed_by_diff(project, diff) if diff.strip() else None,
        changed_files(project, files) if files else None,
        changed_symbols(project, symbols) if symbols else None,
    ):
        change = change if part is None else change.joined(part)
    found = impact(project, change, exists_under(config))
    cite = _Citations(project)
    touched = [*found.changed, *found.callers, *found.callees]
    known = remembered(project, change.symbols)
    score = risk(len(found.changed) + len(found.callers), known["decisions"], known["errors"])
    return {
        "configs": [],
        "modules": [],
        "tests": list(page.cut(found.tests)),
        "owners": found.owners,
        "risks": found.risks,
        "risk": msgspec.to_builtins(score),
        "cites": [cite.end(end) for end in page.cut(touched)],
        "changed_symbols": [_named(end) for end in page.cut(found.changed)],
        "affected_callers": [_named(end, found.distances) for end in page.cut(found.callers)],
        "affected_callees": [_named(end) for end in page.cut(found.callees)],
        "entry_points": found.entries,
        "subsystems": found.subsystems,
        "unresolved_calls": found.unresolved,
        "remembered": known,
        "total_changed": len(found.changed),
        "total_callers": len(found.callers),
        "total_callees": len(found.callees),
        "total_tests": len(found.tests),
        **by_directory(callers=[end.path for end in found.callers]),
        **page.rest(len(touched), warnings),
        **({"note": found.note} if found.note else {}),
        "metadata": about(project, [*warnings, *change.warnings], truncated=page.leaves(len(touched)) or found.cut),
    }


# --- as text ---


def callers_lines(answer: Answer) -> Iterator[str]:
    """who_calls's answer."""
    yield from _walked_lines(answer, "callers")


def dependencies_lines(answer: Answer) -> Iterator[str]:
    """list_dependencies's answer."""
    yield from _walked_lines(answer, "callees")
    for call in answer["unresolved"]:
        yield f"  ? {call['name']} ({call['reason']})  {_place(call['call_span'])}"


def flow_lines(answer: Answer) -> Iterator[str]:
    """entrypoint_flow's answer."""
    why = f" ({answer['entry_reason']})" if answer["entry_reason"] else ""
    yield f"{answer['entry']}{why}: {answer['total']} steps, {answer['unresolved']} more calls are not resolved"
    for step in answer["steps"]:
        mark = "  recursive" if step["recursive"] else ""
        yield f"  {step['depth']}  {step['from']} -> {step['to']}  {step['edge']}  {_place(step['span'])}{mark}"
    yield from directory_lines(answer, "steps")


def impact_lines(answer: Answer) -> Iterator[str]:
    """impact_of's answer."""
    yield f"{answer['total_changed']} symbols change; {answer['total_callers']} callers are affected"
    yield (
        "risk: {score} of 100, {level} = {blast_radius} for {affected_symbols} symbols + {decisions} + {errors} "
        "for {related_decisions} decisions, {past_errors} past errors".format_map(answer["risk"])
    )
    yield from remembered_lines(answer)
    for name in ("risks", "tests", "owners", "configs", "modules", "subsystems"):
        values = answer[name]
        yield f"{name}: {', '.join(str(value) for value in values) if values else 'none'}"
    yield f"entry points: {', '.join(entry['symbol'] for entry in answer['entry_points']) or 'none'}"
    for title, name in (
        ("changed", "changed_symbols"),
        ("affected callers", "affected_callers"),
        ("callees of the change", "affected_callees"),
    ):
        if answer[name]:
            yield ""
            yield f"{title}"
            yield from grouped([(one["path"], f"{one['line']}: {one['symbol']}") for one in answer[name]])
    yield from directory_lines(answer, "callers")


def _walked_lines(answer: Answer, direction: str) -> Iterator[str]:
    yield f"{', '.join(one['symbol'] for one in answer['symbols'])}: {answer['total']} {direction}"
    for one in answer[direction]:
        marks = [one["call_type"], one["confidence"], f"depth {one['depth']}"]
        marks += ["recursive"] if one["recursive"] else []
        via = f" via {'; '.join(one['via'])}" if one.get("via") else ""
        yield f"  {one['symbol']}  {_place(one['span'])}, call at {_place(one['call_span'])}  [{', '.join(marks)}]{via}"
        yield from _source_lines(one)
    yield from directory_lines(answer, direction)


def _source_lines(one: Answer) -> Iterator[str]:
    if one.get("source"):
        yield f"      {one['source']}"


def _place(span: Answer) -> str:
    return f"{span['path']}:{span['start']}" + (f"-{span['end']}" if span["end"] != span["start"] else "")


# --- pieces ---


class _Citations:
    """Spans with the hash of their file's content, which is looked up once."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._hashes: dict[str, str] = {}

    def symbol(self, path: str, start: int, end: int) -> dict[str, Any]:
        if path not in self._hashes:
            state = self._project.store.file(self._project.snapshot.id, path)
            self._hashes[path] = state.blob if state is not None else ""
        first = max(start, 1)
        return {"path": path, "sha": self._hashes[path], "start": first, "end": max(end, first)}

    def end(self, end: End) -> dict[str, Any]:
        return self.symbol(end.path, end.line, end.end_line)

    def call(self, edge: EdgeRow) -> dict[str, Any]:
        return self.symbol(edge.caller.path, edge.line, edge.line)


def _walked(
    project: Project,
    names: Names,
    depth: int,
    config: str,
    ref: str | None,
    limit: int,
    cursor: str,
    detail: str,
    direction: str,
) -> dict[str, Any]:
    project.check_ref(ref)
    known_detail(detail)
    warnings: list[str] = []
    page = Page.of(limit, cursor, warnings, project)
    depth = clamped("depth", depth, 1, graph.DEEPEST, warnings)
    rows = one_each(project, names)
    walk = graph.callers if direction == "callers" else graph.callees
    other = graph.caller if direction == "callers" else graph.callee
    walked = walk(project.store, project.snapshot.id, rows, depth, graph.ALL, wanted=exists_under(config))
    known = [step for step in walked.steps if step.edge.callee is not None]
    ends = [(end, step) for step in known if (end := other(step.edge)) is not None]
    cite, shown = _Citations(project), page.cut(ends)
    written = signatures(project, (end for end, _ in shown), detail)
    results = [
        detailed(project, {**_caller_info(cite, end, step), "signature": written.get(end.key, "")}, step.edge, detail)
        for end, step in shown
    ]
    answer: dict[str, Any] = {
        "symbol": names,
        "symbols": [{"symbol": row.name, "span": cite.symbol(row.path, row.line, row.end_line)} for row in rows],
        direction: results,
        "total": len(known),
        **by_directory(**{direction: [end.path for end, _ in ends]}),
        **page.rest(len(known), warnings),
    }
    if direction == "callees":
        unknown = [step for step in walked.steps if step.edge.callee is None]
        answer["unresolved"] = [_unresolved(cite, step.edge) for step in page.cut(unknown)]
        answer["total_unresolved"] = len(unknown)
    elif not known:
        answer["note"] = no_callers(project, *rows)
    answer["metadata"] = about(project, warnings, truncated=page.leaves(len(known)) or walked.cut)
    return answer


def _caller_info(cite: _Citations, end: End, step: graph.Step) -> dict[str, Any]:
    edge = step.edge
    return {
        "symbol": end.name or end.path,
        "span": cite.end(end),
        "call_type": edge.call_type,
        "call_span": cite.call(edge),
        "qualified_name": end.qualified_name,
        "caller": edge.caller.id,
        "callee": edge.callee.id if edge.callee is not None else None,
        "depth": step.depth,
        "kind": edge.kind,
        "confidence": edge.confidence,
        "via": list(edge.via),
        "recursive": _recursive(edge),
        **({"condition": edge.condition} if edge.condition else {}),
    }


def _unresolved(cite: _Citations, edge: EdgeRow) -> dict[str, Any]:
    return {
        "name": edge.external or edge.name,
        "reason": edge.reason,
        "call_type": edge.call_type,
        "call_span": cite.call(edge),
    }


def _flow_step(cite: _Citations, step: graph.Step) -> dict[str, Any]:
    edge = step.edge
    kinds = {"CONSTRUCTS": "construction", "REFERENCES": "reference"}
    return {
        "edge": kinds.get(edge.kind) or _FLOW.get(edge.call_type, edge.call_type),
        "from": edge.caller.name or edge.caller.path,
        "to": edge.callee.name if edge.callee is not None else edge.name,
        "span": cite.call(edge),
        "from_id": edge.caller.id,
        "to_id": edge.callee.id if edge.callee is not None else None,
        "depth": step.depth,
        "confidence": edge.confidence,
        "recursive": _recursive(edge),
        **({"condition": edge.condition} if edge.condition else {}),
    }


def _recursive(edge: EdgeRow) -> bool:
    return edge.callee is not None and edge.callee.key == edge.caller.key


def _named(end: End, distances: dict[int, int] | None = None) -> dict[str, Any]:
    named: dict[str, Any] = {"symbol": end.name or end.path, "path": end.path, "line": end.line, "kind": end.kind}
    return {**named, "depth": distances[end.key]} if distances is not None else named
