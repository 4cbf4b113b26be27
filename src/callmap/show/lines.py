"""Answers of tools as agents read them: JSON in, lines of text with the same facts out, grouped by file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

MOST_TEXT = 20_000  # characters of a text answer

Answer = dict[str, Any]
Lines = Callable[[Answer], Iterator[str]]


def render(answer: Answer, show: Lines) -> str:
    """The answer as text, with the same facts. A long one goes without the evidence; if it is still long, it is cut."""
    folded = mapped(answer, lambda text: text.replace("\n", "\\n")[:300])  # no name looks like a line of ours
    lines = [*show(folded), *_about(folded)]
    if sum(map(len, lines)) > MOST_TEXT:
        lines = [line.partition(" via ")[0] for line in lines]
    kept = len(lines)
    while sum(map(len, lines[:kept])) > MOST_TEXT:
        kept -= 1
    more = f"\n… {len(lines) - kept} more lines; narrow with `path`, `direction` or `limit`."
    return "\n".join(lines[:kept]) + (more if kept < len(lines) else "")


def mapped(value: Any, change: Callable[[str], str]) -> Any:
    """The value with every string in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(str(key)): mapped(item, change) for key, item in value.items()}
    return [mapped(item, change) for item in value] if isinstance(value, list | tuple) else value


def _about(answer: Answer) -> Iterator[str]:
    about = answer["metadata"]
    yield f"\nnote: {answer['note']}" if answer.get("note") else ""
    yield from (f"warning: {warning}" for warning in about["warnings"])
    commit = f" at {about['commit'][:12]}" if about["commit"] else ""
    yield f"{about['ref']}{commit}, {about['freshness_status']}, {about['result_completeness']}"


def grouped(items: list[tuple[str, str]]) -> Iterator[str]:
    for path in dict.fromkeys(file for file, _ in items):
        yield path
        yield from (f"  {line}" for file, line in items if file == path)


def edge_line(edge: Answer, direction: str) -> str:
    """`34: pkg.authenticate  [static] via imported`"""
    symbol, deep = edge["symbol"], edge["depth"] > 1
    what = symbol["qualified_name"] if symbol else f"? {edge.get('external') or edge['name']}"
    if symbol and direction == "callees":
        what += f" ({symbol['path']}:{symbol['line_start']})"
    elif symbol and deep:
        what += f" → {edge['name']}"
    words = [f"[{edge['confidence']}]", f"depth {edge['depth']}" if deep else "", edge.get("reason")]
    words += [word.lower() for word in (edge["kind"], edge["call_type"]) if word not in ("CALLS", "direct")]
    words += [f"if {edge['condition']}"] if edge.get("condition") else []
    words += [f"via {'; '.join(edge['via'])}"] if edge["via"] else []
    return f"{edge['call_site']['line']}: {what}  {' '.join(filter(None, words))}"


def symbol_line(symbol: Answer) -> str:
    return "{line_start}-{line_end}: {qualified_name}  {kind}  {signature}".format_map(symbol).rstrip()
