"""What is offered over MCP: the table of all tools (title, description, text form) and of their parameters.

A tool is a function in tools/ and an entry in OFFERS. A parameter is described once, in PARAMETERS, under the name that
all tools share; where one tool means something else by it, the entry's own `parameters` say so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, ConfigDict, Field
from typing_extensions import TypedDict

from callmap.errors import BadInput
from callmap.memory.notes import LONGEST, STATUSES, TYPES
from callmap.model import Kind
from callmap.show.lines import Answer, Lines
from callmap.show.tools import cited, dependencies, details, functions, graph, history, index, memory, search


def _text(description: str, least: int = 0, most: int = 1000) -> Any:
    return Annotated[str, AfterValidator(partial(_fitting, least, most)), Field(description=description)]


def _names(description: str) -> Any:
    return Annotated[str | list[str], AfterValidator(_said), Field(description=description)]


def _list(description: str) -> Any:
    return Annotated[list[str], AfterValidator(_said), Field(description=description)]


def _fitting(least: int, most: int, value: str) -> str:
    """The value, if it has that many characters. Not in the schema, which is to be short."""
    if not least <= len(value) <= most:
        raise ValueError(f"it should have {least} to {most} characters")
    return value


def _some(value: int) -> int:
    if value < 1:
        raise ValueError("it should be 1 or more")
    return value


def _said(value: str | list[str]) -> str | list[str]:
    """One text, or several, none empty."""
    texts = [value] if isinstance(value, str) else value
    if not texts or not all(texts) or len(texts) > 100 or max(map(len, texts)) > 4096:
        raise ValueError("it should be 1 to 100 texts of 1 to 4096 characters")
    return value


class Place(TypedDict):
    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]
    file_path: str
    symbol: str


_KINDS = ("fn", *sorted({word for name, word in vars(Kind).items() if name.isupper()} - {Kind.IMPL}))
# Types and bounds; names and defaults are those in tools/. What is clamped (a depth of 9) has no upper bound here.
PARAMETERS: dict[str, Any] = {
    "name": _text("Name, Class.method, qualified name or path::Name. Case and spelling may be off.", 1),
    "symbol_name": _names("Name, Class.method, qualified name, path::Name, or path:line (what holds that line)."),
    "path": _text("Part of its file's path, or a glob.", most=4096),
    "ref": _text("Git ref."),
    "direction": Annotated[Literal[graph.DIRECTIONS], Field(description="Which calls to show.")],
    "detail_level": Literal[graph.DETAILS],
    "depth": Annotated[int, Field(ge=1, description="At most 5.")],
    "limit": Annotated[int, AfterValidator(_some), Field(description="At most 100.")],
    "kind": Annotated[Literal[_KINDS], Field(description='"fn" is any function or method.')],
    "type": Literal[TYPES],
    "status": Literal[STATUSES],
    "since": _text("A date, or 30d, 2w, 6m, 1y."),
    "text": _text("What to remember.", 1, LONGEST),
    "anchors": _list("Symbols, files, 'caller -> callee', commits."),
    "rationale": _text("Why.", most=LONGEST),
    "solution": _text("Of an error.", most=LONGEST),
    "confidence": Annotated[float, Field(ge=0, le=1)],
    "session": _text("Its id."),
    "cursor": Annotated[str, AfterValidator(partial(_fitting, 0, 1000))],  # answers that have more say how to get it
    "base_ref": _text("Git ref.", 1),
    "head_ref": _text('The other, or "live".', 1),
    "symbol": _names("As in get_call_graph."),
    "function_name": _names("All of that name are meant."),
    "from_func": _names("Where the calls start."),
    "to_func": _names("Where they lead."),
    "max_depth": Annotated[int, Field(ge=1, description="Most calls in a path.")],
    "file_path": _text("Path of its file.", most=4096),
    "file": _text("Part of its path.", most=4096),
    "dir_path": _text('Path of the directory; "." for all.', 1, 4096),
    "extensions": _list('Report on these only: [".py"].'),
    "transitive": Annotated[bool, Field(description="Follow calls of calls, to depth 5.")],
    "entry": _text("Symbol, or a file, whose top-level code is meant.", 1),
    "config": _text("CONFIG_SMP, !CONFIG_SMP or CONFIG_SMP=n, with commas."),
    "query": _text("A name, a path or words.", 1),
    "previous_query": Annotated[dict[str, Any], Field(description="Its tool and params.")],
    "previous_results": Annotated[dict[str, Any], Field(description="Its answer, or part of it.")],
    "confidence_threshold": Annotated[float, Field(description="Scores below it are low.")],
    "diff": _text("A unified diff, applied or not.", most=2_000_000),
    "files": _list("Changed files."),
    "symbols": _list("Changed symbols."),
    "from": Annotated[Place, Field(description="One symbol.")],
    "to": Annotated[Place, Field(description="The other.")],
}
_IN_FILE = {"symbol": _text('Its name: "formatDate", "User.save".', 1), "file_path": _text("Its file.", 1, 4096)}
_MOST = {"limit": Annotated[int, AfterValidator(_some)]}


def parameter(tool: str, name: str) -> Any:
    """Type and description of a tool's parameter."""
    if name == "language":  # to name them all is to import them all: not before they are asked for
        from callmap.languages import languages

        names = tuple(language.name for language in languages())
        return Literal[names]
    return OFFERS[tool].parameters.get(name) or PARAMETERS[name]


