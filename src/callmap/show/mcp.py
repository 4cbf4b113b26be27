"""Tools for agents: takes a root directory, answers over MCP on stdin and stdout until stdin ends.

The only module that knows MCP; one server object speaks both of its eras (`initialize`, and `server/discover` since
2026-07-28). It reads the index and never writes it: a child process indexes, so the handshake is answered at once, and
calls wait for the index only within bounds. Everything that leaves goes through `Server.call_tool`.
"""

from __future__ import annotations

import inspect
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import IO, Annotated, Any, Literal, NoReturn

import anyio.to_thread
from mcp.server.caching import CacheHint
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.tools import Tool
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase, FuncMetadata
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, TextContent, ToolAnnotations
from pydantic import Field, ValidationError, create_model

from callmap import __version__
from callmap.ask.answers import metadata
from callmap.ask.project import Project
from callmap.errors import BadInput, CallmapError, IndexBusy, IndexNotReady
from callmap.languages import languages
from callmap.model import Kind
from callmap.show import tools as all_tools
from callmap.show.text import clean, numbers

FIRST_INDEX_PATIENCE = 20.0  # seconds that a call waits for a repository's first index
UPDATE_PATIENCE = 0.5  # seconds that a call waits for an update before it answers from the generation before
UPDATE_PAUSE = 2.0  # seconds between the starts of two updates
MOST_TEXT = 20_000  # characters of a text answer

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
# Types and bounds; names and defaults are those in tools.py. What is clamped (a depth of 9) has no upper bound here.
_PARAMETERS: dict[str, Any] = {
    "name": _text("Name, Class.method, qualified name or path::Name. Case and spelling may be off.", 1),
    "symbol_name": _text("Name, Class.method, qualified name, path::Name, or path:line (what holds that line).", 1),
    "path": _text("Part of the path of the file that defines it, or a glob. Tells namesakes apart.", most=4096),
    "ref": _text('The working tree is indexed: "live" (default), HEAD, its branch or its commit.'),
    "direction": Annotated[Literal[all_tools.DIRECTIONS], Field(description="Which calls to show.")],
    "depth": Annotated[int, Field(ge=1, description="How many calls deep: 1 = direct calls. More than 5 becomes 5.")],
    "limit": Annotated[int, Field(ge=1, description="Most results per direction. More than 100 becomes 100.")],
    "kind": Annotated[Literal[_KINDS], Field(description='Only symbols of that kind; "fn" is any function or method.')],
    "language": Annotated[Literal[_LANGUAGES], Field(description="Only symbols of that language.")],
}
_HINTS = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)
_NEXT = {  # error code → what else an agent is told
    "symbol_not_found": {"remediation": "Call locate_symbol with part of the name, or take one of `candidates`."},
    "ambiguous_symbol": {"remediation": "Call again with a candidate's `path`, or write the name as path::Name."},
}
Answer = dict[str, Any]
Question = Callable[[Project], Answer]
Reply = tuple[Answer, CallmapError | None, bool]  # the last: whether the index is stale
Asker = Context[None, Any] | None
logger = logging.getLogger("callmap")


