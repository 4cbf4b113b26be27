"""What is offered over MCP: the table of all tools (title, description, text form) and of their parameters.

A tool is a function in tools/ and an entry in OFFERS. A parameter is described once, in PARAMETERS, under the name that
all tools share; where one tool means something else by it, the entry's own `parameters` say so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from callmap.errors import BadInput
from callmap.languages import languages
from callmap.model import Kind
from callmap.show.lines import Answer, Lines
from callmap.show.tools import graph, index

INSTRUCTIONS = """\
callmap knows who calls whom in this repository: every call site, with the evidence for it. Ask it instead of \
searching text when you need callers, callees, the impact of a change, or whether code is used.
1. locate_symbol(name="parse") finds definitions: exact names first, then other case, parts, similar names.
2. get_call_graph(symbol_name="parse", direction="callers") gives the calls, with file and line. If the name is \
ambiguous, add `path` (part of the file's path), or write symbol_name as "src/a.py::Class.method", "Class.method" \
or "src/a.py:120" (the symbol around that line, as in a stack trace). depth=2..5 follows calls of calls.
3. call_graph_stats() says what is indexed, in which languages, and what was left out.
Confidence of an edge, strongest first: "static" follows from declarations and imports alone; "inferred" from types \
and values that were followed; "possible" is one of several candidates; "unresolved" is a call whose target is not \
known, with the reason (builtin, external = in a library, dynamic). `via` says how the target was found.
"0 callers" means that no known call reaches the symbol. `note` then says whether there are calls of that name whose \
target is not known. Even if there are none, entry points, frameworks, reflection and users outside may call it.
Answers speak of the working tree. metadata.freshness_status "stale" or "syncing" means that it was edited since it \
was indexed: ask again in a few seconds. metadata.warnings says what was clamped or left out; `total_edges` also \
counts what is not shown: raise `limit`. Errors are JSON: code, message, data.remediation (what to do next).\
"""


def _text(description: str, least: int | None = None, most: int = 1000) -> Any:
    return Annotated[str, Field(min_length=least, max_length=most, description=description)]


_KINDS = ("fn", *sorted({word for name, word in vars(Kind).items() if name.isupper()} - {Kind.IMPL}))
_LANGUAGES = tuple(language.name for language in languages())
# Types and bounds; names and defaults are those in tools/. What is clamped (a depth of 9) has no upper bound here.
PARAMETERS: dict[str, Any] = {
    "name": _text("Name, Class.method, qualified name or path::Name. Case and spelling may be off.", 1),
    "symbol_name": _text("Name, Class.method, qualified name, path::Name, or path:line (what holds that line).", 1),
    "path": _text("Part of the path of the file that defines it, or a glob. Tells namesakes apart.", most=4096),
    "ref": _text('The working tree is indexed: "live" (default), HEAD, its branch or its commit.'),
    "direction": Annotated[Literal[graph.DIRECTIONS], Field(description="Which calls to show.")],
    "depth": Annotated[int, Field(ge=1, description="How many calls deep: 1 = direct calls. More than 5 becomes 5.")],
    "limit": Annotated[int, Field(ge=1, description="Most results per direction. More than 100 becomes 100.")],
    "kind": Annotated[Literal[_KINDS], Field(description='Only symbols of that kind; "fn" is any function or method.')],
    "language": Annotated[Literal[_LANGUAGES], Field(description="Only symbols of that language.")],
}


class Offer(NamedTuple):
    """A tool as clients see it. Its name is its key in OFFERS, its parameters are those of `ask`, after the project."""

    ask: Callable[..., Answer]
    lines: Lines  # the answer as text
    title: str
    description: str  # what, when, what first, one example
    parameters: dict[str, Any] = {}  # those that mean something else here than in PARAMETERS
    writes: bool = False  # whether a call may change what later calls answer


# In the order in which clients list them
OFFERS: dict[str, Offer] = {
    "locate_symbol": Offer(
        graph.locate_symbol, graph.found_lines, "Find where a symbol is defined",
        "Finds definitions by name: file, lines, kind, signature. Use it first when a name may be wrong or ambiguous; "
        'each result says how it matched. Then get_call_graph. Example: {"name": "Session.get", "kind": "fn"}',
    ),
    "get_call_graph": Offer(
        graph.get_call_graph, graph.call_graph_lines, "Show callers and callees of a symbol",
        "Who calls a symbol and what it calls: file and line of every call, confidence, evidence. Use it before you "
        "change or delete a function, to trace a flow or to judge an impact. If several symbols have the name, it "
        'lists them: add `path`. Example: {"symbol_name": "validate_token", "direction": "callers", "depth": 2}',
    ),
    "call_graph_stats": Offer(
        index.call_graph_stats, index.stats_lines, "Say what is indexed",
        "How many functions, edges and files are indexed, by language, confidence and kind, and which files were "
        "skipped or had problems. Use it to judge how far an answer can be trusted. Example: {}",
    ),
}  # fmt: skip

# Enough for all that is common: find, follow, judge a change, compare, and know how far to trust it.
CORE = ("locate_symbol", "get_call_graph", "call_graph_stats")


def chosen(names: Sequence[str] = ()) -> list[str]:
    """The tools of those names, in the order of OFFERS; "core" and "all" stand for several. None named is all."""
    wanted = {tool for name in names or ("all",) for tool in {"all": OFFERS, "core": CORE}.get(name, (name,))}
    if unknown := ", ".join(sorted(wanted - OFFERS.keys())):
        raise BadInput(f"There is no tool {unknown}; there are {', '.join(OFFERS)}, and the groups core and all.")
    return [name for name in OFFERS if name in wanted]
