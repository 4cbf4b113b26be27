"""What answers agents: takes calls of tools, addresses of resources and beginnings of names, gives answers.

It reads the index and never writes it: a child process indexes, and calls wait for it only within bounds. Questions are
asked in threads, each with a connection of its own meanwhile.
"""

from __future__ import annotations

import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

import anyio.to_thread
from mcp.server.lowlevel.helper_types import ReadResourceContents
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolResult, Completion, CompletionArgument, TextContent, Tool

from callmap.ask.answers import metadata, without_index
from callmap.ask.fresh import Fresh
from callmap.ask.project import Project
from callmap.ask.readers import Readers
from callmap.errors import AmbiguousSymbol, CallmapError, IndexBusy, IndexNotReady, NotFound, RefNotIndexed, Stopped
from callmap.show.lines import MOST_JSON, Answer, cut, mapped, render, size
from callmap.show.mcp.arguments import checked, declared, likely
from callmap.show.mcp.indexer import Indexer
from callmap.show.mcp.offers import OFFERS, Offer, chosen
from callmap.show.mcp.resources import PLAIN, RESOURCES, TEMPLATES, completions, resource
from callmap.show.text import clean, harmless
from callmap.show.tools.index import call_graph_stats
from callmap.show.tools.shared import about, informed
from callmap.store.store import Index

FIRST_INDEX_PATIENCE = 20.0  # seconds that a call waits for a repository's first index
UPDATE_PATIENCE = 0.5  # seconds that a call waits for an update before it answers from the generation before

_NEXT = {  # error code → what else an agent is told
    "symbol_not_found": {"remediation": "Call locate_symbol with part of the name, or take one of `candidates`."},
    "ambiguous_symbol": {"remediation": "Call again with a candidate's `path`, or write the name as path::Name."},
}
_OTHERWISE = {"remediation": "Correct the question as the message says, and ask again."}
_NARROWING = (
    "within", "path", "file_path", "file", "symbols", "direction", "depth", "config", "kind", "language", "type",
    "since", "limit",
)  # fmt: skip
Question = Callable[[Project], Answer]


class Reply(NamedTuple):
    """What the index says: an answer or an error, whether the tree has moved since, and of which generation it is."""

    answer: Answer
    error: CallmapError | None
    stale: bool
    generation: int


Given = TypeVarTuple("Given")
Result = TypeVar("Result")
Asker = Context[None, Any] | None
logger = logging.getLogger("callmap")


class _Stop:
    """Ends a question that another thread is at."""

    def __init__(self) -> None:
        self._wanted = False
        self._store: Index | None = None

    def reads(self, store: Index) -> None:
        self._store = store
        if self._wanted:
            store.stop()

    def __call__(self) -> None:
        self._wanted = True
        if self._store is not None:
            self._store.stop()