class Offer(NamedTuple):
    """A tool as clients see it. Its name is its key in OFFERS, its parameters are those of `ask`, after the project."""

    ask: Callable[..., Answer]
    lines: Lines  # the answer as text
    title: str
    description: str  # what, when, what first, one example
    parameters: dict[str, Any] = {}  # those that mean something else here than in PARAMETERS
    writes: bool = False  # whether a call may change what later calls answer
    updates: bool = False  # whether the index is brought up to date before it is asked
    exact: bool = False  # the text is a contract's own, to the letter: nothing is added to it
    structured: bool = True  # whether the answer is given as JSON, too


# In the order in which clients list them
OFFERS: dict[str, Offer] = {
    "locate_symbol": Offer(
        graph.locate_symbol, graph.found_lines, "Find where a symbol is defined",
        "Finds definitions by name: file, lines, kind, signature. Use it first when a name may be wrong or ambiguous; "
        'each result says how it matched. Example: {"name": "Session.get", "kind": "fn"}',
    ),
    "search_code": Offer(
        search.search_code, search.results_lines, "Search code by words",
        "Symbols by words, in names (rate_limit, RateLimiter), signatures, docstrings, comments, paths; scores 0..1. "
        'Use it when you do not know the name. Example: {"query": "where is rate limiting implemented"}', _MOST,
    ),
    "get_call_graph": Offer(
        graph.get_call_graph, graph.call_graph_lines, "Show callers and callees of a symbol",
        "Who calls a symbol and what it calls: file and line of every call, confidence, evidence. Use it before you "
        "change or delete a function, to trace a flow or to judge an impact. "
        'Example: {"symbol_name": "validate_token", "direction": "callers", "depth": 2}',
    ),
    "get_function_details": Offer(
        details.get_function_details, details.details_text, "Show one function in full",
        "What a function or method calls, each call resolved or not, and who calls it. transitive=true follows call "
        'chains (A calls B calls C). Example: {"name": "login", "file": "auth"}',
        {"name": _text("Name or Class.method.", 1), **_MOST}, exact=True,
    ),
    "get_callers": Offer(
        functions.get_callers, functions.callers_lines, "Find callers by name",
        "All functions that call those of this name: name, file, line of the call. "
        'Example: {"function_name": "hybrid_search"}', _MOST,
    ),
    "get_callees": Offer(
        functions.get_callees, functions.callees_lines, "Find callees by name",
        "All that the functions of this name call: name, file, definition; unresolved calls with the reason. "
        'Example: {"function_name": "hybrid_search"}', _MOST,
    ),
    "call_chain": Offer(
        functions.call_chain, functions.chain_lines, "Find call paths between two functions",
        "Paths of calls from one function to another, shortest first, with the confidence of each. Directed; for "
        'either direction use pathsBetween. Example: {"from_func": "main", "to_func": "save"}', _MOST,
    ),
    "who_calls": Offer(
        cited.who_calls, cited.callers_lines, "Find callers with citations",
        "Callers to depth 5, each with the span (path, sha, lines) of its definition and of the call. "
        'Example: {"symbol": "vfs_read", "depth": 2}', _MOST,
    ),
    "list_dependencies": Offer(
        cited.list_dependencies, cited.dependencies_lines, "Find callees with citations",
        "Callees to depth 5, each with the span of its definition and of the call; unresolved calls apart. "
        'Example: {"symbol": "vfs_read"}', _MOST,
    ),
    "entrypoint_flow": Offer(
        cited.entrypoint_flow, cited.flow_lines, "Trace what runs after an entry point",
        "Steps from an entry point (main, a route, a test, a system call), nearest first, each call cited. "
        'Example: {"entry": "sys_read"}', _MOST,
    ),
    "impact_of": Offer(
        cited.impact_of, cited.impact_lines, "Judge what a change may break",
        "For a diff, files or symbols: affected callers, tests that reach them, owners, entry points, risks, cited. "
        'Use it before a change, and on `git diff` after it. Example: {"symbols": ["Session.get"]}', _MOST,
    ),
    "dependenciesOf": Offer(
        dependencies.dependencies_of, dependencies.dependency_text, "Draw what a symbol depends on",
        "All it depends on, however far: calls, references, base classes, interfaces, as a graph with snippets. "
        'Example: {"file_path": "src/utils.ts", "symbol": "formatDate"}', _IN_FILE, exact=True, structured=False,
    ),
    "dependentsOf": Offer(
        dependencies.dependents_of, dependencies.dependency_text, "Draw who depends on a symbol",
        "All that depends on it, however far, as a graph with snippets. "
        'Example: {"file_path": "src/utils.ts", "symbol": "formatDate"}', _IN_FILE, exact=True, structured=False,
    ),
    "pathsBetween": Offer(
        dependencies.paths_between, dependencies.dependency_text, "Draw how two symbols connect",
        "The shortest paths between two symbols, whichever leads to the other. "
        'Example: {"from": {"file_path": "a.ts", "symbol": "f"}, "to": {"file_path": "b.ts", "symbol": "g"}}',
        exact=True, structured=False,
    ),
    "compare_symbol_between_commits": Offer(
        history.compare_symbol_between_commits, history.compared_lines, "Compare a symbol",
        "Its signature and body, calls gained and lost; also if renamed or moved. "
        'Example: {"symbol_name": "parse", "base_ref": "main", "head_ref": "live"}',
        {"symbol_name": _text("Its name.", 1)},
    ),
    "diff_graph": Offer(
        history.diff_graph, history.diff_lines, "Review a branch",
        "Symbols and calls added, removed, changed, moved; entry points whose reach changed; tests that reach it. "
        'Example: {"base_ref": "main"}', _MOST,
    ),
    "suggest_followup_queries": Offer(
        search.suggest_followup_queries, search.suggestions_lines, "Suggest the next question",
        "Better questions after an answer with a low top_score or no results. Example: "
        '{"previous_query": {"tool": "search_code", "params": {"query": "rate limiting"}}, '
        '"previous_results": {"top_score": 0.2}}',
    ),
    "memory_linked_search": Offer(
        functions.memory_linked_search, functions.memory_lines, "Search with memory",
        "A function with its callers, callees, and the decisions, errors, changes and messages about it. Use it before "
        'changing code that others decided on. Example: {"function_name": "hybrid_search"}', _MOST,
    ),
    "index_file": Offer(
        index.index_file, index.held_lines, "Index a file",
        'Brings a file\'s functions and calls up to date and counts them. Example: {"file_path": "src/app.py"}',
        {"file_path": _text("Its path.", 1, 4096)}, writes=True, updates=True,
    ),
    "index_directory": Offer(
        index.index_directory, index.held_lines, "Index a directory",
        'Brings a directory up to date and counts what it holds. Example: {"dir_path": "src"}',
        writes=True, updates=True,
    ),
    "index_status": Offer(
        index.index_status, index.held_lines, "Say how fresh the index is",
        "Of which commit the index is, when it was made, what changed since. Example: {}",
    ),
    "call_graph_stats": Offer(
        index.call_graph_stats, index.stats_lines, "Say what is indexed",
        "How many functions, edges and files are indexed, by language, confidence and kind, and which files were "
        "skipped or had problems. Example: {}",
    ),
    "recall": Offer(
        memory.recall, memory.recall_lines, "Find notes by symbol or words",
        "Decisions, facts, errors with solutions, messages and changes on a symbol, or with these words. "
        'Example: {"query": "retry policy", "type": "decision"}',
        {"path": _text("Of the code they are about.", most=4096), **_MOST},
    ),
    "remember": Offer(
        memory.remember, memory.remembered_lines, "Keep a note about code",
        "Keeps what was decided or found out, for later sessions. "
        'Example: {"text": "Retry 5 times: the API drops calls", "type": "decision", "anchors": ["client.py::send"]}',
        writes=True,
    ),
}  # fmt: skip

# Enough for all that is common: find, follow, judge a change, compare, and know how far to trust it.
CORE = (
    "locate_symbol",
    "search_code",
    "get_call_graph",
    "call_chain",
    "entrypoint_flow",
    "impact_of",
    "diff_graph",
    "call_graph_stats",
)


def chosen(names: Sequence[str] = ()) -> list[str]:
    """The tools of those names, in the order of OFFERS; "core" and "all" stand for several. None named is all."""
    wanted = {tool for name in names or ("all",) for tool in {"all": OFFERS, "core": CORE}.get(name, (name,))}
    if unknown := ", ".join(sorted(wanted - OFFERS.keys())):
        raise BadInput(f"There is no tool {unknown}; there are {', '.join(OFFERS)}, and the groups core and all.")
    return [name for name in OFFERS if name in wanted]
