"""callmap: a map of who calls whom in a code base, with the evidence for every edge.

    with callmap.open("path/to/project") as code:
        code.callers("Session.get")

See `Codebase` for what can be asked. Nothing is loaded before it is used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from callmap.api import Codebase
    from callmap.api import open_codebase as open
    from callmap.ask.graph import Reached, Step, Walked
    from callmap.ask.history import GraphDiff
    from callmap.ask.impact import Impact
    from callmap.ask.matching import SymbolChange
    from callmap.ask.paths import Path
    from callmap.ask.queries import CallerInfo, CallInfo, Graph, find_calls_in_function, find_containing_function
    from callmap.ask.search import Found
    from callmap.errors import CallmapError
    from callmap.store.rows import EdgeRow as Edge
    from callmap.store.rows import SymbolRow as Symbol

__version__ = "0.1.0"

_PLACES = {
    "Codebase": "callmap.api:Codebase",
    "open": "callmap.api:open_codebase",
    "GraphDiff": "callmap.ask.history:GraphDiff",
    "Reached": "callmap.ask.graph:Reached",
    "Step": "callmap.ask.graph:Step",
    "SymbolChange": "callmap.ask.matching:SymbolChange",
    "Walked": "callmap.ask.graph:Walked",
    "Impact": "callmap.ask.impact:Impact",
    "Path": "callmap.ask.paths:Path",
    "CallerInfo": "callmap.ask.queries:CallerInfo",
    "CallInfo": "callmap.ask.queries:CallInfo",
    "Graph": "callmap.ask.queries:Graph",
    "find_calls_in_function": "callmap.ask.queries:find_calls_in_function",
    "find_containing_function": "callmap.ask.queries:find_containing_function",
    "Found": "callmap.ask.search:Found",
    "CallmapError": "callmap.errors:CallmapError",
    "Edge": "callmap.store.rows:EdgeRow",
    "Symbol": "callmap.store.rows:SymbolRow",
}
__all__ = [
    "CallInfo", "CallerInfo", "CallmapError", "Codebase", "Edge", "Found", "Graph", "GraphDiff", "Impact", "Path",
    "Reached", "Step", "Symbol", "SymbolChange", "Walked", "__version__", "find_calls_in_function",
    "find_containing_function", "open",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module 'callmap' has no attribute '{name}'")
    module, _, inside = _PLACES[name].partition(":")
    return getattr(importlib.import_module(module), inside)