def serve(root: str, tools: Sequence[str] = ()) -> NoReturn:
    """Serves the tools of those names (all of them, if none is named) until stdin ends, then ends the process."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="callmap: %(levelname)s: %(message)s")
    server = Server(root, tools)

    def leave(*_: Any, code: int = 0) -> NoReturn:
        server.indexer.stop()
        os._exit(code)  # a thread may still wait for stdin or for the database: an orderly end would not come

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGHUP, leave)
    try:
        server.run("stdio")
    except Exception:
        logger.exception("The server stopped.")
        leave(code=1)
    finally:
        leave()


class Server(MCPServer[None]):
    """The tools of one repository, over MCP."""

    def __init__(self, root: str, names: Sequence[str] = ()) -> None:
        if unknown := ", ".join(sorted(set(names) - OFFERS.keys())):
            raise BadInput(f"There is no tool {unknown}; there are {', '.join(OFFERS)}.")
        self.root, self.indexer = root, Indexer(root)
        self._offered = {name: _tool(name) for name in OFFERS if not names or name in names}
        self._threads = anyio.CapacityLimiter(8)  # of its own: stdin and stdout need threads, too
        super().__init__(
            "callmap", title="callmap: who calls whom", version=__version__, instructions=INSTRUCTIONS,
            tools=list(self._offered.values()), log_level="WARNING", lifespan=self._lifespan,
            subscriptions=False,  # the list of tools never changes
            cache_hints={"tools/list": CacheHint(300_000, "public"), "server/discover": CacheHint(300_000, "public")},
        )  # fmt: skip

    async def call_tool(self, name: str, arguments: Answer, context: Asker = None) -> CallToolResult:
        """The one exit: answers and errors alike are made safe here, and every error has its envelope."""
        if name not in self._offered:
            raise MCPError(INVALID_PARAMS, clean(f"There is no tool '{name[:200]}'.{_likely(name, self._offered)}"))
        ask, show, _, _ = OFFERS[name]
        text = ""
        try:
            given = _checked(self._offered[name], arguments)
            answer = _mapped(await self._answer(lambda project: ask(project, **given), context), clean)
            text = render(answer, show)
        except CallmapError as error:
            answer = error.envelope()
            answer["error"]["data"] = {**error.data, **_NEXT.get(error.code, {})}
        except Exception as error:
            logger.exception("%s failed", name)
            message = f"{name} failed inside callmap ({type(error).__name__}); its log, on stderr, says where."
            answer = CallmapError(message, remediation="Ask in another way; report it if it comes again.").envelope()
        answer = _mapped(answer, clean)
        text, failed = text or json.dumps(answer, ensure_ascii=False), not text
        return CallToolResult(content=[TextContent(text=text)], structured_content=answer, is_error=failed)

    async def _answer(self, question: Question, context: Asker) -> Answer:
        """Asks the index. Waits for the first one, and a moment for an update if the tree has changed."""
        try:
            answer, error, stale = await self._ask(question)
        except IndexNotReady:
            await self._first_index(context)
            answer, error, stale = await self._ask(question)
        if stale:
            self.indexer.start()
            if self.indexer.running and await self.indexer.wait(UPDATE_PATIENCE):
                answer, error, stale = await self._ask(question)
        freshness = "fresh" if not stale else "syncing" if self.indexer.running else "stale"
        if error is not None:
            error.data.setdefault("freshness_status", freshness)
            raise error
        answer["metadata"]["freshness_status"] = freshness
        if stale and self.indexer.failure:
            answer["metadata"]["warnings"].append(f"The last update of the index failed: {self.indexer.failure}")
        return answer

    async def _ask(self, question: Question) -> Reply:
        return await anyio.to_thread.run_sync(self._look, question, abandon_on_cancel=True, limiter=self._threads)

    def _look(self, question: Question) -> Reply:
        """Runs in a thread, with a connection of its own. An error, too, may be due to the index being stale."""
        with Project.open(self.root) as project:
            try:
                answer = question(project)
                return answer, None, answer["metadata"]["freshness_status"] == "stale"
            except CallmapError as error:
                return {}, error, project.freshness().status == "stale"

    async def _first_index(self, context: Asker) -> None:
        """Waits for the first index of the repository; raises what to say if it does not come."""
        self.indexer.start()
        began = time.monotonic()
        while self.indexer.running and (waited := time.monotonic() - began) < FIRST_INDEX_PATIENCE:
            if context is not None:
                await context.report_progress(waited, FIRST_INDEX_PATIENCE, "indexing the repository")
            await self.indexer.wait(min(1.0, FIRST_INDEX_PATIENCE - waited))
        running, failure = self.indexer.running, self.indexer.failure
        state = metadata(freshness="stale", indexing="indexing" if running else "failed", schema="not_indexed")
        if running:
            raise IndexBusy(f"{self.root} is being indexed.", remediation="Ask again in half a minute.", **state)
        if failure:
            raise IndexNotReady(f"Indexing {self.root} failed: {failure}", remediation="Ask again to retry.", **state)

    @asynccontextmanager
    async def _lifespan(self, _: MCPServer[None]) -> AsyncIterator[None]:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._catch_up)
            yield
            tasks.cancel_scope.cancel()

    async def _catch_up(self) -> None:
        """At the start: has the tree indexed, if it is not, or has changed."""
        try:
            _, _, stale = await self._ask(all_tools.call_graph_stats)
        except Exception as error:
            stale = isinstance(error, IndexNotReady)  # whoever asks is told of other trouble
        if stale:
            self.indexer.start()


class Indexer:
    """The child process that brings the index up to date: one at a time, not too often, ended with all its workers."""

    def __init__(self, root: str) -> None:
        # -P: the working directory may be a stranger's repository, and no module is to be imported from there
        self.command = [sys.executable, "-P", "-m", "callmap", "index", "--root", root, "--json"]
        self._child: subprocess.Popen[bytes] | None = None
        self._log: IO[bytes] | None = None
        self._started = float("-inf")

    def start(self) -> None:
        """Starts a run, unless one is running or was started a moment ago."""
        if self.running or time.monotonic() - self._started < UPDATE_PAUSE:
            return
        self._started, no = time.monotonic(), subprocess.DEVNULL
        with suppress(OSError):  # no process or no space to be had: answers stay as old as they are
            self._log = log = tempfile.TemporaryFile()  # noqa: SIM115  what the run says on stderr
            self._child = subprocess.Popen(self.command, stdin=no, stdout=no, stderr=log, start_new_session=True)

    @property
    def running(self) -> bool:
        return self._child is not None and self._child.poll() is None

    @property
    def failure(self) -> str:
        """The last words of the last run if it failed, else ""."""
        if self._child is None or self._log is None or not self._child.poll():
            return ""
        self._log.seek(0)
        words = self._log.read().decode("utf-8", "replace").strip()
        return words[-1000:] or f"exit code {self._child.returncode}"

    async def wait(self, seconds: float) -> bool:
        """Whether the run ended within that time."""
        with anyio.move_on_after(seconds):
            while self.running:
                await anyio.sleep(0.02)
        return not self.running

    def stop(self) -> None:
        """Kills the run and its workers. The index keeps its last generation."""
        if self._child is not None and self.running:
            with suppress(ProcessLookupError, subprocess.TimeoutExpired):
                os.killpg(self._child.pid, signal.SIGKILL)
                self._child.wait(1.0)


def _tool(name: str) -> Tool:
    """The tool's declaration: strict, with the names and defaults that its function has."""
    ask, _, title, description = OFFERS[name]
    fields: dict[str, Any] = {
        p.name: (_PARAMETERS[p.name], ... if p.default is p.empty else p.default)
        for p in list(inspect.signature(ask).parameters.values())[1:]
    }
    model = create_model(name, __base__=ArgModelBase, __cls_kwargs__={"extra": "forbid"}, **fields)
    schema = model.model_json_schema()
    del schema["title"]
    for value in schema.setdefault("properties", {}).values():
        del value["title"]
        if value.get("default", True) in ("", None):
            del value["default"]  # it stands for "not given"
    return Tool(
        fn=ask, name=name, title=title, description=description, annotations=_HINTS, is_async=False,
        context_kwarg=None, parameters=schema, fn_metadata=FuncMetadata(arg_model=model),
    )  # fmt: skip


