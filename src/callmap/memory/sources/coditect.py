"""Another memory: takes databases of seed 001's schema (org.db, sessions.db), gives what is in them; and writes such.

    org.db       kg_nodes, kg_edges, decisions, error_solutions
    sessions.db  messages, call_graph_memory

Their columns differ between versions, so each is looked for by the names it is known to have; a table or column that is
missing costs what it would have said. Function nodes only tell which function a note is about.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from callmap.errors import CallmapError
from callmap.memory.notes import Note, parse_time, shortened, show_time
from callmap.memory.sources import Draft, Found, Meant, text_of
from callmap.store.database import Foreign, make_foreign

SCHEMAS = {
    "org.db": """
CREATE TABLE kg_nodes (id TEXT PRIMARY KEY, node_type TEXT, subtype TEXT, name TEXT, properties TEXT);
CREATE TABLE kg_edges (id TEXT PRIMARY KEY, edge_type TEXT, from_node TEXT, to_node TEXT, properties TEXT);
CREATE TABLE decisions (
    id INTEGER PRIMARY KEY, decision TEXT, rationale TEXT, status TEXT, confidence REAL, created_at TEXT,
    session_id TEXT, author TEXT, note_id TEXT
);
CREATE TABLE error_solutions (
    id INTEGER PRIMARY KEY, error_signature TEXT, solution TEXT, created_at TEXT, session_id TEXT, note_id TEXT
);
CREATE INDEX kg_edges_from ON kg_edges (from_node);
CREATE INDEX kg_edges_to ON kg_edges (to_node);
""",
    "sessions.db": """
CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, timestamp TEXT, note_id TEXT);
CREATE TABLE call_graph_memory (node_id TEXT, message_id INTEGER, session_id TEXT, change_type TEXT);
CREATE INDEX call_graph_memory_node ON call_graph_memory (node_id);
""",
}
_TABLES = ("kg_nodes", "kg_edges", "decisions", "error_solutions", "messages", "call_graph_memory")
_CHANGES = ("created", "modified", "discussed", "reviewed")


def node_id(path: str, name: str, line: int) -> str:
    """The id that seed 001 makes for a function."""
    return hashlib.sha256(f"{path}:{name}:{line}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def read(path: str, beside: list[str], found: Found) -> Iterator[Draft]:
    """The notes of one such database. Which functions they are about may be said in those beside it."""
    own = _opened(path, found)
    if own is None:
        return
    opened = [(path, own), *((other, source) for other in beside if (source := _opened(other, Found())) is not None)]
    try:
        functions: dict[str, tuple[str, str]] = {}
        about: dict[str, list[str]] = {}
        links: dict[str, list[tuple[str, str]]] = {}
        for place, source in opened:
            functions.update(_functions(place, source, found if source is own else Found()))
        for place, source in opened:
            _links(place, source, functions, about, links, found if source is own else Found())
        yield from _decisions(path, own, functions, about, found)
        yield from _errors(path, own, functions, about, found)
        yield from _messages(path, own, functions, links, found)
    finally:
        for _, source in opened:
            source.close()


def _opened(path: str, found: Found) -> Foreign | None:
    name = os.path.basename(path)
    try:
        source = Foreign(path)
    except CallmapError as error:
        found.problem(name, error.message)
        return None
    if not set(source.tables) & set(_TABLES):
        found.problem(name, f"it has none of the tables {', '.join(_TABLES)}")
        source.close()
        return None
    return source


def _rows(path: str, source: Foreign, table: str, found: Found) -> Iterator[dict[str, Any]]:
    name = os.path.basename(path)
    if table not in source.tables:
        return
    try:
        for number, row in enumerate(source.rows(table), 1):
            if number % 1000 == 0:
                found.progress(table, number, number)
            yield row
    except CallmapError as error:
        found.problem(f"{name} {table}", f"the rest of the table cannot be read ({error.message[:200]})")


def _functions(path: str, source: Foreign, found: Found) -> Iterator[tuple[str, tuple[str, str]]]:
    """Every id that a function has there → its path and name."""
    for row in _rows(path, source, "kg_nodes", found):
        if text_of(row, "node_type") not in ("function", "method", ""):
            continue
        properties = _json(row.get("properties"))
        file, name = (
            text_of(properties, "file_path", "path", "file"),
            text_of(row, "name") or text_of(properties, "name"),
        )
        id = text_of(row, "id")
        if not file and id.startswith("function:"):
            file = id.removeprefix("function:").rpartition(":")[0]
        if not file or not name:
            found.problem(f"{os.path.basename(path)} kg_nodes {id}"[:200], "the function has no file or no name")
            continue
        found.counts["functions"] += 1
        line = text_of(properties, "line_start", "start_line", "line")
        ids = [id, text_of(properties, "node_id")]
        ids += [node_id(file, own, int(line)) for own in (name, name.rpartition(".")[2])] if line.isdigit() else []
        yield from ((own, (file, name)) for own in dict.fromkeys(ids) if own)


def _links(
    path: str, source: Foreign, functions: dict[str, tuple[str, str]], about: dict[str, list[str]],
    links: dict[str, list[tuple[str, str]]], found: Found,
) -> None:  # fmt: skip
    for row in _rows(path, source, "kg_edges", found):
        ends = text_of(row, "from_node"), text_of(row, "to_node")
        if text_of(row, "edge_type") == "CALLS":
            found.counts["calls (callmap has its own)"] += 1
            continue
        for one, other in (ends, ends[::-1]):
            if other in functions and one not in functions:
                about.setdefault(one, []).append(other)
    for row in _rows(path, source, "call_graph_memory", found):
        change = text_of(row, "change_type").lower()
        links.setdefault(text_of(row, "message_id"), []).append(
            (text_of(row, "node_id"), change if change in _CHANGES else "discussed")
        )


def _decisions(
    path: str, source: Foreign, functions: dict[str, tuple[str, str]], about: dict[str, list[str]], found: Found
) -> Iterator[Draft]:
    from callmap.memory.sources.decisions import status_of

    for row in _rows(path, source, "decisions", found):
        id, text = text_of(row, "id", "decision_id"), text_of(row, "decision", "title", "content", "summary")
        if not text:
            found.problem(f"{os.path.basename(path)} decisions {id}", "it says nothing")
            continue
        confidence = text_of(row, "confidence")
        meant = [functions[node] for own in (id, f"decision:{id}") for node in about.get(own, ())]
        yield Draft(
            "decision", shortened(text), "coditect", f"decision:{id}:{text_of(row, 'created_at', 'timestamp')}",
            rationale=shortened(text_of(row, "rationale", "reason", "context")),
            status=status_of(text_of(row, "status")) or "active", confidence=_share(confidence),
            at_ns=parse_time(row.get("created_at") or row.get("timestamp")), author=text_of(row, "author", "source"),
            session=text_of(row, "session_id"), place=os.path.basename(path), id=text_of(row, "note_id"),
            symbols=tuple(Meant(file, name, "about") for file, name in meant),
        )  # fmt: skip


def _errors(
    path: str, source: Foreign, functions: dict[str, tuple[str, str]], about: dict[str, list[str]], found: Found
) -> Iterator[Draft]:
    for row in _rows(path, source, "error_solutions", found):
        id, text = text_of(row, "id", "error_hash"), text_of(row, "error_signature", "error", "error_type")
        if not text:
            found.problem(f"{os.path.basename(path)} error_solutions {id}", "it says nothing")
            continue
        yield Draft(
            "error", shortened("\n".join(filter(None, (text, text_of(row, "error_context"))))), "coditect",
            f"error:{id}:{text_of(row, 'created_at', 'timestamp')}",
            solution=shortened(text_of(row, "solution", "solution_code")),
            at_ns=parse_time(row.get("created_at") or row.get("timestamp")), session=text_of(row, "session_id"),
            place=os.path.basename(path), id=text_of(row, "note_id"),
            symbols=tuple(Meant(*functions[node], "about") for node in about.get(f"error:{id}", ())),
        )  # fmt: skip


def _messages(
    path: str, source: Foreign, functions: dict[str, tuple[str, str]], links: dict[str, list[tuple[str, str]]],
    found: Found,
) -> Iterator[Draft]:  # fmt: skip
    for row in _rows(path, source, "messages", found):
        id, text = text_of(row, "id", "message_id"), text_of(row, "content", "text", "message", "content_preview")
        if not text:
            found.counts["empty messages"] += 1
            continue
        meant = [(functions[node], change) for node, change in links.get(id, ()) if node in functions]
        lost = sum(node not in functions for node, _ in links.get(id, ()))
        if lost:
            found.problem(f"{os.path.basename(path)} messages {id}", f"{lost} of its functions are not in kg_nodes")
        session = text_of(row, "session_id")
        yield Draft(
            "message", shortened(text, 4000), "coditect", f"message:{session}:{id}",
            at_ns=parse_time(row.get("timestamp") or row.get("created_at")), author=text_of(row, "role", "author"),
            session=session, place=os.path.basename(path), confidence=0.6, relation="discussed",
            id=text_of(row, "note_id"), symbols=tuple(Meant(file, name, change) for (file, name), change in meant),
        )  # fmt: skip


# --- writing ---------------------------------------------------------------------------------------------------------


class Function(NamedTuple):
    """A function of the index, as it is written."""

    path: str
    name: str
    language: str
    line: int
    end_line: int
    signature: str
    doc: str

    @property
    def id(self) -> str:
        return f"function:{self.path}:{self.name}"

    @property
    def node_id(self) -> str:
        return node_id(self.path, self.name, self.line)


def write(
    directory: Path, functions: Iterable[Function], calls: Iterable[tuple[str, str, list[int]]], notes: Iterable[Note]
) -> dict[str, int]:
    """Writes org.db and sessions.db. `calls` are (caller's id, callee's id, lines); ids as in Function."""
    known = {(function.path, function.name): function for function in functions}
    nodes = [
        (f.id, "function", f.language, f.name, json.dumps({
            "file_path": f.path, "line_start": f.line, "line_end": f.end_line, "signature": f.signature,
            "docstring": f.doc, "class_name": f.name.rpartition(".")[0] or None, "node_id": f.node_id,
        }))
        for f in known.values()
    ]  # fmt: skip
    edges: list[tuple[Any, ...]] = [
        (f"CALLS:{caller}:{callee}", "CALLS", caller, callee,
         json.dumps({"call_count": len(lines), "call_contexts": lines[:50]}))
        for caller, callee, lines in calls
    ]  # fmt: skip
    rows: dict[str, list[tuple[Any, ...]]] = {"decisions": [], "error_solutions": [], "messages": [], "links": []}
    for note in notes:
        about = [(known[a.path, a.name], a.relation) for a in note.anchors if (a.path, a.name) in known]
        source, when = note.source, show_time(note.at_ns)
        if note.type in ("decision", "error"):
            table = "decisions" if note.type == "decision" else "error_solutions"
            number = len(rows[table]) + 1
            node = f"{note.type}:{number}"
            nodes.append((node, note.type, note.source.kind, note.title, json.dumps({"note_id": note.id})))
            edges += [(f"ABOUT:{node}:{f.id}", "ABOUT", node, f.id, "{}") for f, _ in about]
        if note.type == "decision":
            rows[table].append((
                number, note.text, note.rationale, note.status, note.confidence, when, source.session, source.author,
                note.id,
            ))  # fmt: skip
        elif note.type == "error":
            rows[table].append((number, note.text, note.solution, when, source.session, note.id))
        else:
            number = len(rows["messages"]) + 1
            role = source.author if note.type == "message" else note.type
            rows["messages"].append((number, source.session, role, note.text, when, note.id))
            rows["links"] += [
                (f.node_id, number, source.session, relation if relation in _CHANGES else "discussed")
                for f, relation in about
            ]
    counts = make_foreign(directory / "org.db", SCHEMAS["org.db"], {
        "kg_nodes": nodes, "kg_edges": edges,
        "decisions": rows["decisions"], "error_solutions": rows["error_solutions"],
    })  # fmt: skip
    return counts | make_foreign(directory / "sessions.db", SCHEMAS["sessions.db"], {
        "messages": rows["messages"], "call_graph_memory": rows["links"],
    })  # fmt: skip


def _json(value: Any) -> dict[str, Any]:
    try:
        parsed = json.loads(value) if isinstance(value, str | bytes) else {}
    except (ValueError, RecursionError):
        return {}
    return parsed if isinstance(parsed, dict) else {}


def _share(text: str) -> float:
    """A confidence as numbers write it: 0.8, 80; 1 if it is none."""
    try:
        value = float(text)
    except ValueError:
        return 1.0
    value = value / 100 if 1 < value <= 100 else value
    return value if 0 <= value <= 1 else 1.0
