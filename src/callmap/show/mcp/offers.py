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
from callmap.show.tools.shared import DETAILS


def _text(description: str, least: int = 0, most: int = 1000) -> Any:
    return Annotated[str, AfterValidator(partial(_fitting, least, most)), Field(description=description)]


def _limit(most: int) -> Any:
    """More is clamped, and said to be."""
    return Annotated[int, AfterValidator(_some), Field(description=f"Max {most}.")]


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


def _share(value: float) -> float:
    if not 0 <= value <= 1:
        raise ValueError("it should lie between 0 and 1")
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
    "name": _text("Name, Class.method or path::Name, also misspelt.", 1),
    "symbol_name": _names("Name, Class.method, path::Name or path:line."),
    "path": _text("Part of its path, or a glob.", most=4096),
    "ref": _text("Git ref."),
    "direction": Annotated[Literal[graph.DIRECTIONS], Field(description="Which calls.")],
    "within": _text("Only in this directory.", most=4096),
    "detail_level": Annotated[Literal[DETAILS], Field(description="How much.")],
    "depth": Annotated[int, AfterValidator(_some), Field(description="1 to 5.")],
    "limit": _limit(100),
    "language": Annotated[str, Field(description="Only this one.")],
    "kind": Annotated[Literal[_KINDS], Field(description="fn: function or method.")],
    "type": Annotated[Literal[TYPES], Field(description="Kind of note.")],
    "status": Annotated[Literal[STATUSES], Field(description="Of a decision.")],
    "since": _text("A date, or 30d, 6m, 1y."),
    "text": _text("What to remember.", 1, LONGEST),
    "anchors": _list("Symbols, files, 'caller -> callee', commits."),
    "rationale": _text("Why.", most=LONGEST),
    "solution": _text("Of an error.", most=LONGEST),
    "confidence": Annotated[float, AfterValidator(_share), Field(description="0 to 1.")],
    "session": _text("Its id."),
    "cursor": _text("next_cursor."),
    "base_ref": _text("Git ref.", 1),
    "head_ref": _text("Other ref, or live.", 1),
    "symbol": _names("As in get_call_graph."),
    "function_name": _names("All of that name."),
    "from_func": _names("Start."),
    "to_func": _names("End."),
    "max_depth": Annotated[int, AfterValidator(_some), Field(description="1 to 100.")],
    "file_path": _text("Its file.", most=4096),
    "file": _text("Part of its path.", most=4096),
    "dir_path": _text('Its path; "." for all.', 1, 4096),
    "extensions": _list('Only these: [".py"].'),
    "transitive": Annotated[bool, Field(description="Calls of calls, too.")],
    "entry": _text("Symbol or file.", 1),
    "config": _text("As in who_calls."),
    "query": _text("Name, path or words.", 1),
    "previous_query": Annotated[dict[str, Any], Field(description="Its tool and params.")],
    "previous_results": Annotated[dict[str, Any], Field(description="Its answer.")],
    "confidence_threshold": Annotated[float, Field(description="Low is below it.")],
    "diff": _text("A unified diff, applied or not.", most=2_000_000),
    "files": _list("Changed files."),
    "symbols": _list("Changed symbols."),
    "from": Annotated[Place, Field(description="One symbol.")],
    "to": Annotated[Place, Field(description="The other.")],
}
_IN_FILE = {"symbol": _text('"formatDate", "User.save".', 1), "file_path": _text("Its file.", 1, 4096)}
_CONFIG = {"config": _text("CONFIG_A,!CONFIG_B,CONFIG_C=n")}


