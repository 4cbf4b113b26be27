"""Answers of tools as agents read them: JSON in, lines of text with the same facts out, grouped by file, bounded."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from callmap.show.text import clean

MOST_TEXT = 20_000  # characters of a text answer
MOST_JSON = 24_000  # characters of a structured answer
LONGEST_LINE = 500
NARROW = "narrow with `path`, `direction` or `limit`"

Answer = dict[str, Any]
Lines = Callable[[Answer], Iterator[str]]


def render(answer: Answer, show: Lines, narrow: str = NARROW) -> str:
    """The answer as text, with the same facts. A long one goes without the evidence; if it is still long, it is cut."""
    lines = [_one_line(line) for line in (*show(answer), *_about(answer))]
    if sum(map(len, lines)) > MOST_TEXT:
        lines = [line.partition(" via ")[0] for line in lines]
    kept = len(lines)
    while sum(map(len, lines[:kept])) + kept > MOST_TEXT:
        kept -= 1
    more = f"\n… {len(lines) - kept} more lines; {narrow}."
    return "\n".join(lines[:kept]) + (more if kept < len(lines) else "")


def size(answer: Answer) -> int:
    """How many characters of JSON it is at most: what is unsafe is escaped, and the escape once more."""
    text = json.dumps(answer)
    return len(text) + text.count("\\u")


def cut(answer: Answer, most: int = MOST_JSON, narrow: str = NARROW) -> Answer:
    """The last resort for an answer that is too long: its longest lists and texts are halved until it fits, and it says
    so. Totals stay what they were."""
    lost = 0
    while size(answer) > most and any(_parts(answer)):
        holder, key, value = max(_parts(answer), key=lambda part: len(json.dumps(part[2])))
        half = len(value) // 2
        holder[key] = value[:half] + ("…" if isinstance(value, str) else [])
        lost += len(value) - half if isinstance(value, list) else 0
    if lost and "metadata" in answer:
        answer["metadata"]["result_completeness"] = "truncated"
        words = f"{lost} entries are left out, as the answer would be too long; {narrow}."
        answer["metadata"]["warnings"].append(words)
    return answer


def mapped(value: Any, change: Callable[[str], str]) -> Any:
    """The value with every string in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(str(key)): mapped(item, change) for key, item in value.items()}
    return [mapped(item, change) for item in value] if isinstance(value, list | tuple) else value


def _one_line(line: str) -> str:
    """No name looks like a line of ours, and none fills the answer alone."""
    line = clean(line)
    return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…"


def _parts(value: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Every list with several items and every long text inside, with what holds it. None inside a list that is one."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if (isinstance(item, list) and len(item) > 1) or (isinstance(item, str) and len(item) > 1000):
            yield value, key, item
        if isinstance(item, dict | list):
            yield from _parts(item)


def _about(answer: Answer) -> Iterator[str]:
    about = answer["metadata"]
    yield ""
    if answer.get("note"):
        yield f"note: {answer['note']}"
    yield from (f"warning: {warning}" for warning in about["warnings"])
    if answer.get("next_cursor"):
        yield f"next_cursor: {answer['next_cursor']}"
    commit = f" at {about['commit'][:12]}" if about["commit"] else ""
    yield f"{about['ref']}{commit}, {about['freshness_status']}, {about['result_completeness']}"


# --- pieces of answers ---


def grouped(items: list[tuple[str, str]]) -> Iterator[str]:
    """(path, line) → each path once, its lines below it."""
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
    words += [f"via {'; '.join(edge['via'])}"] if edge.get("via") else []
    return f"{edge['call_site']['line']}: {what}  {' '.join(filter(None, words))}"


def symbol_line(symbol: Answer) -> str:
    """`12-34: pkg.authenticate  fn  (request)`"""
    return "{line_start}-{line_end}: {qualified_name}  {kind}  {signature}".format_map(
        {"signature": "", **symbol}
    ).rstrip()