class Desk:
    """Answers for one repository, with the tools of those names."""

    resources, templates = RESOURCES, TEMPLATES

    def __init__(self, root: str, names: Sequence[str], indexer: Indexer) -> None:
        self._root, self._indexer, self._names = root, indexer, chosen(names)
        self._fresh, self._readers = Fresh(root), Readers(root)
        self._commit = ""  # that is being indexed, or was last
        self._waiting: Counter[str] = Counter()  # how many calls wait for a commit
        self._threads = anyio.CapacityLimiter(8)  # of its own: stdin and stdout need threads, too

    def tools(self) -> list[Tool]:
        return [declared(name) for name in self._names]

    async def call(self, name: str, arguments: Answer, context: Asker = None) -> CallToolResult:
        """Every error has its envelope, and every answer its bounds."""
        if name not in self._names:
            raise MCPError(INVALID_PARAMS, f"There is no tool '{name[:200]}'.{likely(name, self._names)}")
        offer = OFFERS[name]
        try:
            given = checked(name, arguments)
            narrow = _narrowing(given)
            answer = await self._fitting_answer(offer, given, narrow, context)
            if offer.exact:
                answer = mapped(answer, harmless)  # its text may hold it as JSON
                return _result(answer, "\n".join(offer.lines(answer)), offer.structured)
            return _result(answer, render(answer, offer.lines, narrow))
        except CallmapError as error:
            failed = error
            failed.data = {**_OTHERWISE, **error.data, **_NEXT.get(error.code, {})}
        except Exception as error:
            logger.exception("%s failed", name)
            message = f"{name} failed inside callmap ({type(error).__name__}); its log, on stderr, says where."
            failed = CallmapError(message, remediation="Ask in another way; report it if it comes again.")
        if failed.metadata is None:
            failed.metadata = await self._in_thread(self._about)
        return _result(mapped(cut(failed.envelope()), harmless), "", offer.structured)

    async def _fitting_answer(self, offer: Offer, given: Answer, narrow: str, context: Asker) -> Answer:
        """The answer, if need be with less detail and fewer results than were asked for: then its total and cursor tell
        of the rest."""
        patience = FIRST_INDEX_PATIENCE if offer.updates else UPDATE_PATIENCE
        answer, used = await self._answer(_asked(offer, given), context, patience), dict(given)
        if (long := _length(offer, answer)) > MOST_JSON and used.get("detail_level", "location") != "location":
            used["detail_level"] = "location"
            answer = await self._answer(_asked(offer, used), context)
            long = _length(offer, answer)
        while long > MOST_JSON and used.get("limit", 0) > 1:
            used["limit"] = max(1, min(used["limit"] - 1, int(used["limit"] * MOST_JSON / long * 0.9)))
            answer = await self._answer(_asked(offer, used), context)
            long = _length(offer, answer)
        told = answer["metadata"]
        for name in (name for name in given if used[name] != given[name]):
            told["warnings"].append(f"{name} {given[name]} would give too long an answer; {used[name]} was used.")
        if told["result_completeness"] == "truncated":
            more = "; get_call_graph's `within` names a directory" if "directories" in answer else ""
            told["warnings"].append(f"To see less, {narrow}{more}.")
        return cut(answer, narrow=narrow) if long > MOST_JSON else answer

    async def read(self, uri: str, context: Asker) -> list[ReadResourceContents]:
        question, lines = resource(uri)
        try:
            return [ReadResourceContents(render(await self._answer(question, context), lines), PLAIN)]
        except (NotFound, AmbiguousSymbol) as error:
            raise ResourceNotFoundError(error.message) from None
        except CallmapError as error:
            raise ResourceError(error.message) from None

    async def complete(self, argument: CompletionArgument) -> Completion:
        found: list[Completion] = []

        def look(project: Project) -> Answer:
            found.append(completions(project, argument.name, argument.value))
            return call_graph_stats(project)

        with suppress(CallmapError):  # no names without an index
            await self._ask(look)
        return found[-1] if found else Completion(values=[])

    async def _answer(self, question: Question, context: Asker, patience: float = UPDATE_PATIENCE) -> Answer:
        """Asks the index. Waits for the first one, and a moment for an update if the tree has changed."""
        give_up = time.monotonic() + patience
        for _ in range(4):  # the working tree, and up to two refs, may have to be indexed first
            try:
                reply = await self._ask(question)
            except IndexNotReady:
                await self._first_index(context)
                reply = await self._ask(question)
            if not isinstance(reply.error, RefNotIndexed) or not reply.error.data.get("cheap"):
                break
            await self._index_commit(context, reply.error.data["commit"])
        while reply.stale and (left := give_up - time.monotonic()) > 0:
            self._indexer.hurry()
            if not await self._newer(reply.generation, left):
                break
            reply = await self._ask(question)
        freshness = "fresh" if not reply.stale else "syncing" if self._indexer.running else "stale"
        told = reply.answer["metadata"] if reply.error is None else reply.error.metadata
        assert told is not None
        told["freshness_status"] = freshness
        if reply.stale and (failure := self._indexer.failure):
            told["warnings"].append(f"The last update of the index failed: {failure}")
        if reply.error is not None:
            reply.error.data.setdefault("freshness_status", freshness)
            raise reply.error
        return reply.answer

    async def _ask(self, question: Question) -> Reply:
        stop = _Stop()
        try:
            return await self._in_thread(self._look, question, stop)
        except anyio.get_cancelled_exc_class():
            stop()  # a thread cannot be cancelled, but it can be told
            raise

    async def _in_thread(self, work: Callable[[*Given], Result], *given: *Given) -> Result:
        return await anyio.to_thread.run_sync(work, *given, abandon_on_cancel=True, limiter=self._threads)

    def _look(self, question: Question, stop: _Stop) -> Reply:
        """Runs in a thread, with a connection of its own meanwhile. An error, too, may be due to a stale index."""
        with self._readers.project() as project:
            stop.reads(project.store)
            project.watched = self._fresh.meanwhile()
            generation = project.snapshot.generation
            try:
                answer = question(project)
                return Reply(answer, None, answer["metadata"]["freshness_status"] == "stale", generation)
            except Stopped:
                raise
            except CallmapError as error:
                told = error.metadata = error.metadata or about(project, [])
                if "commit" in error.data and isinstance(error, RefNotIndexed):
                    error.metadata = without_index(error.code, error.data["ref"])
                return Reply({}, error, told["freshness_status"] == "stale", generation)

    def _about(self) -> Answer:
        """What an error says of the index that nobody has asked. Runs in a thread."""
        try:
            with self._readers.project() as project:
                project.watched = self._fresh
                return about(project, [])
        except CallmapError as error:
            busy = self._indexer.running and isinstance(error, IndexNotReady)
            return without_index("index_in_progress" if busy else error.code)

    def _generation(self) -> int:
        """Of the working tree's snapshot; 0 if there is none. Runs in a thread."""
        try:
            with self._readers.project() as project:
                return project.snapshot.generation
        except IndexNotReady:
            return 0

    async def _newer(self, generation: int, seconds: float) -> bool:
        """Whether there is another generation within that time, or sooner than somebody could make one."""
        with anyio.move_on_after(seconds):
            while await self._in_thread(self._generation) == generation:
                if not self._indexer.running or self._indexer.failure:
                    return False
                await anyio.sleep(0.005)
            return True
        return False

    async def _first_index(self, context: Asker) -> None:
        """Waits for the first index of the repository; raises what to say if it does not come."""
        self._indexer.start()
        began = time.monotonic()
        while (left := began + FIRST_INDEX_PATIENCE - time.monotonic()) > 0:
            if context is not None:
                done = FIRST_INDEX_PATIENCE - left
                far = f"indexing the repository: {self._indexer.progress}".rstrip(": ")
                await context.report_progress(done, None, far)
            if await self._newer(0, min(1.0, left)):
                return
            if not self._indexer.running or self._indexer.failure:
                break
        self._say_why(self._root, self._indexer.running, self._indexer.failure)

    async def _index_commit(self, context: Asker, commit: str) -> None:
        """Has a commit indexed; raises what to say if that takes long or fails. If nobody waits any more, it ends."""
        began, child = time.monotonic(), self._indexer.commit
        self._waiting[commit] += 1
        try:
            if self._commit != commit:
                await child.wait(FIRST_INDEX_PATIENCE)  # it may be at another one
            if not child.running:
                self._commit = commit
                child.start(commit)
            while child.running and (waited := time.monotonic() - began) < FIRST_INDEX_PATIENCE:
                if context is not None:
                    await context.report_progress(waited, None, f"indexing {commit}")
                await child.wait(min(1.0, FIRST_INDEX_PATIENCE - waited))
        except anyio.get_cancelled_exc_class():
            if self._commit == commit and self._waiting[commit] == 1:
                child.stop()
            raise
        finally:
            self._waiting[commit] -= 1
        self._say_why(commit, child.running, child.failure)

    def _say_why(self, what: str, running: bool, failure: str) -> None:
        """Raises why something is not indexed yet, if there is a reason."""
        indexing = "failed" if failure or not running else "indexing"
        state = metadata(freshness="stale", indexing=indexing, schema="not_indexed")
        error: CallmapError | None = None
        if failure:
            error = IndexNotReady(f"Indexing {what} failed: {failure}", remediation="Ask again to retry.", **state)
        elif running:
            far = f" ({self._indexer.progress})" if self._indexer.progress else ""
            error = IndexBusy(f"{what} is being indexed{far}.", remediation="Ask again in half a minute.", **state)
        if error is not None:
            error.metadata = state
            raise error


