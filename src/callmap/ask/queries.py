"""What a function calls and what holds a call: takes any `Graph`, gives `CallInfo` and `CallerInfo`.

    FUNCTION -[HAS_SCOPE]-> SCOPE -[CONTAINS]-> CALL, METHOD_CALL, SCOPE (a nested block), FUNCTION, CLASS
    CALL     -[CALLS]-----> FUNCTION

Both queries need no more of a graph than a node and the edges at it, so they work on an index (`ask/scopes.py`) and on
any other graph of that shape.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from typing import Protocol

import msgspec

CALL_TYPES = frozenset({"CALL", "METHOD_CALL"})
CONTAINERS = frozenset({"FUNCTION", "CLASS", "MODULE"})


class Node(msgspec.Struct, frozen=True):
    """A node of a graph. `object` is a method call's receiver, as it is written."""

    id: str
    type: str  # FUNCTION | CLASS | MODULE | SCOPE | CALL | METHOD_CALL | VARIABLE …
    name: str
    file: str = ""
    line: int = 0
    object: str = ""


class Link(msgspec.Struct, frozen=True):
    """A directed edge between two nodes, by their ids."""

    src: str
    dst: str
    type: str  # HAS_SCOPE | CONTAINS | CALLS
    confidence: str = ""


class Graph(Protocol):
    """As much of a graph as the queries need. `types=None` means edges of all types."""

    def node(self, id: str) -> Node | None: ...

    def outgoing(self, id: str, types: Collection[str] | None = None) -> list[Link]: ...

    def incoming(self, id: str, types: Collection[str] | None = None) -> list[Link]: ...


class Target(msgspec.Struct, frozen=True):
    """A function that a call reaches."""

    id: str
    name: str
    file: str = ""
    line: int = 0
    confidence: str = ""


class CallInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A call in a function. `target` is the first of its `targets`; depth 0 is a direct call."""

    id: str
    name: str
    type: str  # CALL | METHOD_CALL
    object: str = ""
    resolved: bool
    target: Target | None = None
    targets: tuple[Target, ...] = ()
    file: str = ""
    line: int = 0
    depth: int = 0


class CallerInfo(msgspec.Struct, frozen=True):
    """What holds a call: a function, a class or a module."""

    id: str
    name: str
    type: str
    file: str = ""
    line: int = 0


def find_calls_in_function(
    graph: Graph, function_id: str, *, max_depth: int = 10, transitive: bool = False, transitive_depth: int = 5
) -> list[CallInfo]:
    """All calls in a function's own code: nested blocks are entered (to `max_depth`), nested functions and classes not.

    With `transitive`, the calls in the functions it reaches follow, each function once, so recursion and cycles end;
    their `depth` says how many calls lead to them.
    """
    calls = _calls_in(graph, function_id, max_depth, 0)
    if not transitive:
        return calls
    seen, reached = {function_id}, deque((target.id, 1) for call in calls for target in call.targets)
    while reached:
        id, depth = reached.popleft()
        if id in seen or depth > transitive_depth:
            continue
        seen.add(id)
        inner = _calls_in(graph, id, max_depth, depth)
        calls.extend(inner)
        reached.extend((target.id, depth + 1) for call in inner for target in call.targets)
    return calls


def find_containing_function(graph: Graph, node_id: str, max_depth: int = 15) -> CallerInfo | None:
    """The function, class or module that holds a node: up CONTAINS and HAS_SCOPE, at most `max_depth` steps."""
    seen: set[str] = set()
    queue = deque([(node_id, 0)])
    while queue:
        id, depth = queue.popleft()
        if id in seen or depth > max_depth:
            continue
        seen.add(id)
        for link in graph.incoming(id, ("CONTAINS", "HAS_SCOPE")):
            parent = graph.node(link.src)
            if parent is None or parent.id in seen:
                continue
            if parent.type in CONTAINERS:
                return CallerInfo(parent.id, parent.name or "<anonymous>", parent.type, parent.file, parent.line)
            queue.append((parent.id, depth + 1))
    return None


def _calls_in(graph: Graph, function_id: str, max_depth: int, depth: int) -> list[CallInfo]:
    calls: list[CallInfo] = []
    seen: set[str] = set()
    queue = deque((link.dst, 0) for link in graph.outgoing(function_id, ("HAS_SCOPE",)))
    while queue:
        scope, level = queue.popleft()
        if scope in seen or level > max_depth:
            continue
        seen.add(scope)
        for link in graph.outgoing(scope, ("CONTAINS",)):
            child = graph.node(link.dst)
            if child is None:
                continue
            if child.type in CALL_TYPES:
                calls.append(_call_info(graph, child, depth))
            elif child.type == "SCOPE":
                queue.append((child.id, level + 1))
    return calls


def _call_info(graph: Graph, call: Node, depth: int) -> CallInfo:
    links = graph.outgoing(call.id, ("CALLS",))
    targets = tuple(
        Target(node.id, node.name, node.file, node.line, link.confidence)
        for link in links
        if (node := graph.node(link.dst)) is not None
    )
    return CallInfo(
        id=call.id, name=call.name, type=call.type, object=call.object, resolved=bool(links),
        target=targets[0] if targets else None, targets=targets, file=call.file, line=call.line, depth=depth,
    )  # fmt: skip
