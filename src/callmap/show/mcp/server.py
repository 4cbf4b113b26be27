"""The server: takes a root directory, answers over MCP on stdin and stdout until stdin ends, or at an address.

One server object speaks both eras of the protocol (`initialize`, and `server/discover` since 2026-07-28). Here is what
the handshake needs, and no more: what answers questions is imported after it (desk.py). Everything that leaves goes
through `_exit`.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn, cast

import anyio.to_thread
from mcp.server.caching import CacheableMethod, CacheHint
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context, MCPServer
from mcp.shared.exceptions import MCPError
from mcp_types import (
    CallToolResult,
    Completion,
    CompletionArgument,
    GetPromptResult,
    Prompt,
    Resource,
    ResourceTemplate,
    Tool,
)  # fmt: skip

from callmap import __version__
from callmap.lease import LOOK
from callmap.show.lines import Answer, mapped
from callmap.show.mcp import prompts, stdio
from callmap.show.mcp.indexer import Indexer
from callmap.show.text import harmless

if TYPE_CHECKING:
    from callmap.show.mcp.desk import Desk

FIRST_REPLY = 0.2  # seconds that the handshake has the processor for itself
INSTRUCTIONS = """\
callmap knows who calls whom in this repository: every call site, with the evidence for it. Ask it instead of \
searching text when you need callers, callees, what a change may break, or whether code is used.
1. locate_symbol(name="parse") finds definitions, also if misspelt; search_code(query="parse a date") finds by words.
2. get_call_graph(symbol_name="parse", direction="callers") gives the calls, with file and line. If the name is \
ambiguous, add `path` (part of the file's path), or write "src/a.py::Class.method", "Class.method" or "src/a.py:120" \
(what holds that line, as in a stack trace). depth=2..5 follows calls of calls; \
detail_level="context" adds source lines.
3. impact_of(symbols=["parse"]), or diff=<output of git diff>: callers, tests, owners and entry points that a change \
touches. Ask before you edit, and after.
4. diff_graph(base_ref="main") tells what a branch changed; compare_symbol_between_commits, what became of one symbol.
5. recall(query="retries") finds what was decided about code, remember(text=…) keeps it.
`ref` asks at a branch, tag or commit; without it, answers speak of the working tree.
Confidence of an edge: "static" is proven by declarations and imports; "inferred" was followed through types and \
values; "possible" is one of several; "unresolved" is a call whose target is not known, with the reason (builtin, \
external = in a library, dynamic). `via` says how it was found.
"0 callers" means that no known call reaches the symbol. `note` says whether calls of that name are unresolved. Even \
if none is, entry points, frameworks, reflection and users outside may call it: do not delete on that alone.
metadata.freshness_status "stale" or "syncing": files were edited since; ask again in a few seconds. metadata.warnings \
says what was clamped or left out; totals count what is not shown: pass next_cursor as `cursor`, or raise `limit`. \
Errors are JSON: code, message, data.remediation (what to do next).\
"""

Asker = Context[None, Any] | None
Transport = Callable[["Server"], Awaitable[None]]
logger = logging.getLogger("callmap")

_LISTS: tuple[CacheableMethod, ...] = (
    "tools/list", "prompts/list", "resources/list", "resources/templates/list", "server/discover",
)  # fmt: skip


def serve(root: str, tools: Sequence[str] = (), over: Transport = stdio.answer) -> NoReturn:
    """Serves the tools of those names (all of them, if none is named) until stdin ends, then ends the process."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="callmap: %(levelname)s: %(message)s")
    server = Server(root, tools)

    def leave(*_: Any, code: int = 0) -> NoReturn:
        server.indexer.stop()
        os._exit(code)  # a thread may still wait for stdin or for the database: an orderly end would not come

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGHUP, leave)
    try:
        anyio.run(over, server)
    except Exception:
        logger.exception("The server stopped.")
        leave(code=1)
    finally:
        leave()


class Server(MCPServer[None]):
    """The tools of one repository, over MCP: those of these names, or all."""

    def __init__(self, root: str, names: Sequence[str] = ()) -> None:
        self.root, self.indexer = root, Indexer(root)
        self._wanted = tuple(names) or ("all",)
        if set(self._wanted) - {"all", "core"}:
            _ = self.desk  # whether there are such tools is told at once
        super().__init__(
            "callmap", title="callmap: who calls whom", version=__version__, instructions=INSTRUCTIONS,
            log_level="WARNING", lifespan=self._lifespan, middleware=[_exit],
            subscriptions=False,  # what is listed never changes
            cache_hints=dict.fromkeys(_LISTS, CacheHint(300_000, "public")),
        )  # fmt: skip
        self.completion()(self._complete)  # type: ignore[no-untyped-call]

    @cached_property
    def desk(self) -> Desk:
        """What answers; importing it takes as long as half of the handshake."""
        from callmap.show.mcp.desk import Desk

        return Desk(self.root, self._wanted, self.indexer)

    async def list_tools(self) -> list[Tool]:
        return self.desk.tools()

    async def call_tool(self, name: str, arguments: Answer, context: Asker = None) -> CallToolResult:
        return await self.desk.call(name, arguments, context)

    async def list_resources(self) -> list[Resource]:
        return self.desk.resources

    async def list_resource_templates(self) -> list[ResourceTemplate]:
        return self.desk.templates

    async def read_resource(self, uri: object, context: Asker = None) -> list[ReadResourceContents]:
        return await self.desk.read(str(uri), context)

    async def list_prompts(self) -> list[Prompt]:
        return prompts.listed()

    async def get_prompt(self, name: str, arguments: Answer | None = None, context: Asker = None) -> GetPromptResult:
        return prompts.asked(name, arguments or {})

    async def _complete(self, _: object, argument: CompletionArgument, __: object) -> Completion:
        return await self.desk.complete(argument)

    @asynccontextmanager
    async def _lifespan(self, _: MCPServer[None]) -> AsyncIterator[None]:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._keep_watched)
            yield
            tasks.cancel_scope.cancel()

    def _make_ready(self) -> None:
        """Imports and declares what the first question needs, so that it waits the less."""
        self.desk.tools()

    async def _keep_watched(self) -> None:
        """One of all servers of a tree has it watched; when that one dies, another does."""
        await anyio.sleep(FIRST_REPLY)
        self.indexer.keep()
        await anyio.to_thread.run_sync(self._make_ready, abandon_on_cancel=True)
        while True:
            await anyio.sleep(LOOK)
            self.indexer.keep()


async def _exit(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """The one exit: whatever leaves is made safe here, errors too. A lone surrogate would end the server."""
    try:
        return cast(HandlerResult, mapped(await call_next(ctx), harmless))
    except MCPError as error:
        raise MCPError(error.code, harmless(error.message), mapped(error.data, harmless)) from error
