"""Functions by name, with what is remembered of them (seed 001): `get_callers`, `get_callees`, `call_chain`,
`memory_linked_search`.

A name means every function that has it, as the contract has it; `file_path` tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from callmap.ask import graph, paths
from callmap.ask.answers import stable_id
from callmap.ask.project import Project
from callmap.errors import SymbolNotFound
from callmap.show.lines import Answer, grouped
from callmap.show.tools import memory
from callmap.show.tools.shared import (
    Names,
    Page,
    about,
    by_directory,
    clamped,
    detailed,
    directory_lines,
    known_detail,
    meant,
    no_callers,
    signatures,
)  # fmt: skip
from callmap.store.rows import EdgeRow, SymbolRow


def get_callers(
    project: Project,
    function_name: Names,
    file_path: str = "",
    ref: str | None = None,
    limit: int = 100,
    cursor: str = "",
    detail_level: str = "signature",
) -> dict[str, Any]:
    """All functions that call the given one: name, file, line of the call."""
    return _walked(project, function_name, file_path, ref, limit, cursor, detail_level, "callers")


def get_callees(
    project: Project,
    function_name: Names,
    file_path: str = "",
    ref: str | None = None,
    limit: int = 100,
    cursor: str = "",
    detail_level: str = "signature",
) -> dict[str, Any]:
    """All functions that the given one calls: name, file, where it is defined; calls whose target is not known, too."""
    return _walked(project, function_name, file_path, ref, limit, cursor, detail_level, "callees")


def _walked(
    project: Project, name: Names, file_path: str, ref: str | None, limit: int, cursor: str, detail: str, direction: str
) -> dict[str, Any]:
    project.check_ref(ref)
    known_detail(detail)
    warnings: list[str] = []
    page = Page.of(limit, cursor, warnings, project)
    found = meant(project, name, file_path)
    walk, other = (graph.callers, graph.caller) if direction == "callers" else (graph.callees, graph.callee)
    walked = walk(project.store, project.snapshot.id, found, limit=graph.ALL)
    unknown = {"unresolved": walked.unresolved} if direction == "callees" else {}
    nobody = {"note": no_callers(project, *found)} if direction == "callers" and not walked.total else {}
    ends = [other(step.edge) for step in walked.steps]
    return {
        "function_name": name,
        **_functions(found, page),
        direction: _calls(project, page.cut(walked.steps), direction, detail),
        "total": walked.total,
        **unknown,
        **by_directory(**{direction: [end.path for end in ends if end is not None]}),
        **page.rest(walked.total, warnings),
        **nobody,
        "metadata": about(project, warnings, truncated=page.leaves(max(walked.total, len(found)))),
    }


def call_chain(
    project: Project,
    from_func: Names,
    to_func: Names,
    max_depth: int = 5,
    ref: str | None = None,
    limit: int = 5,
) -> dict[str, Any]:
    """Paths of calls from one function to another, the shortest first. Directed: it never goes against a call."""
    project.check_ref(ref)
    warnings: list[str] = []
    depth = clamped("max_depth", max_depth, 1, paths.DEEPEST_PATH, warnings)
    limit = clamped("limit", limit, 1, paths.MOST_PATHS, warnings)
    starts, goals = meant(project, from_func), meant(project, to_func)
    store, snapshot = project.store, project.snapshot.id
    ends = [row.key for row in starts], [row.key for row in goals]
    found = paths.between(graph.outgoing(store, snapshot), graph.incoming(store, snapshot), *ends, depth, limit)
    note = ""
    if set(ends[0]) <= set(ends[1]):
        note = "from_func and to_func are the same; get_call_graph shows whether it calls itself."
    elif not found.paths:
        cut = " (the search was stopped before it had seen all)" if found.cut else ""
        note = f"No chain of at most {depth} known calls leads from '{from_func}' to '{to_func}'{cut}."
    elif found.cut:
        warnings.append(f"There are more paths than the {len(found.paths)} shown; raise `limit` for more.")
    return {
        "from_func": from_func,
        "to_func": to_func,
        "max_depth": depth,
        "found": bool(found.paths),
        "paths": [chain(path) for path in found.paths],
        "total": len(found.paths),
        **({"note": note} if note else {}),
        "metadata": about(project, warnings, truncated=found.cut),
    }


def memory_linked_search(
    project: Project, function_name: Names, ref: str | None = None, limit: int = 20, cursor: str = ""
) -> dict[str, Any]:
    """A function with its callers and callees, what was said about it, decided, broken and changed. One that is gone
    is found by what was said about it."""
    project.check_ref(ref)
    warnings: list[str] = []
    page = Page.of(limit, cursor, warnings, project)
    try:
        found, lost = meant(project, function_name), None
    except SymbolNotFound as error:
        found, lost = [], error
    notes = memory.linked(project, found, function_name, page)
    if lost is not None and not any(notes["totals"].values()):
        raise lost
    if lost is not None:
        warnings.append(f"No symbol is called {function_name!r} now; these notes name it, or were about it.")
    callers = graph.callers(project.store, project.snapshot.id, found, limit=graph.ALL)
    callees = graph.callees(project.store, project.snapshot.id, found, limit=graph.ALL)
    longest = max(callers.total, callees.total, *notes["totals"].values())
    return {
        "function_name": function_name,
        **_functions(found, page),
        "callers": _calls(project, page.cut(callers.steps), "callers"),
        "callees": _calls(project, page.cut(callees.steps), "callees"),
        **notes,
        "total_callers": callers.total,
        "total_callees": callees.total,
        **by_directory(callers=[step.edge.caller.path for step in callers.steps]),
        **page.rest(longest, warnings),
        **({} if callers.total or not found else {"note": no_callers(project, *found)}),
        "metadata": about(project, warnings, truncated=page.leaves(max(longest, len(found)))),
    }


# --- as text ---


def callers_lines(answer: Answer) -> Iterator[str]:
    """get_callers's answer."""
    yield from _functions_lines(answer)
    yield ""
    yield f"{answer['total']} callers"
    yield from _caller_lines(answer["callers"])
    yield from directory_lines(answer, "callers")