def _narrowing(given: Answer) -> str:
    """Which of a tool's parameters make its answer shorter."""
    names = [f"`{name}`" for name in _NARROWING if name in given]
    return f"narrow with {' or '.join(filter(None, (', '.join(names[:-1]), *names[-1:])))}" if names else "ask for less"


def _length(offer: Offer, answer: Answer) -> int:
    """How many characters an answer takes: its JSON, or its text if that may not be shortened."""
    return max(size(answer), sum(len(clean(line)) + 1 for line in offer.lines(answer)) if offer.exact else 0)


def _asked(offer: Offer, given: Answer) -> Question:
    """The question at the ref that it names."""

    def ask(project: Project) -> Answer:
        with informed(project.at(given.get("ref"))) as there:
            return offer.ask(there, **given)

    return ask


def _result(answer: Answer, text: str, structured: bool = True) -> CallToolResult:
    """An answer with its text form; an error has none of its own. Where a contract is all text, the rest is `_meta`."""
    if structured:
        shown = text or json.dumps(answer, ensure_ascii=False)
        return CallToolResult(content=[TextContent(text=shown)], structured_content=answer, is_error=not text)
    rest: Answer = {name: value for name, value in answer.items() if name in ("metadata", "error")}
    shown = text or answer["error"]["message"]
    return CallToolResult(content=[TextContent(text=shown)], is_error=not text, _meta=rest)
