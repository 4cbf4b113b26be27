"""What a change may break: takes the symbols that change, gives who is affected, the tests that reach them, owners,
entry points and risks. Nothing in it is guessed: tests come from the graph, owners from CODEOWNERS.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from typing import Any

import msgspec

from callmap.ask import entries, graph
from callmap.ask.changes import Change
from callmap.ask.owners import owners
from callmap.ask.project import Project
from callmap.model import short_name
from callmap.store.rows import EdgeRow, End

MANY = 10  # affected symbols; more is a high risk
_MOST_NAMES = 20  # whose unresolved calls are counted
_MOST_ENTRIES = 50
_MOST_LOOKED_AT = 2_000  # reached symbols that are asked whether they are entry points


class Impact(msgspec.Struct, frozen=True):
    """`callers` are those within 5 calls, nearest first; tests and entries are looked for as far as the graph goes."""

    changed: list[End]
    callers: list[End]
    callees: list[End]
    distances: dict[int, int]
    tests: list[str]
    owners: list[str]
    risks: list[str]
    entries: list[dict[str, Any]]
    subsystems: list[str]
    unresolved: int
    cut: bool
    note: str = ""


def impact(project: Project, change: Change, wanted: Callable[[EdgeRow], bool] | None = None) -> Impact:
    """Walks from what changes to all that depends on it, and one step to what it depends on."""
    store, snapshot = project.store, project.snapshot.id
    keys = set(change.symbols)
    back = graph.reach(graph.incoming(store, snapshot), graph.caller, keys, wanted=wanted, kinds=graph.DEPENDENCY_KINDS)
    ahead = graph.reach(
        graph.outgoing(store, snapshot), graph.callee, keys, 1, wanted=wanted, kinds=graph.DEPENDENCY_KINDS
    )
    reached = sorted(back.ends.values(), key=lambda end: (back.distances[end.key], end.path, end.line))
    changed = [graph.as_end(row) for row in change.symbols.values()]
    callers = [end for end in reached if back.distances[end.key] <= graph.DEEPEST]
    tests = list(dict.fromkeys(end.path for end in [*changed, *reached] if end.test))
    names = list(dict.fromkeys(short_name(row.name) for row in change.symbols.values() if row.name))
    unresolved = sum(project.unresolved_calls_named(name)[0] for name in names[:_MOST_NAMES])
    found = _entries(project, change, back, reached)
    return Impact(
        changed=changed,
        callers=callers,
        callees=sorted(ahead.ends.values(), key=lambda end: (end.path, end.line)),
        distances=back.distances,
        tests=tests,
        owners=owners(project, change.files),
        risks=_risks(changed, callers, tests, found, unresolved, back.cut),
        entries=found[:_MOST_ENTRIES],
        subsystems=list(dict.fromkeys(posixpath.dirname(path) or "." for path in change.files)),
        unresolved=unresolved,
        cut=back.cut,
        note=_note(changed, reached, unresolved),
    )


def _entries(project: Project, change: Change, back: graph.Reached, reached: list[End]) -> list[dict[str, Any]]:
    """Entry points that lead to the change: those that are marked as such, and what nobody is known to call."""
    called = {step.edge.callee.key for step in back.steps if step.edge.callee is not None}
    near = [*change.symbols, *(end.key for end in reached[:_MOST_LOOKED_AT])]
    rows = {row.key: row for row in project.store.symbols_with_keys(project.snapshot.id, near)}
    found = []
    for row in (rows[key] for key in near if key in rows):
        why = entries.reason(row)
        if row.test or (why == "exported" and row.key in called):
            continue
        why = why or ("" if row.key in called or row.key in change.symbols else "no caller is known")
        if why:
            found.append({"symbol": row.name or row.path, "path": row.path, "line": row.line, "reason": why})
    return found


def _risks(
    changed: list[End], callers: list[End], tests: list[str], found: list[dict[str, Any]], unresolved: int, cut: bool
) -> list[str]:
    affected = len(changed) + len(callers)
    risks = []
    if affected > MANY:
        risks.append(f"high_risk: {affected} symbols are affected (more than {MANY})")
    if found:
        risks.append(f"entry_points: {len(found)} entry points lead to the change")
    if changed and not tests:
        risks.append("no_tests: no test is known to reach the change")
    if unresolved:
        risks.append(f"unresolved_calls: {unresolved} calls of these names have no known target and may be affected")
    if cut:
        risks.append("not_all_seen: the walk was stopped by a bound, so more may be affected")
    return risks


def _note(changed: list[End], reached: list[End], unresolved: int) -> str:
    if not changed:
        return "No indexed symbol is changed."
    if reached:
        return ""
    may = f", but {unresolved} calls of these names have no known target" if unresolved else ""
    return f"Nothing in the index is known to depend on what changes{may}."