def callees_lines(answer: Answer) -> Iterator[str]:
    """get_callees's answer."""
    yield from _functions_lines(answer)
    yield ""
    yield f"{answer['total']} callees, {answer['unresolved']} of them not resolved"
    yield from _callee_lines(answer["callees"])
    yield from directory_lines(answer, "callees")


def chain_lines(answer: Answer) -> Iterator[str]:
    """call_chain's answer."""
    yield f"{answer['total']} paths from {answer['from_func']} to {answer['to_func']}"
    for path in answer["paths"]:
        yield ""
        yield f"{' -> '.join(path['functions'])}  [{path['confidence']}]"
        for step in path["steps"]:
            place = f"{step['file_path']}:{step['call_line']}"
            yield f"  {place}: {step['caller']} -> {step['callee']}  [{step['confidence']}]"


def memory_lines(answer: Answer) -> Iterator[str]:
    """memory_linked_search's answer."""
    yield from _functions_lines(answer)
    yield ""
    yield f"{answer['total_callers']} callers"
    yield from _caller_lines(answer["callers"])
    yield from directory_lines(answer, "callers")
    yield ""
    yield f"{answer['total_callees']} callees"
    yield from _callee_lines(answer["callees"])
    yield from directory_lines(answer, "callees")
    yield from memory.linked_lines(answer)


def _functions_lines(answer: Answer) -> Iterator[str]:
    for row in answer["functions"]:
        yield f"{row['file_path']}:{row['start_line']}: {row['name']}  {row['signature']}".rstrip()
    if len(answer["functions"]) < answer["total_functions"]:
        yield f"… and {answer['total_functions'] - len(answer['functions'])} more functions of that name"


def _caller_lines(callers: list[Answer]) -> Iterator[str]:
    yield from grouped([
        (one["file_path"], line)
        for one in callers
        for line in _with_source(one, f"{one['call_line']}: {one['name']}  [{one['confidence']}]{_via(one)}")
    ])  # fmt: skip


def _callee_lines(callees: list[Answer]) -> Iterator[str]:
    for one in callees:
        where = f" ({one['file_path']}:{one['start_line']})" if one["resolved"] else f" ({one['reason']})"
        line = f"  {one['call_line']}: {one['callee_name']}{where}  [{one['confidence']}]{_via(one)}"
        yield from _with_source(one, line)


def _with_source(one: Answer, line: str) -> Iterator[str]:
    yield line
    if one.get("source"):
        yield f"      {one['source']}"


def _via(edge: Answer) -> str:
    return f" via {'; '.join(edge['via'])}" if edge.get("via") else ""


# --- pieces ---


def chain(path: paths.Path) -> dict[str, Any]:
    """A path: the functions along it, and each call."""
    return {
        "functions": [path.edges[0].caller.name or path.edges[0].caller.path]
        + [edge.callee.name or edge.callee.path for edge in path.edges if edge.callee is not None],
        "length": len(path.edges),
        "confidence": path.confidence,
        "steps": [
            {
                "caller": edge.caller.id,
                "callee": edge.callee.id if edge.callee is not None else None,
                "file_path": edge.caller.path,
                "call_line": edge.line,
                "kind": edge.kind,
                "confidence": edge.confidence,
                "via": list(edge.via),
            }
            for edge in path.edges
        ],
    }


def _function(row: SymbolRow) -> dict[str, Any]:
    return {
        "name": row.name or row.path,
        "file_path": row.path,
        "start_line": row.line,
        "end_line": row.end_line,
        "signature": row.signature,
        "docstring": row.doc,
        "class_name": row.parent if "." in row.name else None,
        "node_id": stable_id(row),
        "language": row.language,
    }


def _functions(rows: list[SymbolRow], page: Page) -> dict[str, Any]:
    """The functions of a name; there may be thousands."""
    return {"functions": [_function(row) for row in rows[: page.limit]], "total_functions": len(rows)}


def _calls(project: Project, steps: Sequence[graph.Step], direction: str, detail: str = "signature") -> list[Answer]:
    show, other = (_caller, graph.caller) if direction == "callers" else (_callee, graph.callee)
    known = signatures(project, (other(step.edge) for step in steps), detail)
    found = []
    for edge in (step.edge for step in steps):
        end = other(edge)
        one = {**show(edge), "signature": known.get(end.key, "") if end is not None else ""}
        found.append(detailed(project, one, edge, detail))
    return found


def _caller(edge: EdgeRow) -> dict[str, Any]:
    return {
        "name": edge.caller.name or edge.caller.path,
        "file_path": edge.caller.path,
        "call_line": edge.line,
        "start_line": edge.caller.line,
        "callee": edge.callee.id if edge.callee is not None else None,
        "confidence": edge.confidence,
        "via": list(edge.via),
    }


def _callee(edge: EdgeRow) -> dict[str, Any]:
    known = edge.callee
    return {
        "callee_name": known.name if known is not None else edge.external or edge.name,
        "file_path": known.path if known is not None else None,
        "start_line": known.line if known is not None else None,
        "end_line": known.end_line if known is not None else None,
        "call_line": edge.line,
        "resolved": known is not None,
        "reason": edge.reason or None,
        "confidence": edge.confidence,
        "via": list(edge.via),
    }