def parameter(tool: str, name: str) -> Any:
    """Type and description of a tool's parameter."""
    if name == "language":  # to name them all is to import them all: not before they are asked for
        from callmap.languages import languages

        names = tuple(language.name for language in languages())
        return Annotated[Literal[names], *PARAMETERS[name].__metadata__]
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
        graph.locate_symbol, graph.found_lines, "Find a definition",
        "Definitions by name: file, lines, kind, signature. Use it first when a name may be wrong or ambiguous. "
        'Example: {"name": "Session.get"}',
    ),
    "search_code": Offer(
        search.search_code, search.results_lines, "Search by words",
        "Symbols by words in names, signatures, docstrings, comments, paths. Use it when you do not know "
        'the name. Example: {"query": "rate limiting"}',
    ),
    "get_call_graph": Offer(
        graph.get_call_graph, graph.call_graph_lines, "Show callers and callees",
        "Who calls a symbol and what it calls: file and line of every call, confidence, evidence. Use it before you "
        'change or delete code. Example: {"symbol_name": "validate_token", "direction": "callers"}',
    ),
    "get_function_details": Offer(
        details.get_function_details, details.details_text, "Show a function",
        "What a function or method calls, resolved or not, and who calls it. "
        'Example: {"name": "login", "file": "auth"}',
        {"name": _text("Name or Class.method.", 1), "limit": _limit(500)}, exact=True,
    ),
    "get_callers": Offer(
        functions.get_callers, functions.callers_lines, "Callers by name",
        'Who calls the functions of this name: name, file, line. Example: {"function_name": "hybrid_search"}',
    ),
    "get_callees": Offer(
        functions.get_callees, functions.callees_lines, "Callees by name",
        "What the functions of this name call, and where that is defined. "
        'Example: {"function_name": "hybrid_search"}',
    ),
    "call_chain": Offer(
        functions.call_chain, functions.chain_lines, "Find call paths",
        "Directed paths of calls between functions, shortest first, with confidence. "
        'Example: {"from_func": "main", "to_func": "save"}', {"limit": _limit(20)},
    ),
    "who_calls": Offer(
        cited.who_calls, cited.callers_lines, "Cite callers",
        "Callers with the spans (path, sha, lines) of definition and call. "
        'Example: {"symbol": "vfs_read"}', _CONFIG,
    ),
    "list_dependencies": Offer(
        cited.list_dependencies, cited.dependencies_lines, "Cite callees",
        'Callees with spans; unresolved calls apart. Example: {"symbol": "vfs_read"}',
    ),
    "entrypoint_flow": Offer(
        cited.entrypoint_flow, cited.flow_lines, "Trace a flow",
        "What runs after an entry point (main, route, test), nearest first. "
        'Example: {"entry": "sys_read"}',
    ),
    "impact_of": Offer(
        cited.impact_of, cited.impact_lines, "Judge a change",
        "Of a diff, files or symbols: affected callers, tests, owners, entry points, risks. Use it before a "
        'change, and on `git diff` after it. Example: {"symbols": ["Session.get"]}',
    ),
    "dependenciesOf": Offer(
        dependencies.dependencies_of, dependencies.dependency_text, "Draw dependencies",
        "All it depends on, however far: a graph with snippets. "
        'Example: {"file_path": "a.ts", "symbol": "f"}', _IN_FILE, exact=True, structured=False,
    ),
    "dependentsOf": Offer(
        dependencies.dependents_of, dependencies.dependency_text, "Draw dependents",
        "All that depends on it, however far: a graph with snippets. "
        'Example: {"file_path": "b.ts", "symbol": "g"}', _IN_FILE, exact=True, structured=False,
    ),
    "pathsBetween": Offer(
        dependencies.paths_between, dependencies.dependency_text, "Draw paths",
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
        "Symbols and calls added, removed, changed; entry points whose reach changed; tests that reach it. "
        'Example: {"base_ref": "main"}', {"limit": _limit(500)},
    ),
    "suggest_followup_queries": Offer(
        search.suggest_followup_queries, search.suggestions_lines, "Suggest a question",
        "What to ask after a low top_score or no results. Example: "
        '{"previous_query": {"tool": "search_code", "params": {"query": "retries"}}, '
        '"previous_results": {"top_score": 0.2}}',
    ),
    "memory_linked_search": Offer(
        functions.memory_linked_search, functions.memory_lines, "Search with memory",
        "A function with its callers, callees, and decisions, errors, changes, messages about it. "
        'Example: {"function_name": "hybrid_search"}',
    ),
    "index_file": Offer(
        index.index_file, index.held_lines, "Index a file",
        'Brings a file up to date and counts what it holds. Example: {"file_path": "src/app.py"}',
        {"file_path": _text("Its path.", 1, 4096)}, writes=True, updates=True,
    ),
    "index_directory": Offer(
        index.index_directory, index.held_lines, "Index a directory",
        'Brings a directory up to date and counts what it holds. Example: {"dir_path": "src"}',
        writes=True, updates=True,
    ),
    "index_status": Offer(
        index.index_status, index.held_lines, "Index status",
        "Of which commit the index is, when it was made, what changed since. Example: {}",
    ),
    "call_graph_stats": Offer(
        index.call_graph_stats, index.stats_lines, "Index statistics",
        "Functions, edges, files by language and confidence; what was skipped. Example: {}",
    ),
    "recall": Offer(
        memory.recall, memory.recall_lines, "Recall notes",
        "Decisions, facts, errors, messages and changes on a symbol, or with these words. "
        'Example: {"query": "retry policy", "type": "decision"}',
        {"path": _text("Of their code.", most=4096)},
    ),
    "remember": Offer(
        memory.remember, memory.remembered_lines, "Keep a note",
        "Keeps what was decided or found out. "
        'Example: {"text": "Retry 5 times", "anchors": ["client.py::send"]}',
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
