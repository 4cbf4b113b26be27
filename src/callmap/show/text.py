"""Answers as people read them: takes rows, gives lines. The one place where text is made safe for a terminal."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # importing these takes longer than all else here, and a server needs none of them at first
    from callmap.ask.graph import Step, Walked
    from callmap.ask.project import Project
    from callmap.index import Report
    from callmap.store.rows import EdgeRow, End, SymbolRow

_UNSAFE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_WIDEST_LINE = 90


def clean(text: str) -> str:
    """A line with control characters (a line feed, too), bidi overrides and lone surrogates made visible: `\\x1b`."""
    return _UNSAFE.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def harmless(text: str) -> str:
    """The same for text of several lines: line feeds stay."""
    if (text.isascii() and text.isprintable()) or not _UNSAFE.search(text):  # the first is quick, and mostly so
        return text
    return "\n".join(map(clean, text.split("\n")))


def as_json(value: Any, indent: int | None = None) -> str:
    """JSON that any terminal and any reader takes: what is not plain UTF-8 is escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=list)
    return json.dumps(value, indent=indent, default=list) if _UNSAFE.search(text) else text


def numbers(counts: dict[str, int]) -> str:
    """`12 python, 3 rust`"""
    return ", ".join(f"{count:,} {word}" for word, count in counts.items()) or "none"


# --- index and status ---


def report(done: Report) -> Iterator[str]:
    """The summary of an index run."""
    counts = done.counts
    if not done.changed:
        yield f"Nothing changed since the last index of {done.root}."
    yield from coverage(counts)
    speed = f", {done.speed:.1f} MB/s" if done.read else ""
    yield f"  read      {done.read:,} files in {done.seconds:.2f} s{speed}"
    from callmap.ask.lacking import lacking

    yield from (f"  warning   {words}" for words in (*done.warnings, *lacking(counts, done.ref)))


def coverage(counts: dict[str, Any]) -> Iterator[str]:
    """What an index holds, and what it leaves out."""
    yield f"  files     {numbers(counts['files'])}"
    yield f"  symbols   {sum(counts['symbols'].values()):,} ({numbers(counts['symbols'])})"
    yield f"  calls     {counts['calls']:,}"
    yield f"  edges     {numbers(counts['edges'])}"
    yield f"  unknown   {numbers(counts['unresolved'])}"
    if counts.get("bounds"):
        yield f"  given up  {numbers(counts['bounds'])}"
    if counts["skipped"] or counts["skipped_directories"]:
        directories = numbers(counts["skipped_directories"])
        yield f"  skipped   {numbers(counts['skipped'])} (files); {directories} (directories)"
    if counts["problems"]:
        yield f"  problems  {numbers(counts['problems'])} (these files are indexed as far as they could be read)"


# --- symbols ---


def symbol_lines(rows: Iterable[SymbolRow]) -> Iterator[str]:
    """Symbols grouped by file."""
    for path, group in groupby(rows, key=lambda row: row.path):
        yield path
        some = list(group)
        width = max(len(row.kind) for row in some)
        for row in some:
            yield f"  {row.line:>5}  {row.kind:<{width}}  {row.name or '(module)'}"


# --- callers and callees ---


def walked_lines(project: Project, symbol: SymbolRow, walked: Walked, direction: str) -> Iterator[str]:
    """The answer to "who calls X" or "what does X call", grouped by file, each with its source line."""
    count = f"{walked.total:,} {direction if walked.total != 1 else direction[:-1]}"
    unknown = walked.unresolved
    if direction == "callees" and unknown:
        count += f", {unknown:,} of them not resolved" if unknown < walked.total else ", none of them resolved"
    yield f"{symbol.id or symbol.path}  {symbol.kind}, line {symbol.line}: {count}"
    for path, group in groupby(walked.steps, key=lambda step: (step.depth, step.edge.caller.path)):
        steps = list(group)
        yield ""
        yield path[1] + (f"  (depth {path[0]})" if path[0] > 1 else "")
        for step in steps:
            yield from _step_lines(project, step, direction)
    if walked.total > len(walked.steps):
        yield ""
        yield f"{len(walked.steps):,} of {walked.total:,} are shown; --limit {walked.total} shows all."
    if walked.cut:
        yield "The walk was stopped at 20,000 symbols; ask with a smaller --depth."


def _step_lines(project: Project, step: Step, direction: str) -> Iterator[str]:
    edge = step.edge
    end = edge.caller if direction == "callers" else edge.callee
    if end is None:
        what = f"? {edge.external or edge.name}"
    elif direction == "callees":
        what = end.id if end.path != edge.caller.path else end.name
    else:
        what = end.name or "(module level)"
    if direction == "callees" and step.depth > 1:
        what = f"{edge.caller.name} → {what}"
    verb = "" if edge.kind == "CALLS" else f" {edge.kind.lower()}"
    why = "; ".join(edge.via) or edge.reason
    condition = f", if {edge.condition}" if edge.condition else ""
    yield f"  {edge.line:>5}  {what}{verb}  [{edge.confidence}{': ' if why else ''}{why}{condition}]"
    source = project.source_line(edge.caller.path, edge.line)
    if source:
        cut = source if len(source) <= _WIDEST_LINE else source[: _WIDEST_LINE - 1] + "…"
        yield f"         {cut}"


def edge_object(edge: EdgeRow) -> dict[str, Any]:
    """An edge as `callmap edges` prints it."""
    return {
        "kind": edge.kind,
        "call_type": edge.call_type,
        "confidence": edge.confidence,
        "via": list(edge.via),
        "caller": _end(edge.caller),
        "callee": _end(edge.callee) if edge.callee is not None else None,
        "name": edge.name,
        "external": edge.external,
        "reason": edge.reason or None,
        "site": {"path": edge.caller.path, "line": edge.line, "column": edge.column},
        "condition": edge.condition,
    }


def symbol_object(row: SymbolRow) -> dict[str, Any]:
    return {
        "path": row.path, "name": row.name, "qualified_name": row.qualified_name, "kind": row.kind,
        "language": row.language, "line": row.line, "column": row.column, "end_line": row.end_line,
        "signature": row.signature, "doc": row.doc, "flags": list(row.flags), "test": row.test,
    }  # fmt: skip


def _end(end: End) -> dict[str, Any]:
    return {"path": end.path, "name": end.name, "qualified_name": end.qualified_name, "line": end.line}
