"""The index as a `Graph`: takes an open index, gives nodes and links, with HAS_SCOPE and CONTAINS from what the index
knows of parents and call sites.

Ids are readable: `path::Name` is a symbol, `path::Name@body` its scope, `path::Name@12:5` a call in it. A file's edges
are loaded once, when its first node is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from callmap.ask.graph import CALL_KINDS
from callmap.ask.queries import Link, Node
from callmap.model import CALLABLE_KINDS, CLASS_KINDS, Kind, short_name
from callmap.store.rows import EdgeRow, End, SymbolRow
from callmap.store.store import Index, symbol_key

BODY = "@body"
_SITE = re.compile(r"(?P<caller>.+)@(?P<line>\d+):(?P<column>\d+)(?:~(?P<number>\d+))?\Z", re.DOTALL)
_SURE = {"static": 0, "inferred": 1, "possible": 2, "unresolved": 3}
_WORD = re.compile(r"[\w$]+!?\Z")


class IndexGraph:
    """One snapshot of an index, as seed 000 draws a graph."""

    def __init__(self, store: Index, snapshot: int) -> None:
        self._store, self._snapshot = store, snapshot
        self._files: dict[str, _File] = {}

    def node(self, id: str) -> Node | None:
        owner, site, body = _parts(id)
        file = self._file(_path(owner))
        if site:
            edges = file.site(owner, id)
            return _call_node(id, edges) if edges else None
        row = file.symbols.get(owner)
        if row is None:
            return None
        return Node(id, "SCOPE", "", row.path, row.line) if body else symbol_node(row)

    def outgoing(self, id: str, types: Collection[str] | None = None) -> list[Link]:
        owner, site, body = _parts(id)
        file = self._file(_path(owner))
        if site:
            if types is not None and "CALLS" not in types:
                return []
            ends = sorted(
                (edge for edge in file.site(owner, id) if edge.callee is not None),
                key=lambda edge: (_SURE[edge.confidence], edge.kind != "CALLS", edge.seq),
            )
            return [Link(id, edge.callee.id, "CALLS", edge.confidence) for edge in ends if edge.callee is not None]
        if owner not in file.symbols:
            return []
        if not body:
            return [Link(id, id + BODY, "HAS_SCOPE")] if types is None or "HAS_SCOPE" in types else []
        if types is not None and "CONTAINS" not in types:
            return []
        inside = [*file.sites.get(owner, ()), *file.children.get(owner, ())]
        return [Link(id, child, "CONTAINS") for child in inside]

    def incoming(self, id: str, types: Collection[str] | None = None) -> list[Link]:
        owner, site, body = _parts(id)
        file = self._file(_path(owner))
        if site:
            held = (types is None or "CONTAINS" in types) and file.site(owner, id)
            return [Link(owner + BODY, id, "CONTAINS")] if held else []
        row = file.symbols.get(owner)
        if row is None:
            return []
        if body:
            return [Link(owner, id, "HAS_SCOPE")] if types is None or "HAS_SCOPE" in types else []
        links: list[Link] = []
        if row.name and (types is None or "CONTAINS" in types):
            links.append(Link(f"{row.path}::{row.parent}{BODY}", id, "CONTAINS"))
        if types is None or "CALLS" in types:
            edges = self._store.edges_to(self._snapshot, [row.key])
            links += [
                Link(self._file(edge.caller.path).id_of(edge), id, "CALLS", edge.confidence)
                for edge in edges
                if edge.kind in CALL_KINDS
            ]
        return links

    def _file(self, path: str) -> _File:
        if path not in self._files:
            self._files[path] = _File(self._store, self._snapshot, path)
        return self._files[path]


class _File:
    """One file's symbols, and the call sites in each of them."""

    def __init__(self, store: Index, snapshot: int, path: str) -> None:
        rows = store.symbols_in(snapshot, path)
        self.symbols: dict[str, SymbolRow] = {row.id: row for row in rows}
        self.children: dict[str, list[str]] = {}
        for row in rows:
            if row.name:
                self.children.setdefault(f"{path}::{row.parent}", []).append(row.id)
        self.sites: dict[str, list[str]] = {}
        self._edges: dict[str, list[EdgeRow]] = {}
        self._ids: dict[int, str] = {}
        keys = [symbol_key(path, row.name) for row in rows]
        numbers: dict[tuple[str, int, int], dict[str, int]] = {}
        for edge in store.edges_from(snapshot, keys) if keys else []:
            if edge.kind not in CALL_KINDS:
                continue
            # two things may happen at one place: `a.b()` where reading `b` runs code
            names = numbers.setdefault((edge.caller.id, edge.line, edge.column), {})
            number = names.setdefault(edge.name, len(names))
            id = f"{edge.caller.id}@{edge.line}:{edge.column}" + (f"~{number}" if number else "")
            if id not in self._edges:
                self.sites.setdefault(edge.caller.id, []).append(id)
            self._edges.setdefault(id, []).append(edge)
            self._ids[edge.seq] = id

    def site(self, owner: str, id: str) -> list[EdgeRow]:
        edges = self._edges.get(id, [])
        return edges if edges and edges[0].caller.id == owner else []

    def id_of(self, edge: EdgeRow) -> str:
        return self._ids[edge.seq]


def symbol_node(row: SymbolRow | End) -> Node:
    """A symbol as a node; its type in seed 000's words."""
    if row.kind in CALLABLE_KINDS:
        kind = "FUNCTION"
    elif row.kind in CLASS_KINDS:
        kind = "CLASS"
    else:
        kind = "MODULE" if row.kind in (Kind.MODULE, Kind.NAMESPACE) else row.kind.upper()
    return Node(row.id, kind, short_name(row.name) or row.path, row.path, row.line)


def receiver(edge: EdgeRow) -> str | None:
    """What a method is called on, as written (`response` of `response.json`); None for a plain call.

    A path that names the function (`Type::new`, `module::run`) is no receiver.
    """
    before = edge.name.removesuffix(edge.called)
    if not edge.called or before == edge.name:
        return None
    for operator in ("?.", "->", "."):
        if before.endswith(operator):
            return before.removesuffix(operator).strip() or None
    return None


def _call_node(id: str, edges: list[EdgeRow]) -> Node:
    edge = edges[0]
    on = receiver(edge)
    name = edge.called if on is not None or _WORD.match(edge.name) else edge.name
    return Node(id, "CALL" if on is None else "METHOD_CALL", name, edge.caller.path, edge.line, on or "")


def _parts(id: str) -> tuple[str, bool, bool]:
    """(the symbol's id, whether it is a call in it, whether it is its scope)"""
    if id.endswith(BODY):
        return id.removesuffix(BODY), False, True
    site = _SITE.match(id)
    return (site["caller"], True, False) if site else (id, False, False)


def _path(symbol: str) -> str:
    return symbol.partition("::")[0]
