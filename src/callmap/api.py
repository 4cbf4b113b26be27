"""The public Python API: takes a directory, gives a `Codebase` that answers with typed values.

    import callmap

    with callmap.open("path/to/project") as code:
        for step in code.callers("Session.get").steps:
            print(step.edge.caller.name, step.edge.line, step.edge.confidence, step.edge.via)

The same engine answers agents and the terminal, so the answers are the same. All of them inside one `with` are of one
generation of the index. What goes wrong is a `CallmapError` whose message says what to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from callmap import config
from callmap.ask import changes, entries, graph, history, locate, paths, search
from callmap.ask.impact import Impact, impact
from callmap.ask.matching import SymbolChange
from callmap.ask.project import Project, is_live
from callmap.ask.queries import CallInfo, find_calls_in_function
from callmap.ask.scopes import IndexGraph
from callmap.errors import BadInput, RefNotIndexed
from callmap.index import index
from callmap.store.rows import SymbolRow

Symbols = str | SymbolRow | Sequence[str | SymbolRow]


@contextmanager
def open_codebase(path: str = ".", ref: str | None = None, update: bool = True) -> Iterator[Codebase]:
    """Opens the project in a directory: the working tree, or a commit of its repository (`ref`).

    `update` indexes what is not indexed yet or has changed. Without it IndexNotReady or RefNotIndexed is raised for
    what never was, and what has changed since is answered as it was.
    """
    root = config.find_root(path)
    if update and is_live(root, ref):
        index(root)
    elif update:
        try:
            with Project.open(root, ref):
                pass
        except RefNotIndexed:
            index(root, ref=ref or "HEAD")
    with Project.open(root, ref) as project:
        yield Codebase(project)


class Codebase:
    """An open project. Symbols are named as everywhere (`name`, `Class.method`, `path::Name`, `path:line`), or given as
    they were returned; several at once as a list."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._at = project.store, project.snapshot.id

    @property
    def root(self) -> str:
        return self._project.root

    @property
    def commit(self) -> str:
        """The commit that the answers speak of, or that the working tree was at; "" without git."""
        return self._project.snapshot.commit

    def find(self, name: str, file: str = "") -> SymbolRow:
        """The one symbol that is meant. Raises SymbolNotFound with near names, AmbiguousSymbol with the places."""
        return self._project.find(name, file)

    def locate(self, name: str, language: str = "", path: str = "") -> list[SymbolRow]:
        """Where a name may be defined: exact; else in other case; else at the end of names; else similar."""
        return locate.locate(*self._at, name, (), language, path)[1]

    def search(self, query: str, language: str = "", limit: int = 20) -> search.Found:
        """Symbols by words, in names, signatures, docstrings, comments and paths, with scores from 0 to 1."""
        return search.search(self._project, query, language, limit)

    def callers(self, symbols: Symbols, depth: int = 1, limit: int = 1000, tests: bool = True) -> graph.Walked:
        """Who calls the symbols: edges, nearest first."""
        return graph.callers(*self._at, self._rows(symbols), depth, limit, tests)

    def callees(self, symbols: Symbols, depth: int = 1, limit: int = 1000, tests: bool = True) -> graph.Walked:
        """What the symbols call, unresolved calls too: edges, nearest first."""
        return graph.callees(*self._at, self._rows(symbols), depth, limit, tests)

    def calls_in(self, function: str | SymbolRow, transitive: bool = False) -> list[CallInfo]:
        """Every call in a function's own code, and what it reaches."""
        return find_calls_in_function(self.graph(), self._rows(function)[0].id, transitive=transitive)

    def paths(self, start: Symbols, goal: Symbols, max_depth: int = 5, limit: int = 5) -> list[paths.Path]:
        """Paths of calls from one to the other, the shortest first."""
        ends = [row.key for row in self._rows(start)], [row.key for row in self._rows(goal)]
        return paths.between(graph.outgoing(*self._at), graph.incoming(*self._at), *ends, max_depth, limit).paths

    def dependencies(self, symbols: Symbols) -> graph.Reached:
        """All that the symbols depend on, however far: calls, references, base classes, interfaces."""
        keys = [row.key for row in self._rows(symbols)]
        return graph.reach(graph.outgoing(*self._at), graph.callee, keys, kinds=graph.DEPENDENCY_KINDS)

    def dependents(self, symbols: Symbols) -> graph.Reached:
        """All that depends on the symbols, however far."""
        keys = [row.key for row in self._rows(symbols)]
        return graph.reach(graph.incoming(*self._at), graph.caller, keys, kinds=graph.DEPENDENCY_KINDS)

    def flow(self, entry: str, depth: int = graph.DEEPEST) -> graph.Reached:
        """What runs after an entry point (a symbol, or a file, whose top-level code is meant), nearest first."""
        start = entries.find(self._project, entry).row.key
        kinds = graph.CALL_KINDS | {"REFERENCES"}
        return graph.reach(graph.outgoing(*self._at), graph.callee, [start], depth, kinds=kinds)

    def diff(self, base: str, head: str = "live") -> history.GraphDiff:
        """What differs in the call graph between two refs. Raises RefNotIndexed for one that is not indexed:
        `callmap.open(path, ref)` does that."""
        return history.graph_diff(self._project.at(base), self._project.at(head))

    def compare(self, symbol: str, base: str, head: str = "live", file: str = "") -> SymbolChange:
        """One symbol at two refs, also if it was renamed or moved between them."""
        return history.versions(self._project.at(base), self._project.at(head), symbol, file)

    def impact(self, symbols: Sequence[str] = (), files: Sequence[str] = (), diff: str = "") -> Impact:
        """What a change of symbols, of files, or by a unified diff may break."""
        change = changes.Change()
        if symbols:
            change = change.joined(changes.changed_symbols(self._project, symbols))
        if files:
            change = change.joined(changes.changed_files(self._project, files))
        if diff:
            change = change.joined(changes.changed_by_diff(self._project, diff))
        return impact(self._project, change)

    def entries(self, path: str = "", tests: bool = False) -> list[entries.Entry]:
        """Where the program is entered, and why: main, routes, commands …"""
        return entries.listed(self._project, path, tests)

    def graph(self) -> IndexGraph:
        """The whole as a graph of nodes and links, for `find_calls_in_function` and queries of your own."""
        return IndexGraph(*self._at)

    def _rows(self, symbols: Symbols) -> list[SymbolRow]:
        given = [symbols] if isinstance(symbols, str | SymbolRow) else symbols
        rows = [self.find(one) if isinstance(one, str) else one for one in given]
        if not rows:
            raise BadInput("No symbol is named.", remediation="Name a symbol, or a list of several.")
        return rows
