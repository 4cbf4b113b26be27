"""Tools that compare two refs: one symbol, or the whole call graph."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from callmap.ask import history
from callmap.ask.answers import CONTRACT_KINDS, stable_id, version_id
from callmap.ask.history import EdgeChange, GraphDiff
from callmap.ask.matching import SymbolChange, text_of
from callmap.ask.project import Project
from callmap.show.lines import Answer
from callmap.show.tools.shared import Page, about, by_directory, remembered, remembered_lines
from callmap.store.rows import EdgeRow, SymbolRow

MOST_CALLS = 50  # callers or callees gained or lost that are listed
MOST_LINES = 20  # of them, in text
MOST_REACHED = 50  # entry points, public symbols and tests that are listed

Call = dict[str, Any]  # a caller or callee, and where


def compare_symbol_between_commits(
    project: Project, symbol_name: str, base_ref: str, head_ref: str, path: str = ""
) -> Answer:
    """How a symbol changed between two refs (seed 004), and the calls that it gained and lost."""
    base, head = project.at(base_ref), project.at(head_ref)
    change = history.versions(base, head, symbol_name, path)
    answer: Answer = {
        "symbol": change.row.name.rpartition(".")[2] or change.row.qualified_name,
        "path": change.row.path,
        "symbol_stable_id": stable_id(change.row),
        "base_version": _version(change.base),
        "head_version": _version(change.head),
        "diff_summary": _summary(base, head, change),
    }
    if change.status in ("moved", "renamed"):
        by = "what holds it" if change.along else "body similarity"
        answer["matched"] = {"by": by, "similarity": change.similarity, "status": change.status}
        answer["matched"] |= {"base": change.base.id, "head": change.head.id} if change.base and change.head else {}
    warnings: list[str] = []
    found = {name: _calls(base, head, change, name) for name in ("callers", "callees")}
    if any(gained and lost for gained, lost in found.values()):  # some may be the same, elsewhere
        moved = history.moved(base, head)
        found = {name: _without_moved(*calls, moved) for name, calls in found.items()}
    for name, (gained, lost) in found.items():
        answer |= {f"{name}_gained": gained[:MOST_CALLS], f"{name}_lost": lost[:MOST_CALLS]}
        if max(len(gained), len(lost)) > MOST_CALLS:
            answer |= by_directory(**{name: [call["file"] for call in [*gained, *lost]]})
            warnings.append(
                f"{len(gained)} {name} were gained and {len(lost)} lost; {MOST_CALLS} of each are listed. "
                "get_call_graph lists all at one ref."
            )
    answer["metadata"] = _both(base, head, warnings, truncated=bool(warnings))
    return answer


def diff_graph(project: Project, base_ref: str, head_ref: str = "live", limit: int = 50, cursor: str = "") -> Answer:
    """What differs in the call graph between two refs, by file."""
    base, head = project.at(base_ref), project.at(head_ref)
    warnings: list[str] = []
    page = Page.of(limit, cursor, warnings, base, head, most=500)
    found = history.graph_diff(base, head)
    items = sorted(
        [*((c.row.path, 0, c.row.line, _symbol_item(c)) for c in found.symbols),
         *((e.caller[0], 1, e.line, _edge_item(e)) for e in found.edges)],
        key=lambda item: item[:3],
    )  # fmt: skip
    shown = page.cut(items)
    files = [
        {"path": path, "changes": [item for _, _, _, item in of_file]}
        for path, of_file in groupby(shown, key=lambda item: item[0])
    ]
    answer: Answer = {
        "base": {"ref": base.ref, "commit": base.snapshot.commit or None},
        "head": {"ref": head.ref, "commit": head.snapshot.commit or None},
        "totals": totals(found),
        "remembered": remembered(head, {change.row.key for change in found.symbols}),
        "files": files,
        "reach_changed": [
            {**_place(one.row), "reason": one.reason} for one in found.reach[:MOST_REACHED]
        ],
        "tests": [_place(row) for row in found.tests[:MOST_REACHED]],
        **page.rest(len(items), warnings),
    }  # fmt: skip
    for name, count in (("reach_changed", len(found.reach)), ("tests", len(found.tests))):
        if count > MOST_REACHED:
            warnings.append(f"Of {count} in `{name}`, the first {MOST_REACHED} are listed.")
    cut = page.leaves(len(items)) or max(len(found.reach), len(found.tests)) > MOST_REACHED
    answer["metadata"] = _both(base, head, warnings, truncated=cut)
    return answer


def totals(found: GraphDiff) -> dict[str, int]:
    """How much of what differs there is."""
    counts = dict.fromkeys(("added", "removed", "changed", "moved", "renamed"), 0)
    for change in found.symbols:
        counts[change.status] += 1
    edges = {f"calls_{status}": sum(e.status == status for e in found.edges) for status in ("added", "removed")}
    symbols = {f"symbols_{status}": count for status, count in counts.items()}
    return {"files": found.files, **symbols, **edges, "reach_changed": len(found.reach), "tests": len(found.tests)}


def lacked(*projects: Project) -> list[str]:
    """What could not be read at each of several refs."""
    return [f"At {project.ref}: {words}" for project in projects for words in project.lacks()]


# --- as text ---


def compared_lines(answer: Answer) -> Iterator[str]:
    summary = answer["diff_summary"]
    yield f"{answer['path']}::{answer['symbol']}: {summary.get('status', 'changed')}"
    for side in ("base", "head"):
        version = answer[f"{side}_version"]
        if version is not None:
            yield f"{side}: lines {version['line_start']}-{version['line_end']}  {version['signature']}"
    if "matched" in answer:
        yield "{status}: {base} → {head}, by {by} ({similarity})".format_map(answer["matched"])
    if "lines_added" in summary:
        words = [word for word in ("signature_changed", "body_changed", "line_range_shifted") if summary[word]]
        yield f"{', '.join(words) or 'same text'}; +{summary['lines_added']} -{summary['lines_removed']} lines"
    for name in ("callers_gained", "callers_lost", "callees_gained", "callees_lost"):
        for call in answer[name]:
            yield f"{name}: {call['symbol']}  ({call['file']}:{call['line']}, {call['confidence']})"


def diff_lines(answer: Answer) -> Iterator[str]:
    """What differs, grouped by file."""
    yield f"{answer['base']['ref']} → {answer['head']['ref']}: {summed(answer['totals'])}"
    yield from remembered_lines(answer)
    for file in answer["files"]:
        yield ""
        yield file["path"]
        yield from (f"  {change_line(change)}" for change in file["changes"])
    for title, name in (("reach changed", "reach_changed"), ("tests that reach what changed", "tests")):
        if answer[name]:
            more = f", the first {MOST_LINES}" if answer["totals"][name] > MOST_LINES else ""
            yield ""
            yield f"{title}: {answer['totals'][name]:,}{more}"
            for one in answer[name][:MOST_LINES]:
                yield f"  {one['path']}::{one['name']}:{one['line']}" + (
                    f"  {one['reason']}" if "reason" in one else ""
                )


def summed(counts: dict[str, int]) -> str:
    """`2 files differ: 1 symbol added, 1 changed; 3 calls added`"""
    symbols = [f"{counts[f'symbols_{word}']:,} {word}" for word in _STATUSES if counts[f"symbols_{word}"]]
    calls = [f"{counts[f'calls_{word}']:,} {word}" for word in ("added", "removed") if counts[f"calls_{word}"]]
    if not symbols and not calls:
        return "no symbol and no call differs"
    files = f"{counts['files']:,} file{'s' if counts['files'] != 1 else ''}"
    parts = [f"symbols {', '.join(symbols)}"] if symbols else []
    parts += [f"calls {', '.join(calls)}"] if calls else []
    return f"{files}; {'; '.join(parts)}"


_STATUSES = ("added", "removed", "changed", "moved", "renamed")
_MARKS = {"added": "+", "removed": "-", "changed": "~", "moved": "→", "renamed": "→"}


def change_line(change: dict[str, Any]) -> str:
    """`+ total → taxed  line 2 [static]`, `~ total  function, line 1: body`"""
    mark = _MARKS[change["status"]]
    if change["what"] == "call":
        verb = "constructs" if change["kind"] == "CONSTRUCTS" else "calls"
        callee = change["callee"] or change["external"]
        line = f"{mark} {change['caller']} {verb} {callee}  line {change['line']} [{change['confidence']}]"
        base, head = change["sites"]["base"], change["sites"]["head"]
        return f"{line}: at {head} sites, was at {base}" if base and head else line
    line = f"{mark} {change['name'] or '(module)'}  {change['kind']}, line {change['line']}"
    if change["status"] in ("moved", "renamed"):
        line += f", {change['status']} from {change['was']} (similarity {change['similarity']})"
    changed = [word for word in ("signature", "body") if change[f"{word}_changed"]]
    return line + (f": {' and '.join(changed)}" if changed else "")


def diff_markdown(answer: Answer) -> Iterator[str]:
    """The same as a comment on a pull request."""
    yield f"### Call graph: {_code(answer['base']['ref'])} → {_code(answer['head']['ref'])}"
    yield ""
    yield summed(answer["totals"]) + "."
    for file in answer["files"]:
        yield ""
        yield f"**{_code(file['path'])}**"
        yield ""
        yield from (f"- {_code(change_line(change))}" for change in file["changes"])
    if answer["next_cursor"]:
        yield ""
        yield "More than that differs; `callmap diff` with a higher `--limit` shows it."
    for title, name in (
        ("Entry points and public symbols whose reach changed", "reach_changed"),
        ("Tests that reach what changed", "tests"),
    ):
        if answer[name]:
            yield ""
            yield f"<details><summary>{title}: {answer['totals'][name]:,}</summary>"
            yield ""
            for one in answer[name]:
                yield f"- {_code(one['path'] + '::' + one['name'])}" + (
                    f" ({one['reason']})" if "reason" in one else ""
                )
            if answer["totals"][name] > len(answer[name]):
                yield f"- … and {answer['totals'][name] - len(answer[name]):,} more"
            yield ""
            yield "</details>"


def _code(text: str) -> str:
    return "`" + text.replace("`", "'").replace("\n", " ").replace("\r", " ") + "`"


# --- parts ---


def _version(row: SymbolRow | None) -> dict[str, Any] | None:
    if row is None:
        return None
    return {
        "symbol_id": version_id(row), "signature": row.signature, "line_start": row.line, "line_end": row.end_line,
        "kind": CONTRACT_KINDS.get(row.kind, row.kind), "language": row.language,
    }  # fmt: skip


def _summary(base: Project, head: Project, change: SymbolChange) -> dict[str, Any]:
    if change.base is None or change.head is None:
        return {"status": "added" if change.base is None else "deleted"}
    if change.status == "unchanged":
        return {"status": "unchanged"}
    added = removed = 0
    lines = difflib.SequenceMatcher(None, text_of(base, change.base), text_of(head, change.head))
    for tag, start, end, new_start, new_end in lines.get_opcodes():
        if tag != "equal":
            added, removed = added + new_end - new_start, removed + end - start
    shifted = (change.base.line, change.base.end_line) != (change.head.line, change.head.end_line)
    return {
        **({"status": change.status} if change.status != "changed" else {}),
        "signature_changed": change.signature_changed, "body_changed": change.body_changed,
        "lines_added": added, "lines_removed": removed, "line_range_shifted": shifted,
    }  # fmt: skip


def _calls(base: Project, head: Project, change: SymbolChange, direction: str) -> tuple[list[Call], list[Call]]:
    """The callers (or callees) that only head has, and those that only base has."""
    before, after = (_ends(p, row, direction) for p, row in ((base, change.base), (head, change.head)))
    return [call for id, call in after.items() if id not in before], [c for id, c in before.items() if id not in after]


def _without_moved(gained: list[Call], lost: list[Call], moved: dict[str, str]) -> tuple[list[Call], list[Call]]:
    """Without what is only elsewhere: it is neither gained nor lost."""
    before, after = {moved.get(call["symbol"], "") for call in lost}, {call["symbol"] for call in gained}
    return (
        [call for call in gained if call["symbol"] not in before],
        [call for call in lost if moved.get(call["symbol"]) not in after],
    )


def _ends(project: Project, row: SymbolRow | None, direction: str) -> dict[str, Call]:
    if row is None:
        return {}
    store, snapshot = project.store, project.snapshot.id
    edges = store.edges_to(snapshot, [row.key]) if direction == "callers" else store.edges_from(snapshot, [row.key])
    found: dict[str, Call] = {}
    for edge in edges:
        other = _other_end(edge, direction)
        if edge.kind in history.CALL_KINDS and other:
            place = {"symbol": other, "file": edge.caller.path, "line": edge.line, "confidence": edge.confidence}
            found.setdefault("itself" if other == row.id else other, place)
    return found


def _other_end(edge: EdgeRow, direction: str) -> str:
    if direction == "callers":
        return edge.caller.id
    return edge.callee.id if edge.callee is not None else (edge.external or "") if edge.reason == "external" else ""


def _symbol_item(change: SymbolChange) -> dict[str, Any]:
    row = change.row
    found = {**_place(row), "what": "symbol", "status": change.status, "kind": row.kind}
    found |= {"signature_changed": change.signature_changed, "body_changed": change.body_changed}
    if change.status in ("moved", "renamed") and change.base is not None:
        found |= {"was": change.base.id, "similarity": change.similarity}
    return found


def _edge_item(edge: EdgeChange) -> dict[str, Any]:
    path, caller = edge.caller
    callee = None
    if edge.callee is not None:
        callee = edge.callee[1] if edge.callee[0] == path else "::".join(edge.callee)
    return {
        "what": "call", "status": edge.status, "kind": edge.kind, "caller": caller or "(module)", "callee": callee,
        "external": edge.external, "confidence": edge.confidence, "path": path, "line": edge.line,
        "column": edge.column, "lines": list(edge.lines), "sites": {"base": edge.sites[0], "head": edge.sites[1]},
    }  # fmt: skip


def _place(row: SymbolRow) -> dict[str, Any]:
    return {"name": row.name, "path": row.path, "line": row.line}


def _both(base: Project, head: Project, warnings: list[str], truncated: bool) -> dict[str, Any]:
    """The metadata of head, with what is said of base beside it."""
    found = about(head, [*lacked(base), *warnings], truncated)
    if lacked(base) and not truncated:
        found["result_completeness"] = "partial"
    if base.is_live and not head.is_live:
        found["freshness_status"] = base.freshness().status
    return {**found, "base_ref": base.ref, "base_commit": base.snapshot.commit or None, "head_ref": head.ref,
            "head_commit": head.snapshot.commit or None}  # fmt: skip
