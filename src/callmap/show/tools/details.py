"""One function in full (seed 000): `get_function_details`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from callmap.ask import symbols
from callmap.ask.graph import CALL_KINDS
from callmap.ask.project import Project
from callmap.ask.queries import CallerInfo, CallInfo, Target, find_calls_in_function
from callmap.ask.scopes import IndexGraph, symbol_node
from callmap.errors import AmbiguousSymbol, SymbolNotFound
from callmap.model import CALLABLE_KINDS, short_name
from callmap.show.lines import Answer
from callmap.show.tools.shared import (
    Page,
    about,
    by_directory,
    directory_lines,
    no_callers,
    remembered,
    remembered_lines,
)
from callmap.store.rows import SymbolRow


def get_function_details(
    project: Project,
    name: str,
    file: str = "",
    transitive: bool = False,
    ref: str | None = None,
    limit: int = 100,
    cursor: str = "",
) -> dict[str, Any]:
    """A function or method: the calls in it, resolved or not, and who calls it; `transitive` follows to depth 5."""
    project.check_ref(ref)
    warnings: list[str] = []
    page = Page.of(limit, cursor, warnings, project, most=500)
    row = _function(project, name, file, warnings)
    calls = find_calls_in_function(
        IndexGraph(project.store, project.snapshot.id), row.id, transitive=transitive, transitive_depth=5
    )
    callers = _called_by(project, row)
    shown, shown_callers = page.cut(calls), page.cut(callers)
    return {
        "id": row.id,
        "name": short_name(row.name),
        "file": row.path,
        "line": row.line,
        "async": "async" in row.flags,
        "transitive": transitive,
        "calls": [_call(call) for call in shown],
        "calledBy": [msgspec.to_builtins(caller) for caller in shown_callers],
        "qualified_name": row.qualified_name,
        "signature": row.signature,
        "total_calls": len(calls),
        "total_called_by": len(callers),
        **by_directory(callers=[caller.file for caller in callers]),
        "remembered": remembered(project, [row.key]),
        **page.rest(max(len(calls), len(callers)), warnings),
        **({} if callers else {"note": no_callers(project, row)}),
        "metadata": about(project, warnings, truncated=page.leaves(max(len(calls), len(callers)))),
    }


def details_text(answer: Answer) -> Iterator[str]:
    """The summary that seed 000 draws, then the whole as JSON."""
    yield from details_lines(answer)
    yield ""
    yield json.dumps(answer, indent=2, ensure_ascii=False)


def details_lines(answer: Answer) -> Iterator[str]:
    """The summary."""
    yield f"Function: {answer['name']}"
    yield f"File: {answer['file']}:{answer['line']}"
    yield f"Async: {_word(answer['async'])}"
    yield f"Transitive: {_word(answer['transitive'])}"
    yield ""
    yield f"Calls ({answer['total_calls']}):"
    direct = [call for call in answer["calls"] if call["depth"] == 0]
    for call in direct:
        target = call["target"]
        where = f" -> {target['name']} ({target['file']}:{target['line']})" if target else " (unresolved)"
        yield f"  - {_called(call)}{where}"
    deeper = sorted((call for call in answer["calls"] if call["depth"]), key=lambda call: call["depth"])
    if deeper:
        yield ""
        yield "  Transitive calls:"
    for call in deeper:
        target = f" -> {call['target']['name']}" if call["target"] else ""
        yield f"{'  ' * (call['depth'] + 1)}[depth={call['depth']}] {_called(call)}{target}"
    yield ""
    yield f"Called by ({answer['total_called_by']}):"
    yield from (f"  - {caller['name']} ({caller['file']}:{caller['line']})" for caller in answer["calledBy"])
    yield from directory_lines(answer, "callers")
    if lines := list(remembered_lines(answer)):
        yield from ("", *lines)


def _function(project: Project, name: str, file: str, warnings: list[str]) -> SymbolRow:
    """The one function that is meant. With `file` the first of several is taken, as the contract has it, and said."""
    found = [
        row
        for row in symbols.candidates(project.store, project.snapshot.id, name, file, CALLABLE_KINDS)
        if row.kind in CALLABLE_KINDS
    ]
    if not found:
        searched = f' (searched in files matching "{file}")' if file else ""
        near = symbols.near(project.store, project.snapshot.id, name)
        raise SymbolNotFound(
            f'Function "{name}" not found.{searched}',
            remediation="Call locate_symbol with part of the name, or take one of `candidates`.",
            candidates=[symbols.candidate(row) for row in near],
        )
    places = ", ".join(symbols.place(row) for row in found[:20]) + (" …" if len(found) > 20 else "")
    if len(found) > 1 and not file:
        raise AmbiguousSymbol(
            f'Multiple functions named "{name}" found: {places}. Use the "file" parameter to disambiguate.',
            remediation='Call again with "file", or write the name as Class.method or path::Name.',
            candidates=[symbols.candidate(row) for row in found[:20]],
            total=len(found),
        )
    if len(found) > 1:
        warnings.append(f"{len(found)} functions match ({places}); this is the first. Write Class.method for another.")
    return found[0]


def _called_by(project: Project, row: SymbolRow) -> list[CallerInfo]:
    """Each caller once, with the line of its first call."""
    callers: dict[int, CallerInfo] = {}
    for edge in project.store.edges_to(project.snapshot.id, [row.key]):
        if edge.kind in CALL_KINDS and edge.caller.key not in callers:
            node = symbol_node(edge.caller)
            callers[edge.caller.key] = CallerInfo(node.id, node.name, node.type, node.file, edge.line)
    return list(callers.values())


def _call(call: CallInfo) -> dict[str, Any]:
    return {
        "id": call.id,
        "name": call.name,
        "type": call.type,
        **({"object": call.object} if call.type == "METHOD_CALL" else {}),
        "resolved": call.resolved,
        "target": _target(call.target) if call.target else None,
        **({"other_targets": [_target(target) for target in call.targets[1:]]} if call.targets[1:] else {}),
        "file": call.file,
        "line": call.line,
        "depth": call.depth,
    }


def _target(target: Target) -> dict[str, Any]:
    built: dict[str, Any] = msgspec.to_builtins(target)
    return built


def _called(call: Answer) -> str:
    return f"{call['object']}.{call['name']}()" if call["type"] == "METHOD_CALL" else f"{call['name']}()"


def _word(value: bool) -> str:
    return "true" if value else "false"
