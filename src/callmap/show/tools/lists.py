"""Lists that people ask for at the terminal: `entry_points`, and all that has a name, with its calls: `query`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from callmap.ask import entries
from callmap.ask.graph import CALL_KINDS
from callmap.ask.locate import locate
from callmap.ask.project import Project
from callmap.errors import SymbolNotFound
from callmap.model import CALLABLE_KINDS, CLASS_KINDS, Kind
from callmap.show.lines import Answer, grouped
from callmap.show.tools.shared import about
from callmap.store.rows import End, SymbolRow

# words before a name, as in `query class Session`
_KINDS = {
    "function": tuple(CALLABLE_KINDS), "fn": tuple(CALLABLE_KINDS), "func": tuple(CALLABLE_KINDS),
    "method": (Kind.METHOD,), "class": tuple(CLASS_KINDS),
}  # fmt: skip


def entry_points(project: Project, path: str = "", tests: bool = True, limit: int = 200) -> dict[str, Any]:
    """Where the program is entered, and why that is known."""
    found = entries.listed(project, path, tests)
    return {
        "entries": [
            {
                "symbol": one.row.id,
                "path": one.row.path,
                "line": one.row.line,
                "name": one.row.name,
                "reason": one.reason,
            }
            for one in found[:limit]
        ],
        "total": len(found),
        "truncated": len(found) > limit,
        "metadata": about(project, _left_out(len(found), limit), truncated=len(found) > limit),
    }


def entries_lines(answer: Answer) -> Iterator[str]:
    """entry_points's answer."""
    yield f"{answer['total']} entry points"
    yield from grouped(
        [(one["path"], f"{one['line']:>5}  {one['name']}  [{one['reason']}]") for one in answer["entries"]]
    )


def query(project: Project, words: str, file: str = "", limit: int = 10) -> dict[str, Any]:
    """All symbols of a name, each with those it calls and those that call it, once each. Raises SymbolNotFound."""
    kind, _, name = words.strip().partition(" ")
    kinds = _KINDS.get(kind.lower(), ()) if name.strip() else ()
    wanted = name.strip() if kinds else words.strip()
    match, found = locate(project.store, project.snapshot.id, wanted, kinds, path=file)
    if not found:
        raise SymbolNotFound(
            f"Nothing is called '{wanted}', or similar.",
            remediation="`callmap symbols` lists all names.",
            candidates=[],
        )
    return {
        "query": words,
        "match": match,
        "matches": [_match(project, row, limit) for row in found[:limit]],
        "total": len(found),
        "metadata": about(project, _left_out(len(found), limit), truncated=len(found) > limit),
    }


def query_lines(answer: Answer) -> Iterator[str]:
    """query's answer."""
    for number, one in enumerate(answer["matches"]):
        if number:
            yield ""
        yield f"[{one['type']}] {one['name']}"
        yield f"  {one['file']}:{one['line']}"
        for title, arrow, ends in (("Called by", "<-", "calledBy"), ("Calls", "->", "calls")):
            total = one[f"total_{ends}"]
            yield f"  {title} ({total}):"
            yield from (f"    {arrow} {end['name']} ({end['file']}:{end['line']})" for end in one[ends])
            if total > len(one[ends]):
                yield f"    … {total - len(one[ends])} more"


def _match(project: Project, row: SymbolRow, limit: int) -> dict[str, Any]:
    store, snapshot = project.store, project.snapshot.id
    callers = [edge.caller for edge in store.edges_to(snapshot, [row.key]) if edge.kind in CALL_KINDS]
    callees = [edge.callee for edge in store.edges_from(snapshot, [row.key]) if edge.kind in CALL_KINDS]
    called_by, calls = _once(callers), _once([end for end in callees if end is not None])
    return {
        "id": row.id,
        "type": row.kind.upper(),
        "name": row.name or row.path,
        "file": row.path,
        "line": row.line,
        "calledBy": called_by[:limit],
        "calls": calls[:limit],
        "total_calledBy": len(called_by),
        "total_calls": len(calls),
    }


def _once(ends: list[End]) -> list[dict[str, Any]]:
    return [
        {"id": end.id, "name": end.name or end.path, "file": end.path, "line": end.line}
        for end in {end.key: end for end in ends}.values()
    ]


def _left_out(total: int, limit: int) -> list[str]:
    return [f"{limit} of {total} are shown; raise the limit for more."] if total > limit else []