def _checked(tool: Tool, arguments: Answer) -> Answer:
    """The arguments as the function takes them; null stands for "not given". Raises BadInput in words that help."""
    known, wrong = list(tool.parameters["properties"]), ""
    try:
        return tool.fn_metadata.validate_arguments({k: v for k, v in arguments.items() if v is not None})
    except ValidationError as error:
        for problem in error.errors(include_url=False)[:5]:
            name, words = str(problem["loc"][0])[:200], problem["msg"]
            unknown = problem["type"] == "extra_forbidden"
            wrong += f"There is no argument '{name}'.{_likely(name, known)} " if unknown else f"{name}: {words}. "
    message = f"{wrong}{tool.name} takes {', '.join(known) or 'no arguments'}."
    raise BadInput(message, remediation="Correct the arguments and call again.", parameters=known)


def _likely(name: str, known: Iterable[str]) -> str:
    from rapidfuzz import fuzz

    best = max(known, key=lambda one: fuzz.WRatio(name[:200], one), default="")
    return f" Did you mean '{best}'?" if fuzz.WRatio(name[:200], best) >= 60 else ""


def render(answer: Answer, show: Callable[[Answer], Iterator[str]]) -> str:
    """The answer as text, with the same facts. A long one goes without the evidence; if it is still long, it is cut."""
    folded = _mapped(answer, lambda text: text.replace("\n", "\\n")[:300])  # no name looks like a line of ours
    lines = [*show(folded), *_about(folded)]
    if sum(map(len, lines)) > MOST_TEXT:
        lines = [line.partition(" via ")[0] for line in lines]
    kept = len(lines)
    while sum(map(len, lines[:kept])) > MOST_TEXT:
        kept -= 1
    more = f"\n… {len(lines) - kept} more lines; narrow with `path`, `direction` or `limit`."
    return "\n".join(lines[:kept]) + (more if kept < len(lines) else "")


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    """The value with every string in it changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {change(str(key)): _mapped(item, change) for key, item in value.items()}
    return [_mapped(item, change) for item in value] if isinstance(value, list | tuple) else value


def _about(answer: Answer) -> Iterator[str]:
    about = answer["metadata"]
    yield f"\nnote: {answer['note']}" if answer.get("note") else ""
    yield from (f"warning: {warning}" for warning in about["warnings"])
    commit = f" at {about['commit'][:12]}" if about["commit"] else ""
    yield f"{about['ref']}{commit}, {about['freshness_status']}, {about['result_completeness']}"


def _graph_lines(answer: Answer) -> Iterator[str]:
    yield f"{answer['symbol']['path']}:{_symbol(answer['symbol'])}"
    for direction in ("callers", "callees"):
        edges, total = answer[direction], answer.get(f"total_{direction}")
        if total is not None:
            yield f"\n{total} {direction}{f', {len(edges)} shown' if len(edges) < total else ''}"
            yield from _grouped([(edge["call_site"]["file"], _edge(edge, direction)) for edge in edges])


def _symbol_lines(answer: Answer) -> Iterator[str]:
    found, total = answer["results"], answer["total_candidates"]
    yield f"{total} found ({answer['match']}){f', {len(found)} shown' if len(found) < total else ''}"
    yield from _grouped([(symbol["path"], _symbol(symbol)) for symbol in found])


def _stats_lines(answer: Answer) -> Iterator[str]:
    for key, value in answer.items():
        if key != "metadata":
            yield f"{key}: {numbers(value) if isinstance(value, dict) else value}"


def _grouped(items: list[tuple[str, str]]) -> Iterator[str]:
    for path in dict.fromkeys(file for file, _ in items):
        yield path
        yield from (f"  {line}" for file, line in items if file == path)


def _edge(edge: Answer, direction: str) -> str:
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
    words += [f"via {'; '.join(edge['via'])}"] if edge["via"] else []
    return f"{edge['call_site']['line']}: {what}  {' '.join(filter(None, words))}"


def _symbol(symbol: Answer) -> str:
    return "{line_start}-{line_end}: {qualified_name}  {kind}  {signature}".format_map(symbol).rstrip()


# name → the function in tools.py, what shows its answer, title, description
OFFERS: dict[str, tuple[Callable[..., Answer], Callable[[Answer], Iterator[str]], str, str]] = {
    "locate_symbol": (
        all_tools.locate_symbol, _symbol_lines, "Find where a symbol is defined",
        "Finds definitions by name: file, lines, kind, signature. Use it first when a name may be wrong or ambiguous; "
        'each result says how it matched. Then get_call_graph. Example: {"name": "Session.get", "kind": "fn"}',
    ),
    "get_call_graph": (
        all_tools.get_call_graph, _graph_lines, "Show callers and callees of a symbol",
        "Who calls a symbol and what it calls: file and line of every call, confidence, evidence. Use it before you "
        "change or delete a function, to trace a flow or to judge an impact. If several symbols have the name, it "
        'lists them: add `path`. Example: {"symbol_name": "validate_token", "direction": "callers", "depth": 2}',
    ),
    "call_graph_stats": (
        all_tools.call_graph_stats, _stats_lines, "Say what is indexed",
        "How many functions, edges and files are indexed, by language, confidence and kind, and which files were "
        "skipped or had problems. Use it to judge how far an answer can be trusted. Example: {}",
    ),
}  # fmt: skip
